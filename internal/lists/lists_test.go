package lists_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

func TestLists(t *testing.T) {
	words := []string{"Deep", "learning", "and", "Trees"}
	capital := func(w string) bool { return w != strings.ToLower(w) }
	if got := lists.Map(words, strings.ToUpper); !slices.Equal(got, []string{"DEEP", "LEARNING", "AND", "TREES"}) {
		t.Errorf("mapped: %q", got)
	}
	if got := lists.Map([]string(nil), strings.ToUpper); got == nil {
		t.Error("a list of none is nil")
	}
	if got := lists.Filter(words, capital); !slices.Equal(got, []string{"Deep", "Trees"}) {
		t.Errorf("filtered: %q", got)
	}
	if got := lists.Filter(words[1:3], capital); got != nil {
		t.Errorf("of none: %q", got)
	}
	if got := lists.Count(words, capital); got != 2 {
		t.Errorf("counted: %d", got)
	}
	if got := lists.Numbers(3); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("numbers: %d", got)
	}
	if words[0] != "Deep" {
		t.Errorf("the list was changed: %q", words)
	}
}
