package tidy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
)

// FuzzMerge generates copies of one work: whichever stays, no value is lost that differs in more than form.
func FuzzMerge(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		if merges := mergeLosesNothing(t, rand.New(rand.NewPCG(seed, 2))); merges < 10 {
			t.Errorf("only %d merges", merges)
		}
	})
}

// mergeLosesNothing merges generated files, and counts the merges.
func mergeLosesNothing(t *testing.T, r *rand.Rand) int {
	forms := map[string][][]string{ // of a field: values, each in several forms
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
	merges := 0
	for range 100 {
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
	return merges
}

// toldLost reports whether a note says that a value of a field is lost.
func toldLost(out tidy.Result, name string) bool {
	for _, n := range out.Notes {
		if _, lost, _ := strings.Cut(n.Message, "; lost: "); strings.Contains(lost, name) {
			return true
		}
	}
	return false
}

// Of three copies the printed pages stay, whichever of the removed ones comes first, and what is lost from the
// others is reported.
func TestMergeOfThree(t *testing.T) {
	const kept = "@article{a, title={The same long title}, author={Bee, Ann}, year={2001}, doi={10.1000/x}, " +
		"month={jan}, note={n}}\n"
	const printed = "@article{b, title={The same long title}, author={Bee, Ann}, year={2001}, volume={3}, pages={7--9}, doi={10.1000/x}}\n"
	const ahead = "@article{c, title={The same long title}, author={Bee, Ann}, year={2001}, pages={1--2}, doi={10.1000/x}}\n"
	for _, src := range []string{kept + printed + ahead, kept + ahead + printed} {
		out := apply(t, src, tidy.Settings{"merge": "first"}, nil)
		if got := string(out.Bytes); !strings.Contains(got, "pages={7--9}") || strings.Contains(got, "1--2") ||
			!toldLost(out, "pages 1--2") {
			t.Errorf("%s\n%v", got, out.Notes)
		}
	}
}
