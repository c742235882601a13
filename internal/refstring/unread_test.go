package refstring

import (
	"slices"
	"testing"
)

func TestUnread(t *testing.T) {
	for _, c := range []struct {
		raw    string
		values []string
		want   []string
	}{
		{"Smith, J. (2010). A title of a paper. Journal of Things 12(3), pp. 45–67. https://doi.org/10.1000/182",
			[]string{"10.1000/182"}, nil},
		{"Smith, J. (2010). A title of a paper. Journal of Things 12(3), pp. 45–67. Shelf mark Q 17 b.", nil,
			[]string{"Shelf mark Q 17 b"}},
	} {
		p := Parse(c.raw)
		if got := Unread(c.raw, p.Spans, c.values); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q (spans %v)", c.raw, got, c.want, p.Spans)
		}
	}
	if got := Unread("Anything at all", nil, nil); got != nil {
		t.Errorf("without spans: %q", got)
	}
}
