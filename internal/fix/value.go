package fix

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// schemeOf maps the fields that hold an identifier to its scheme.
var schemeOf = map[biblio.Field]ident.Scheme{
	biblio.FieldDOI: ident.DOI, biblio.FieldArXiv: ident.ArXiv, biblio.FieldPMID: ident.PMID, biblio.FieldISBN: ident.ISBN,
}

// valueOf returns a field of a work as plain text, "" if it is not stated.
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
		return cmp.Or(w.Container.Title, w.Container.Short)
	case biblio.FieldYear:
		return w.YearString()
	case biblio.FieldURL:
		return cmp.Or(w.URL, w.ID(ident.DOI).Link())
	}
	if detail := w.Detail(field); detail != nil {
		return *detail
	}
	if scheme, ok := schemeOf[field]; ok {
		return w.ID(scheme).Value
	}
	return ""
}

// runTogether reports whether one name in a list holds several: what a source misread is not copied.
func runTogether(list []biblio.Contributor) bool {
	return slices.ContainsFunc(list, func(c biblio.Contributor) bool {
		name := " " + c.Given + " " + c.Family + " "
		return strings.Contains(name, " and ") || strings.Contains(name, " & ")
	})
}

// names joins names in reading order.
func names(list []biblio.Contributor) string {
	return strings.Join(lists.Map(list, biblio.Contributor.String), "; ")
}

// wrong plans the correction of a field that the verdict proves wrong.
func (p *planner) wrong(r judge.Reason) {
	c := p.base.Comparison.Of(r.Field)
	if !r.Field.Identifier() && c.Agreed() {
		p.hold(r.Field, judge.VersionsDiffer)
		return
	}
	if r.Status == judge.Mixed && !p.cites() && !p.base.Comparison.AgreesOn(biblio.FieldArXiv) {
		p.hold(r.Field, judge.VersionUnknown)
		return
	}
	claimed := cmp.Or(valueOf(&p.f.Reference.Claimed, r.Field), r.Claimed)
	p.offering = r.Pen != judge.Write && !p.opt.Likely && !p.taking
	witness := p.witness(r.Field)
	if witness != nil && r.Quoted > 0 && !r.Field.Identifier() &&
		witness.Comparison.Of(r.Field).Agreement != match.Differs {
		witness = nil
	}
	p.patchBy(witness, r.Field, Replace, claimed, of(r.Rule))
	p.offering = false
}

// follow plans the fields that the record contradicts too and that the verdict left open only because of another one
// that is replaced: the rest of the place of a wrong container or year, a title's slip beside wrong authors. Otherwise
// the entry would mix two versions, and a second run would change it again.
func (p *planner) follow() {
	for at, cause := range placeFields[:2] { // container and year
		if !p.replaced(cause) || cause == biblio.FieldYear && !p.base.Comparison.SharesIdentifier() &&
			!p.base.Comparison.AgreesOn(biblio.FieldVenue) {
			continue
		}
		for _, field := range placeFields[at+1:] {
			p.alsoWrong(field, cause)
		}
		if cause == biblio.FieldYear && p.opt.allows(biblio.FieldVenue) {
			p.renumber()
		}
	}
	title := p.base.Comparison.Of(biblio.FieldTitle)
	if p.replaced(biblio.FieldAuthors) && p.base.Comparison.SharesIdentifier() &&
		judge.Misspelt(normalise.Words(title.Claimed), normalise.Words(title.Recorded)) {
		p.alsoWrong(biblio.FieldTitle, biblio.FieldAuthors)
	}
}

// meetingNumber finds the number of a meeting in the name of its proceedings.
var meetingNumber = regexp.MustCompile(`\b[1-9]\d{0,2}(?:st|nd|rd|th)\b`)

// renumber plans the number of the meeting in a container's name, which depends on the year: "58th" of 2020 is "57th"
// of 2019.
func (p *planner) renumber() {
	claimed := valueOf(&p.f.Reference.Claimed, biblio.FieldVenue)
	have := meetingNumber.FindAllString(claimed, -1)
	want := meetingNumber.FindAllString(valueOf(&p.base.Hit.Record.Work, biblio.FieldVenue), -1)
	if len(have) == 1 && len(want) == 1 && have[0] != want[0] && !p.patched(biblio.FieldVenue) {
		p.add(Patch{Field: biblio.FieldVenue, Action: Replace, From: claimed,
			To:   strings.Replace(claimed, have[0], want[0], 1),
			Rule: "follows-" + string(biblio.FieldYear), Cause: biblio.FieldYear}, p.base)
	}
}

