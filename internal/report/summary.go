package report

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// Summary is the last row of a stream. It is made from the finding rows alone.
type Summary struct {
	Kind       string         `json:"kind"`
	References int            `json:"references"`
	Outcomes   map[string]int `json:"outcomes"`
	Codes      map[string]int `json:"codes"`
	Labels     map[string]int `json:"labels"`
	Problems   int            `json:"problems"`
	Notices    map[string]int `json:"notices,omitempty"`
	Sources    []SourceTally  `json:"sources"`
	// OnlineOnly counts references that no enabled source covers and a service
	// that this run left off could decide.
	OnlineOnly int    `json:"online_only"`
	Worst      string `json:"worst"` // the most severe outcome

	offline bool // the run enabled no online source
}

// SourceTally counts what came of asking one source.
type SourceTally struct {
	Source   string `json:"source"`
	Found    int    `json:"found"`
	NoMatch  int    `json:"no_match"`
	NotAsked int    `json:"not_asked"`
	Failed   int    `json:"failed"`
}

// NewSummary gives an empty summary of a run.
func NewSummary(run Run) *Summary {
	return &Summary{
		offline: !slices.ContainsFunc(run.Sources, func(s Source) bool { return s.Online }),
		Kind:    KindSummary, Outcomes: map[string]int{}, Codes: map[string]int{}, Labels: map[string]int{}, Notices: map[string]int{},
		Sources: []SourceTally{}, Worst: judge.Verified.String(),
	}
}

// Add counts one finding.
func (s *Summary) Add(f Finding) {
	s.References++
	s.Outcomes[f.Outcome]++
	if f.Label != "" {
		s.Labels[f.Label]++
	}
	for _, c := range f.Codes {
		s.Codes[c]++
	}
	for _, n := range f.Notices {
		s.Notices[n.Rule]++
	}
	if outcome, ok := judge.ParseOutcome(f.Outcome); ok {
		if worst, _ := judge.ParseOutcome(s.Worst); outcome.Severity() > worst.Severity() {
			s.Worst = f.Outcome
		}
	}
	for _, l := range f.Lookups {
		s.tally(l)
	}
	if f.Outcome == judge.Inconclusive.String() && s.offline {
		s.OnlineOnly++
	}
}

func (s *Summary) tally(l Lookup) {
	i := slices.IndexFunc(s.Sources, func(t SourceTally) bool { return t.Source == l.Source })
	if i < 0 {
		s.Sources = append(s.Sources, SourceTally{Source: l.Source})
		i = len(s.Sources) - 1
	}
	t := &s.Sources[i]
	switch l.Outcome {
	case "found":
		t.Found++
	case "no-match":
		t.NoMatch++
	case "not-asked":
		t.NotAsked++
	case "failed":
		t.Failed++
	}
}

// outageShare is the share of failed questions above which a source counts as
// failed for the run (SPEC section 7).
const outageShare = 0.1

// Outages lists the sources that failed for more than a tenth of the references
// they were asked about; all is true when every source that was asked at all
// never answered.
func (s *Summary) Outages() (failed []string, all bool) {
	asked, silent := 0, 0
	for _, t := range s.Sources {
		n := t.Found + t.NoMatch + t.Failed
		if n == 0 {
			continue
		}
		asked++
		if t.Failed == n {
			silent++
		}
		if float64(t.Failed) > outageShare*float64(n) {
			failed = append(failed, t.Source)
		}
	}
	return failed, asked > 0 && silent == asked
}
