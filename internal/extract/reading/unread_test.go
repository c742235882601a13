package reading

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The numbers that a text cites beyond those of its list: how many, and where the greatest is.
func TestUnread(t *testing.T) {
	for _, tt := range []struct {
		name, text  string
		from, to    int // labels of the list
		first, last int
		place       int // offset of the greatest
	}{
		{"all are there", "a [1] b [2] c [3]", 1, 3, 0, 0, 0},
		{"one more", "a [1] b [2, 4] c [3]", 1, 3, 4, 4, 8},
		{"some more", "a [1] b [2] c [3] d [5–7]", 1, 3, 5, 7, 20},
		{"four more is too far", "a [1] b [2] c [3] d [7]", 1, 3, 0, 0, 0},
		{"step by step", "a [1] b [2] c [3] d [6] e [9]", 1, 3, 6, 9, 26},
		{"before the first", "a [4] b [5] c [6] d [2]", 4, 6, 2, 2, 20},
		{"both", "a [4] b [5] c [6] d [2] e [8]", 4, 6, 2, 8, 26},
		{"twice", "a [1] b [2] c [3] d [5] e [5]", 1, 3, 5, 5, 20},
		{"an index", "a [1] b [2] c [3] x_[5] y=[6] z [0, 4] w [7,7] v ∈ [4]", 1, 3, 0, 0, 0},
		{"at the very start", "[4] b [1] c [2] d [3]", 1, 3, 4, 4, 0},
		{"too few of the list", "a [1] b [6]", 1, 4, 0, 0, 0},
		{"no marks", "a, b and c", 1, 3, 0, 0, 0},
	} {
		a := Account{File: "f", Texts: []Text{{Body: tt.text, At: func(from, _ int) biblio.Place {
			return biblio.Place{Line: from}
		}}}}
		for n := tt.from; n <= tt.to; n++ {
			a.References = append(a.References, ref(fmt.Sprint("r", n), fmt.Sprint(n), "Smith 2001"))
		}
		u := a.Unread()
		if u.First != tt.first || u.Last != tt.last || u.Keys != 0 ||
			tt.last > 0 && (u.Place.File != "f" || u.Place.Line != tt.place) {
			t.Errorf("%s: %+v", tt.name, u)
		}
	}
	linked := Account{References: []biblio.Reference{ref("r", "", "Smith 2001")}, Citations: []biblio.Citation{{Key: "a"},
		{Key: "b"}, {Key: "b"}, {Key: "c", Ref: "r"}, {Key: biblio.AllEntries}}}
	if u := linked.Unread(); u.Keys != 2 {
		t.Errorf("of two keys: %+v", u)
	}
	linked.Stated = true
	if u := linked.Unread(); u.Keys != 0 {
		t.Errorf("the source says itself what it cites: %+v", u)
	}
	linked.Stated, linked.Citations = false, linked.Citations[1:]
	if u := linked.Unread(); u.Keys != 0 {
		t.Errorf("as many keys as entries: %+v", u)
	}
}

// The letter that tells works of one year apart.
func TestYearLetter(t *testing.T) {
	for raw, want := range map[string]string{"Abel 1999a. Sand": "a", "Abel 1999z": "z", "Abel 1999. Sand, 1999b": "b",
		"Abel 1999": "", "Abel 1999and": "", "Abel 1999aß": "", "Abel 1999A": "", "Abel 1999aZ": "", "Abel 1999a1": "a",
		"Abel 2000a": "", "Abel 1999{": ""} {
		if got := yearLetter(raw, "1999"); got != want {
			t.Errorf("%q: %q", raw, got)
		}
	}
	if yearLetter("Abel a", "") != "" {
		t.Error("a letter without a year")
	}
}

// The marks of one sentence are told to each of its citations, once.
func TestMarksOfSentence(t *testing.T) {
	span := func(from, to int) biblio.Span { return biblio.Span{Start: from, End: to} }
	a := Account{Citations: []biblio.Citation{
		{Key: "a", Context: "one", At: span(3, 6)}, {Key: "b", Context: "one", At: span(3, 6)},
		{Key: "a", Context: "one", At: span(3, 6)}, {Key: "c", Context: "one", At: span(8, 9)},
		{Key: "d", Context: "one", At: span(5, 5)}, {Key: "a", Ref: "x", Context: "one", At: span(3, 6)},
		{Key: "a", Context: "two", At: span(1, 2)},
		{Key: "a", Context: "two", At: span(1, 2), Place: biblio.Place{File: "g"}}}}
	a.tellMarks()
	want := []biblio.Span{span(3, 6), span(3, 6), span(8, 9), span(3, 6)}
	for i, c := range a.Citations {
		if i < 6 && !slices.Equal(c.Marks, want) || i >= 6 && !slices.Equal(c.Marks, []biblio.Span{span(1, 2)}) {
			t.Errorf("%d: %v", i, c.Marks)
		}
	}
}

// Names before a year, and how well they fit those of an entry.
func TestFit(t *testing.T) {
	names := [][]string{{"smith"}, {"van", "berg"}, {"cole"}}
	for _, tt := range []struct {
		words       []string
		others, cut bool
		names       int
		score, used int
	}{
		{[]string{"smith"}, false, false, 1, 4, 1},
		{[]string{"by", "smith"}, false, false, 1, 4, 1},
		{[]string{"jones"}, false, false, 1, 0, 0},
		{[]string{"jones", "and", "smith"}, false, false, 1, 0, 0},
		{[]string{"and", "smith"}, false, false, 1, 4, 1},
		{[]string{"smith", "van", "berg"}, false, false, 2, 6, 3},
		{[]string{"smith", "and", "van", "berg"}, false, false, 2, 6, 4},
		{[]string{"smith"}, true, false, 1, 0, 0},
		{[]string{"smith"}, true, true, 1, 4, 1},
		{[]string{"smith"}, true, false, 2, 2, 1},
		{[]string{"smith"}, true, false, 3, 4, 1},
		{[]string{"smith"}, false, false, 3, 1, 1},
		{[]string{"smith", "van", "berg"}, false, false, 3, 2, 3},
		{[]string{"smith", "van", "berg", "and", "cole"}, false, false, 3, 8, 5},
		{[]string{"smith", "a", "van", "berg"}, false, false, 2, 6, 4},
		{nil, false, false, 1, 0, 0},
	} {
		if score, used := fit(tt.words, tt.others, names[:tt.names], tt.cut); score != tt.score || used != tt.used {
			t.Errorf("%v of %d names: %d, %d words", tt.words, tt.names, score, used)
		}
	}
	for text, want := range map[string]string{"smith et al": "1 true", "smith": "1 false", "smith more": "2 false",
		"smith and others": "1 true", "smith u a m": "1 true", "": "0 false"} {
		end, others := withoutOthers(wordsOf(text))
		if got := fmt.Sprint(end, others); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	for mark, want := range map[[2]string]int{{"(Lee", ")"}: 1, {"[Lee", "]"}: 1, {"(Lee", "]"}: 0, {"Lee", ")"}: 0,
		{"(Lee", ""}: 0, {"(Lee", ", p. 3)"}: 0, {"[Lee", ")"}: 0} {
		if got := closing(mark[0], mark[1]); got != want {
			t.Errorf("%q: %d", mark, got)
		}
	}
}
