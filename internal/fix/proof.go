package fix

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
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
	case field == biblio.FieldLocation:
		return "the one place may be the publisher's and the other that of the event"
	case c.Source.Registry: // its works are all there are
		return ""
	}
	switch field {
	case biblio.FieldAuthors:
		return p.withheldAuthors(c)
	case biblio.FieldPages:
		return withheldPages(f, c)
	case biblio.FieldYear:
		return p.withheldYear(f, c)
	case biblio.FieldTitle:
		return p.withheldTitle(f, c)
	case biblio.FieldVenue:
		switch name := p.f.Reference.Claimed.Container.Title; {
		case containerName(c, p.version) == "":
			return "the record has a handle in place of the container's name"
		case f.Agreement == match.Differs && !ofThisPrint(c) && normalise.KnownContainer(name):
			return "the work may have appeared in both, and neither an identifier nor the pages say that the record is of this print"
		}
	}
	return ""
}

// markup finds what a source keeps from the page of a title: "<i>s</i>".
var markup = lazy.Regexp(`</?[a-zA-Z]+>`)

// withheldTitle says why a record's title does not replace that of the entry. Slips of
// the pen are mended by any record of the work; other words are those of one version, and
// are taken from the publisher's record of this print.
func (p *planner) withheldTitle(f match.FieldComparison, c *match.Candidate) string {
	have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	switch why := judge.Scruple(c, biblio.FieldTitle); {
	case markup.MatchString(f.Recorded):
		return "the record has the title with marks of its page"
	case why != "":
		return why
	case misspeltWords(have, want):
		return ""
	case !p.ofCitedVersion(c):
		return "the record is of another version, which may have another title"
	case c.Origin.Kind != biblio.Publisher:
		return "other words in a title are a publisher's to state"
	case !c.Comparison.SharesIdentifier() && leavesWordsOut(f):
		return "the record has the same title with words left out, and may be the one that lacks them"
	case otherWords(normalise.Significant(have), normalise.Significant(want)) && !ofThisPrint(c):
		return "the record has another word in the title, and neither an identifier nor the pages say that it is of this print"
	}
	return ""
}

// otherWords reports a title in which a word is in the place of another one, and not
// only more words or fewer.
func otherWords(have, want []string) bool { return !within(have, want) && !within(want, have) }

// within reports that all words of a list are in another in the same order, but for
// slips of the pen.
func within(part, whole []string) bool {
	i := 0
	for _, word := range whole {
		if i < len(part) && (part[i] == word || normalise.OneSlip(part[i], word) && min(len(part[i]), len(word)) >= 4) {
			i++
		}
	}
	return i == len(part)
}

// ofThisPrint reports a record that an identifier or the pages of the entry lead to.
func ofThisPrint(c *match.Candidate) bool {
	return c.Comparison.SharesIdentifier() || agrees(c, biblio.FieldPages)
}

// withheldYear says why a record's year does not replace that of the entry: the
// container of the entry counts its edition or names its year, which a year alone
// would contradict, or the record has the year of the conference and not that of its
// volume.
func (p *planner) withheldYear(f match.FieldComparison, c *match.Candidate) string {
	have, _ := strconv.Atoi(f.Claimed)
	recorded, _ := strconv.Atoi(f.Recorded)
	switch {
	case max(have-recorded, recorded-have) > mostYears:
		return "the entry may count the years of another era"
	case slices.ContainsFunc(otherDates, func(name string) bool {
		return slices.Contains(normalise.Words(p.f.Reference.Extra[name]), f.Recorded)
	}):
		return "another field of the entry names that year"
	}
	if c.Origin.Kind == biblio.PreprintServer {
		if why := withheldPosting(f, c); why != "" {
			return why
		}
	}
	if c.Comparison.SharesIdentifier() || p.patched(biblio.FieldVenue) {
		return ""
	}
	name, theirs := p.f.Reference.Claimed.Container.Title, c.Hit.Record.Container.Title
	container := normalise.ParseContainer(name)
	switch {
	case container.Year != 0 && strconv.Itoa(container.Year) == f.Claimed,
		f.Kind == match.KindOffByOne && len(normalise.Editions(theirs)) == 0 && !heldIn(name, container.Venues, f.Recorded):
		return "the entry names the container of that year"
	}
	return judge.Scruple(c, biblio.FieldYear)
}

