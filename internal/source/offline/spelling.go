package offline

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// attest counts the records that have the spellings in which the hits differ from
// the claim by a letter or two.
func (c *Connector) attest(claim *match.Claim, out *source.Answer) error {
	for i := range out.Hits {
		for _, s := range claim.Slips(&out.Hits[i].Record.Work) {
			for _, text := range []string{s.Claimed, s.Recorded} {
				if err := c.count(s.Field, text, out); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *Connector) count(field biblio.Field, text string, out *source.Answer) (err error) {
	if slices.ContainsFunc(out.Attested, func(a source.Attestation) bool { return a.Field == field && a.Text == text }) {
		return nil
	}
	n := 0
	if field == biblio.FieldTitle {
		n, err = c.Index.WithWord(text)
	} else {
		family, given, _ := strings.Cut(text, ", ")
		n, err = c.Index.WithName(family, given)
	}
	out.Attested = append(out.Attested, source.Attestation{Field: field, Text: text, Records: n})
	return err
}
