package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// misspelt is the rule of patches of a DOI that no record has but that is one slip away from the DOI of the
// work itself. It is not a verdict: only the registry can prove that a DOI does not exist. That two DOIs of one
// work, or of the work and an unrelated one, look alike by chance is less likely than a slip.
const misspelt = "identifier-misspelt"

// unlikely is the rule of patches of a DOI that no record has, in an entry that agrees with a record in
// everything else, if the registrant of that DOI is unknown or is the registrant of the record's. One
// registrant that assigns two DOIs to one article is far rarer than a made-up DOI: among 430,000 records only
// six pairs, all of them standards, agree in everything else.
const unlikely = "identifier-unlikely"

// onlyOpen reports whether a verdict is inconclusive only because a record of the work states another DOI,
// arXiv id or order of authors than the reference.
func onlyOpen(v *judge.Verdict) bool {
	return v.Outcome == judge.Inconclusive && len(v.Versions) > 0 && len(v.Fields) == 1 &&
		(v.Fields[0] == biblio.FieldDOI || v.Fields[0] == biblio.FieldArXiv || v.Fields[0] == biblio.FieldAuthors)
}

// misspeltDOI plans the correction of a DOI that no record has, and reports whether it did.
func (p *planner) misspeltDOI() bool {
	claimed := p.f.Reference.Claimed.ID(ident.DOI)
	if p.opt.Minimal || !p.opt.allows(biblio.FieldDOI) || claimed.IsZero() || p.patched(biblio.FieldDOI) ||
		!p.unconfirmed(biblio.FieldDOI) {
		return false
	}
	if !p.base.Comparison.AgreesOn(biblio.FieldTitle) && !p.base.Comparison.AgreesOn(biblio.FieldAuthors) {
		return false
	}
	for _, c := range p.version {
		r := &c.Hit.Record
		doi := r.ID(ident.DOI)
		if doi.IsZero() || match.IsPreprint(r) ||
			!oneDOI[r.Type] && (r.Type != biblio.TypeUnknown || r.Container.Title == "") {
			continue
		}
		sameEdition := c.Comparison.Of(biblio.FieldVenue).Agreement == match.Agrees &&
			c.Comparison.AgreesOn(biblio.FieldPages)
		rule := ""
		switch {
		case slipOfDOI(claimed.Value, doi.Value, sameEdition):
			rule = misspelt
		case completes(c) && p.outvoted(claimed, doi, c):
			rule = unlikely
		default:
			continue
		}
		if p.add(Patch{Field: biblio.FieldDOI, Action: Replace, From: claimed.Value, To: doi.Value, Rule: rule,
			Aim: Identifies}, c) {
			p.out.Work.IDs = replaced(p.out.Work.IDs, doi)
			return true
		}
	}
	return false
}

// outvoted reports whether everything but the DOI matches a record, and the claimed DOI is of an unknown registrant or
// of the record's. Authors may be missing or corrected under a title that no other work of the venue has. The title may
// be misspelt, or lack words if authors and pages match the record; the last page may be wrong.
func (p *planner) outvoted(claimed, recorded ident.ID, c *match.Candidate) bool {
	if !p.sameButIdentifier(c) {
		return false
	}
	unknown := func(n judge.Notice) bool { return judge.UnknownRegistrant(n.Rule) }
	if slices.ContainsFunc(p.f.Verdict.Notices, unknown) {
		return true
	}
	exact := c.Comparison.Of(biblio.FieldVenue).Agreement == match.Agrees || c.Comparison.AgreesOn(biblio.FieldPages)
	// conference papers have two, of one form
	if c.Hit.Record.Type != biblio.ArticleJournal || stem(claimed) == stem(recorded) {
		return false
	}
	return exact && registrant(claimed) == registrant(recorded) && !versionsOf(claimed.Value, recorded.Value)
}

// sameButIdentifier reports whether a record's fields match the entry's, apart from slips.
func (p *planner) sameButIdentifier(c *match.Candidate) bool {
	for _, field := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear} {
		f := c.Comparison.Of(field)
		switch {
		case field == biblio.FieldAuthors && judge.Distinctive(p.f.Reference.Claimed.Title),
			field == biblio.FieldTitle && f.Agreement == match.Differs && writtenBadly(f, c):
			continue
		}
		if !c.Comparison.AgreesOn(field) || f.Kind == match.KindPreprint || f.Kind == match.KindPublished {
			return false
		}
	}
	return !slices.ContainsFunc([]biblio.Field{biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages},
		func(field biblio.Field) bool {
			f := c.Comparison.Of(field)
			return f.Agreement == match.Differs && !lastPage(f) || f.Agreement == match.Undecided
		})
}

