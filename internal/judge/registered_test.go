package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// A DOI that its registration agency confirms belongs to a work that exists, whether or not any source can read its
// description.
func TestRegisteredDOI(t *testing.T) {
	expect(t, "nobody has it", verdict(published, noWord("crossref")), Doubtful, "U", "title")
	registry := answer.Info{Name: "registry", Registry: true, Schemes: []ident.Scheme{ident.DOI}, Types: nil}
	for name, l := range map[string]answer.Lookup{"answered": found(registry, answer.Uncovered),
		"did not describe it": failed(web)} {
		id, _ := ident.ParseDOI(published.DOI)
		l.Answer.Registered = []answer.Registration{{ID: id, Agency: "ISTIC"}}
		v := verdict(published, noWord("crossref"), l)
		expect(t, name, v, Inconclusive, "U", "")
		if !hasReason(v, "not-covered") {
			t.Errorf("%s: %+v", name, v.Reasons)
		}
	}
}
