package report

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// TestNext suggests at most three commands, with the numbers that they change.
func TestNext(t *testing.T) {
	inconclusive := judge.Inconclusive.String()
	some := []fixable{{"refs.bib", map[string]int{ByFix: 4, ByPublished: 1, ByAddingDOI: 2}},
		{"it's mine.bib", map[string]int{ByFix: 1}}}
	for _, c := range []struct {
		name    string
		run     Run
		summary Summary
		want    []string
	}{
		{"nothing", Run{Inputs: []string{"refs.bib"}}, Summary{Summary: row.Summary{References: 2}}, nil},
		{"corrections", Run{Inputs: []string{"."}}, Summary{Summary: row.Summary{References: 20}, fixable: some}, []string{
			`bonafide fix --diff refs.bib 'it'\''s mine.bib'  # 5 corrections`, "bonafide tidy --published refs.bib  # 1 " +
				"preprint has appeared", "bonafide fix --add doi --fields doi refs.bib  # 2 DOIs to add"}},
		{"three at most", Run{Inputs: []string{"refs.bib"}},
			Summary{Summary: row.Summary{References: 20, OnlineOnly: 11, Outcomes: map[string]int{inconclusive: 11}},
				fixable: some}, []string{
				"bonafide check --online refs.bib  # 11 to look up at scholarly services",
				`bonafide fix --diff refs.bib 'it'\''s mine.bib'  # 5 corrections`, "bonafide tidy --published refs.bib  # 1 " +
					"preprint has appeared"}},
		{"few open", Run{Inputs: []string{"a.pdf", "b c.pdf"}},
			Summary{Summary: row.Summary{References: 20, OnlineOnly: 2, Outcomes: map[string]int{inconclusive: 2}}}, []string{
				"bonafide check --online a.pdf 'b c.pdf'  # 2 to look up at scholarly services"}},
		{"the starter corpus", Run{Inputs: []string{"a.pdf"}, Notice: "starter"},
			Summary{Summary: row.Summary{References: 20, OnlineOnly: 18, Outcomes: map[string]int{inconclusive: 18}}}, []string{
				"bonafide check --online a.pdf  # 18 to look up at scholarly services", "bonafide corpus get  # a corpus of your " +
					"field, for runs without a network"}},
		{"inside of archives", Run{Inputs: []string{"p.zip", "q.tar.gz"}}, Summary{Summary: row.Summary{References: 20},
			fixable: []fixable{{"p.zip!a.bib", map[string]int{ByFix: 2, ByPublished: 1}},
				{"p.zip!b.bib", map[string]int{ByFix: 1}}, {"q.tar.gz!a.bib", map[string]int{ByFix: 1}}}},
			[]string{"bonafide fix --diff p.zip  # 3 corrections"}},
		{"many files", Run{Inputs: []string{"a", "b", "c", "d"}},
			Summary{Summary: row.Summary{References: 20, OnlineOnly: 2, Outcomes: map[string]int{inconclusive: 2}}}, nil},
		{"what cannot be named again", Run{Inputs: []string{"-"}},
			Summary{Summary: row.Summary{References: 2, OnlineOnly: 2, Outcomes: map[string]int{inconclusive: 2}}}, nil},
		{"works", Run{Inputs: []string{GivenWorks}},
			Summary{Summary: row.Summary{References: 2, OnlineOnly: 2, Outcomes: map[string]int{inconclusive: 2}}}, nil},
	} {
		var got []string
		for _, st := range c.summary.next(c.run) {
			got = append(got, fmt.Sprintf("%s  # %s", st.Command, st.About))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s", c.name, cmp.Diff(c.want, got))
		}
	}
}
