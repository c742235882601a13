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

// A verdict says that an entry and a record differ in more than form. That alone is no reason to write the
// record's value: the work may have two prints, and a record may say less than the entry. An identifier that
// both state shows that the record is of this very print.

// withheld returns why a record's value does not replace the entry's; "" if it does.
func (p *planner) withheld(c *match.Candidate, field biblio.Field) judge.Doubt {
	f := c.Comparison.Of(field)
	switch {
	case field == biblio.FieldLocation:
		return judge.PlaceOfEvent
	case c.Source.Registry: // a registry has all its works
		return judge.NoDoubt
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
			return judge.OnlyHandle
		case f.Agreement == match.Differs && !ofThisPrint(c) && normalise.KnownContainer(name):
			return judge.InBoth
		}
	}
	return judge.NoDoubt
}

// markup matches tags that a source keeps from the web page of a title: "<i>s</i>".
var markup = lazy.Regexp(`</?[a-zA-Z]+>`)

// withheldTitle returns why a record's title does not replace the entry's. Slips are corrected by any record of
// the work; different words belong to one version, and are taken from the publisher's record of this print.
func (p *planner) withheldTitle(f match.FieldComparison, c *match.Candidate) judge.Doubt {
	have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	switch why := judge.Scruple(c, biblio.FieldTitle); {
	case markup.MatchString(f.Recorded):
		return judge.Markup
	case why != judge.NoDoubt:
		return why
	case misspeltWords(have, want):
		return judge.NoDoubt
	case !p.ofCitedVersion(c):
		return judge.OtherVersion
	case c.Origin.Kind != biblio.Publisher:
		return judge.NoPublisher
	case !c.Comparison.SharesIdentifier() && leavesWordsOut(f):
		return judge.WordsLeftOut
	case otherWords(normalise.Significant(have), normalise.Significant(want)) && !ofThisPrint(c):
		return judge.OtherWord
	}
	return judge.NoDoubt
}

// otherWords reports whether words of a title are replaced by others, and not only added or left out.
func otherWords(have, want []string) bool { return !within(have, want) && !within(want, have) }

// within reports whether all words of a list are in another in the same order, apart from slips.
func within(part, whole []string) bool {
	i := 0
	for _, word := range whole {
		if i < len(part) && (part[i] == word || normalise.OneSlip(part[i], word) && min(len(part[i]), len(word)) >= 4) {
			i++
		}
	}
	return i == len(part)
}

// ofThisPrint reports whether an identifier or the pages of the entry match a record.
func ofThisPrint(c *match.Candidate) bool {
	return c.Comparison.SharesIdentifier() || agrees(c, biblio.FieldPages)
}

// withheldYear returns why a record's year does not replace the entry's: the container of the entry counts its
// edition or names its year, which a new year alone would contradict, or the record has the year of the
// conference and not of its volume.
func (p *planner) withheldYear(f match.FieldComparison, c *match.Candidate) judge.Doubt {
	have, _ := strconv.Atoi(f.Claimed)
	recorded, _ := strconv.Atoi(f.Recorded)
	switch {
	case max(have-recorded, recorded-have) > mostYears:
		return judge.OtherEra
	case slices.ContainsFunc(otherDates, func(name string) bool {
		return slices.Contains(normalise.Words(p.f.Reference.Extra[name]), f.Recorded)
	}):
		return judge.YearElsewhere
	}
	if c.Origin.Kind == biblio.PreprintServer {
		if why := withheldPosting(f, c); why != judge.NoDoubt {
			return why
		}
	}
	if c.Comparison.SharesIdentifier() || p.patched(biblio.FieldVenue) {
		return judge.NoDoubt
	}
	name, theirs := p.f.Reference.Claimed.Container.Title, c.Hit.Record.Container.Title
	container := normalise.ParseContainer(name)
	switch {
	case container.Year != 0 && strconv.Itoa(container.Year) == f.Claimed,
		f.Kind == match.KindOffByOne && len(normalise.Editions(theirs)) == 0 && !heldIn(name, container.Venues, f.Recorded):
		return judge.ContainerOfYear
	}
	return judge.Scruple(c, biblio.FieldYear)
}

// mostYears is how many years apart an entry and a record of one work may be.
const mostYears = 300

// otherDates are the fields in which authors put the year of another print.
var otherDates = []string{"note", "addendum", "howpublished", "edition", "origdate", "origyear",
	"eventdate", "pubstate"}

