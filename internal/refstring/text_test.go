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
