package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// completes reports whether a record may complete an entry: a publisher's or a preprint server's, or an
// aggregator's that shares an identifier with the entry.
func completes(c *match.Candidate) bool {
	return c.Origin.Kind > biblio.Aggregator || c.Origin.Kind == biblio.Aggregator && c.Comparison.SharesIdentifier()
}

// otherWork reports whether a record has another title than the entry keeps, and shares no identifier with it.
func (p *planner) otherWork(c *match.Candidate) bool {
	return c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs && !p.patched(biblio.FieldTitle) &&
		!c.Comparison.SharesIdentifier()
}

// keepLonger returns a list of authors with the family names of the entry where they say more:
// "Thibodeau-Laufer" for "Laufer".
func keepLonger(have, want []biblio.Contributor) []biblio.Contributor {
	list := slices.Clone(want)
	for i := range list {
		family := normalise.Text(list[i].Family)
		for k := range have {
			if family != "" && strings.HasSuffix(normalise.Text(have[k].Family), " "+family) &&
				normalise.Text(have[k].Given) == normalise.Text(list[i].Given) {
				list[i].Family, list[i].Particle, list[i].Stated = have[k].Family, have[k].Particle, have[k].Stated
			}
		}
	}
	return list
}

// placeFields say where a work was published. What an entry says about its place comes from one record;
// otherwise it mixes two.
var placeFields = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume,
	biblio.FieldIssue, biblio.FieldPages}

// samePlaceAs returns the record that has stated another part of the place already, instead of one that would
// mix two; nil if that record does not state the field.
func (p *planner) samePlaceAs(c *match.Candidate, field biblio.Field) *match.Candidate {
	if p.place == nil || p.place == c || !slices.Contains(placeFields, field) {
		return c
	}
	if valueOf(&p.place.Hit.Record.Work, field) == "" {
		return nil
	}
	return p.place
}

// mixes reports whether a record would state a part of the place for an entry that keeps a container or year
// which the record contradicts.
func (p *planner) mixes(c *match.Candidate, field biblio.Field) bool {
	if !slices.Contains(placeFields, field) && field != biblio.FieldPublisher && field != biblio.FieldLocation {
		return false
	}
	return slices.ContainsFunc([]biblio.Field{biblio.FieldVenue, biblio.FieldYear}, func(f biblio.Field) bool {
		return f != field && c.Comparison.Of(f).Agreement == match.Differs && !p.patched(f)
	})
}

// mixesIn reports whether a record would mix two places: a year of a container that it contradicts and that
// stays, or volume, issue and pages of such a container or year.
func (p *planner) mixesIn(c *match.Candidate, field biblio.Field) bool {
	switch field {
	case biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages:
		return c.Comparison.Of(biblio.FieldVenue).Agreement == match.Differs && !p.patched(biblio.FieldVenue) ||
			field != biblio.FieldYear && c.Comparison.Of(biblio.FieldYear).Agreement == match.Differs &&
				!p.patched(biblio.FieldYear)
	}
	return false
}

// patched reports whether a field has a patch.
func (p *planner) patched(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool { return have.Field == field })
}

// quoted returns the record whose words prove a field wrong if it is of the chosen version, else the witness of
// that field, if it contradicts the entry too.
func (p *planner) quoted(field biblio.Field, number int) *match.Candidate {
	witness := p.witness(field)
	if number < 1 || field.Identifier() {
		return witness
	}
	c := &p.f.Evidence.Candidates[number-1]
	switch {
	case witness != nil && witness.Comparison.Of(field).Agreement == match.Differs: // so does the witness
		return witness
	case p.chosen(c) && witness != nil &&
		sameForm(&c.Hit.Record.Work, field) != sameForm(&witness.Hit.Record.Work, field) &&
		valueOf(&c.Hit.Record.Work, field) != "":
		adopt(&p.out.Work, &c.Hit.Record.Work, field)
		p.out.Work = typed(p.out.Work)
		return c
	case witness != nil && witness.Comparison.Of(field).Agreement != match.Differs:
		return nil
	}
	return witness
}
