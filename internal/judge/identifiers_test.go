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
		"nobody covers the work": {answer.Uncovered, Discrepant, "H5", "doi arxiv_id"},
		"nobody has the work":    {answer.Covered, Discrepant, "H5", "doi arxiv_id"},
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
		outcome Outcome
		code    string
		fields  string
	}{
		{"one is confirmed", claim, []biblio.Flat{preprint}, Discrepant, "H5", "doi"},
		{"records confirm both", claim, []biblio.Flat{preprint, dirty}, Verified, "P3", "doi arxiv_id"},
		{"no record states either", claim, []biblio.Flat{without}, Discrepant, "H5", "doi arxiv_id"},
		{"the other is an address", address, []biblio.Flat{preprint}, Discrepant, "H5", "url"},
	} {
		v := verdict(c.claim, found(strong, answer.Covered, c.records...))
		expect(t, c.name, v, c.outcome, c.code, c.fields)
		if !hasReason(v, "identifiers-contradict") && !hasReason(v, "identifier-contested") {
			t.Errorf("%s: it is not said", c.name)
		}
	}
	expect(t, "arXiv's DOI of its id", verdict(preprint, found(strong, answer.Covered, preprint)), Verified, "R1", "")
}
