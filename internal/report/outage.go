package report

import (
	"fmt"
	"strings"
)

// outageShare is the share of references whose outcomes failed sources could have
// changed above which a run says little (SPEC section 7).
const outageShare = 0.1

// Outages lists the sources whose failures could have changed outcomes, where
// these are more than a tenth of the references, and all that failed where every
// source that was asked at all never answered; all says the latter. Sources whose
// failures are minor are left out.
func (s *Summary) Outages() (failed []string, all bool) {
	asked, silent := 0, 0
	for i := range s.Sources {
		if t := &s.Sources[i]; t.Asked() > 0 && !s.minor[t.Source] {
			asked++
			if t.Failed == t.Asked() {
				silent++
			}
		}
	}
	all = asked > 0 && silent == asked
	many := float64(s.Missed) > outageShare*float64(s.References)
	for _, t := range s.Sources {
		if !s.minor[t.Source] && (all && t.Failed > 0 || many && t.Missed > 0) {
			failed = append(failed, t.Source)
		}
	}
	return failed, all
}

// Unanswered says in one line which sources did not answer and what follows, ""
// when all did.
func (s *Summary) Unanswered() string {
	var list []string
	for _, t := range s.Sources {
		if t.Failed > 0 {
			list = append(list, fmt.Sprintf("%s for %d of %d", t.Source, t.Failed, t.Asked()))
		}
	}
	if len(list) == 0 {
		return ""
	}
	follows := "no outcome depends on it"
	if s.Missed > 0 {
		follows = fmt.Sprintf("%d %s could have come out otherwise", s.Missed, plural(s.Missed, "reference"))
	}
	return "did not answer: " + strings.Join(list, ", ") + " references; " + follows
}
