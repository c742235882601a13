package fix

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// schemeOf returns the scheme of a field that holds an identifier.
var schemeOf = map[biblio.Field]ident.Scheme{
	biblio.FieldDOI: ident.DOI, biblio.FieldArXiv: ident.ArXiv, biblio.FieldPMID: ident.PMID, biblio.FieldISBN: ident.ISBN,
}

// valueOf returns a field of a work as plain text, "" when it is not stated.
func valueOf(w *biblio.Work, field biblio.Field) string {
	switch field {
	case biblio.FieldTitle:
		return w.FullTitle()
	case biblio.FieldAuthors:
		if w.AuthorsCut || runTogether(w.Authors()) {
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
	}
	if detail := w.Detail(field); detail != nil {
		return *detail
	}
	if scheme, ok := schemeOf[field]; ok {
		return w.ID(scheme).Value
	}
	return ""
}

// runTogether reports a list in which one name holds several: what a source read
// wrongly is not copied.
func runTogether(list []biblio.Contributor) bool {
	for i := range list {
		name := " " + list[i].Given + " " + list[i].Family + " "
		if strings.Contains(name, " and ") || strings.Contains(name, " & ") {
			return true
		}
	}
	return false
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
	if !r.Field.Identifier() && c.Agreed() {
		p.refuse(r.Field, "versions-differ", "the version that the rest of the reference fits agrees with it")
		return
	}
	if r.Rule == "versions-mixed" && !p.cites() && !agrees(p.base, biblio.FieldArXiv) {
		p.refuse(r.Field, "version-unknown",
			"it is right for one version of the work, and nothing says that the entry means another one")
		return
	}
	claimed := cmp.Or(valueOf(&p.f.Reference.Claimed, r.Field), r.Claimed)
	p.offering = !p.certain(r)
	p.patchBy(p.quoted(r.Field, r.Quoted), r.Field, Replace, claimed, r.Rule)
	p.offering = false
}

// certain reports a difference that is sure enough to be corrected: certain by its
// evidence, wrong by itself, or the only one in an entry.
func (p *planner) certain(r judge.Reason) bool {
	return p.opt.Likely || r.Strength == judge.Certain || p.wrongByItself(r) || p.onlyDifference(r.Field)
}

// onlyDifference reports that a record that may complete the entry confirms all else that
// it states. Another title may be another work's, unless it is a publisher's and an
// identifier or the pages are the record's.
func (p *planner) onlyDifference(field biblio.Field) bool {
	title := field == biblio.FieldTitle && (p.base.Origin.Kind != biblio.Publisher || !ofThisPrint(p.base))
	if title || !completes(p.base) {
		return false
	}
	return !slices.ContainsFunc(biblio.Fields, func(other biblio.Field) bool {
		f := p.base.Comparison.Of(other)
		switch f.Agreement {
		case match.Differs, match.Undecided:
			return other != field
		case match.Unrecorded, match.NotCompared:
			return other != field && other.Core() && valueOf(&p.f.Reference.Claimed, other) != ""
		}
		return f.Kind == match.KindPreprint || f.Kind == match.KindPublished
	})
}

// wrongByItself reports what needs no more evidence than the entry itself: pages that no
// range can have, and a title whose only fault is a word misspelt as in no record.
func (p *planner) wrongByItself(r judge.Reason) bool {
	switch r.Field {
	case biblio.FieldPages:
		return impossible(normalise.ParsePages(r.Claimed))
	case biblio.FieldTitle:
		return misspeltWords(normalise.Words(r.Claimed), normalise.Words(r.Recorded)) &&
			slices.ContainsFunc(p.f.Verdict.Items, func(i judge.Item) bool {
				return i.Field == r.Field && i.Kind == string(r.Field)+"/claimed-nowhere"
			})
	}
	return false
}

// follows is the rule of patches of what stands with a container that is replaced.
const follows = "follows-venue"

// followsYear and followsAuthors are the rules of patches of what the judge would
// have proved an error, had the year or the list of authors been right.
const (
	followsYear    = "follows-year"
	followsAuthors = "follows-authors"
)

// followed lists what is replaced with another field when the record contradicts it
// too and the verdict left it open only because of that field: year, volume, issue
// and pages of a container that is wrong, volume, issue and pages of a year that is
// wrong. The entry would mix two versions, and a second run would change it again.
var followed = []struct {
	cause biblio.Field
	rule  string
	with  []biblio.Field
}{
	{biblio.FieldVenue, follows,
		[]biblio.Field{biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages}},
	{biblio.FieldYear, followsYear, []biblio.Field{biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages}},
}

// Cause is the field whose correction a patch follows: without that one it would mix
// two versions. "" means that it is made for its own sake.
func (p *Patch) Cause() biblio.Field {
	for _, row := range followed {
		if row.rule == p.Rule {
			return row.cause
		}
	}
	if p.Rule == followsAuthors {
		return biblio.FieldAuthors
	}
	return ""
}

// follow plans what is replaced with the fields that are.
func (p *planner) follow() {
	for _, row := range followed {
		if !p.replaced(row.cause) || row.cause == biblio.FieldYear && !p.base.Comparison.SharesIdentifier() &&
			!agrees(p.base, biblio.FieldVenue) {
			continue
		}
		for _, field := range row.with {
			p.alsoWrong(field, row.rule)
		}
	}
	title := p.base.Comparison.Of(biblio.FieldTitle)
	if p.replaced(biblio.FieldAuthors) && p.base.Comparison.SharesIdentifier() &&
		misspeltWords(normalise.Words(title.Claimed), normalise.Words(title.Recorded)) {
		p.alsoWrong(biblio.FieldTitle, followsAuthors)
	}
}

func (p *planner) replaced(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool {
		return have.Field == field && have.Action == Replace
	})
}

