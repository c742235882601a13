package refstring

import (
	"slices"
	"strings"
	"testing"
)

func TestAppendWords(t *testing.T) {
	for _, s := range []string{"", " ", "a", " A. Smith  and\tB. Jones\n", "Müller, Jürgen", "a\u2009b c\u0085d", "\xff x"} {
		if got := appendWords(nil, s); !slices.Equal(got, strings.Fields(s)) {
			t.Errorf("%q: %q, want %q", s, got, strings.Fields(s))
		}
	}
}

// Lists cut by marks of many languages, of which the labeller knows few: the mark is no
// name, no title and no part of either.
func TestCutLists(t *testing.T) {
	for _, mark := range []string{"et al.", "et coll.", "and others", "u. a.", "等", "и др.", "та ін.", "i in.", "y otros", "y cols.", "e outros", "e altri", "et autres", "ほか", "m.fl.", "mfl.", "ve ark.", "a kol.", "och andra", "en anderen", "e.a.", "[et al.]"} {
		p := Parse("[1] Meyer, T. " + mark + " Slow rivers. Annals of Water, 52, 436-444, 2015.")
		if w := p.Work; !w.AuthorsCut || len(w.Authors()) != 1 || w.Authors()[0].Family != "Meyer" || w.Title != "Slow rivers" {
			t.Errorf("%s: %v, cut: %t, %q", mark, w.Authors(), w.AuthorsCut, w.Title)
		}
	}
	for text, want := range map[string]struct {
		names int
		cut   bool
	}{
		"Meyer T., Roe A. i in.": {2, true}, "Meyer T, Roe A, m.fl.": {2, true}, "Meyer, T., Roe, A. ve ark.": {2, true}, "Мейер Т., Роу А. та ін.": {2, true}, "Meyer, T., Roe, A. xyz.": {2, true}, "Meyer, T., . . .": {1, true},
		"Abbott EA": {1, false}, "Leek JT, Scharpf RB": {2, false}, "Müller, U. A.": {1, false}, "Meyer, T., Hoog, J. de": {2, false}, "Meyer T, White W": {2, false}, "Kim, I. and In, I.": {2, false},
	} {
		if names, cut := SplitNames(text); len(names) != want.names || cut != want.cut {
			t.Errorf("%s: %v, cut: %t", text, names, cut)
		}
	}
}
