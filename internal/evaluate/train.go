package evaluate

import (
	"context"
	"fmt"
	"math"

	"github.com/bonafide-audit/bonafide/internal/evaluate/learn"
	"github.com/bonafide-audit/bonafide/internal/evaluate/metric"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// lesson is a set of cases to learn from. Its cases weigh Weight in all for
// the probability, and Severe in all for the severity score, whatever their
// number.
type lesson struct {
	suite, mode string
	weight      float64
	genuine     func(Gold) (genuine, known bool)
	severe      float64
	severity    func(Gold) string // "" leaves a case out
}

// lessons lists what the shipped model learns from. The probability is that of
// HALLMARK's mixture; the closed worlds teach what an error in one field
// means. The score is CiteCheck's.
var lessons = []lesson{
	{"hallmark", "", 1000, byFake, 60, severityOfHallmark},
	{"taxonomy", "oracle", 100, byClass, 40, severityOfClass},
	{"taxonomy", "pooled", 50, byClass, 0, nil},
	{"stress", "", 50, byClass, 20, severityOfClass},
	{"citeaudit", "", 50, byFake, 0, nil},
	{"severity", "", 50, byLabel, 200, func(g Gold) string { return g.Label }},
}

func byFake(g Gold) (bool, bool) { return !g.Fake, true }

// byClass leaves out references that are neither real nor hallucinated.
func byClass(g Gold) (bool, bool) { return g.Class == Real, g.Class != Potential }

func byLabel(g Gold) (bool, bool) { return g.Label == judge.Exact, true }

// severityOfClass takes one wrong field that is not the title for minor, and
// leaves out what could be either.
func severityOfClass(g Gold) string {
	switch {
	case g.Class == Real:
		return judge.Exact
	case g.Class == Hallucinated && len(g.Fields) == 1 && g.Code != "H1":
		return judge.Minor
	}
	return ""
}

func severityOfHallmark(g Gold) string {
	switch {
	case !g.Fake:
		return judge.Exact
	case g.Group == "plausible_fabrication":
		return judge.Major
	}
	return ""
}

// Study is what a lesson gave: features and labels of its cases.
type Study struct {
	Name     string
	examples []learn.Example // of the probability
	degrees  []degree        // of the score
}

// degree is one case with its severity.
type degree struct {
	x        []float64
	severity string
	weight   float64
	cluster  string
}

// Gather audits the cases of every lesson and keeps their features.
func Gather(ctx context.Context, opt Options) ([]Study, error) {
	var studies []Study
	for _, l := range lessons {
		s, err := l.gather(ctx, opt)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", l.suite, l.mode, err)
		}
		studies = append(studies, s)
	}
	return studies, nil
}

func (l *lesson) gather(ctx context.Context, opt Options) (Study, error) {
	s := Study{Name: l.suite}
	if l.mode != "" {
		s.Name += " " + l.mode
	}
	suite, err := Find(l.suite)
	if err != nil {
		return s, err
	}
	opt.Mode = l.mode
	set, err := suite.Load(ctx, opt)
	if err != nil {
		return s, err
	}
	defer set.Release()
	features := make([][]float64, len(set.Cases))
	err = each(ctx, len(set.Cases), func(i int) {
		f := set.Find(ctx, i)
		features[i] = judge.Features(&f.Reference, f.Evidence, f.Verdict)
	})
	for i, g := range set.Gold {
		cluster := s.Name + " " + g.Cluster
		if genuine, known := l.genuine(g); known {
			s.examples = append(s.examples, learn.Example{X: features[i], Y: genuine, Cluster: cluster})
		}
		if l.severity == nil {
			continue
		}
		if label := l.severity(g); label != "" {
			s.degrees = append(s.degrees, degree{features[i], label, 0, cluster})
		}
	}
	for i := range s.examples {
		s.examples[i].Weight = l.weight / float64(len(s.examples))
	}
	for i := range s.degrees {
		s.degrees[i].weight = l.severe / float64(len(s.degrees))
	}
	return s, err
}

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

