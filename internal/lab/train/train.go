package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// folds is the number of parts of the cross-validation.
const folds = 5

// penalties are the penalties on squared weights to try.
var penalties = []float64{1e-4, 3e-4, 1e-3, 3e-3, 1e-2}

// Trained is a model with its cross-validated figures.
type Trained struct {
	Model    judge.Model
	Studies  []StudyFigures
	Penalty  float64 // of the probability
	LogLoss  float64 // cross-validated, of the probability
	Severity SeverityFigures
}

// StudyFigures are the cross-validated figures of one study.
type StudyFigures struct {
	Name    string  `json:"name"`
	N       int     `json:"n"` // decided cases
	Weight  float64 `json:"weight"`
	Genuine float64 `json:"genuine"` // share of genuine ones
	AUROC   float64 `json:"auroc"`
	ECE     float64 `json:"ece"`
}

// SeverityFigures are the figures of the score on CiteCheck's citations.
type SeverityFigures struct {
	N        int     `json:"n"`
	Penalty  float64 `json:"penalty"`
	MacroF1  float64 `json:"macro_f1"`
	Accuracy float64 `json:"accuracy"`
}

// Fit fits both models and measures them by cross-validation, with no cluster on both sides.
func Fit(studies []Study) (*Trained, error) {
	t := &Trained{}
	if err := t.genuine(studies); err != nil {
		return nil, err
	}
	return t, t.severity(studies)
}

// signs returns the signs of the features; the columns of the strata after them are unrestricted.
func signs() []Sign {
	list := make([]Sign, len(judge.FeatureList)+len(judge.Strata))
	for i, f := range judge.FeatureList {
		list[i] = Sign(f.Sign)
	}
	return list
}

func clustersOf(examples []Example) []string {
	list := make([]string, len(examples))
	for i, e := range examples {
		list[i] = e.Cluster
	}
	return list
}

// genuine fits the probability with the penalty that has the least cross-validated loss.
func (t *Trained) genuine(studies []Study) error {
	var all []Example
	for _, s := range studies {
		all = append(all, s.examples...)
	}
	fold := lab.Folds(clustersOf(all), folds)
	var best []float64
	for _, l2 := range penalties {
		p, err := CrossValidate(all, fold, Options{L2: l2, Signs: signs()})
		if err != nil {
			return err
		}
		if loss := logLoss(all, p); best == nil || loss < t.LogLoss {
			best, t.LogLoss, t.Penalty = p, loss, l2
		}
	}
	m, err := fitLogistic(all, Options{L2: t.Penalty, Signs: signs()})
	if err != nil {
		return err
	}
	t.Model.Base, t.Model.Weights = bases(m), named(m.Weights)
	at := 0
	for _, s := range studies {
		t.Studies = append(t.Studies, s.figures(best[at:at+len(s.examples)]))
		at += len(s.examples)
	}
	return nil
}

func logLoss(examples []Example, p []float64) float64 {
	sum, total := 0.0, 0.0
	for i, e := range examples {
		q := p[i]
		if !e.Y {
			q = 1 - q
		}
		sum -= e.Weight * math.Log(max(q, 1e-12))
		total += e.Weight
	}
	return metric.Ratio(sum, total)
}

// figures measures cross-validated probabilities as the judge would state them.
func (s *Study) figures(p []float64) StudyFigures {
	f := StudyFigures{Name: s.Name, N: len(p)}
	y, stated := make([]bool, len(p)), make([]float64, len(p))
	for i, e := range s.examples {
		y[i], stated[i] = e.Y, stratumOf(e).Press(p[i])
		f.Weight += e.Weight
		if e.Y {
			f.Genuine += 1 / float64(len(p))
		}
	}
	f.AUROC, f.ECE = metric.Rank(stated, y).AUROC(nil), metric.ECE(stated, y, nil)
	f.Weight = math.Round(f.Weight)
	return f
}

// stratumOf returns the stratum encoded in the columns after the features.
func stratumOf(e Example) judge.Stratum {
	return judge.Strata[slices.Index(e.X[len(judge.FeatureList):], 1)]
}

// bases returns the log odds of every stratum without any feature; one without examples takes those of all
// together.
func bases(m *Model) map[judge.Stratum]float64 {
	base := map[judge.Stratum]float64{}
	for i, s := range judge.Strata {
		base[s] = round(m.Bias + m.Weights[len(judge.FeatureList)+i])
	}
	return base
}

// named returns rounded weights by feature, without zeros.
func named(weights []float64) map[string]float64 {
	m := map[string]float64{}
	for i, f := range judge.FeatureList {
		if w := round(weights[i]); w != 0 {
			m[f.Name] = w
		}
	}
	return m
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// Write writes the model with its provenance. The date is an argument, so that training twice results in the
// same file.
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

// training is the description of the training in a weights file.
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
	return fmt.Sprintf(
		"bonafide-lab train, %s, rules %s, on the dev parts of %s; figures by %d-fold cross-validation by cluster below",
		date, judge.Version, strings.Join(sets, ", "), folds)
}

// Tables returns tables of the training results.
func (t *Trained) Tables() []lab.Table {
	cv := lab.Table{Title: "cross-validated, by cluster", Head: []string{"", "n", "weight", "genuine", "auroc", "ece"}}
	for _, s := range t.Studies {
		cv.Rows = append(cv.Rows,
			[]string{s.Name, fmt.Sprint(s.N), fmt.Sprintf("%g", s.Weight), fmt.Sprintf("%.4f", s.Genuine),
				fmt.Sprintf("%.4f", s.AUROC), fmt.Sprintf("%.4f", s.ECE)})
	}
	fit := lab.Table{Head: []string{"", "penalty", "log loss", "macro f1", "accuracy"}, Rows: [][]string{
		{"p(genuine)", fmt.Sprintf("%g", t.Penalty), fmt.Sprintf("%.4f", t.LogLoss), "", ""},
		{"severity", fmt.Sprintf("%g", t.Severity.Penalty), "", fmt.Sprintf("%.4f", t.Severity.MacroF1),
			fmt.Sprintf("%.4f", t.Severity.Accuracy)},
	}}
	rates := lab.Table{Title: "base rates, in log odds", Head: []string{"", "p(genuine)", "major"}}
	for _, s := range judge.Strata {
		rates.Rows = append(rates.Rows,
			[]string{string(s), fmt.Sprintf("%+.3f", t.Model.Base[s]), fmt.Sprintf("%+.3f", t.Model.MajorBase[s])})
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
