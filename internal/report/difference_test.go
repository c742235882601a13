package report

import (
	"fmt"
	"strings"
	"testing"
)

// shown returns the words of a difference and both sides with their marks.
func shown(d difference) string {
	plain := func(l look, list []token) string {
		return join(l.signed(list), func(s string) string { return s })
	}
	return d.words + " | " + plain(wrongly, d.claimed) + " | " + plain(rightly, d.recorded)
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
		{"authors", "Ann Lee; Bo Wu", "Ann Lee; Cy Fox",
			"not in the record: Bo Wu; left out: Cy Fox | Ann Lee; [-Bo Wu-] | Ann Lee; {+Cy Fox+}"},
		{"authors", "Sepp Hochreitter; Jürgen Schmidhuber", "Sepp Hochreiter; Juergen Schmidhuber",
			"“Sepp Hochreitter” for “Sepp Hochreiter” | [-Sepp Hochreitter-]; Jürgen Schmidhuber | {+Sepp Hochreiter+}; " +
				"Juergen Schmidhuber"},
		{"authors", "B. Wu; A. Lee", "Ann Lee; Bo Wu", "the order differs | [-B. Wu-]; A. Lee | Ann Lee; {+Bo Wu+}"},
		{"authors", "Niki Parmar", "Nikita Parmar",
			"“Niki Parmar” for “Nikita Parmar” | [-Niki Parmar-] | {+Nikita Parmar+}"},
		{"authors", "Ann Lee; et al.", "Ann Lee; Bo Wu; Cy Fox",
			"left out: Bo Wu, Cy Fox | Ann Lee; et al. | Ann Lee; {+Bo Wu+}; {+Cy Fox+}"},
		{"pages", "11--19", "11-21", "last page 19 for 21 | 11–[-19-] | 11–{+21+}"},
		{"pages", "11", "11-21", "no last page, the record has 21 | 11 | 11–{+21+}"},
		{"pages", "e11", "S1–S9 and 4", " | [-e11-] | {+S1–S9 and 4+}"},
		{"pages", "12, 15", "12-15", " | [-12, 15-] | {+12-15+}"},
		{"pages", "11 - 19", "11-21", "last page 19 for 21 | 11–[-19-] | 11–{+21+}"},
		{"year", "2003", "2001", " | [-2003-] | {+2001+}"},
	} {
		if got := shown(differ(c.field, c.claimed, c.recorded)); got != c.want {
			t.Errorf("%s %q, %q:\n got %s\nwant %s", c.field, c.claimed, c.recorded, got, c.want)
		}
	}
}

// TestDifferencesOfLongLists: lists too long to compare are shown completely, and few pairs of names are compared.
func TestDifferencesOfLongLists(t *testing.T) {
	list := func(family string) []string {
		names := make([]string, 3000)
		for i := range names {
			names[i] = fmt.Sprintf("%s%d %d", family, i, i)
		}
		return names
	}
	a, b := list("Lee"), list("Wu")
	d := differ("authors", strings.Join(a, "; "), strings.Join(b, "; "))
	if len(d.claimed) < 3000 || len(d.recorded) < 3000 {
		t.Errorf("%d and %d words are shown", len(d.claimed), len(d.recorded))
	}
	looked := 0
	pairUp(a, b, func(string, string) bool { looked++; return false })
	pairUp(a[:100], b[:100], func(string, string) bool { looked++; return false })
	if looked != 10_000 {
		t.Errorf("%d pairs are looked at", looked)
	}
}

// A displayed text equals the value, whatever the width.
func FuzzWrapKeepsText(f *testing.F) {
	f.Add("a b  c", "a x c", 3)
	f.Add("北京大学 and more", "北京大学", 4)
	f.Fuzz(func(t *testing.T, a, b string, width int) {
		a, b = Visible(a), Visible(b)
		for _, field := range []string{"title", "authors", "venue"} {
			d := differ(field, a, b)
			for _, side := range []struct {
				list []token
				text string
			}{{d.claimed, a}, {d.recorded, b}} {
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
