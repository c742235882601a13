package train

import (
	"math"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/learn"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// folds is the number of parts of the cross-validation.
const folds = 5

// penalties are the penalties on squared weights that are tried.
var penalties = []float64{1e-4, 3e-4, 1e-3, 3e-3, 1e-2}

// Trained is a model with the figures that cross-validation gave it.
type Trained struct {
	Model    judge.Model
	Studies  []StudyFigures
	Penalty  float64 // of the probability
	LogLoss  float64 // cross-validated, of the probability
	Severity SeverityFigures
}

// StudyFigures are the cross-validated figures of one study.
type StudyFigures struct {
	Name           string  `json:"name"`
	N              int     `json:"n"`
	Weight         float64 `json:"weight"`
	AUROC          float64 `json:"auroc"`
	ECE            float64 `json:"ece"`
	Detection      float64 `json:"detection_rate"`
	FalsePositives float64 `json:"fpr"`
}

// SeverityFigures are those of the score on CiteCheck's citations.
type SeverityFigures struct {
	N        int     `json:"n"`
	Penalty  float64 `json:"penalty"`
	MacroF1  float64 `json:"macro_f1"`
	Accuracy float64 `json:"accuracy"`
}

// Fit fits both models and measures them by cross-validation in which no
// cluster is on both sides.
func Fit(studies []Study) (*Trained, error) {
	t := &Trained{}
	if err := t.genuine(studies); err != nil {
		return nil, err
	}
	return t, t.severity(studies)
}

func signs() []learn.Sign {
	list := make([]learn.Sign, len(judge.FeatureList))
	for i, f := range judge.FeatureList {
		list[i] = learn.Sign(f.Sign)
	}
	return list
}

// genuine fits the probability at the penalty of the least cross-validated
// loss.
func (t *Trained) genuine(studies []Study) error {
	var all []learn.Example
	for _, s := range studies {
		all = append(all, s.examples...)
	}
	clusters := make([]string, len(all))
	for i, e := range all {
		clusters[i] = e.Cluster
	}
	fold := lab.Folds(clusters, folds)
	var best []float64
	for _, l2 := range penalties {
		p, err := learn.CrossValidate(all, fold, learn.Options{L2: l2, Signs: signs()})
		if err != nil {
			return err
		}
		if loss := logLoss(all, p); best == nil || loss < t.LogLoss {
			best, t.LogLoss, t.Penalty = p, loss, l2
		}
	}
	m, err := learn.Fit(all, learn.Options{L2: t.Penalty, Signs: signs()})
	if err != nil {
		return err
	}
	t.Model.Bias, t.Model.Weights = round(m.Bias), named(m.Weights)
	at := 0
	for _, s := range studies {
		t.Studies = append(t.Studies, s.figures(best[at:at+len(s.examples)]))
		at += len(s.examples)
	}
	return nil
}

func logLoss(examples []learn.Example, p []float64) float64 {
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

func (s *Study) figures(p []float64) StudyFigures {
	y := make([]bool, len(p))
	var b metric.Binary
	f := StudyFigures{Name: s.Name, N: len(p)}
	for i, e := range s.examples {
		y[i] = e.Y
		b.Add(!e.Y, p[i] < lab.Genuine, 1)
		f.Weight += e.Weight
	}
	f.AUROC, f.ECE = metric.Rank(p, y).AUROC(nil), metric.ECE(p, y, nil)
	f.Detection, f.FalsePositives = b.Recall(), b.FalsePositiveRate()
	f.Weight = math.Round(f.Weight)
	return f
}

// named gives weights by feature, rounded, without those that are zero.
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