// alsoWrong plans a field that the chosen record contradicts and the verdict leaves
// open.
func (p *planner) alsoWrong(field biblio.Field, rule string) {
	if f := p.base.Comparison.Of(field); f.Agreement == match.Differs && p.opt.allows(field) && p.contested(field) {
		p.patch(field, Replace, valueOf(&p.f.Reference.Claimed, field), rule)
	}
}

// contested reports a field that a record contradicts and that the verdict leaves
// open.
func (p *planner) contested(field biblio.Field) bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool {
		return r.Rule == "contested" && r.Field == field
	})
}

// partial plans the completion of a field that says less than the record, or
// the same with a slip.
func (p *planner) partial(c match.FieldComparison) {
	if p.opt.allows(c.Field) && p.nameSlip(c) {
		p.patch(c.Field, Replace, valueOf(&p.f.Reference.Claimed, c.Field), "partial-"+match.KindSlip)
		return
	}
	if name := p.containerSlip(c); name != "" && p.opt.allows(c.Field) {
		p.misspeltContainer(name)
		return
	}
	if !partialKinds[c.Kind] || c.Agreement == match.Differs || c.Agreement == match.Agrees || !p.opt.allows(c.Field) {
		return
	}
	if c.Kind == match.KindFirstPage && !strings.ContainsAny(c.Recorded, "-–—") { // it is the record that says less
		return
	}
	if c.Kind == match.KindEtAl && !p.opt.customs.fullLists(len(p.out.Work.Authors())) { // the author's choice
		return
	}
	if c.Kind == match.KindSubtitleOmitted && !p.placed() {
		return
	}
	if c.Kind == match.KindTitleCut && !p.f.Reference.Claimed.TitleCut && len(c.Recorded) <= len(c.Claimed) {
		return
	}
	from := valueOf(&p.f.Reference.Claimed, c.Field)
	if c.Kind == match.KindEtAl {
		from = names(p.f.Reference.Claimed.Authors()) + cutMark
	}
	p.patch(c.Field, Replace, from, "partial-"+c.Kind)
}

// misspeltContainer plans a container's name without its slip.
func (p *planner) misspeltContainer(name string) {
	if !p.patched(biblio.FieldVenue) {
		p.add(Patch{Field: biblio.FieldVenue, Action: Replace, From: p.f.Reference.Claimed.Container.Title, To: name,
			Rule: "partial-" + match.KindTypo}, p.ofVenue())
	}
}

// ofVenue returns the record whose container is taken.
func (p *planner) ofVenue() *match.Candidate {
	return cmp.Or(p.witness(biblio.FieldVenue), p.base)
}

// placed reports that more than the title says which work is meant: an
// identifier, the pages, or container and year under a title of some words. The
// first words of a title alone may be another book's.
func (p *planner) placed() bool {
	for _, field := range []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN,
		biblio.FieldPages} {
		if agrees(p.base, field) {
			return true
		}
	}
	return significant(p.f.Reference.Claimed.Title) >= 3 && agrees(p.base, biblio.FieldVenue) &&
		agrees(p.base, biblio.FieldYear)
}

// saysLess reports that a recorded name is a part of the claimed one: the record
// is the partial one of the two.
func saysLess(from, to string) bool {
	a, b := normalise.Squash(normalise.Text(from)), normalise.Squash(normalise.Text(to))
	return len(b) < len(a) && strings.Contains(a, b)
}

