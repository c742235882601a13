package fix

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// A verdict says that an entry and a record differ in more than form. That is not yet
// a reason to write the record's value: the work may have two prints, and a record may
// say less than the entry. An identifier that both state settles that the record is of
// this very print.

// withheld says why a record's value does not replace what the entry states; "" when
// it does.
func (p *planner) withheld(c *match.Candidate, field biblio.Field) string {
	f := c.Comparison.Of(field)
	switch {
	case c.Source.Registry: // its works are all there are
	case field == biblio.FieldAuthors:
		return p.withheldAuthors(c)
	case field == biblio.FieldVenue && containerName(c, p.version) == "":
		return "the record has a handle in place of the container's name"
	case field == biblio.FieldPages && otherPrint(f):
		return "the record may count the pages of another print"
	case sameIdentifier(c):
	case field == biblio.FieldTitle && leavesWordsOut(f):
		return "the record has the same title with words left out, and may be the one that lacks them"
	case field == biblio.FieldYear && volumeYear(f, c):
		return "the entry has the year of the volume and the record that of the conference"
	}
	return ""
}

// completes reports that a record may complete an entry: a publisher's or a preprint
// server's, or an aggregator's that an identifier of the entry leads to.
func completes(c *match.Candidate) bool {
	return c.Origin.Kind > biblio.Aggregator || c.Origin.Kind == biblio.Aggregator && sameIdentifier(c)
}

// sameIdentifier reports that entry and record state one identifier of a work.
func sameIdentifier(c *match.Candidate) bool {
	for _, field := range []biblio.Field{biblio.FieldDOI, biblio.FieldPMID, biblio.FieldArXiv} {
		if c.Comparison.Of(field).Agreement == match.Agrees {
			return true
		}
	}
	return false
}

// leavesWordsOut reports that a recorded title is the claimed one without some words
// that mean something.
func leavesWordsOut(f match.FieldComparison) bool {
	have, want := fold.Words(f.Claimed), fold.Words(f.Recorded)
	i := 0
	for _, word := range have {
		if i < len(want) && want[i] == word {
			i++
		}
	}
	return i == len(want) && len(fold.Significant(have)) > len(fold.Significant(want))
}

// otherPrint reports two ranges of pages of one length, or of which one ends a page
// later: a blank page is counted or it is not. What no range of pages can be, such as
// "0-0" or one that ends before it begins, is no print.
func otherPrint(f match.FieldComparison) bool {
	have, want := fold.ParsePages(f.Claimed), fold.ParsePages(f.Recorded)
	switch {
	case strings.ContainsFunc(f.Claimed, unicode.IsLetter) && !strings.ContainsFunc(f.Recorded, unicode.IsLetter):
		return true // the volume of the proceedings stands before the page
	case have.First == "" || have.First == "0" || have.Length() <= 1:
		return false
	case f.Kind == match.KindOtherPrint:
		return true
	}
	apart := have.Length() - want.Length()
	return have.First == want.First && (apart == 1 || apart == -1)
}

// laterVolumes are the conferences whose proceedings come out as a volume of the next
// year.
var laterVolumes = []string{"neurips"}

func volumeYear(f match.FieldComparison, c *match.Candidate) bool {
	if f.Kind != match.KindOffByOne || f.Claimed <= f.Recorded {
		return false
	}
	container := fold.ParseContainer(c.Hit.Record.Container.Title)
	return slices.ContainsFunc(container.Venues, func(key string) bool { return slices.Contains(laterVolumes, key) })
}

// withheldAuthors says why a record's list of authors does not replace that of the
// entry: it is in another order and no publisher's, it breaks off before the entry's
// does, or it has new names that nobody writes so.
func (p *planner) withheldAuthors(c *match.Candidate) string {
	have, want := p.f.Reference.Claimed.Authors(), p.out.Work.Authors()
	switch {
	case c.Origin.Kind != biblio.Publisher && !sameOrder(have, want):
		return "the order of authors is a publisher's to state"
	case len(want) < len(have) && !sameIdentifier(c) && !agrees(c, biblio.FieldPages) && begins(have, want):
		return "the record may be the list that is cut"
	case slices.ContainsFunc(want, func(w biblio.Contributor) bool { return !listed(have, &w) && oddName(&w) }):
		return "the record has a name as nobody writes it"
	}
	return ""
}

