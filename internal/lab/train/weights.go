package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
)

// Write writes the model with its provenance. The date is the caller's, so
// that training twice gives the same file.
func (t *Trained) Write(path, date string) error {
	t.Model.Provenance = t.provenance(date)
	data, err := json.MarshalIndent(struct {
		judge.Model
		Training training `json:"training"`
	}{t.Model, training{date, judge.Version, t.Studies, t.Penalty, t.LogLoss, t.Severity}}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(bytes.TrimSpace(data), '\n'), 0o644)
}

// training is what a weights file says of how it came about.
type training struct {
	Date     string          `json:"date"`
	Rules    string          `json:"rules"`
	Studies  []StudyFigures  `json:"cross_validated"`
	Penalty  float64         `json:"penalty"`
	LogLoss  float64         `json:"log_loss"`
	Severity SeverityFigures `json:"severity"`
}

func (t *Trained) provenance(date string) string {
	var sets []string
	for _, s := range t.Studies {
		sets = append(sets, fmt.Sprintf("%s (%d)", s.Name, s.N))
	}
	return fmt.Sprintf("bonafide-lab train, %s, rules %s, on the dev parts of %s; figures by %d-fold cross-validation by cluster below",
		date, judge.Version, strings.Join(sets, ", "), folds)
}

// Tables shows what training gave.
func (t *Trained) Tables() []lab.Table {
	cv := lab.Table{Title: "cross-validated, by cluster", Head: []string{"", "n", "weight", "genuine", "auroc", "ece"}}
	for _, s := range t.Studies {
		cv.Rows = append(cv.Rows, []string{s.Name, fmt.Sprint(s.N), fmt.Sprintf("%g", s.Weight), fmt.Sprintf("%.4f", s.Genuine), fmt.Sprintf("%.4f", s.AUROC), fmt.Sprintf("%.4f", s.ECE)})
	}
	fit := lab.Table{Head: []string{"", "penalty", "log loss", "macro f1", "accuracy"}, Rows: [][]string{
		{"p(genuine)", fmt.Sprintf("%g", t.Penalty), fmt.Sprintf("%.4f", t.LogLoss), "", ""},
		{"severity", fmt.Sprintf("%g", t.Severity.Penalty), "", fmt.Sprintf("%.4f", t.Severity.MacroF1), fmt.Sprintf("%.4f", t.Severity.Accuracy)},
	}}
	rates := lab.Table{Title: "base rates, in log odds", Head: []string{"", "p(genuine)", "major"}}
	for _, s := range judge.Standings {
		rates.Rows = append(rates.Rows, []string{string(s), fmt.Sprintf("%+.3f", t.Model.Base[s]), fmt.Sprintf("%+.3f", t.Model.MajorBase[s])})
	}
	weights := lab.Table{Title: "weights", Head: []string{"", "p(genuine)", "major"}}
	for _, f := range judge.FeatureList {
		a, b := t.Model.Weights[f.Name], t.Model.MajorWeights[f.Name]
		if a != 0 || b != 0 {
			weights.Rows = append(weights.Rows, []string{f.Name, fmt.Sprintf("%+.3f", a), fmt.Sprintf("%+.3f", b)})
		}
	}
	return []lab.Table{cv, fit, rates, weights}
}