// mostYears is how many years an entry and a record of one work may be apart in one era.
const mostYears = 300

// otherDates are the fields in which people put the year of another print.
var otherDates = []string{"note", "addendum", "howpublished", "edition", "origdate", "origyear",
	"eventdate", "pubstate"}

// withheldPosting says why the year in which a preprint was posted does not replace that of
// the entry.
func withheldPosting(f match.FieldComparison, c *match.Candidate) string {
	have, _ := strconv.Atoi(f.Claimed)
	posted, _ := strconv.Atoi(f.Recorded)
	switch {
	case !c.Comparison.SharesIdentifier() && !agrees(c, biblio.FieldVenue):
		return "nothing in the entry says that it cites this preprint"
	case have != 0 && have < posted-1:
		return "a preprint may be written long before it is posted"
	}
	return ""
}

// completes reports that a record may complete an entry: a publisher's or a preprint
// server's, or an aggregator's that an identifier of the entry leads to.
func completes(c *match.Candidate) bool {
	return c.Origin.Kind > biblio.Aggregator || c.Origin.Kind == biblio.Aggregator && c.Comparison.SharesIdentifier()
}

// inVolume reports the record of an article in the volume of the journal that the
// entry names: unlike proceedings, journals are printed once.
func inVolume(c *match.Candidate) bool {
	return c.Hit.Record.Type == biblio.ArticleJournal && agrees(c, biblio.FieldVenue) && agrees(c, biblio.FieldVolume)
}

// otherWork reports a record that has another title than the entry keeps, and no
// identifier of it.
func (p *planner) otherWork(c *match.Candidate) bool {
	return c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs && !p.patched(biblio.FieldTitle) &&
		!c.Comparison.SharesIdentifier()
}

// leavesWordsOut reports that a recorded title is the claimed one without some words
// that mean something.
func leavesWordsOut(f match.FieldComparison) bool {
	have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	i := 0
	for _, word := range have {
		if i < len(want) && want[i] == word {
			i++
		}
	}
	return i == len(want) && len(normalise.Significant(have)) > len(normalise.Significant(want))
}

// withheldPages says why a record's pages do not replace those of the entry.
func withheldPages(f match.FieldComparison, c *match.Candidate) string {
	have, want := normalise.ParsePages(f.Claimed), normalise.ParsePages(f.Recorded)
	switch {
	case impossible(have):
		return ""
	case f.Agreement == match.Differs &&
		(f.Kind == match.KindArticleNumber || have.Last == "" && want.Last != "" && have.First != want.First):
		return "the entry may have the number of the article"
	case otherPrint(f):
		return "the record may count the pages of another print"
	case f.Agreement != match.Differs || c.Comparison.SharesIdentifier() || inVolume(c):
		return ""
	case have.First == want.First &&
		apart(have.Last, want.Last, mostCounted), apart(have.First, want.First, mostShifted) &&
		apart(have.Last, want.Last, mostShifted), printedTwice(c):
		return "proceedings have several prints, and no identifier says which the record describes"
	}
	return ""
}

// impossible reports what no range of pages can be, such as "0-0" or one that ends
// before it begins.
func impossible(pages normalise.Pages) bool {
	chapter := pages.Last == "1" // "2-1" is the first page of chapter 2
	return pages.First == "" || pages.First == "0" || pages.Last != "" && pages.Length() <= 1 && !chapter
}

// mostShifted is by how many pages two prints of one volume are apart, mostCounted how
// many blank pages and appendices are counted or not: "331-337" and "331-340" of one
// paper.
const (
	mostShifted = 30
	mostCounted = 3 // case: TestProofs
)

// apart reports two pages that differ, but by no more than a few.
func apart(a, b string, most int) bool {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	return errX == nil && errY == nil && x != y && max(x-y, y-x) <= most
}