// withheldPosting returns why the year in which a preprint was posted does not replace the entry's.
func withheldPosting(f match.FieldComparison, c *match.Candidate) judge.Doubt {
	have, _ := strconv.Atoi(f.Claimed)
	posted, _ := strconv.Atoi(f.Recorded)
	switch {
	case !c.Comparison.SharesIdentifier() && !agrees(c, biblio.FieldVenue):
		return judge.OtherPosting
	case have != 0 && have < posted-1:
		return judge.PostedLater
	}
	return judge.NoDoubt
}

// completes reports whether a record may complete an entry: a publisher's or a preprint server's, or an
// aggregator's that shares an identifier with the entry.
func completes(c *match.Candidate) bool {
	return c.Origin.Kind > biblio.Aggregator || c.Origin.Kind == biblio.Aggregator && c.Comparison.SharesIdentifier()
}

// inVolume reports whether a record is of an article in the volume of the journal that the entry names: unlike
// proceedings, journals are printed once.
func inVolume(c *match.Candidate) bool {
	return c.Hit.Record.Type == biblio.ArticleJournal && agrees(c, biblio.FieldVenue) && agrees(c, biblio.FieldVolume)
}

// otherWork reports whether a record has another title than the entry keeps, and shares no identifier with it.
func (p *planner) otherWork(c *match.Candidate) bool {
	return c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs && !p.patched(biblio.FieldTitle) &&
		!c.Comparison.SharesIdentifier()
}

// leavesWordsOut reports whether a recorded title is the claimed one without some meaningful words.
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

// withheldPages returns why a record's pages do not replace the entry's.
func withheldPages(f match.FieldComparison, c *match.Candidate) judge.Doubt {
	have, want := normalise.ParsePages(f.Claimed), normalise.ParsePages(f.Recorded)
	switch {
	case have.First == "", match.ImpossiblePages(f.Claimed):
		return judge.NoDoubt
	case f.Agreement == match.Differs &&
		(f.Kind == match.KindArticleNumber || have.Last == "" && want.Last != "" && have.First != want.First):
		return judge.ArticleNumber
	case otherPrint(f):
		return judge.OtherPrint
	case f.Agreement != match.Differs || c.Comparison.SharesIdentifier() || inVolume(c):
		return judge.NoDoubt
	case have.First == want.First &&
		apart(have.Last, want.Last, mostCounted), apart(have.First, want.First, mostShifted) &&
		apart(have.Last, want.Last, mostShifted), printedTwice(c):
		return judge.PrintedTwice
	}
	return judge.NoDoubt
}

// mostShifted is how many pages two prints of one volume may be apart; mostCounted is how many blank pages and
// appendices may be counted or not: "331-337" and "331-340" of one paper.
const (
	mostShifted = 30
	mostCounted = 3 // case: TestProofs
)

// apart reports whether two pages differ, but by at most most.
func apart(a, b string, most int) bool {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	return errX == nil && errY == nil && x != y && max(x-y, y-x) <= most
}

// openPrints are the conferences that publish their papers and workshops a second time with other pages.
var openPrints = []string{"cvpr", "iccv", "wacv"}

func printedTwice(c *match.Candidate) bool {
	container := normalise.ParseContainer(c.Hit.Record.Container.Title)
	return slices.ContainsFunc(container.Venues, func(key string) bool { return slices.Contains(openPrints, key) })
}

// otherPrint reports whether two ranges of pages have the same length, or one ends a page later because a blank
// page is counted.
func otherPrint(f match.FieldComparison) bool {
	have, want := normalise.ParsePages(f.Claimed), normalise.ParsePages(f.Recorded)
	switch {
	case strings.ContainsFunc(f.Claimed, unicode.IsLetter) && !strings.ContainsFunc(f.Recorded, unicode.IsLetter):
		return true // the volume of the proceedings precedes the page
	case have.Length() <= 1:
		return false
	case f.Kind == match.KindOtherPrint:
		return true
	}
	longer := have.Length() - want.Length()
	return have.First == want.First && (longer == 1 || longer == -1)
}

// editions say when a conference was held: from the edition numbered first, in year, every so many years. Of several
// rows of a conference the last one that reaches an edition holds.
var editions = []struct {
	venue              string
	first, year, every int
}{
	{"iclr", 1, 2013, 1}, {"neurips", 1, 1987, 1}, {"icml", 1, 1984, 1}, {"corl", 1, 2017, 1}, {"acl", 1, 1963, 1},
	{"kdd", 1, 1995, 1}, {"aaai", 24, 2010, 1}, {"eccv", 1, 1990, 2}, {"iccv", 4, 1993, 2}, {"ijcai", 1, 1969, 2},
	{"ijcai", 25, 2016, 1},
}

