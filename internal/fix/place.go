package fix

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

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
