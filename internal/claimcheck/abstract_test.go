package claimcheck

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestAbstractOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		extra map[string]string
		want  string
	}{
		{"none", nil, ""},
		{"text", map[string]string{"abstract": "Terns fly far."}, "Terns fly far."},
		{"XML of a publisher",
			map[string]string{"abstract": "<jats:title>Abstract</jats:title><jats:p>Terns fly <jats:italic>far</jats:italic> " +
				"&amp; back, p &lt; 0.05.</jats:p>"}, "Terns fly far & back, p < 0.05."},
		{"Europe PMC", map[string]string{"abstractText": "<h4>Results</h4>Terns fly far."}, "Results Terns fly far."},
		{"a sign that is no element", map[string]string{"abstract": "We found a < b and c > d."},
			"We found a < b and c > d."},
		{"OpenAlex", map[string]string{"abstract_inverted_index": `{"far.": [2], "fly": [1], "Terns": [0]}`},
			"Terns fly far."},
		{"places out of bounds", map[string]string{"abstract_inverted_index": `{"far": [-1, 99999999], "fly": [0]}`}, "fly"},
		{"no index", map[string]string{"abstract_inverted_index": `[1`}, ""},
		{"too long", map[string]string{"abstract": strings.Repeat("x", abstractBytes+1)}, ""},
	} {
		if got := abstractOf(&biblio.Record{Extra: c.extra}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