// heldIn reports whether the edition that a container counts was held in a year; a container that counts none
// fits every year.
func heldIn(name string, venues []string, year string) bool {
	counted := normalise.Editions(name)
	if len(counted) == 0 {
		return true
	}
	held := 0
	for _, row := range editions {
		if len(venues) == 1 && row.venue == venues[0] && counted[0] >= row.first {
			held = row.year + (counted[0]-row.first)*row.every
		}
	}
	return held > 0 && strconv.Itoa(held) == year
}

// ofAnotherPrint says which difference between lists of authors another print may explain, if neither an
// identifier nor the pages show that the record is of this one.
func ofAnotherPrint(c *match.Candidate, have, want []biblio.Contributor) judge.Doubt {
	switch {
	case ofThisPrint(c):
	case samePeople(have, want) && nickname(have, want):
		return judge.GivenName
	case reordered(have, want) && !swappedAhead(have, want):
		return judge.OtherOrder
	}
	return judge.NoDoubt
}

// withheldAuthors returns why a record's list of authors does not replace the entry's. Slips in names are
// corrected by any record of the work. Who the authors are, and their order, is taken from a record of the
// cited version, unless its list breaks off, lacks a name or has a name in a form that no one writes.
func (p *planner) withheldAuthors(c *match.Candidate) judge.Doubt {
	have, want := p.f.Reference.Claimed.Authors(), p.out.Work.Authors()
	people := samePeople(have, want)
	switch {
	case people && p.invented():
		return judge.NoDoubt
	case p.f.Reference.Claimed.AuthorsCut && shifted(have, want) && !p.opt.customs.fullLists(len(want)):
		return judge.ListCut
	case ofAnotherPrint(c, have, want) != judge.NoDoubt:
		return ofAnotherPrint(c, have, want)
	case misspellsKnown(have, want):
		return judge.RecordMisspells
	case people && otherGiven(have, want):
		return judge.GivenName
	case !people && !p.ofCitedVersion(c) && !slippedNames(have, want):
		return judge.OtherVersion
	case c.Origin.Kind != biblio.Publisher && !sameOrder(have, want):
		return judge.OtherOrder
	}
	return withheldList(c, have, want)
}

// invented reports whether the verdict proves that several people have other given names than on any record.
func (p *planner) invented() bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool {
		return r.Field == biblio.FieldAuthors && r.Status.Wrong() && r.Kind == match.KindGivenNames
	})
}

// withheldList returns what speaks against a record's list itself: it breaks off, or has a name in a form that
// no one writes.
func withheldList(c *match.Candidate, have, want []biblio.Contributor) judge.Doubt {
	shorter := len(want) < len(have) && !c.Comparison.SharesIdentifier() && begins(have, want)
	switch {
	case shorter && (!agrees(c, biblio.FieldPages) || len(want) == 1 && !inVolume(c)):
		return judge.RecordCut
	case slices.ContainsFunc(want, func(w biblio.Contributor) bool {
		return !listed(have, &w) && (oddName(&w) || loneVowel(w.Given) && !entry.OnlyInitials(want))
	}):
		return judge.OddName
	}
	return judge.NoDoubt
}

// nickname reports whether a person's full given name differs between two lists of the same people, with the
// same initial and more than a slip.
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

// shifted reports whether a person is on both lists at different places.
func shifted(have, want []biblio.Contributor) bool {
	for i := range have {
		if at := slices.IndexFunc(want, func(c biblio.Contributor) bool { return sameFamily(&c, &have[i]) }); at >= 0 &&
			at != i && (i >= len(want) || !sameFamily(&have[i], &want[i])) {
			return true
		}
	}
	return false
}

// reordered reports whether two lists have the same people in different orders.
func reordered(have, want []biblio.Contributor) bool {
	return len(have) == len(want) && !samePeople(have, want) &&
		!slices.ContainsFunc(want, func(c biblio.Contributor) bool { return !listed(have, &c) })
}

// swappedAhead reports whether two lists differ only in the order of the first two people.
func swappedAhead(have, want []biblio.Contributor) bool {
	return len(have) > 1 && sameFamily(&have[0], &want[1]) && sameFamily(&have[1], &want[0]) &&
		samePeople(have[2:], want[2:])
}

