package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/row"
)

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
	{"not the JSON", "its answer is not the JSON of its protocol", false},
	{"no answer in time", "no answer in time", false},
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

// noteFailure counts why a source did not answer.
func (s *Summary) noteFailure(l Lookup) {
	if s.failures == nil {
		s.failures = map[string]map[string]int{}
	}
	if s.failures[l.Source] == nil {
		s.failures[l.Source] = map[string]int{}
	}
	s.failures[l.Source][l.Reason]++
}

// reasonOf returns why a source mostly did not answer.
func (s *Summary) reasonOf(source string) string {
	list := slices.SortedFunc(maps.Keys(s.failures[source]), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.failures[source][b], s.failures[source][a]), cmp.Compare(a, b))
	})
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// nobody reports whether services were asked, and not one of them ever answered.
func (s *Summary) nobody() bool {
	asked := false
	for i := range s.Sources {
		if t := &s.Sources[i]; s.online[t.Source] && t.Asked() > 0 {
			if asked = true; t.Failed < t.Asked() {
				return false
			}
		}
	}
	return asked
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
		for _, t := range by[w] {
			names = append(names, fmt.Sprintf("%s for %d of %d", Visible(t.Source), t.Failed, t.Asked()))
		}
		lines = append(lines, strings.TrimSuffix(strings.Join(names, ", ")+" references: "+w, ": "))
	}
	return lines
}
