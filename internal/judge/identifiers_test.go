package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Two identifiers of one entry that name different works are never both accepted as right.
func TestIdentifiersContradict(t *testing.T) {
	const other = "10.48550/arXiv.1409.01234"
	claim := with(preprint, func(f *biblio.Flat) { f.DOI = other })
	dirty := with(preprint, func(f *biblio.Flat) { f.ArXivID, f.DOI = "", other })
	without := with(preprint, func(f *biblio.Flat) { f.ArXivID, f.DOI = "", "" })
	address := with(preprint, func(f *biblio.Flat) { f.DOI, f.URL = "", "https://arxiv.org/abs/1409.01234" })
	for name, c := range map[string]struct {
		extent  answer.Extent
		outcome Outcome
		code    string
		fields  string
	}{
		"nobody covers the work": {answer.Uncovered, Doubtful, "H5", "doi arxiv_id"},
		"nobody has the work":    {answer.Covered, Doubtful, "H5", "doi arxiv_id"},
	} {
		v := verdict(claim, found(strong, c.extent))
		expect(t, name, v, c.outcome, c.code, c.fields)
		if !hasReason(v, "identifiers-contradict") {
			t.Errorf("%s: it is not said", name)
		}
	}
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		records []biblio.Flat
		fields  string
	}{
		{"one is confirmed", claim, []biblio.Flat{preprint}, "doi"},
		{"records confirm both", claim, []biblio.Flat{preprint, dirty}, "doi arxiv_id"},
		{"no record states either", claim, []biblio.Flat{without}, "doi arxiv_id"},
		{"the other is an address", address, []biblio.Flat{preprint}, "url"},
	} {
		v := verdict(c.claim, found(strong, answer.Covered, c.records...))
		expect(t, c.name, v, Verified, "P3", c.fields)
		if !hasReason(v, "identifiers-contradict") {
			t.Errorf("%s: it is not said", c.name)
		}
	}
	expect(t, "arXiv's DOI of its id", verdict(preprint, found(strong, answer.Covered, preprint)), Verified, "R1", "")
}