// openPrints are the conferences that publish their papers and workshops once more
// with pages of their own.
var openPrints = []string{"cvpr", "iccv", "wacv"}

func printedTwice(c *match.Candidate) bool {
	container := normalise.ParseContainer(c.Hit.Record.Container.Title)
	return slices.ContainsFunc(container.Venues, func(key string) bool { return slices.Contains(openPrints, key) })
}

// otherPrint reports two ranges of pages of one length, or of which one ends a page
// later: a blank page is counted or it is not.
func otherPrint(f match.FieldComparison) bool {
	have, want := normalise.ParsePages(f.Claimed), normalise.ParsePages(f.Recorded)
	switch {
	case strings.ContainsFunc(f.Claimed, unicode.IsLetter) && !strings.ContainsFunc(f.Recorded, unicode.IsLetter):
		return true // the volume of the proceedings is before the page
	case have.Length() <= 1:
		return false
	case f.Kind == match.KindOtherPrint:
		return true
	}
	longer := have.Length() - want.Length()
	return have.First == want.First && (longer == 1 || longer == -1)
}

// before gives for conferences of every year the year before the first.
var before = map[string]int{"iclr": 2012, "neurips": 1986, "icml": 1983, "corl": 2016, "acl": 1962}

// heldIn reports that the edition which a container counts was that of a year; a
// container that counts none says nothing against any year.
func heldIn(name string, venues []string, year string) bool {
	editions := normalise.Editions(name)
	if len(editions) == 0 {
		return true
	}
	return len(venues) == 1 && before[venues[0]] > 0 && strconv.Itoa(before[venues[0]]+editions[0]) == year
}

// ofAnotherPrint says which difference between lists of authors another print may have,
// where neither an identifier nor the pages say that the record is of this one.
func ofAnotherPrint(c *match.Candidate, have, want []biblio.Contributor) string {
	switch {
	case ofThisPrint(c):
	case samePeople(have, want) && nickname(have, want):
		return "the same family names: one of the people may have another given name"
	case reordered(have, want) && !swappedAhead(have, want):
		return "the same people in another order, and neither an identifier nor the pages say that the record is of this print"
	}
	return ""
}

// withheldAuthors says why a record's list of authors does not replace that of the
// entry. Slips of the pen in names are mended by any record of the work; who the
// authors are and in which order is said by a record of the cited version, where no
// list breaks off or lacks a name and no name has a form that nobody writes.
func (p *planner) withheldAuthors(c *match.Candidate) string {
	have, want := p.f.Reference.Claimed.Authors(), p.out.Work.Authors()
	people := samePeople(have, want)
	switch {
	case p.f.Reference.Claimed.AuthorsCut && shifted(have, want) && !p.opt.customs.fullLists(len(want)):
		return "the entry cuts its list of authors, and where it does is its author's choice"
	case ofAnotherPrint(c, have, want) != "":
		return ofAnotherPrint(c, have, want)
	case misspellsKnown(have, want):
		return "the record misspells a name that the entry has right"
	case people && otherGiven(have, want):
		return "the same family names: one of the people may have two given names"
	case !people && !p.ofCitedVersion(c) && !slippedNames(have, want):
		return "the record is of another version, which may have other authors"
	case c.Origin.Kind != biblio.Publisher && !sameOrder(have, want):
		return "the order of authors is a publisher's to state"
	}
	return withheldList(c, have, want)
}

// withheldList says what of a record's list itself speaks against taking it: that it
// breaks off, or has a name as nobody writes it.
func withheldList(c *match.Candidate, have, want []biblio.Contributor) string {
	shorter := len(want) < len(have) && !c.Comparison.SharesIdentifier() && begins(have, want)
	switch {
	case shorter && (!agrees(c, biblio.FieldPages) || len(want) == 1 && !inVolume(c)):
		return "the record may be the list that is cut"
	case slices.ContainsFunc(want, func(w biblio.Contributor) bool {
		return !listed(have, &w) && (oddName(&w) || loneVowel(w.Given) && !entry.OnlyInitials(want))
	}):
		return "the record writes a name in an unusual form"
	}
	return ""
}

