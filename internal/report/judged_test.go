package report

import "testing"

// How often a difference was an error is shown with the number of judgements, and few are called inconclusive.
func TestJudged(t *testing.T) {
	for want, j := range map[string]Judged{
		"No such difference has been judged yet.":                                 {},
		"Such a difference was right in 8 of 9 judged cases, too few to rely on.": {Right: 8, False: 1},
		"Such a difference was right in 43 of 50 judged cases.":                   {Right: 43, Pedantic: 5, False: 2},
	} {
		if got := judgedSentence(&j); got != want {
			t.Errorf("%+v: %q, want %q", j, got, want)
		}
	}
}
