package normalise

import (
	"testing"

	"github.com/agnivade/levenshtein"
	"pgregory.net/rapid"
)

// Distance equals the textbook distance, for short, long and non-ASCII texts.
func TestDistanceIsLevenshtein(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]rune("abcdé漢字 "))
		a := string(rapid.SliceOfN(letters, 0, 150).Draw(t, "a"))
		b := string(rapid.SliceOfN(letters, 0, 150).Draw(t, "b"))
		if got, want := Distance(a, b), levenshtein.ComputeDistance(a, b); got != want {
			t.Fatalf("Distance(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

// Long texts are compared in blocks.
func TestDistanceOfLongTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]rune("abcdé "))
		a := string(rapid.SliceOfN(letters, 60, 200).Draw(t, "a"))
		b := string(rapid.SliceOfN(letters, 60, 200).Draw(t, "b"))
		if got, want := Distance("x"+a+"x", "y"+b+"y"), levenshtein.ComputeDistance("x"+a+"x", "y"+b+"y"); got != want {
			t.Fatalf("Distance(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"", "", 0}, {"abcd", "abcd", 100}, {"abcd", "abce", 75}, {"abcd", "", 0}} {
		if got := Similarity(c.a, c.b); got != c.want {
			t.Errorf("Similarity(%q, %q) = %v", c.a, c.b, got)
		}
	}
	if got := Jaccard(nil, nil) + Overlap(nil, nil); got != 0 {
		t.Errorf("nothing has %v in common with nothing", got)
	}
	if got := Jaccard([]string{"a", "b"}, []string{"b", "c"}); got != 1.0/3 {
		t.Errorf("Jaccard %v", got)
	}
	if got := Overlap([]string{"a", "b"}, []string{"b", "c", "d", "e"}); got != 25 {
		t.Errorf("Overlap %v", got)
	}
	if got := Overlap([]string{"a", "a"}, []string{"a"}); got != 50 {
		t.Errorf("Overlap of a repeated word %v", got)
	}
}

func TestOneSlip(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"wang", "wnag", true}, {"wang", "wangg", true}, {"wang", "wong", true}, {"wang", "wang", false},
		{"wang", "gnaw", false},
		{"meier", "meire", true}, {"ab", "ba", true}, {"павел", "павле", true}, {"wangs", "wnag", false},
		{"mayer", "maire", false}, {"maier", "meyer", false}, {"abcd", "badc", false}, {"abab", "baba", false}} {
		if got := OneSlip(c.a, c.b); got != c.want {
			t.Errorf("OneSlip(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Distance("attention is all you need for machine translation", "attention is not all you need for speech translation")
	}
}
