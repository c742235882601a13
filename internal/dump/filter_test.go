package dump

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/wire"
)

func TestFilter(t *testing.T) {
	work := `{"id":"https://openalex.org/W12345","display_name":"One","authorships":[],"publication_year":2011,"type":"article","primary_topic":{"id":"t","field":{"id":"17","display_name":"Computer Science"}}}`
	bare := `{"id":"https://openalex.org/W12346","display_name":"Two","authorships":[]}`
	for _, c := range []struct {
		name       string
		filter     Filter
		work, bare bool
	}{
		{"all", Filter{}, true, true},
		{"field", Filter{Fields: []string{"physics and astronomy", "computer science"}}, true, false},
		{"another field", Filter{Fields: []string{"medicine"}}, false, false},
		{"type", Filter{Types: []string{"article"}}, true, false},
		{"another type", Filter{Types: []string{"book"}}, false, false},
		{"years", Filter{FromYear: 2011, ToYear: 2011}, true, false},
		{"later", Filter{FromYear: 2012}, false, false},
		{"earlier", Filter{ToYear: 2010}, false, false},
		{"all at once", Filter{Fields: []string{"computer science"}, Types: []string{"article"}, FromYear: 2000}, true, false},
	} {
		for text, want := range map[string]bool{work: c.work, bare: c.bare} {
			r, err := wire.OpenAlex([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := c.filter.Wants(&r); got != want {
				t.Errorf("%s: %s: %v", c.name, r.Title, got)
			}
		}
	}
}
