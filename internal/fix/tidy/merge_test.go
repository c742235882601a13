package tidy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
)

// Of generated copies of one work, whichever stays, no value is lost that differs in
// more than form; a second run changes nothing that a third does not.
func TestMergeLosesNothing(t *testing.T) {
	forms := map[string][][]string{ // of a field: values, each in its forms
		"author":  {{"Ann Bee", "Bee, Ann"}, {"A. Bee"}},
		"year":    {{"2001"}},
		"journal": {{"Nature"}, {"Cell"}},
		"volume":  {{"3"}, {"4"}},
		"pages":   {{"1--2", "1-2", "1–2"}, {"7--9"}},
		"note":    {{"In colour"}, {"Reprinted"}},
		"doi":     {{"10.1000/x", "https://doi.org/10.1000/X"}},
		"month":   {{"jan"}},
	}
	names := []string{"author", "year", "journal", "volume", "pages", "note", "doi", "month"}
	r := rand.New(rand.NewPCG(1, 2))
	merges := 0
	for range 400 {
		var src strings.Builder
		stated := map[string]bool{}
		for n := range 2 + r.IntN(2) {
			fmt.Fprintf(&src, "@article{k%d, title={The same long title}", n)
			for _, name := range names {
				if name != "author" && name != "year" && r.IntN(2) == 0 {
					continue
				}
				which := r.IntN(len(forms[name]) * 3)
				which = max(0, which-2*len(forms[name])+1) % len(forms[name])
				value := forms[name][which]
				stated[name+" "+fmt.Sprint(which)] = true
				fmt.Fprintf(&src, ", %s={%s}", name, value[r.IntN(len(value))])
			}
			src.WriteString("}\n")
		}
		out := apply(t, src.String(), tidy.Settings{"merge": []string{"first", "fullest"}[r.IntN(2)]}, nil)
		merges += len(out.Renamed)
		for said := range stated {
			name, which, _ := strings.Cut(said, " ")
			if said == "author 1" { // Ann Bee says it more fully
				continue
			}
			kept := toldLost(out, name) // cited ahead of print
			for _, form := range forms[name][int(which[0]-'0')] {
				kept = kept || strings.Contains(string(out.Bytes), name+"={"+form+"}")
			}
			if !kept {
				t.Fatalf("%s is lost of\n%s\nleft is\n%s", said, src.String(), out.Bytes)
			}
		}
	}
	if merges < 50 {
		t.Errorf("only %d merges", merges)
	}
}

// toldLost reports that a note says that a value of a field is lost.
func toldLost(out tidy.Result, name string) bool {
	for _, n := range out.Notes {
		if _, lost, _ := strings.Cut(n.Message, "; lost: "); strings.Contains(lost, name) {
			return true
		}
	}
	return false
}