func sameFamily(a, b *biblio.Contributor) bool {
	return fold.Text(a.Family+a.Literal) == fold.Text(b.Family+b.Literal)
}

func listed(list []biblio.Contributor, who *biblio.Contributor) bool {
	return slices.ContainsFunc(list, func(c biblio.Contributor) bool { return sameFamily(&c, who) })
}

// sameOrder reports that the people who are on both lists stand in one order.
func sameOrder(have, want []biblio.Contributor) bool {
	last := -1
	for i := range have {
		at := slices.IndexFunc(want, func(c biblio.Contributor) bool { return sameFamily(&c, &have[i]) })
		if at >= 0 && at < last {
			return false
		}
		last = max(last, at)
	}
	return true
}

// begins reports that a list begins with all of another.
func begins(list, start []biblio.Contributor) bool {
	for i := range start {
		if i >= len(list) || !sameFamily(&list[i], &start[i]) {
			return false
		}
	}
	return true
}

// oddName reports what is no person's name, or not written as one: a single word, a
// mark, capitals alone.
func oddName(c *biblio.Contributor) bool {
	if c.Given == "" || !strings.ContainsFunc(c.Family, unicode.IsLetter) {
		return true
	}
	for _, word := range strings.FieldsFunc(c.Given+" "+c.Family, func(r rune) bool { return r == ' ' || r == '-' || r == '.' }) {
		if letters := []rune(word); len(letters) > 3 && strings.ToUpper(word) == word && strings.ToLower(word) != word {
			return true
		}
	}
	return false
}

// placeFields say where a work stands. What an entry says of its place comes from one
// record, or it is the mixture of two.
var placeFields = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages}

// samePlaceAs gives the record that has stated another part of the place already, in
// place of one that would mix two; nil when that record does not state the field.
func (p *planner) samePlaceAs(c *match.Candidate, field biblio.Field) *match.Candidate {
	if p.place == nil || p.place == c || !slices.Contains(placeFields, field) {
		return c
	}
	if valueOf(&p.place.Hit.Record.Work, field) == "" {
		return nil
	}
	return p.place
}

// mixes reports that a record states a part of the place for an entry whose container
// or year it contradicts and that keeps them.
func (p *planner) mixes(c *match.Candidate, field biblio.Field) bool {
	if !slices.Contains(placeFields, field) && field != biblio.FieldPublisher && field != biblio.FieldLocation {
		return false
	}
	for _, f := range []biblio.Field{biblio.FieldVenue, biblio.FieldYear} {
		if f != field && c.Comparison.Of(f).Agreement == match.Differs && !p.patched(f) {
			return true
		}
	}
	return false
}

func (p *planner) patched(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool { return have.Field == field })
}

// quoted gives the record whose words convict a field when it is of the chosen
// version, else the witness of that field that contradicts the entry too.
func (p *planner) quoted(field biblio.Field, number int) *match.Candidate {
	witness := p.witness(field)
	if number < 1 || field.Identifier() {
		return witness
	}
	c := &p.f.Evidence.Candidates[number-1]
	switch {
	case witness != nil && witness.Comparison.Of(field).Agreement == match.Differs: // it says so too
		return witness
	case p.chosen(c) && witness != nil && sameForm(&c.Hit.Record.Work, field) != sameForm(&witness.Hit.Record.Work, field) && valueOf(&c.Hit.Record.Work, field) != "":
		adopt(&p.out.Work, &c.Hit.Record.Work, field)
		p.out.Work = typed(p.out.Work)
		return c
	case witness != nil && witness.Comparison.Of(field).Agreement != match.Differs:
		return nil
	}
	return witness
}
