package refstring

import (
	"strings"
	"testing"
)

func TestRunTogether(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Pennington, Jeffrey; Socher, Richard; Manning, Christopher D.",
			"Jeffrey Pennington|Richard Socher|Christopher D Manning"},
		{"Jeffrey Pennington, Richard Socher, Christopher D. Manning",
			"Jeffrey Pennington|Richard Socher|Christopher D. Manning"},
		{"Pennington, Jeffrey and Socher, Richard", "Jeffrey Pennington|Richard Socher"},
		{"Pennington J, Socher R, Manning CD", "J Pennington|R Socher|CD Manning"},
		{"Pennington, Jeffrey", ""},
		{"King, Martin Luther, Jr.", ""},
		{"Doe, Jane, PhD", ""},
		{"Centers for Disease Control and Prevention", ""},
		{"{Ministry of Health; Department of Statistics}", ""},
	} {
		people, _, ok := RunTogether(c.name)
		var names []string
		for _, p := range people {
			names = append(names, strings.TrimSpace(p.Given+" "+p.Family))
		}
		if got := strings.Join(names, "|"); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
