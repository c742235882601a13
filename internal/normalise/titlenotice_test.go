package normalise

import "testing"

// TestSplitNotice: notices before and after titles, and words that belong to the title.
func TestSplitNotice(t *testing.T) {
	for _, c := range []struct {
		title, rest string
		notice      Notice
	}{
		{"RETRACTED: Birds", "Birds", Retracted},
		{"RETRACTED ARTICLE: Birds", "Birds", Retracted},
		{"Retraction note to: Birds", "Birds", Retracted},
		{"Notice of Retraction<BR>Birds", "Birds", Retracted},
		{"Retraction for Moe et al., Birds", "Birds", Retracted},
		{"【撤稿】Birds", "Birds", Retracted},
		{"Birds [Retracted]", "Birds", Retracted},
		{"Birds (Retraction of vol 12, pg 33, 2015)", "Birds", Retracted},
		{"Withdrawn: Birds", "Birds", Withdrawn},
		{"TEMPORARY REMOVAL: Birds", "Birds", Removed},
		{"Expression of Concern: Birds", "Birds", Concern},
		{"Erratum to: Birds", "Birds", Corrected},
		{"Author Correction: Birds", "Birds", Corrected},
		{"Birds (vol 170, pg 1, 2001)", "Birds", Corrected},
		{"Comment on “Birds”", "Birds”", Comment},
		{"Birds: Reply", "Birds", Reply},
		{"Retraction-based planning: a study", "Retraction-based planning: a study", NoNotice},
		{"Retraction of soft robots", "Retraction of soft robots", NoNotice},
		{"Correction of errors in memory", "Correction of errors in memory", NoNotice},
		{"Removal of metals: a study", "Removal of metals: a study", NoNotice},
		{"Comments on the theory of birds", "Comments on the theory of birds", NoNotice},
		{"Response to intervention: birds", "Response to intervention: birds", NoNotice},
		{"Retraction", "Retraction", NoNotice},
		{"Retracted:", "Retracted:", NoNotice},
		{"Notice of Retraction ", "Notice of Retraction ", NoNotice},
	} {
		if rest, n := SplitNotice(c.title); rest != c.rest || n != c.notice {
			t.Errorf("%s: %q, %q", c.title, rest, n)
		}
	}
	for n, want := range map[Notice]string{NoNotice: "", Retracted: "itself", Withdrawn: "itself", Removed: "itself",
		Concern: "another", Corrected: "another", Comment: "", Reply: ""} {
		got := ""
		if n.Withdraws() {
			got += "itself"
		}
		if n.AboutAnother() {
			got += "another"
		}
		if got != want {
			t.Errorf("%q is of the work %q, want %q", n, got, want)
		}
	}
}