// lastPage reports whether pages differ only in the last one.
func lastPage(f match.FieldComparison) bool {
	have, want := normalise.ParsePages(f.Claimed), normalise.ParsePages(f.Recorded)
	return f.Field == biblio.FieldPages && have.First != "" && have.First == want.First
}

// writtenBadly reports whether a title is the record's with slips, or lacks words of it while authors and pages agree.
func writtenBadly(title match.FieldComparison, c *match.Candidate) bool {
	have, want := normalise.Words(title.Claimed), normalise.Words(title.Recorded)
	return judge.Misspelt(have, want) || c.Comparison.AgreesOn(biblio.FieldAuthors) &&
		c.Comparison.AgreesOn(biblio.FieldPages) && judge.LeavesOut(have, want)
}

// stem is the part of a DOI's suffix before the first digit: a journal, a conference.
func stem(doi ident.ID) string {
	_, own, _ := strings.Cut(doi.Value, "/")
	if at := strings.IndexAny(own, "0123456789"); at >= 0 {
		own = own[:at]
	}
	return own
}

func registrant(doi ident.ID) string {
	prefix, _, _ := strings.Cut(doi.Value, "/")
	return prefix
}

// misspeltArXiv plans the correction of a slip in an arXiv id, and reports whether it did. A work has one arXiv
// id; its title or its authors must agree.
func (p *planner) misspeltArXiv() bool {
	claimed, recorded := p.f.Reference.Claimed.ID(ident.ArXiv), p.base.Hit.Record.ID(ident.ArXiv)
	if p.opt.Minimal || !p.opt.allows(biblio.FieldArXiv) || claimed.IsZero() || recorded.IsZero() ||
		!p.unconfirmed(biblio.FieldArXiv) {
		return false
	}
	if !p.base.Comparison.AgreesOn(biblio.FieldTitle) && !p.base.Comparison.AgreesOn(biblio.FieldAuthors) ||
		normalise.Distance(claimed.Value, recorded.Value) > 2 {
		return false
	}
	return p.add(Patch{Field: biblio.FieldArXiv, Action: Replace, From: claimed.Value, To: recorded.Value, Rule: misspelt,
		Aim: Identifies},
		p.base)
}

// unconfirmed reports whether no record found has the claimed identifier.
func (p *planner) unconfirmed(field biblio.Field) bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool {
		return r.Field == field && unconfirmed(r)
	})
}

// unconfirmed reports whether nothing confirms an identifier: no record has one of its scheme, or one has another.
func unconfirmed(r judge.Reason) bool {
	return r.Field.Identifier() && !r.Doubt.OfEntry() &&
		(r.Status == judge.Unrecorded || r.Status == judge.Contested)
}

// oneDOI lists the types of works that have one DOI per version; works of unknown type do if they are in a
// container. Repositories assign neighbouring DOIs to the versions of data, software and manuscripts.
var oneDOI = map[biblio.Type]bool{biblio.ArticleJournal: true, biblio.PaperConference: true, biblio.Chapter: true,
	biblio.ArticleMagazine: true, biblio.Review: true}

// slipOfDOI reports whether one DOI is the other with at most two letters wrong, or cut off. A substituted
// letter is a slip only in the same edition: DOIs of parallel editions differ that way (anie, ange).
func slipOfDOI(claimed, recorded string, sameEdition bool) bool {
	_, have, _ := strings.Cut(claimed, "/")
	prefix, want, _ := strings.Cut(recorded, "/")
	if len(want) < 6 || versionsOf(claimed, recorded) {
		return false
	}
	if strings.HasPrefix(recorded, claimed) { // truncated
		return len(claimed) >= len(prefix)+1+max(4, len(want)/2)
	}
	if normalise.Distance(claimed, recorded) > 2 {
		return false
	}
	return sameEdition || !lettersOnly(have, want)
}

// lettersOnly reports whether two texts of equal length differ only in substituted letters, not in their order.
func lettersOnly(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var in, out []byte
	for i := range len(a) {
		if a[i] == b[i] {
			continue
		}
		if digit(a[i]) || digit(b[i]) {
			return false
		}
		in, out = append(in, a[i]), append(out, b[i])
	}
	return len(in) != 2 || in[0] != out[1] || in[1] != out[0]
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// versionsOf reports whether DOIs differ only in a version number at their end: "….1" and "….2", "…/v1" and "…/v2".
func versionsOf(a, b string) bool {
	x, y := version.ReplaceAllString(a, ""), version.ReplaceAllString(b, "")
	return x == y || x == b || a == y
}

// version matches the version at the end of a DOI. Ten versions are rare, and ACL's papers are numbered like that.
var version = lazy.Regexp(`\.\d$|[./_-]*v\d{1,2}$`)
