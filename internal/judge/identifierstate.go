package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

var fieldScheme = map[biblio.Field]ident.Scheme{biblio.FieldDOI: ident.DOI, biblio.FieldArXiv: ident.ArXiv, biblio.FieldPMID: ident.PMID, biblio.FieldISBN: ident.ISBN}

// weighID works out the standing of an identifier: right when a record of the
// work has it, whichever version; wrong when it does not exist or belongs to
// another work; otherwise open.
func (d *deliberation) weighID(field biblio.Field) fieldState {
	s := fieldState{field: field}
	id := d.ref.Claimed.ID(fieldScheme[field])
	s.claimed = id.Value
	var holders []int
	for n := range d.records {
		if d.records[n].Comparison.AgreesOn(field) {
			holders = append(holders, n)
		}
	}
	switch other := d.holder(id); {
	case len(holders) > 0:
		d.confirm(&s, holders)
		s.claimed = id.Value
	case malformed(id):
		s.standing, s.rule = refuted, "identifier-malformed"
	case d.noSuch(id) && !d.plausibleDOI(id):
		s.standing, s.rule = refuted, "no-such-identifier"
		s.sources = d.deniers(id)
	case other >= 0 && field != biblio.FieldISBN:
		c := &d.ev.Candidates[other]
		s.standing, s.rule, s.recorded, s.quoted = refuted, "identifier-of-other-work", c.Hit.Record.FullTitle(), other+1
		s.sources = []string{c.Source.Name}
	default:
		s.standing, s.rule = unrecorded, "identifier-unconfirmed"
		for n := range d.records {
			c := &d.records[n]
			if f := c.Comparison.Of(field); f.Agreement == match.Differs && f.Kind == match.KindOtherID && c.Origin.Kind >= biblio.Aggregator && c.version == d.cited {
				s.standing, s.rule, s.recorded, s.quoted = contested, "identifier-contested", f.Recorded, c.at+1
				s.sources = appendNew(s.sources, c.Source.Name)
			}
		}
	}
	return s
}

// deniers lists the sources that say that an identifier does not exist.
func (d *deliberation) deniers(id ident.ID) []string {
	var list []string
	for _, l := range d.ev.Lookups {
		for _, g := range l.Answer.NoSuchID {
			if g == id {
				list = appendNew(list, l.Source.Name)
			}
		}
	}
	return list
}

// malformed reports a claimed identifier that has not the form of its scheme,
// so that nothing can have it.
func malformed(id ident.ID) bool {
	got, ok := ident.ParseAs(id.Scheme, id.Value)
	return !ok || got != id
}

// weighURL reports an address that is the identifier of another work. Other
// addresses prove nothing.
func (d *deliberation) weighURL() (fieldState, bool) {
	if d.ref.Claimed.URL == "" {
		return fieldState{}, false
	}
	id, ok := ident.Parse(d.ref.Claimed.URL)
	if !ok || id.Scheme == ident.URL || id == d.ref.Claimed.ID(id.Scheme) {
		return fieldState{}, false // judged as the identifier it is
	}
	for n := range d.records {
		if match.Names(&d.records[n].Hit.Record, id) {
			return fieldState{}, false
		}
	}
	other := d.holder(id)
	if other < 0 {
		return fieldState{}, false
	}
	c := &d.ev.Candidates[other]
	return fieldState{
		field: biblio.FieldURL, standing: refuted, rule: "identifier-of-other-work", claimed: d.ref.Claimed.URL,
		recorded: strings.TrimSpace(c.Hit.Record.FullTitle()), quoted: other + 1, sources: []string{c.Source.Name},
	}, true
}

// weighContradiction holds the identifiers of the reference against each other. Of
// two that name two works the one that no record confirms is contested; both are
// when records confirm both, or neither.
func (d *deliberation) weighContradiction() {
	a, b, found := match.Conflict(&d.ref.Claimed)
	if !found {
		return
	}
	fieldA, fieldB := d.fieldOf(a), d.fieldOf(b)
	goodA, goodB := d.confirms(fieldA), d.confirms(fieldB)
	if !goodA || goodB || fieldA == fieldB {
		d.contest(fieldA, a, b)
	}
	if fieldA != fieldB && (!goodB || goodA) {
		d.contest(fieldB, b, a)
	}
}

// fieldOf gives the field in which the reference states an identifier.
func (d *deliberation) fieldOf(id ident.ID) biblio.Field {
	address, _ := ident.Parse(d.ref.Claimed.URL)
	for field, scheme := range fieldScheme {
		if scheme == id.Scheme && (id == d.ref.Claimed.ID(scheme) || id != address) {
			return field
		}
	}
	return biblio.FieldURL
}

func (d *deliberation) confirms(field biblio.Field) bool {
	return slices.ContainsFunc(d.state, func(s fieldState) bool {
		return s.field == field && (s.standing == confirmed || s.standing == variant)
	})
}

// contest says of an identifier that it contradicts another one of the reference,
// unless it is wrong by itself.
func (d *deliberation) contest(field biblio.Field, id, beside ident.ID) {
	i := slices.IndexFunc(d.state, func(s fieldState) bool { return s.field == field })
	if i < 0 {
		claimed := id.Value
		if field == biblio.FieldURL {
			claimed = d.ref.Claimed.URL
		}
		i, d.state = len(d.state), append(d.state, fieldState{field: field, claimed: claimed})
	}
	s := &d.state[i]
	if s.standing != refuted {
		*s = fieldState{field: field, standing: contested, rule: "identifiers-contradict", claimed: s.claimed, beside: beside}
	}
}
