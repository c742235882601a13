package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// A copy is no second witness.
func TestIndependent(t *testing.T) {
	record := func(service, part string) *judgedRecord {
		c := &match.Candidate{}
		c.Source.Name, c.Hit.Record = service, biblio.Record{Source: part}
		return &judgedRecord{Candidate: c}
	}
	for _, c := range []struct {
		a, b *judgedRecord
		want bool
	}{
		{record("crossref", ""), record("openalex", ""), false},
		{record("corpus", "fixtures/openalex"), record("crossref", ""), false},
		{record("corpus", "arxiv_1993_2019"), record("datacite", ""), false},
		{record("corpus", "starter/acl-anthology"), record("corpus", "acl"), false},
		{record("crossref", ""), record("dblp", ""), true},
		{record("corpus", "mlanthology"), record("corpus", "paperlists"), true},
	} {
		if got := independent(c.a, c.b); got != c.want || independent(c.b, c.a) != c.want {
			t.Errorf("%s and %s: %v", houseOf(c.a), houseOf(c.b), got)
		}
	}
}
