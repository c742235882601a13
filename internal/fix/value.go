package fix

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// schemeOf gives the scheme of a field that holds an identifier.
var schemeOf = map[biblio.Field]ident.Scheme{
	biblio.FieldDOI: ident.DOI, biblio.FieldArXiv: ident.ArXiv, biblio.FieldPMID: ident.PMID, biblio.FieldISBN: ident.ISBN,
}

// valueOf gives a field of a work as plain text, "" when it is not stated.
func valueOf(w *biblio.Work, field biblio.Field) string {
	switch field {
	case biblio.FieldTitle:
		return w.FullTitle()
	case biblio.FieldAuthors:
		if w.AuthorsCut {
			return ""
		}
		return names(w.Authors())
	case biblio.FieldVenue:
		if w.Container.Title == "" {
			return w.Container.Short
		}
		return w.Container.Title
	case biblio.FieldYear:
		return w.YearString()
	case biblio.FieldURL:
		if w.URL == "" {
			return w.ID(ident.DOI).Link()
		}
		return w.URL
	case biblio.FieldVolume:
		return w.Volume
	case biblio.FieldIssue:
		return w.Issue
	case biblio.FieldPages:
		return w.Pages
	case biblio.FieldPublisher:
		return w.Publisher
	case biblio.FieldLocation:
		return w.Place
	}
	if scheme, ok := schemeOf[field]; ok {
		return w.ID(scheme).Value
	}
	return ""
}

// names joins names in reading order.
func names(list []biblio.Contributor) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.String()
	}
	return strings.Join(parts, "; ")
}

// wrong plans the correction of a field that the verdict proves wrong.
func (p *planner) wrong(r judge.Reason) {
	c := p.base.Comparison.Of(r.Field)
	if !r.Field.Identifier() && (c.Agreement == match.Agrees || c.Agreement == match.Variant) {
		p.refuse(r.Field, "versions-differ", "the version that the rest of the reference fits agrees with it")
		return
	}
	claimed := valueOf(&p.f.Reference.Claimed, r.Field)
	if claimed == "" {
		claimed = r.Claimed
	}
	p.patch(r.Field, Replace, claimed, r.Rule)
}

// partial plans the completion of a field that says less than the record, or
// the same with a slip.
func (p *planner) partial(c match.FieldComparison) {
	if !partialKinds[c.Kind] || c.Agreement == match.Differs || c.Agreement == match.Agrees || !p.opt.allows(c.Field) {
		return
	}
	if c.Kind == match.KindFirstPage && !strings.ContainsAny(c.Recorded, "-–—") { // it is the record that says less
		return
	}
	if c.Kind == match.KindTitleCut && !p.f.Reference.Claimed.TitleCut && len(c.Recorded) <= len(c.Claimed) {
		return
	}
	p.patch(c.Field, Replace, valueOf(&p.f.Reference.Claimed, c.Field), "partial-"+c.Kind)
}

// missing plans a field that was asked for and is not there.
func (p *planner) missing(field biblio.Field) {
	if !p.opt.allows(field) || valueOf(&p.f.Reference.Claimed, field) != "" && field != biblio.FieldURL || field == biblio.FieldURL && p.f.Reference.Claimed.URL != "" {
		return
	}
	if field == biblio.FieldAuthors && p.f.Reference.Claimed.AuthorsCut {
		return
	}
	p.patch(field, Add, "", "missing")
}

// patch takes the value of a field from the chosen version. Where versions
// that fit equally well say different things, nothing is changed.
func (p *planner) patch(field biblio.Field, action Action, from, rule string) {
	for _, have := range p.out.Patches {
		if have.Field == field {
			return
		}
	}
	from = strings.TrimSpace(from)
	for _, c := range append([]*match.Candidate{p.base}, p.same...) {
		to := valueOf(&c.Hit.Record.Work, field)
		if to == "" {
			continue
		}
		if to == from {
			return
		}
		if p.disputed(c, field) {
			p.refuse(field, "versions-differ", "versions of the work that fit equally well say different things")
			return
		}
		p.adopt(&c.Hit.Record.Work, field)
		p.out.Patches = append(p.out.Patches, Patch{Field: field, Action: action, From: from, To: to, Rule: rule, Source: c.Source.Name, Record: c.Hit.Record.LocalID})
		return
	}
	if action == Replace {
		p.refuse(field, "record-lacks", "it is wrong, and the record does not say what is right")
	}
}

// disputed reports that another version which fits as well states another
// value of a field.
func (p *planner) disputed(c *match.Candidate, field biblio.Field) bool {
	for _, other := range p.rival {
		switch match.Compare(&other.Hit.Record.Work, &c.Hit.Record.Work).Of(field).Agreement {
		case match.Differs, match.Undecided:
			return true
		}
	}
	return false
}

// adopt makes sure that the correction's work has a field of another record of
// the same version.
func (p *planner) adopt(from *biblio.Work, field biblio.Field) {
	w := &p.out.Work
	if valueOf(w, field) != "" {
		return
	}
	switch field {
	case biblio.FieldAuthors:
		w.Contributors, w.AuthorsCut = from.Contributors, false
	case biblio.FieldVenue:
		w.Container = from.Container
	case biblio.FieldYear:
		w.Issued = from.Issued
	case biblio.FieldURL:
		w.URL = from.URL
	case biblio.FieldVolume:
		w.Volume = from.Volume
	case biblio.FieldIssue:
		w.Issue = from.Issue
	case biblio.FieldPages:
		w.Pages = from.Pages
	case biblio.FieldPublisher:
		w.Publisher = from.Publisher
	case biblio.FieldLocation:
		w.Place = from.Place
	default:
		if scheme, ok := schemeOf[field]; ok {
			w.IDs = append(append([]ident.ID(nil), w.IDs...), from.ID(scheme))
		}
	}
}

func (p *planner) refuse(field biblio.Field, rule, why string) {
	p.out.Unactionable = append(p.out.Unactionable, Unactionable{Field: field, Rule: rule, Why: why})
}
