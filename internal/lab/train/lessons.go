package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
)

// lesson is a set of cases to learn from. Its decided cases have the total weight Weight for the probability,
// and Severe for the severity of discrepancies, regardless of their number.
type lesson struct {
	suite, mode string
	closed      bool     // in a declared closed world
	groups      []string // only these groups of the suite
	weight      float64
	genuine     func(lab.Gold) (genuine, known bool)
	severe      float64
	severity    func(lab.Gold) string // "" excludes a case
}

// lessons lists the training data of the shipped model. Real bibliographies, in which people judged the
// accusations, weigh four times as much as all artificial errors: in what people write errors are rare, and p
// is meant for that. Severity follows CiteCheck.
var lessons = []lesson{
	{suite: "probability", groups: []string{lab.InField, lab.OutOfField}, weight: 1000, genuine: byFake},
	{suite: "probability", groups: []string{lab.Damaged}, weight: 60, genuine: byFake},
	{suite: "hallmark", weight: 100, genuine: byFake, severe: 60, severity: severityOfHallmark},
	{suite: "taxonomy", mode: "pooled", weight: 50, genuine: byClass},
	{suite: "taxonomy", mode: "oracle", weight: 10, genuine: byClass, severe: 40, severity: severityOfClass},
	{suite: "stress", weight: 10, genuine: byClass, severe: 20, severity: severityOfClass},
	{suite: "citeaudit", weight: 10, genuine: byFake},
	{suite: "severity", weight: 10, genuine: byLabel, severe: 100, severity: labelOf},
	{suite: "severity", closed: true, weight: 10, genuine: byLabel, severe: 200, severity: labelOf},
}

func labelOf(g lab.Gold) string { return g.Label }

// overCorpora are the suites that search corpora; the others contain their evidence.
var overCorpora = []string{"probability", "hallmark", "severity"}

func byFake(g lab.Gold) (bool, bool) { return !g.Fake, true }

// byClass excludes references that are neither real nor hallucinated.
func byClass(g lab.Gold) (bool, bool) {
	return g.Class == lab.Real, g.Class != lab.Potential
}

func byLabel(g lab.Gold) (bool, bool) { return g.Label == judge.Exact, true }

// severityOfClass treats one wrong field that is not the title as minor, and excludes what could be either.
func severityOfClass(g lab.Gold) string {
	if g.Class == lab.Hallucinated && len(g.Fields) == 1 && g.Code != "H1" {
		return judge.Minor
	}
	return ""
}

func severityOfHallmark(g lab.Gold) string {
	switch g.Group {
	case "plausible_fabrication", "hybrid_fabrication":
		return judge.Major
	}
	return ""
}

// Study is the result of a lesson: features and labels of its decided cases.
type Study struct {
	Name     string
	examples []Example // for the probability
	degrees  []Example // for discrepancies: whether they are minor
}

// Gather audits the cases of every lesson and collects their features.
func Gather(ctx context.Context, opt lab.Options) ([]Study, error) {
	var studies []Study
	for _, l := range lessons {
		s, err := l.gather(ctx, opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.name(), err)
		}
		studies = append(studies, s)
	}
	return studies, nil
}

func (l *lesson) name() string {
	words := append([]string{l.suite}, l.groups...)
	if l.mode != "" {
		words = append(words, l.mode)
	}
	if l.closed {
		words = append(words, "closed")
	}
	return strings.Join(words, " ")
}

func (l *lesson) gather(ctx context.Context, opt lab.Options) (Study, error) {
	s := Study{Name: l.name()}
	suite, err := lab.Find(l.suite)
	if err != nil {
		return s, err
	}
	opt.Mode, opt.Groups, opt.ClosedWorld = l.mode, l.groups, l.closed
	if !slices.Contains(overCorpora, l.suite) {
		opt.Corpus = nil
	}
	set, err := suite.Load(ctx, opt)
	if err != nil {
		return s, err
	}
	defer set.Release()
	inputs := make([]input, len(set.Cases))
	err = set.Each(ctx, func(i int) {
		f := set.Find(ctx, i)
		inputs[i] = input{judge.StratumOf(f.Verdict), judge.Features(&f.Reference, f.Evidence, f.Verdict)}
	})
	for i, g := range set.Gold {
		s.learn(l, &inputs[i], g)
	}
	for i := range s.examples {
		s.examples[i].Weight = l.weight / float64(len(s.examples))
	}
	for i := range s.degrees {
		s.degrees[i].Weight = l.severe / float64(len(s.degrees))
	}
	return s, err
}

// learn adds a case to the study if it was decided.
func (s *Study) learn(l *lesson, in *input, g lab.Gold) {
	if !slices.Contains(judge.Strata, in.stratum) {
		return
	}
	cluster := l.suite + " " + g.Cluster
	if genuine, known := l.genuine(g); known {
		s.examples = append(s.examples, Example{X: in.row(), Y: genuine, Cluster: cluster})
	}
	if l.severity == nil || !in.discrepant() {
		return
	}
	if label := l.severity(g); label == judge.Minor || label == judge.Major {
		s.degrees = append(s.degrees, Example{X: in.row(), Y: label == judge.Minor, Cluster: cluster})
	}
}

// input is what the judge says about one case.
type input struct {
	stratum  judge.Stratum
	features []float64
}

// row returns the features followed by one column for each stratum.
func (in *input) row() []float64 {
	x := append(make([]float64, 0, len(in.features)+len(judge.Strata)), in.features...)
	for _, s := range judge.Strata {
		if s == in.stratum {
			x = append(x, 1)
		} else {
			x = append(x, 0)
		}
	}
	return x
}

func (in *input) discrepant() bool {
	return strings.HasPrefix(string(in.stratum), judge.Discrepant.String())
}
