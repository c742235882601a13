package role

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/match"
)

func TestWordsOf(t *testing.T) {
	for in, want := range map[string]string{
		"The Title, the title!": "the title",
		"深度学习 Deep 深":           "deep 习 学 度 深",
		"ทั้งสอง":               "ง ทั้ ส อ", // marks stay with their letters
		"한국어 text":              "text 국 어 한",
		"データA":                  "a タ デ ー",
		"":                      "",
	} {
		if got := strings.Join(wordsOf(in), " "); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestBag: the words of a field are in an order that neither side chose, always the same, and long ones
// are shortened.
func TestBag(t *testing.T) {
	f := match.FieldComparison{Claimed: "All both entries here name one paper",
		Recorded: "Electroencephalography of a paper"}
	got := bag(f)
	if again := bag(f); !slices.Equal(again.Citation, got.Citation) {
		t.Error("two bags of one field differ")
	}
	if len(got.Citation) != 6 || slices.IsSorted(got.Citation) || !slices.Equal(got.Both, []string{"paper"}) ||
		!slices.Contains(got.Record, "electro…aphy") {
		t.Errorf("%+v", got)
	}
	if empty := bag(match.FieldComparison{}); empty.Both == nil || empty.Citation == nil || empty.Record == nil {
		t.Error("an empty list is null")
	}
}