// nickname reports a person whose full given name is on another list of the same people
// another one with the same initial, and not a slip of the pen.
func nickname(have, want []biblio.Contributor) bool {
	for i := range have {
		a, b := strings.Fields(normalise.Text(have[i].Given)), strings.Fields(normalise.Text(want[i].Given))
		if len(a) == 0 || len(b) == 0 || min(len(a[0]), len(b[0])) < 2 || a[0] == b[0] || number(a[0]) != "" {
			continue
		}
		if !normalise.OneSlip(a[0], b[0]) && !strings.HasPrefix(a[0], b[0]) && !strings.HasPrefix(b[0], a[0]) {
			return true
		}
	}
	return false
}

// shifted reports a person who is on both lists at different places.
func shifted(have, want []biblio.Contributor) bool {
	for i := range have {
		if at := slices.IndexFunc(want, func(c biblio.Contributor) bool { return sameFamily(&c, &have[i]) }); at >= 0 &&
			at != i && (i >= len(want) || !sameFamily(&have[i], &want[i])) {
			return true
		}
	}
	return false
}

// reordered reports two lists of the same people in different orders.
func reordered(have, want []biblio.Contributor) bool {
	return len(have) == len(want) && !samePeople(have, want) &&
		!slices.ContainsFunc(want, func(c biblio.Contributor) bool { return !listed(have, &c) })
}

// swappedAhead reports two lists that differ in the order of the first two people alone.
func swappedAhead(have, want []biblio.Contributor) bool {
	return len(have) > 1 && sameFamily(&have[0], &want[1]) && sameFamily(&have[1], &want[0]) &&
		samePeople(have[2:], want[2:])
}

// misspellsKnown reports a person whose given name is a known one on the first list, and
// on the second that name with a slip of the pen.
func misspellsKnown(have, want []biblio.Contributor) bool {
	for i := range want {
		at := slices.IndexFunc(have, func(c biblio.Contributor) bool { return sameFamily(&c, &want[i]) })
		if at < 0 {
			continue
		}
		a, b := normalise.Words(have[at].Given), normalise.Words(want[i].Given)
		for k := 0; k < min(len(a), len(b)); k++ {
			if min(len(a[k]), len(b[k])) >= 4 && normalise.OneSlip(a[k], b[k]) &&
				(normalise.KnownGiven(a[k]) && !normalise.KnownGiven(b[k]) || writtenOddly(want[i].Given)) {
				return true
			}
		}
	}
	return false
}

// writtenOddly reports a given name of which a part behind a hyphen is small in the
// source of a record, while it has letters outside ASCII: what a machine made of it.
func writtenOddly(given string) bool {
	_, second, cut := strings.Cut(given, "-")
	return cut && second != "" && second[0] >= 'a' && second[0] <= 'z' &&
		strings.ContainsFunc(second, func(c rune) bool { return c >= 0x80 })
}

// ofCitedVersion reports a record that is not plainly of another version than the one
// cited: a publication where a preprint is cited, or the other way, or one with
// another container.
func (p *planner) ofCitedVersion(c *match.Candidate) bool {
	return p.citesPreprint() == IsPreprint(&c.Hit.Record) &&
		(c.Comparison.Of(biblio.FieldVenue).Agreement != match.Differs || p.patched(biblio.FieldVenue))
}

func sameFamily(a, b *biblio.Contributor) bool {
	return normalise.Text(a.Family+a.Literal) == normalise.Text(b.Family+b.Literal)
}

func listed(list []biblio.Contributor, who *biblio.Contributor) bool {
	return slices.ContainsFunc(list, func(c biblio.Contributor) bool { return sameFamily(&c, who) })
}

// begins reports that a list begins with all of another.
func begins(list, start []biblio.Contributor) bool {
	return len(start) <= len(list) && samePeople(list[:len(start)], start)
}

// samePeople reports two lists with the same family names in one order.
func samePeople(have, want []biblio.Contributor) bool {
	return slices.EqualFunc(have, want, func(a, b biblio.Contributor) bool { return sameFamily(&a, &b) })
}