func (p *planner) replaced(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool {
		return have.Field == field && have.Action == Replace
	})
}

// alsoWrong plans a field that the chosen record contradicts but the verdict leaves open because of another field.
func (p *planner) alsoWrong(field, cause biblio.Field) {
	if f := p.base.Comparison.Of(field); f.Agreement == match.Differs && p.opt.allows(field) && p.contested(field) {
		p.patch(field, Replace, valueOf(&p.f.Reference.Claimed, field),
			motive{rule: "follows-" + string(cause), cause: cause})
	}
}

// contested reports whether a record contradicts a field that the verdict leaves open.
func (p *planner) contested(field biblio.Field) bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool {
		return r.Field == field && r.Status == judge.Contested && !r.Doubt.OfEntry()
	})
}

// partial plans the completion of a field that says less than the record, or the same with a slip.
func (p *planner) partial(c match.FieldComparison) {
	if p.opt.allows(c.Field) && p.nameSlip(c) {
		p.patch(c.Field, Replace, valueOf(&p.f.Reference.Claimed, c.Field), completing(match.KindSlip))
		return
	}
	if name := p.containerSlip(c); name != "" && p.opt.allows(c.Field) {
		p.misspeltContainer(name)
		return
	}
	if !partialKinds[c.Kind] || c.Agreement == match.Differs || c.Agreement == match.Agrees || !p.opt.allows(c.Field) {
		return
	}
	if c.Kind == match.KindFirstPage && !strings.ContainsAny(c.Recorded, "-–—") { // here the record says less
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
	p.patch(c.Field, Replace, from, completing(c.Kind))
}

// misspeltContainer plans a container's name without its slip.
func (p *planner) misspeltContainer(name string) {
	if !p.patched(biblio.FieldVenue) {
		p.add(Patch{Field: biblio.FieldVenue, Action: Replace, From: p.f.Reference.Claimed.Container.Title, To: name,
			Rule: "partial-" + match.KindTypo, Aim: Completes}, p.ofVenue())
	}
}

// ofVenue returns the record whose container is used.
func (p *planner) ofVenue() *match.Candidate {
	return cmp.Or(p.witness(biblio.FieldVenue), p.base)
}

// placed reports whether more than the title says which work is meant: an identifier, the pages, or container
// and year under a title of several words. The first words of a title alone may be another book's.
func (p *planner) placed() bool {
	for _, field := range []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN,
		biblio.FieldPages} {
		if p.base.Comparison.AgreesOn(field) {
			return true
		}
	}
	return len(normalise.Significant(normalise.Words(p.f.Reference.Claimed.Title))) >= 3 &&
		p.base.Comparison.AgreesOn(biblio.FieldVenue) && p.base.Comparison.AgreesOn(biblio.FieldYear)
}

// missing plans a missing field; asked means that it was requested, and not only needed by the type of the entry.
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
			p.hold(field, judge.VersionUnknown)
		}
		return
	}
	p.patch(field, Add, "", motive{rule: "missing", aim: Fills})
}

// statedBeyond reports whether the entry states a field by an unknown macro, or may state it through the parent
// that it names: what the parent says must not be overruled.
func (p *planner) statedBeyond(field biblio.Field) bool {
	extra := p.f.Reference.Extra
	if (extra["crossref"] != "" || extra["xdata"] != "") && versionFields[field] && field != biblio.FieldPages &&
		field != biblio.FieldDOI && field != biblio.FieldURL {
		return true
	}
	return slices.ContainsFunc(FieldNames(field), func(name string) bool { return extra[name] != "" })
}

// venueSays reports whether the container is corrected to a name that contains an arXiv id.
func (p *planner) venueSays(id string) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool {
		return have.Field == biblio.FieldVenue && id != "" && strings.Contains(have.To, id)
	})
}

// wrongAlready reports whether the verdict proves a field wrong.
func (p *planner) wrongAlready(field biblio.Field) bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons,
		func(r judge.Reason) bool { return r.Field == field && r.Status.Wrong() })
}

// patch takes the value of a field from the chosen version. If versions that fit equally well disagree, nothing
// is changed.
func (p *planner) patch(field biblio.Field, action Action, from string, why motive) {
	p.patchBy(p.witness(field), field, action, from, why)
}

