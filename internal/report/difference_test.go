package report

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/row"
)

// shown returns the words of a difference and both sides with their marks.
func shown(words string, cited, recorded []token) string {
	return words + " | " + join(wrongly.signed(cited), unmarked) + " | " + join(rightly.signed(recorded), unmarked)
}

func TestDifferences(t *testing.T) {
	for _, c := range []struct{ field, claimed, recorded, want string }{
		{"title", "Prevent Deep Networks from Overfitting.", "Prevent Neural Networks from overfitting",
			"“Deep” for “Neural” | Prevent [-Deep-] Networks from Overfitting. | Prevent {+Neural+} Networks from overfitting"},
		{"title", "Deep learning", "Deep residual learning",
			"“residual” is left out | Deep learning | Deep {+residual+} learning"},
		{"title", "Very deep learning of it", "Deep learning of it",
			"“Very” is not in the record | [-Very-] deep learning of it | Deep learning of it"},
		{"title", "One thing", "Quite another matter altogether", " | [-One thing-] | {+Quite another matter altogether+}"},
		{"pages", "11--19", "11-21", " | 11–[-19-] | 11–{+21+}"},
		{"pages", "11", "11-21", " | [-11-] | {+11+}–{+21+}"},
		{"pages", "e11", "S1–S9 and 4", " | [-e11-] | {+S1–S9 and 4+}"},
		{"pages", "12, 15", "12-15", " | [-12, 15-] | {+12+}–{+15+}"},
		{"pages", "11 - 19", "11-21", " | 11–[-19-] | 11–{+21+}"},
		{"year", "2003", "2001", " | [-2003-] | {+2001+}"},
	} {
		if got := shown(differ(&Reason{Field: c.field, Claimed: c.claimed, Recorded: c.recorded})); got != c.want {
			t.Errorf("%s %q, %q:\n got %s\nwant %s", c.field, c.claimed, c.recorded, got, c.want)
		}
	}
}

// TestNamesInWords: a reason names whom the row names, in one sentence, and marks them.
func TestNamesInWords(t *testing.T) {
	extra := func(names ...string) (list []row.NameDifference) {
		for _, name := range names {
			list = append(list, row.NameDifference{Cited: name, Kind: match.NameExtra})
		}
		return list
	}
	missing := func(names ...string) (list []row.NameDifference) {
		for _, name := range names {
			list = append(list, row.NameDifference{Recorded: name, Kind: match.NameMissing})
		}
		return list
	}
	for _, c := range []struct {
		r    Reason
		want string
	}{
		{Reason{Claimed: "Jeremy Devlin; K. Lee", Recorded: "Jacob Devlin; Kenton Lee", Names: []row.NameDifference{
			{Cited: "Jeremy Devlin", Recorded: "Jacob Devlin", Kind: match.KindGiven}}},
			"Wrong author: Jeremy Devlin → Jacob Devlin | [-Jeremy Devlin-]; K. Lee | {+Jacob Devlin+}; Kenton Lee"},
		{Reason{Claimed: "B. Wu; A. Lee", Recorded: "Ann Lee; Bo Wu", Moved: true},
			"Author order differs from the record | B. Wu; A. Lee | Ann Lee; Bo Wu"},
		{Reason{Claimed: "B. Wu; A. Lee; C. Fox", Recorded: "Ann Lee; Bo Wu", Moved: true, Names: extra("C. Fox")},
			"Extra author: C. Fox; the order differs | B. Wu; A. Lee; [-C. Fox-] | Ann Lee; Bo Wu"},
		{Reason{Claimed: "A", Recorded: "B; …", Names: missing("B", "C", "D", "E", "F"), MoreNames: 20},
			"Missing authors: B, C, D and 22 more | A | {+B+}; …"},
		{Reason{Claimed: "A; B", Recorded: "C; D", Variant: match.KindFabricated,
			Names: append(extra("A", "B"), missing("C", "D")...)},
			"Other authors: A, B for C, D | [-A-]; [-B-] | {+C+}; {+D+}"},
		{Reason{Claimed: "Papert Seymour", Recorded: "Seymour Papert", Variant: match.KindExchanged,
			Names: []row.NameDifference{{Cited: "Papert Seymour", Recorded: "Seymour Papert", Kind: match.KindExchanged}}},
			"Given and family name exchanged: Papert Seymour → Seymour Papert | [-Papert Seymour-] | {+Seymour Papert+}"},
		{Reason{Claimed: "Kenneht Lee", Recorded: "Kenneth Lee", Names: []row.NameDifference{
			{Cited: "Kenneht Lee", Recorded: "Kenneth Lee", Kind: match.KindSlip}}},
			"Possible misspelling: Kenneht Lee → Kenneth Lee? | [-Kenneht Lee-] | {+Kenneth Lee+}"},
		{Reason{Claimed: "A; B", Recorded: "C; D"}, " | A; B | C; D"}, // a row from before names were in rows
	} {
		c.r.Field = "authors"
		if got := shown(differ(&c.r)); got != c.want {
			t.Errorf("%v:\n got %s\nwant %s", c.r.Names, got, c.want)
		}
	}
}

// A displayed text equals the value, whatever the width.
func FuzzWrapKeepsText(f *testing.F) {
	f.Add("a b  c", "a x c", 3)
	f.Add("北京大学 and more", "北京大学", 4)
	f.Fuzz(func(t *testing.T, a, b string, width int) {
		a, b = Visible(a), Visible(b)
		for _, field := range []string{"title", "authors", "venue"} {
			_, cited, recorded := differ(&Reason{Field: field, Claimed: a, Recorded: b})
			for _, side := range []struct {
				list []token
				text string
			}{{cited, a}, {recorded, b}} {
				var got strings.Builder
				for _, line := range lines(side.list, width) {
					got.WriteString(join(line, func(s string) string { return s }))
				}
				if squeezed(got.String()) != squeezed(side.text) {
					t.Errorf("%s: %q is shown as %q", field, side.text, got.String())
				}
			}
		}
	})
}

// squeezed removes what wrapping may change.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// TestNoLineBeginsWithAMark: a mark stays on the line of the word before it.
func TestNoLineBeginsWithAMark(t *testing.T) {
	list := []token{{"Jon", false, false}, {"Evans", true, false}, {";", false, true}, {"Gao", false, false}}
	for width, want := range map[int]string{9: "Jon|Evans;|Gao", 10: "Jon Evans;|Gao", 14: "Jon Evans; Gao"} {
		var got []string
		for _, line := range lines(list, width) {
			got = append(got, join(line, func(s string) string { return s }))
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("at %d: %q, want %q", width, s, want)
		}
	}
}

// TestUnrecordedFields: a reason without a field is not in the list of fields.
func TestUnrecordedFields(t *testing.T) {
	reasons := []Reason{{Rule: "venue-unrecorded", Field: "venue"}, {Rule: "core-unrecorded"}}
	for n, want := range []string{"", "The venue could not be checked: no record states it.",
		"The venue could not be checked: no record states it."} {
		f := Finding{}
		f.Reasons = reasons[:n]
		if got := f.unrecorded(); got != want {
			t.Errorf("%d grounds: %q, want %q", n, got, want)
		}
	}
}