// missing plans a field that is not there; asked says that it was asked for,
// and not only wanted by the type of the entry.
func (p *planner) missing(field biblio.Field, asked bool) {
	w := &p.f.Reference.Claimed
	have := valueOf(w, field)
	if field == biblio.FieldURL {
		have = w.URL
	}
	if !p.opt.allows(field) || have != "" || field == biblio.FieldAuthors && (w.AuthorsCut || len(w.Contributors) > 0) ||
		p.wrongAlready(field) {
		return
	}
	if p.statedBeyond(field) {
		return
	}
	if field == biblio.FieldArXiv && p.venueSays(p.out.Work.ID(ident.ArXiv).Value) {
		return
	}
	if !p.fits(field) {
		if asked && p.witness(field) != nil {
			p.refuse(field, "version-unknown", "the entry does not say that it cites the version which the record describes")
		}
		return
	}
	p.patch(field, Add, "", "missing")
}

// statedBeyond reports a field that the entry states by a macro that nobody knows, or may
// state by the parent that it names: what the parent says is not to be overruled.
func (p *planner) statedBeyond(field biblio.Field) bool {
	extra := p.f.Reference.Extra
	if (extra["crossref"] != "" || extra["xdata"] != "") && versionFields[field] && field != biblio.FieldPages &&
		field != biblio.FieldDOI && field != biblio.FieldURL {
		return true
	}
	return slices.ContainsFunc(FieldNames(field), func(name string) bool { return extra[name] != "" })
}

// venueSays reports that the container is corrected to a name with an arXiv id
// in it.
func (p *planner) venueSays(id string) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool {
		return have.Field == biblio.FieldVenue && id != "" && strings.Contains(have.To, id)
	})
}

// wrongAlready reports a field that the verdict speaks of.
func (p *planner) wrongAlready(field biblio.Field) bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool { return r.Field == field && isWrong(r) })
}

// patch takes the value of a field from the chosen version. Where versions
// that fit equally well say different things, nothing is changed.
func (p *planner) patch(field biblio.Field, action Action, from, rule string) {
	p.patchBy(p.witness(field), field, action, from, rule)
}

// patchBy takes the value of a field from a record of the chosen version, nil for none.
func (p *planner) patchBy(c *match.Candidate, field biblio.Field, action Action, from, rule string) {
	if p.patched(field) {
		return
	}
	if c != nil {
		c = p.samePlaceAs(c, field)
	}
	if c == nil {
		if action == Replace {
			p.refuse(field, "record-lacks", "it is wrong, and the record does not say what is right")
		}
		return
	}
	patch := Patch{Field: field, Action: action, From: strings.TrimSpace(from), To: p.value(c, field), Rule: rule}
	if patch.To == patch.From {
		return
	}
	p.add(patch, c)
}

// value returns what a record states of a field as it is written: authors with the
// names that another record of the version has in full, the container by its name.
func (p *planner) value(c *match.Candidate, field biblio.Field) string {
	switch {
	case field == biblio.FieldAuthors:
		p.out.Work.Contributors = keepLonger(p.f.Reference.Claimed.Authors(), p.out.Work.Contributors)
		return typesetting.Replace(valueOf(&p.out.Work, field))
	case field == biblio.FieldVenue:
		return typesetting.Replace(containerName(c, p.version))
	case field.Identifier():
		return valueOf(&c.Hit.Record.Work, field)
	}
	return typesetting.Replace(valueOf(&c.Hit.Record.Work, field))
}

// add plans a patch whose value a record of the chosen version states, where it has the
// right to be written, and reports whether it did.
func (p *planner) add(patch Patch, c *match.Candidate) bool {
	if rule, why := p.barred(c, &patch); rule != "" {
		p.refuse(patch.Field, rule, why)
		return false
	}
	if p.offering {
		p.out.Unactionable = append(p.out.Unactionable, Unactionable{Field: patch.Field, Rule: NotCertain, To: patch.To,
			Why: "likely wrong, but not certain: the record has " + patch.To})
		return false
	}
	patch.Source, patch.Record = c.Source.Name, c.Hit.Record.LocalID
	if from := c.Hit.Record.Source; from != patch.Source {
		patch.Holder = from
	}
	patch.Sources = p.supporters(c, patch.Field)
	p.out.Patches = append(p.out.Patches, patch)
	if patch.Field == biblio.FieldYear { // which is written from the work, with its month
		adopt(&p.out.Work, &c.Hit.Record.Work, patch.Field)
	}
	if p.place == nil && slices.Contains(placeFields, patch.Field) {
		p.place = c
	}
	return true
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

func (p *planner) refuse(field biblio.Field, rule, why string) {
	p.out.Unactionable = append(p.out.Unactionable, Unactionable{Field: field, Rule: rule, Why: why})
}
