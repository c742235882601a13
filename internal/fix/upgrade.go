package fix

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// published is the rule of patches that turn a cited preprint into its
// published version, which only happens when Options prefer it.
const published = "published-version"

// PublishedVersion is the rule of patches that turn a cited preprint into its
// published version; they are made all or none.
const PublishedVersion = published

// upgraded are the fields that a published version states otherwise than its
// preprint.
var upgraded = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages, biblio.FieldDOI}

// upgrade plans the fields of the published version of a cited preprint.
func (p *planner) upgrade() {
	r := &p.base.Hit.Record
	if p.opt.Prefer != Published || isPreprint(r) || !claimsPreprint(&p.f.Reference.Claimed) || p.opt.Fields != nil {
		return
	}
	if field := p.remains(); field != "" {
		p.refuse(field, "version-incomplete", "the published version's record lacks it, and the entry would mix two versions")
		return
	}
	before, refused := len(p.out.Patches), len(p.out.Unactionable)
	if kind := entry.Kind(entry.TypeOf(&r.Work)); kind != "misc" {
		p.add(Patch{Field: biblio.FieldType, Action: Replace, To: kind, Rule: published}, p.base)
	}
	for _, field := range upgraded {
		c := p.base.Comparison.Of(field)
		from := valueOf(&p.f.Reference.Claimed, field)
		switch {
		case from == "":
			p.patch(field, Add, "", published)
		case c.Agreement != match.Agrees && valueOf(&r.Work, field) != "":
			p.patch(field, Replace, from, published)
		}
	}
	if len(p.out.Unactionable) > refused { // all of the version or nothing
		p.out.Patches = p.out.Patches[:before]
	}
}

// remains gives a field of the preprint that the published version's record would
// leave in the entry, or that it must state and does not; "" when there is none.
func (p *planner) remains() biblio.Field {
	r := &p.base.Hit.Record.Work
	for _, field := range upgraded {
		must := field == biblio.FieldVenue || field == biblio.FieldYear
		if valueOf(r, field) == "" && (must || field != biblio.FieldDOI && valueOf(&p.f.Reference.Claimed, field) != "") {
			return field
		}
	}
	return ""
}

// claimsPreprint reports a reference that cites a preprint.
func claimsPreprint(w *biblio.Work) bool {
	if w.Container.Title != "" {
		name := fold.ParseContainer(w.Container.Title)
		return name.Head == fold.Preprints
	}
	return w.Type == biblio.Preprint || !w.ID(ident.ArXiv).IsZero() && w.ID(ident.DOI).IsZero()
}

// retype gives the edits that change the type of an entry, and the name of the
// field that holds its container.
func (w *writer) retype(kind string) []bibtex.Edit {
	var edits []bibtex.Edit
	if old := w.f.Text(w.it.Type); !strings.EqualFold(old, kind) {
		if old == strings.ToUpper(old) {
			kind = strings.ToUpper(kind)
		}
		edits = append(edits, bibtex.Edit{Span: w.it.Type, Text: kind})
	}
	venue := w.field(biblio.FieldVenue)
	if name := w.newName(biblio.FieldVenue); venue != nil && name != "" && name != w.f.FieldName(venue) {
		edits = append(edits, w.rename(venue, name))
	}
	return edits
}

// rename gives the edit that calls a field otherwise; its equals sign stays in
// its column where there is room.
func (w *writer) rename(field *bibtex.Field, name string) bibtex.Edit {
	between := bibtex.Span{Start: field.Name.End, End: field.Value.Span.Start}
	rest := w.f.Text(between)
	blank := len(rest) - len(strings.TrimLeft(rest, " "))
	switch d := len(name) - field.Name.Len(); {
	case d > 0:
		rest = rest[min(d, max(blank-1, 0)):]
	case d < 0 && blank > 1:
		rest = strings.Repeat(" ", -d) + rest
	}
	return bibtex.Edit{Span: bibtex.Span{Start: field.Name.Start, End: field.Value.Span.Start}, Text: name + rest}
}

// kind gives the type of the entry, or the one it is changed to.
func (w *writer) kind() string {
	for _, p := range w.c.Patches {
		if p.Field == biblio.FieldType {
			return p.To
		}
	}
	return w.f.TypeName(w.it)
}