// patchBy takes the value of a field from a record of the chosen version, which may be nil.
func (p *planner) patchBy(c *match.Candidate, field biblio.Field, action Action, from string, why motive) {
	if p.patched(field) {
		return
	}
	if c != nil {
		c = p.samePlaceAs(c, field)
	}
	if c == nil {
		if action == Replace {
			p.hold(field, judge.RecordLacks)
		}
		return
	}
	patch := Patch{Field: field, Action: action, From: strings.TrimSpace(from), To: p.value(c, field),
		Rule: why.rule, Aim: why.aim, Cause: why.cause}
	if patch.To == patch.From {
		return
	}
	p.add(patch, c)
}

// value returns the value of a record's field as it is written: authors with the names that another record of
// the version has in full, the container by its name.
func (p *planner) value(c *match.Candidate, field biblio.Field) string {
	switch {
	case field == biblio.FieldAuthors:
		have := p.f.Reference.Claimed.Authors()
		if p.out.Work.Contributors = keepLonger(have, p.out.Work.Contributors); p.invented() &&
			judge.SamePeople(have, p.out.Work.Authors()) {
			p.out.Work.Contributors = otherPeople(have, p.out.Work.Authors())
		}
		return typesetting.Replace(valueOf(&p.out.Work, field))
	case field == biblio.FieldVenue:
		return typesetting.Replace(containerName(c, p.version))
	case field.Identifier():
		return valueOf(&c.Hit.Record.Work, field)
	}
	return typesetting.Replace(valueOf(&c.Hit.Record.Work, field))
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

// invented reports whether the verdict proves that several people have other given names than on any record.
func (p *planner) invented() bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool {
		return r.Field == biblio.FieldAuthors && r.Status.Wrong() && r.Kind == match.KindGivenNames
	})
}

// otherPeople returns a list of authors with the names of the record only where they are another person's.
func otherPeople(have, want []biblio.Contributor) []biblio.Contributor {
	list := slices.Clone(have)
	for i := range list {
		if entry.ComparePersons(have[i], want[i]).Agreement == match.Differs {
			list[i] = want[i]
		}
	}
	return list
}

// add plans a patch with a value that a record of the chosen version states, if it may be written, and reports
// whether it did.
func (p *planner) add(patch Patch, c *match.Candidate) bool {
	patch.Doubt = p.objection(c, &patch)
	if patch.Doubt != judge.NoDoubt && !p.mayChoose(&patch) {
		p.hold(patch.Field, patch.Doubt)
		return false
	}
	if p.offering {
		p.out.Unactionable = append(p.out.Unactionable, Unactionable{Field: patch.Field, Hold: Likely,
			To: patch.To, Pen: judge.Offer, Why: "likely wrong, but not certain: the record has " + patch.To})
		return false
	}
	patch.Source, patch.Record = c.Source.Name, c.Hit.Record.LocalID
	if from := c.Hit.Record.Source; from != patch.Source {
		patch.Holder = from
	}
	patch.Sources = p.supporters(c, patch.Field)
	p.out.Patches = append(p.out.Patches, patch)
	if patch.Field == biblio.FieldYear { // written from the work, with its month
		adopt(&p.out.Work, &c.Hit.Record.Work, patch.Field)
	}
	if p.place == nil && slices.Contains(placeFields, patch.Field) {
		p.place = c
	}
	return true
}

// disputed reports whether another version that fits as well states another value of a field.
func (p *planner) disputed(c *match.Candidate, field biblio.Field) bool {
	for _, other := range p.rival {
		switch match.Compare(&other.Hit.Record.Work, &c.Hit.Record.Work).Of(field).Agreement {
		case match.Differs, match.Undecided:
			return true
		}
	}
	return false
}

func (p *planner) refuse(field biblio.Field, rule Hold, why string) {
	p.out.Unactionable = append(p.out.Unactionable, Unactionable{Field: field, Hold: rule, Why: why})
}

// hold leaves a field, or "" for the entry as a whole, alone for a doubt.
func (p *planner) hold(field biblio.Field, doubt judge.Doubt) {
	rule := cmp.Or(heldRules[doubt], recordUnlikely)
	if field == "" {
		rule = Whole
	}
	p.out.Unactionable = append(p.out.Unactionable, Unactionable{Field: field, Hold: rule, Why: doubt.Sentence(),
		Doubt: doubt, Pen: doubt.Pen()})
}

// mayChoose reports whether a person decides between the two values that a doubt leaves.
func (p *planner) mayChoose(patch *Patch) bool {
	return (p.opt.Choose || p.taking) && patch.Action == Replace && patch.Doubt.Pen() == judge.Choose
}
