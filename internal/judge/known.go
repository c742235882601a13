package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// knownPlace confirms a claimed place from the table of conference places if no record states one and the records
// confirm container and year. The table never contradicts.
func (d *deliberation) knownPlace(s *fieldState) {
	w := &d.ref.Claimed
	if !d.confirms(biblio.FieldVenue) || !d.confirms(biblio.FieldYear) {
		return
	}
	for _, key := range d.venue.Venues {
		if place := normalise.ConferencePlace(key, w.Issued.Year); place != "" &&
			normalise.ComparePlaces(w.Place, place) != normalise.OtherPlace {
			s.status, s.rule, s.recorded, s.sources = Variant, ruleOf(s.field, "variant"), place, []string{"conference places"}
			s.by = lists.Numbers(len(d.records))
			return
		}
	}
}

// volumeInDOI matches the volume in suffixes such as "aaai.v38i10.29011".
var volumeInDOI = lazy.Regexp(`\bv(\d{1,4})i\d{1,4}\b`)

// plausibleDOI reports whether a DOI names the claimed container, and no other year or volume, in its own letters
// (10.1609/aaai.v38i10.29011, 10.1109/cvpr…2023.…), or a preprint of the work, and no record states another.
// Records that are silent about DOIs do not show that such a DOI does not exist; only a registry can.
func (d *deliberation) plausibleDOI(id ident.ID) bool {
	other := func(c judgedRecord) bool { return c.Comparison.Of(biblio.FieldDOI).Kind == match.KindOtherID }
	if id.Scheme != ident.DOI || d.deniedByRegistry(id) || slices.ContainsFunc(d.records, other) {
		return false
	}
	if preprint := match.AliasOf(id); !preprint.IsZero() {
		return !d.statesOther(preprint)
	}
	_, suffix, _ := strings.Cut(id.Value, "/")
	w := &d.ref.Claimed
	if year := biblio.LeadingYear(suffix); year >= 1990 && year <= 2100 && w.Issued.Year != 0 && year != w.Issued.Year {
		return false
	}
	if m := volumeInDOI.FindStringSubmatch(suffix); m != nil && w.Volume != "" && m[1] != w.Volume {
		return false
	}
	return slices.ContainsFunc(append(append([]string{}, d.venue.Venues...), d.venue.Acronyms...), func(key string) bool {
		return len(key) >= 3 && strings.Contains(suffix, key)
	})
}

// statesOther reports whether a record of the work has another identifier of the same scheme.
func (d *deliberation) statesOther(id ident.ID) bool {
	return slices.ContainsFunc(d.records, func(c judgedRecord) bool {
		other := c.Hit.Record.ID(id.Scheme)
		return !other.IsZero() && other != id
	})
}

func (d *deliberation) deniedByRegistry(id ident.ID) bool {
	return slices.ContainsFunc(d.ev.Lookups, func(l answer.Lookup) bool {
		return l.Source.Registry && slices.Contains(l.Answer.NoSuchID, id)
	})
}
