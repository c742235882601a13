package train

import (
	"context"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/learn"
)

// lesson is a set of cases to learn from. Its cases weigh Weight in all for
// the probability, and Severe in all for the severity score, whatever their
// number.
type lesson struct {
	suite, mode string
	weight      float64
	genuine     func(lab.Gold) (genuine, known bool)
	severe      float64
	severity    func(lab.Gold) string // "" leaves a case out
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
	{"severity", "", 50, byLabel, 200, func(g lab.Gold) string { return g.Label }},
}

func byFake(g lab.Gold) (bool, bool) { return !g.Fake, true }

// byClass leaves out references that are neither real nor hallucinated.
func byClass(g lab.Gold) (bool, bool) {
	return g.Class == lab.Real, g.Class != lab.Potential
}

func byLabel(g lab.Gold) (bool, bool) { return g.Label == judge.Exact, true }

// severityOfClass takes one wrong field that is not the title for minor, and
// leaves out what could be either.
func severityOfClass(g lab.Gold) string {
	switch {
	case g.Class == lab.Real:
		return judge.Exact
	case g.Class == lab.Hallucinated && len(g.Fields) == 1 && g.Code != "H1":
		return judge.Minor
	}
	return ""
}

func severityOfHallmark(g lab.Gold) string {
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
func Gather(ctx context.Context, opt lab.Options) ([]Study, error) {
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

func (l *lesson) gather(ctx context.Context, opt lab.Options) (Study, error) {
	s := Study{Name: l.suite}
	if l.mode != "" {
		s.Name += " " + l.mode
	}
	suite, err := lab.Find(l.suite)
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
	err = set.Each(ctx, func(i int) {
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
