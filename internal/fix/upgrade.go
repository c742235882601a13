package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// publishing is the motive of patches that turn a cited preprint into its published version. They are made only if
// Options prefer that, and all or none.
var publishing = motive{rule: "published-version", aim: Publishes}

// upgraded are the fields in which a published version differs from its preprint.
var upgraded = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue,
	biblio.FieldPages, biblio.FieldDOI}

// upgrade turns a cited preprint into its published version if that is preferred: in every field of its place,
// from one record, or not at all. If the published version is incomplete, the entry is corrected as the
// preprint that it cites. It returns false if no record of the preprint may be copied.
func (p *planner) upgrade() bool {
	if p.opt.Prefer != Published || match.IsPreprint(&p.base.Hit.Record) || !match.CitesPreprint(&p.f.Reference.Claimed) ||
		p.opt.Fields != nil {
		return true
	}
	if doubt := p.doubted(func(biblio.Field) bool { return true }); doubt != judge.NoDoubt {
		p.hold("", doubt)
	} else if p.becomePublished() {
		return true
	}
	p.out.Patches, p.place = nil, nil
	p.base, p.version, p.rival, p.others, p.opt.Prefer = nil, nil, nil, 0, AsCited
	return p.choose()
}

// becomePublished plans the fields of the published version and reports whether it is complete.
func (p *planner) becomePublished() bool {
	c := p.ofVenue()
	if field := p.remains(&c.Hit.Record.Work); field != "" {
		p.refuse(field, "version-incomplete", "the published version's record lacks it, and the entry would mix two versions")
		return false
	}
	r := &c.Hit.Record
	if in := normalise.ParseContainer(r.Container.Title); in.Track == normalise.Workshop && r.Pages == "" &&
		r.ID(ident.DOI).IsZero() {
		p.refuse(biblio.FieldVenue, "version-incomplete", "it was shown at a workshop that publishes no proceedings")
		return false
	}
	if p.otherYear(c) {
		p.refuse(biblio.FieldYear, "versions-differ", "records of the published version give different years")
		return false
	}
	refused := len(p.out.Unactionable)
	if kind := entry.Kind(entry.TypeOf(&c.Hit.Record.Work)); kind != "misc" {
		p.add(Patch{Field: biblio.FieldType, Action: Replace, To: kind, Rule: publishing.rule,
			Aim: Publishes}, c)
	}
	for _, field := range upgraded {
		from, recorded := valueOf(&p.f.Reference.Claimed, field), valueOf(&c.Hit.Record.Work, field)
		switch {
		case recorded == "":
		case from == "":
			p.patchBy(c, field, Add, "", publishing)
		case c.Comparison.Of(field).Agreement != match.Agrees:
			p.patchBy(c, field, Replace, from, publishing)
		}
	}
	return len(p.out.Unactionable) == refused
}

// otherYear reports whether another record of the published version has another year, if the chosen one is not
// a publisher's: aggregators put the preprint's year beside the conference.
func (p *planner) otherYear(c *match.Candidate) bool {
	year, in := c.Hit.Record.Issued.Year, normalise.ParseContainer(c.Hit.Record.Container.Title)
	return c.Origin.Kind != biblio.Publisher && slices.ContainsFunc(p.f.Evidence.Candidates, func(d match.Candidate) bool {
		r := &d.Hit.Record
		other := normalise.ParseContainer(r.Container.Title)
		return r.Issued.Year != 0 && r.Issued.Year != year && !match.IsPreprint(r) &&
			match.SameWork(&c.Hit.Record.Work, &r.Work) &&
			normalise.Identical(&in, &other)
	})
}

// remains returns a field of the preprint that the published version's record would leave in the entry, or that
// it must state but does not; "" if there is none.
func (p *planner) remains(r *biblio.Work) biblio.Field {
	for _, field := range upgraded {
		must := field == biblio.FieldVenue || field == biblio.FieldYear
		claimed := valueOf(&p.f.Reference.Claimed, field)
		if valueOf(r, field) == "" && (must || claimed != "" && !ofPreprint(claimed)) {
			return field
		}
	}
	return ""
}

// ofPreprint reports whether a volume, pages or a DOI only say which preprint it is: DBLP's "abs/1706.03762".
func ofPreprint(value string) bool {
	_, ok := ident.ParseArXiv(value)
	return ok
}

// retype returns the edits that change the type of an entry, and the name of the field that holds its container.
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

// dropped reports whether a field only says which preprint the entry cited and goes with it: no correction gives
// it another value.
func (w *writer) dropped(field *bibtex.Field) bool {
	for _, of := range []biblio.Field{biblio.FieldVolume, biblio.FieldPages, biblio.FieldDOI} {
		if w.field(of) == field {
			return ofPreprint(w.f.Expand(field.Value)) &&
				!slices.ContainsFunc(w.c.Patches, func(p Patch) bool { return p.Field == of })
		}
	}
	return false
}

// rename returns the edit that renames a field; its equals sign stays in its column if there is room.
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

// kind returns the type that the entry has or gets.
func (w *writer) kind() string {
	for _, p := range w.c.Patches {
		if p.Field == biblio.FieldType {
			return p.To
		}
	}
	return w.f.TypeName(w.it)
}
