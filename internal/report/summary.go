package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// Summary is the last row of a stream, with what it was counted from. It is computed only from the findings.
type Summary struct {
	row.Summary
	// Flags returns the flags of the run for a further command, whose name and own flags are given, so that it finds
	// what the run found. Nil if they are not known.
	Flags func(command, own string) []string `json:"-"`

	folded      int               // findings that are not listed, since there are so many papers
	fixable     []fixable         // files with entries that commands would change
	counted     map[counts]int    // findings by their parts that count
	failures    map[[2]string]int // how often sources did not answer, by source and reason
	unchecked   map[cause]int     // references that are not decided
	unconfirmed map[string]int    // identifiers of verified references that no record states, by kind
	known       map[string]Source // the sources of the run
	online      bool              // it asks services
	blocked     int               // references in Missed because of a source that is neither minor nor partial
	patterns    patterns
}

// MarshalJSON returns the row with the patterns of the findings so far.
func (s *Summary) MarshalJSON() ([]byte, error) {
	all := s.Summary
	all.Patterns = s.InCommon()
	return Marshal(all)
}

// NewSummary returns an empty summary of a run.
func NewSummary(run Run) *Summary {
	s := &Summary{
		Summary: row.Summary{Kind: row.KindSummary, Outcomes: map[string]int{}, Codes: map[string]int{},
			Gravities: map[string]int{}, Strengths: map[string]int{}, Labels: map[string]int{},
			Notices: map[string]int{}, Suppressed: map[string]int{}, PassedOver: map[string]int{},
			Sources: []row.SourceTally{}, Worst: judge.Verified.String()},
		counted: map[counts]int{}, failures: map[[2]string]int{}, unchecked: map[cause]int{},
		unconfirmed: map[string]int{}, known: map[string]Source{},
	}
	for _, src := range run.Sources {
		s.known[src.Name], s.online = src, s.online || src.Online
	}
	return s
}

// Add counts one finding.
func (s *Summary) Add(f Finding) {
	s.References++
	s.Outcomes[string(f.Outcome)]++
	s.countFixable(&f)
	s.patterns.add(&f)
	s.counted[f.counted()]++
	if f.Suppressed != "" {
		s.Suppressed[f.Suppressed]++
	}
	if f.Label != "" {
		s.Labels[f.Label]++
	}
	for _, c := range f.Codes {
		s.Codes[c]++
	}
	if g := f.gravity(); g != judge.NoGravity {
		s.Gravities[g.String()]++
	}
	if strength := f.strength(); strength != judge.NoStrength {
		s.Strengths[strength.String()]++
	}
	for _, n := range f.Notices {
		s.Notices[n.Rule]++
	}
	for _, r := range f.Reasons {
		if f.Outcome == row.Verified && statusOf(&r) == judge.Unrecorded && biblio.Field(r.Field).Identifier() {
			s.unconfirmed[r.Field]++
		}
	}
	if outcome, ok := judge.ParseOutcome(string(f.Outcome)); ok {
		if worst, _ := judge.ParseOutcome(s.Worst); outcome.Severity() > worst.Severity() {
			s.Worst = string(f.Outcome)
		}
	}
	s.tallyAll(f.Lookups)
	for _, a := range f.Advice {
		s.countAdvice(a)
	}
	s.Outage, _ = s.Outages()
	if f.Outcome == row.Inconclusive {
		if s.unchecked[f.causeOf(s.online)]++; !s.online {
			s.OnlineOnly++
		}
	}
}

// tallyAll counts the lookups of a finding, and it if one was missed: never one that the user left out.
func (s *Summary) tallyAll(lookups []Lookup) {
	missed, blocked := 0, 0
	for _, l := range lookups {
		i := slices.IndexFunc(s.Sources, func(t row.SourceTally) bool { return t.Source == l.Source })
		if i < 0 {
			s.Sources, i = append(s.Sources, row.SourceTally{Source: l.Source}), len(s.Sources)
		}
		switch t := &s.Sources[i]; {
		case l.Outcome == "found":
			t.Found++
		case l.Outcome == "no-match":
			t.NoMatch++
		case l.Outcome == "not-asked":
			t.NotAsked++
		case skipped(l):
			t.Skipped++
		case l.Outcome == "failed":
			t.Failed++
			s.failures[[2]string{l.Source, l.Reason}]++
			if l.Missed {
				t.Missed++
				missed = 1
				if src := s.known[l.Source]; !src.Minor && !src.Partial {
					blocked = 1
				}
			}
		}
	}
	s.Missed += missed
	s.blocked += blocked
}

// skippedReason begins the reason of a source that the user's budget spared: nothing is wrong with the source.
const skippedReason = string(answer.Budget) + ": skipped"

// skipped reports whether a source was left out because a budget of the run was used up.
func skipped(l Lookup) bool {
	return l.Outcome == "failed" && strings.HasPrefix(l.Reason, skippedReason)
}