// slippedNames reports two lists of the same people but for slips of the pen in their
// family names.
func slippedNames(have, want []biblio.Contributor) bool {
	return slices.EqualFunc(have, want, func(a, b biblio.Contributor) bool {
		return sameFamily(&a, &b) || normalise.OneSlip(normalise.Text(a.Family), normalise.Text(b.Family))
	})
}

// otherGiven reports a person whose given names are altogether others on two lists of
// the same people: the name at birth and the one that is used. One wrong initial is
// a slip.
func otherGiven(have, want []biblio.Contributor) bool {
	for i := range have {
		a, b := normalise.Squash(normalise.Text(have[i].Given)), normalise.Text(want[i].Given)
		if len(a) < 2 || b == "" || normalise.OneSlip(a, normalise.Squash(b)) {
			continue
		}
		if !strings.ContainsAny(initialsOf(have[i].Given), initialsOf(want[i].Given)) {
			return true
		}
	}
	return false
}

// initialsOf returns the first letters of given names; "LJ" are two.
func initialsOf(given string) string {
	if strings.ToUpper(given) == given {
		return normalise.Squash(normalise.Text(given))
	}
	var letters strings.Builder
	for _, word := range strings.Fields(normalise.Text(given)) {
		letters.WriteString(string([]rune(word)[:1]))
	}
	return letters.String()
}

// keepLonger returns a list of authors with the family names of the entry where these
// say more: "Thibodeau-Laufer" for "Laufer".
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

// sameOrder reports that the people who are on both lists are in one order.
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

// oddName reports what is no person's name, or not written as one: a single word, a
// mark, capitals alone.
func oddName(c *biblio.Contributor) bool {
	if c.Given == "" || !strings.ContainsFunc(c.Family, unicode.IsLetter) {
		return true
	}
	for _, word := range strings.FieldsFunc(c.Given+" "+c.Family,
		func(r rune) bool { return r == ' ' || r == '-' || r == '.' }) {
		if letters := []rune(word); len(letters) > 3 && strings.ToUpper(word) == word && strings.ToLower(word) != word {
			return true
		}
	}
	return false
}

// loneVowel reports a given name that is, or begins with, one vowel without a full stop:
// U, O and E are family names of their own, which a source has put first.
func loneVowel(given string) bool {
	first, _, _ := strings.Cut(given, " ")
	return len(first) == 1 && strings.Contains("UOEI", first)
}

// placeFields say where a work stands. What an entry says of its place comes from one
// record, or it is the mixture of two.
var placeFields = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume,
	biblio.FieldIssue, biblio.FieldPages}

// samePlaceAs returns the record that has stated another part of the place already, in
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
	return slices.ContainsFunc([]biblio.Field{biblio.FieldVenue, biblio.FieldYear}, func(f biblio.Field) bool {
		return f != field && c.Comparison.Of(f).Agreement == match.Differs && !p.patched(f)
	})
}

// mixesIn reports that a record would put a part of its place in the place of another: a
// year of a container that it contradicts and that stays, or volume, issue and pages of
// such a container or year.
func (p *planner) mixesIn(c *match.Candidate, field biblio.Field) bool {
	switch field {
	case biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages:
		return c.Comparison.Of(biblio.FieldVenue).Agreement == match.Differs && !p.patched(biblio.FieldVenue) ||
			field != biblio.FieldYear && c.Comparison.Of(biblio.FieldYear).Agreement == match.Differs &&
				!p.patched(biblio.FieldYear)
	}
	return false
}

// patched reports a field that has a patch.
func (p *planner) patched(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool { return have.Field == field })
}

// quoted returns the record whose words prove a field wrong when it is of the chosen
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
	case p.chosen(c) && witness != nil &&
		sameForm(&c.Hit.Record.Work, field) != sameForm(&witness.Hit.Record.Work, field) &&
		valueOf(&c.Hit.Record.Work, field) != "":
		adopt(&p.out.Work, &c.Hit.Record.Work, field)
		p.out.Work = typed(p.out.Work)
		return c
	case witness != nil && witness.Comparison.Of(field).Agreement != match.Differs:
		return nil
	}
	return witness
}