// misspellsKnown reports whether a person's given name is a known one on the first list, and that name with a
// slip on the second.
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

// writtenOddly reports whether a part of a given name after a hyphen begins with a small letter while the name
// has letters outside ASCII: a machine made it.
func writtenOddly(given string) bool {
	_, second, cut := strings.Cut(given, "-")
	return cut && second != "" && second[0] >= 'a' && second[0] <= 'z' &&
		strings.ContainsFunc(second, func(c rune) bool { return c >= 0x80 })
}

// ofCitedVersion reports whether a record is not plainly of another version than the cited one: a publication
// if a preprint is cited, or vice versa, or one with another container.
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

// begins reports whether a list begins with all of another.
func begins(list, start []biblio.Contributor) bool {
	return len(start) <= len(list) && samePeople(list[:len(start)], start)
}

// samePeople reports whether two lists have the same family names in the same order.
func samePeople(have, want []biblio.Contributor) bool {
	return slices.EqualFunc(have, want, func(a, b biblio.Contributor) bool { return sameFamily(&a, &b) })
}

// slippedNames reports whether two lists have the same people, apart from slips in family names.
func slippedNames(have, want []biblio.Contributor) bool {
	return slices.EqualFunc(have, want, func(a, b biblio.Contributor) bool {
		return sameFamily(&a, &b) || normalise.OneSlip(normalise.Text(a.Family), normalise.Text(b.Family))
	})
}

// otherGiven reports whether a person has entirely different given names on two lists of the same people: the
// name at birth and the one in use. One wrong initial is a slip.
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

// initialsOf returns the first letters of given names; "LJ" has two.
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

// sameOrder reports whether the people on both lists are in the same order.
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

// oddName reports whether a name is not a person's, or not written as one: a single word, a mark, capitals
// alone.
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

// loneVowel reports whether a given name is, or begins with, one vowel without a full stop: U, O and E are
// family names of their own, which a source has put first.
func loneVowel(given string) bool {
	first, _, _ := strings.Cut(given, " ")
	return len(first) == 1 && strings.Contains("UOEI", first)
}

// placeFields say where a work was published. What an entry says about its place comes from one record;
// otherwise it mixes two.
var placeFields = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume,
	biblio.FieldIssue, biblio.FieldPages}

// samePlaceAs returns the record that has stated another part of the place already, instead of one that would
// mix two; nil if that record does not state the field.
func (p *planner) samePlaceAs(c *match.Candidate, field biblio.Field) *match.Candidate {
	if p.place == nil || p.place == c || !slices.Contains(placeFields, field) {
		return c
	}
	if valueOf(&p.place.Hit.Record.Work, field) == "" {
		return nil
	}
	return p.place
}

// mixes reports whether a record would state a part of the place for an entry that keeps a container or year
// which the record contradicts.
func (p *planner) mixes(c *match.Candidate, field biblio.Field) bool {
	if !slices.Contains(placeFields, field) && field != biblio.FieldPublisher && field != biblio.FieldLocation {
		return false
	}
	return slices.ContainsFunc([]biblio.Field{biblio.FieldVenue, biblio.FieldYear}, func(f biblio.Field) bool {
		return f != field && c.Comparison.Of(f).Agreement == match.Differs && !p.patched(f)
	})
}

// mixesIn reports whether a record would mix two places: a year of a container that it contradicts and that
// stays, or volume, issue and pages of such a container or year.
func (p *planner) mixesIn(c *match.Candidate, field biblio.Field) bool {
	switch field {
	case biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages:
		return c.Comparison.Of(biblio.FieldVenue).Agreement == match.Differs && !p.patched(biblio.FieldVenue) ||
			field != biblio.FieldYear && c.Comparison.Of(biblio.FieldYear).Agreement == match.Differs &&
				!p.patched(biblio.FieldYear)
	}
	return false
}

// patched reports whether a field has a patch.
func (p *planner) patched(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool { return have.Field == field })
}

// quoted returns the record whose words prove a field wrong if it is of the chosen version, else the witness of
// that field, if it contradicts the entry too.
func (p *planner) quoted(field biblio.Field, number int) *match.Candidate {
	witness := p.witness(field)
	if number < 1 || field.Identifier() {
		return witness
	}
	c := &p.f.Evidence.Candidates[number-1]
	switch {
	case witness != nil && witness.Comparison.Of(field).Agreement == match.Differs: // so does the witness
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