// Spared says in one line which sources budgets of the run left out, and what would go on; "" if none was.
func (s *Summary) Spared() string {
	var names []string
	last := 0
	for _, t := range s.Sources {
		if t.Skipped > 0 {
			names, last = append(names, fmt.Sprintf("%s for %d", Visible(t.Source), t.Skipped)), t.Skipped
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "left out by a budget of this run: " + strings.Join(names, ", ") + " " + plural(last, "reference") +
		"; the same command with a higher --budget or --requests asks only what is left"
}

// outageShare is the share of outcomes that failed sources could have changed above which a run says little.
const outageShare = 0.1

// Outages lists the sources whose failures could have changed outcomes, if these are more than a tenth of the
// references, and all failed ones if no source that was asked ever answered; all reports the latter. Sources
// whose failures are minor are left out, and so are partial ones except in the latter case.
func (s *Summary) Outages() (failed []string, all bool) {
	asked, silent := 0, 0
	for i := range s.Sources {
		if t := &s.Sources[i]; t.Asked() > 0 && !s.known[t.Source].Minor {
			asked++
			if t.Failed == t.Asked() {
				silent++
			}
		}
	}
	all = asked > 0 && silent == asked
	many := float64(s.blocked) > outageShare*float64(s.References)
	for _, t := range s.Sources {
		if src := s.known[t.Source]; !src.Minor && (all && t.Failed > 0 || many && t.Missed > 0 && !src.Partial) {
			failed = append(failed, t.Source)
		}
	}
	return failed, all
}

// Unanswered says in one line which sources did not answer, why, and what follows, "" if all did.
func (s *Summary) Unanswered() string {
	lines := s.silent()
	if len(lines) == 0 {
		return ""
	}
	follows := "no outcome depends on it"
	if s.Missed > 0 {
		follows = fmt.Sprintf("%d %s could have come out otherwise", s.Missed, plural(s.Missed, "reference"))
	}
	return "did not answer: " + strings.Join(lines, "; ") + "; " + follows
}

// failureWords are the words for why a service did not answer, by what its reason contains; the first that fits. Those
// on this side may concern every service.
var failureWords = []struct {
	part, words string
	ours        bool
}{
	{"name not resolved", "its name is not known here", true},
	{"connection refused", "the connection is refused", true},
	{"HTTP 407", "the proxy asks for a password (HTTP 407)", true},
	{"certificate", "its certificate is not accepted, as behind a proxy that reads along", true},
	{"text/html instead of", "a page came in place of data, as from a login page of the network", true},
	{"redirect", "it sends us to another page, as a login page of the network does", true},
	{"not the JSON", "its answer is not the JSON of its protocol", false},
	{"bad-answer", "its answer cannot be read", false},
	{"no answer in time", "no answer in time", true},
	{"rate-limited", "its quota is used up for now", false},
	{"HTTP 40", "it keeps programs out", false},
	{"refused", "it keeps programs out", false},
}

// failureOf returns the words for a reason, and whether it lies on this side.
func failureOf(reason string) (words string, ours bool) {
	for _, f := range failureWords {
		if strings.Contains(reason, f.part) {
			return f.words, f.ours
		}
	}
	return Visible(shortened(reason, 80)), false
}

// reasonOf returns why a source mostly did not answer.
func (s *Summary) reasonOf(source string) (reason string) {
	most := 0
	for f, n := range s.failures {
		if f[0] == source && (n > most || n == most && f[1] < reason) {
			reason, most = f[1], n
		}
	}
	return reason
}

// restOf returns for how long a source that refused or whose quota is used up is left alone, as its reasons say.
func (s *Summary) restOf(source string) (longest time.Duration) {
	for of := range s.failures {
		if _, after, ok := strings.Cut(of[1], answer.LeftAlone); ok && of[0] == source {
			rest, _, _ := strings.Cut(after, ":")
			d, _ := time.ParseDuration(rest)
			longest = max(longest, d)
		}
	}
	return longest
}

// nobody reports whether services were asked, and not one of them ever answered.
func (s *Summary) nobody() bool {
	asked := slices.DeleteFunc(slices.Clone(s.Sources), func(t row.SourceTally) bool {
		return !s.known[t.Source].Online || t.Asked() == 0
	})
	return len(asked) > 0 && !slices.ContainsFunc(asked, func(t row.SourceTally) bool { return t.Failed < t.Asked() })
}

// silent returns one line for each reason why sources did not answer, with their names and how many references it
// concerns; and, if none answered for a reason that lies on this side, only that.
func (s *Summary) silent() (lines []string) {
	var words []string
	by := map[string][]row.SourceTally{}
	for _, t := range s.Sources {
		if t.Failed == 0 {
			continue
		}
		w, _ := failureOf(s.reasonOf(t.Source))
		if by[w] == nil {
			words = append(words, w)
		}
		by[w] = append(by[w], t)
	}
	if s.nobody() && len(words) > 0 {
		most := slices.MaxFunc(words, func(a, b string) int { return cmp.Compare(len(by[a]), len(by[b])) })
		if _, ours := failureOf(s.reasonOf(by[most][0].Source)); ours {
			return []string{fmt.Sprintf("No service could be reached (%s: %s). Is this machine online? \"bonafide sources "+
				"--probe\" asks each.", Visible(by[most][0].Source), most)}
		}
	}
	for _, w := range words {
		var names []string
		rest := time.Duration(0)
		for _, t := range by[w] {
			names = append(names, fmt.Sprintf("%s for %d of %d", Visible(t.Source), t.Failed, t.Asked()))
			rest = max(rest, s.restOf(t.Source))
		}
		if rest > 0 {
			w += fmt.Sprintf(" (ask again in %v)", rest)
		}
		who := strings.Join(names, ", ") + " references"
		if len(words) == 1 && len(names) > 2 && s.nobody() {
			who = "all services"
		}
		lines = append(lines, strings.TrimSuffix(who+": "+w, ": "))
	}
	return lines
}