// Train fits both models and measures them by cross-validation in which no
// cluster is on both sides.
func Train(studies []Study) (*Trained, error) {
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
	fold := foldsOf(clusters, folds)
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
		b.Add(!e.Y, p[i] < Genuine, 1)
		f.Weight += e.Weight
	}
	f.AUROC, f.ECE = metric.Rank(p, y).AUROC(nil), metric.ECE(p, y, nil)
	f.Detection, f.FalsePositives = b.Recall(), b.FalsePositiveRate()
	f.Weight = math.Round(f.Weight)
	return f
}

// severity fits the score: one direction and two cuts, as a logistic
// regression over each case twice, "at least minor" and "exact", where the
// second has a cut of its own. Score and cuts are then moved to the judge's
// thresholds.
func (t *Trained) severity(studies []Study) error {
	var all []degree
	var main []int
	for _, s := range studies {
		for _, d := range s.degrees {
			if s.Name == "severity" {
				main = append(main, len(all))
			}
			all = append(all, d)
		}
	}
	clusters := make([]string, len(all))
	for i, d := range all {
		clusters[i] = d.cluster
	}
	fold := foldsOf(clusters, folds)
	best := -1.0
	for _, l2 := range penalties {
		scores, err := crossScores(all, fold, l2)
		if err != nil {
			return err
		}
		c := degreeMatrix(all, scores, main)
		if f := c.MacroF1(); f > best {
			best = f
			t.Severity = SeverityFigures{N: len(main), Penalty: l2, MacroF1: f, Accuracy: c.Accuracy()}
		}
	}
	start, weights, err := fitScore(all, t.Severity.Penalty)
	if err != nil {
		return err
	}
	t.Model.Start, t.Model.Severity = round(start), named(weights)
	return nil
}

func crossScores(all []degree, fold []int, l2 float64) ([]float64, error) {
	scores := make([]float64, len(all))
	for k := range folds {
		var train []degree
		for i, d := range all {
			if fold[i] != k {
				train = append(train, d)
			}
		}
		start, weights, err := fitScore(train, l2)
		if err != nil {
			return nil, err
		}
		for i, d := range all {
			if fold[i] == k {
				scores[i] = start
				for j, w := range weights {
					scores[i] += w * d.x[j]
				}
			}
		}
	}
	return scores, nil
}

func degreeMatrix(all []degree, scores []float64, among []int) *metric.Confusion {
	c := metric.NewConfusion(severities...)
	at := map[string]int{}
	for i, s := range severities {
		at[s] = i
	}
	for _, i := range among {
		c.Cells[at[all[i].severity]][at[judge.Severity(scores[i], judge.TauMinor, judge.TauExact)]]++
	}
	return c
}

// fitScore gives where the score starts and what each feature adds to it.
func fitScore(all []degree, l2 float64) (start float64, weights []float64, err error) {
	n := len(judge.FeatureList)
	var examples []learn.Example
	for _, d := range all {
		if d.weight == 0 {
			continue
		}
		x := append(append(make([]float64, 0, n+1), d.x...), 0)
		examples = append(examples, learn.Example{X: x, Y: d.severity != judge.Major, Weight: d.weight})
		x = append(append(make([]float64, 0, n+1), d.x...), 1)
		examples = append(examples, learn.Example{X: x, Y: d.severity == judge.Exact, Weight: d.weight})
	}
	m, err := learn.Fit(examples, learn.Options{L2: l2, Signs: append(signs(), learn.Negative)})
	if err != nil {
		return 0, nil, err
	}
	cut := -m.Weights[n] // from "at least minor" to "exact"
	if cut <= 0 {
		return 0, nil, fmt.Errorf("the score does not tell minor from exact")
	}
	scale := (judge.TauExact - judge.TauMinor) / cut
	start = judge.TauMinor + m.Bias*scale
	for _, w := range m.Weights[:n] {
		weights = append(weights, w*scale)
	}
	return start, weights, nil
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
