package judge

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// A verdict says that an entry and a record differ in more than form. That alone is no reason to write the record's
// value: the work may have two prints, and a record may have the error or say less than the entry. An identifier that
// both state shows that the record is of this very print.

// Replacement is a record's value that would be written into an entry.
type Replacement struct {
	Field     biblio.Field
	Ref       *biblio.Reference
	Record    *match.Candidate
	From, To  string
	Authors   []biblio.Contributor    // the list that would be written
	Added     bool                    // nothing is replaced, or a whole version is: only the value is examined
	Corrected func(biblio.Field) bool // reports whether another field of the entry is corrected too
}

// Doubt returns why the value may not be the one to write, as far as the evidence on the reference says.
func (r *Replacement) Doubt() Doubt {
	c, f := r.Record, r.Record.Comparison.Of(r.Field)
	switch {
	case r.To == "":
		return OnlyHandle
	case r.saysLess():
		return SaysLess
	case !r.Field.Identifier() && r.Field != biblio.FieldType && unreadable(r.From, r.To):
		return Unreadable
	case r.Added:
		return NoDoubt
	case r.Field == biblio.FieldLocation:
		return PlaceOfEvent
	case c.Source.Registry: // a registry has all its works
		return NoDoubt
	}
	switch r.Field {
	case biblio.FieldTitle:
		return r.titleDoubt(f)
	case biblio.FieldAuthors:
		return r.authorDoubt(f)
	case biblio.FieldYear:
		return r.yearDoubt(f)
	case biblio.FieldPages:
		return pagesDoubt(f, c)
	case biblio.FieldVenue:
		if f.Agreement == match.Differs && !ofThisPrint(c) && normalise.KnownContainer(r.Ref.Claimed.Container.Title) {
			return InBoth
		}
	}
	return NoDoubt
}

// Scruple returns the doubt for which a record that differs in a field proves nothing, or NoDoubt if there is none.
// With one the difference is a lead at most.
//
// Different words in a title and different given names are not scruples: fix leaves them alone if nothing says which
// print a record describes, but they are the usual errors of people who cite from memory.
func Scruple(c *match.Candidate, field biblio.Field) Doubt {
	f := c.Comparison.Of(field)
	switch field {
	case biblio.FieldTitle:
		have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
		sorted := func(words []string) []string { return slices.Sorted(slices.Values(words)) }
		if !slices.Equal(have, want) && slices.Equal(sorted(have), sorted(want)) {
			return WordsMoved
		}
	case biblio.FieldYear: // of a container whose proceedings come out as a volume of the following year
		container := normalise.ParseContainer(c.Hit.Record.Container.Title)
		if f.Kind == match.KindOffByOne && f.Claimed > f.Recorded && !c.Comparison.SharesIdentifier() &&
			slices.ContainsFunc(container.Venues, match.NumberedByYear) {
			return YearOfVolume
		}
	}
	return NoDoubt
}

// ofThisPrint reports whether an identifier or the pages of the entry match a record.
func ofThisPrint(c *match.Candidate) bool {
	return c.Comparison.SharesIdentifier() || c.Comparison.AgreesOn(biblio.FieldPages)
}

// ofCitedVersion reports whether a record is not plainly of another version than the cited one: a publication if a
// preprint is cited, or vice versa, or one with another container.
func (r *Replacement) ofCitedVersion() bool {
	preprint, moved := match.CitesPreprint(&r.Ref.Claimed), r.Corrected(biblio.FieldVenue)
	if moved && !match.IsPreprint(&r.Record.Hit.Record) {
		preprint = false
	}
	return preprint == match.IsPreprint(&r.Record.Hit.Record) &&
		(moved || r.Record.Comparison.Of(biblio.FieldVenue).Agreement != match.Differs)
}

// saysLess reports whether the value is only a part of what the entry states.
func (r *Replacement) saysLess() bool {
	part := func() bool {
		from, to := normalise.Squash(normalise.Text(r.From)), normalise.Squash(normalise.Text(r.To))
		return !r.Added && len(to) < len(from) && strings.Contains(from, to)
	}
	switch r.Field {
	case biblio.FieldPages:
		return strings.HasSuffix(r.To, "-")
	case biblio.FieldVolume, biblio.FieldIssue: // 12 of "12 A", but not 1 of 119
		from, to := normalise.Words(r.From), normalise.Words(r.To)
		return !r.Added && len(to) < len(from) &&
			!slices.ContainsFunc(to, func(w string) bool { return !slices.Contains(from, w) })
	case biblio.FieldPublisher, biblio.FieldLocation:
		return part()
	case biblio.FieldVenue:
		return !r.Record.Comparison.SharesIdentifier() && len(strings.Fields(r.To)) >= 3 && part()
	}
	return false
}

// machineRead matches a word with a sign that a machine misread it: a replacement character, or a capital I in place
// of a small l.
var machineRead = lazy.Regexp(`[\x{FFFD}\x{FFFC}]|^\PL*\pL\p{Ll}{3,}I\PL*$`)

// unreadable reports whether a text has a word that was misread and is not in another.
func unreadable(from, to string) bool {
	return slices.ContainsFunc(strings.Fields(to), func(word string) bool {
		return machineRead.MatchString(word) && !strings.Contains(from, word)
	})
}

// markup matches tags that a source keeps from the web page of a title: "<i>s</i>".
var markup = lazy.Regexp(`</?[a-zA-Z]+>`)

// titleDoubt: slips are corrected by any record of the work; different words belong to one version, and are taken
// from the publisher's record of this print.
func (r *Replacement) titleDoubt(f match.FieldComparison) Doubt {
	have, want := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	switch why := Scruple(r.Record, biblio.FieldTitle); {
	case markup.MatchString(f.Recorded):
		return Markup
	case why != NoDoubt:
		return why
	case Misspelt(have, want):
		return NoDoubt
	case !r.ofCitedVersion():
		return OtherVersion
	case r.Record.Origin.Kind != biblio.Publisher:
		return NoPublisher
	}
	said, recorded := normalise.Significant(have), normalise.Significant(want)
	switch {
	case !r.Record.Comparison.SharesIdentifier() && lacks(have, want) && len(said) > len(recorded):
		return WordsLeftOut
	case !within(said, recorded) && !within(recorded, said) && !ofThisPrint(r.Record):
		return OtherWord
	}
	return NoDoubt
}

// Misspelt reports whether words match others one by one, apart from slips in long ones; numbers must be equal.
func Misspelt(have, want []string) bool {
	return slices.EqualFunc(have, want, func(a, b string) bool {
		return a == b || min(len(a), len(b)) >= 4 && digits(a) == digits(b) && normalise.OneSlip(a, b)
	})
}

func digits(word string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, word)
}

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

// mostYears is how many years apart an entry and a record of one work may be.
const mostYears = 300

// otherDates are the fields in which authors put the year of another print.
var otherDates = []string{"note", "addendum", "howpublished", "edition", "origdate", "origyear",
	"eventdate", "pubstate"}

// yearDoubt: the container of the entry may count its edition or name its year, which a new year alone would
// contradict; the record may have the year in which a preprint was posted, or that of the conference and not of its
// volume.
func (r *Replacement) yearDoubt(f match.FieldComparison) Doubt {
	have, _ := strconv.Atoi(f.Claimed)
	recorded, _ := strconv.Atoi(f.Recorded)
	same := r.Record.Comparison.SharesIdentifier()
	preprint := r.Record.Origin.Kind == biblio.PreprintServer
	switch {
	case max(have-recorded, recorded-have) > mostYears:
		return OtherEra
	case slices.ContainsFunc(otherDates, func(name string) bool {
		return slices.Contains(normalise.Words(r.Ref.Extra[name]), f.Recorded)
	}):
		return YearElsewhere
	case preprint && !same && !r.Record.Comparison.AgreesOn(biblio.FieldVenue):
		return OtherPosting
	case preprint && have != 0 && have < recorded-1:
		return PostedLater
	case same || r.Corrected(biblio.FieldVenue):
		return NoDoubt
	}
	name, theirs := r.Ref.Claimed.Container.Title, r.Record.Hit.Record.Container.Title
	container := normalise.ParseContainer(name)
	if container.Year != 0 && strconv.Itoa(container.Year) == f.Claimed || f.Kind == match.KindOffByOne &&
		len(normalise.Editions(theirs)) == 0 && !heldIn(name, container.Venues, f.Recorded) {
		return ContainerOfYear
	}
	return Scruple(r.Record, biblio.FieldYear)
}

// heldIn reports whether the edition that a container counts was held in a year; a container that counts none
// fits every year.
func heldIn(name string, venues []string, year string) bool {
	counted := normalise.Editions(name)
	return len(counted) == 0 || len(venues) == 1 && strconv.Itoa(heldWhen(venues[0], counted[0])) == year
}

// heldWhen returns the year in which an edition of a conference was held, 0 if it is not known.
func heldWhen(venue string, edition int) (year int) {
	for _, row := range normalise.Facts(venue, normalise.Edition) { // the last row that reaches the edition holds
		if edition >= row[0] {
			year = row[1] + (edition-row[0])*row[2]
		}
	}
	return year
}

// mostShifted is how many pages two prints of one volume may be apart; mostCounted is how many blank pages and
// appendices may be counted or not: "331-337" and "331-340" of one paper.
const (
	mostShifted = 30
	mostCounted = 3 // case: TestProofs
)

// openPrints are the conferences that publish their papers and workshops a second time with other pages.
var openPrints = []string{"cvpr", "iccv", "wacv"}

// pagesDoubt: works are printed more than once, and not every page is counted everywhere.
func pagesDoubt(f match.FieldComparison, c *match.Candidate) Doubt {
	have, want := normalise.ParsePages(f.Claimed), normalise.ParsePages(f.Recorded)
	letter := func(pages string) bool { return strings.ContainsFunc(pages, unicode.IsLetter) }
	longer := have.Length() - want.Length()
	switch {
	case have.First == "", match.ImpossiblePages(f.Claimed):
		return NoDoubt
	case f.Agreement == match.Differs &&
		(f.Kind == match.KindArticleNumber || have.Last == "" && want.Last != "" && have.First != want.First):
		return ArticleNumber
	case letter(f.Claimed) && !letter(f.Recorded), // the volume of the proceedings precedes the page
		have.Length() > 1 && (f.Kind == match.KindOtherPrint || have.First == want.First && (longer == 1 || longer == -1)):
		return OtherPrint
	case f.Agreement != match.Differs || c.Comparison.SharesIdentifier() || inVolume(c):
		return NoDoubt
	}
	container := normalise.ParseContainer(c.Hit.Record.Container.Title)
	if nearPages(have, want) ||
		slices.ContainsFunc(container.Venues, func(key string) bool { return slices.Contains(openPrints, key) }) {
		return PrintedTwice
	}
	return NoDoubt
}

// nearPages reports whether pages are a few pages off, or end a few pages apart.
func nearPages(have, want normalise.Pages) bool {
	return have.First == want.First && apart(have.Last, want.Last, mostCounted) ||
		apart(have.First, want.First, mostShifted) && apart(have.Last, want.Last, mostShifted)
}

// inVolume reports whether a record is of an article in the volume of the journal that the entry names: unlike
// proceedings, journals are printed once.
func inVolume(c *match.Candidate) bool {
	return c.Hit.Record.Type == biblio.ArticleJournal && c.Comparison.AgreesOn(biblio.FieldVenue) &&
		c.Comparison.AgreesOn(biblio.FieldVolume)
}

// apart reports whether two pages differ, but by at most most.
func apart(a, b string, most int) bool {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	return errX == nil && errY == nil && x != y && max(x-y, y-x) <= most
}

// authorDoubt: slips in names are corrected by any record of the work. Who the authors are, and their order, is taken
// from a record of the cited version, unless its list breaks off, lacks a name or has a name in a form that no one
// writes.
func (r *Replacement) authorDoubt(f match.FieldComparison) Doubt {
	c, have, want := r.Record, r.Ref.Claimed.Authors(), r.Authors
	people := SamePeople(have, want)
	switch {
	case people && f.Kind == match.KindGivenNames: // several, and nobody has them so
		return NoDoubt
	case !ofThisPrint(c) && people && otherGiven(have, want):
		return GivenName
	case !ofThisPrint(c) && reordered(have, want):
		return OtherOrder
	case misspellsKnown(have, want):
		return RecordMisspells
	case people && otherInitials(have, want):
		return GivenName
	case !people && !r.ofCitedVersion() && !slippedNames(have, want):
		return OtherVersion
	case c.Origin.Kind != biblio.Publisher && !sameOrder(have, want):
		return OtherOrder
	}
	return listDoubt(c, have, want)
}

// listDoubt says what speaks against a record's list itself: it breaks off, or has a name in a form that no one writes.
func listDoubt(c *match.Candidate, have, want []biblio.Contributor) Doubt {
	shorter := len(want) < len(have) && !c.Comparison.SharesIdentifier() && SamePeople(have[:len(want)], want)
	switch {
	case shorter && (!c.Comparison.AgreesOn(biblio.FieldPages) || len(want) == 1 && !inVolume(c)):
		return RecordCut
	case slices.ContainsFunc(want, func(w biblio.Contributor) bool {
		return !slices.ContainsFunc(have, isFamily(&w)) && oddName(&w, want)
	}):
		return OddName
	}
	return NoDoubt
}

// otherGiven reports whether a person's full given name differs between two lists of the same people by more than a
// slip.
func otherGiven(have, want []biblio.Contributor) bool {
	for i := range have {
		a, b := strings.Fields(normalise.Text(have[i].Given)), strings.Fields(normalise.Text(want[i].Given))
		if len(a) == 0 || len(b) == 0 || min(len(a[0]), len(b[0])) < 2 || a[0] == b[0] || digits(a[0]) != "" {
			continue
		}
		if !normalise.OneSlip(a[0], b[0]) && !strings.HasPrefix(a[0], b[0]) && !strings.HasPrefix(b[0], a[0]) {
			return true
		}
	}
	return false
}

// otherInitials reports whether a person has no initial in common on two lists of the same people: the name at birth
// and the one in use. One wrong initial is a slip.
func otherInitials(have, want []biblio.Contributor) bool {
	initials := func(given string) string {
		words := strings.Fields(normalise.Text(given))
		if strings.ToUpper(given) == given { // "LJ" has two
			return strings.Join(words, "")
		}
		for i := range words {
			words[i] = string([]rune(words[i])[:1])
		}
		return strings.Join(words, "")
	}
	for i := range have {
		a, b := normalise.Squash(normalise.Text(have[i].Given)), normalise.Squash(normalise.Text(want[i].Given))
		if len(a) > 1 && b != "" && !normalise.OneSlip(a, b) &&
			!strings.ContainsAny(initials(have[i].Given), initials(want[i].Given)) {
			return true
		}
	}
	return false
}

// reordered reports whether two lists have the same people in different orders, unless only the first two have
// changed places.
func reordered(have, want []biblio.Contributor) bool {
	if len(have) != len(want) || SamePeople(have, want) || slices.ContainsFunc(want,
		func(w biblio.Contributor) bool { return !slices.ContainsFunc(have, isFamily(&w)) }) {
		return false
	}
	return !(sameFamily(&have[0], &want[1]) && sameFamily(&have[1], &want[0]) && SamePeople(have[2:], want[2:]))
}

// sameOrder reports whether the people on both lists are in the same order.
func sameOrder(have, want []biblio.Contributor) bool {
	last := -1
	for i := range have {
		at := slices.IndexFunc(want, isFamily(&have[i]))
		if at >= 0 && at < last {
			return false
		}
		last = max(last, at)
	}
	return true
}

// misspellsKnown reports whether a person's given name is a known one on the first list, and that name with a
// slip on the second.
func misspellsKnown(have, want []biblio.Contributor) bool {
	for i := range want {
		at := slices.IndexFunc(have, isFamily(&want[i]))
		if at < 0 {
			continue
		}
		a, b := normalise.Words(have[at].Given), normalise.Words(want[i].Given)
		for k := 0; k < min(len(a), len(b)); k++ {
			if min(len(a[k]), len(b[k])) >= 4 && normalise.OneSlip(a[k], b[k]) &&
				(normalise.KnownGiven(a[k]) && !normalise.KnownGiven(b[k]) || machineCut.MatchString(want[i].Given)) {
				return true
			}
		}
	}
	return false
}

// machineCut matches a given name with a small letter after its first hyphen and letters outside ASCII behind: a
// machine made it.
var machineCut = lazy.Regexp(`^[^-]*-[a-z].*[^\x00-\x7F]`)

func sameFamily(a, b *biblio.Contributor) bool {
	return normalise.Text(a.Family+a.Literal) == normalise.Text(b.Family+b.Literal)
}

func isFamily(who *biblio.Contributor) func(biblio.Contributor) bool {
	return func(c biblio.Contributor) bool { return sameFamily(&c, who) }
}

// SamePeople reports whether two lists have the same family names in the same order.
func SamePeople(have, want []biblio.Contributor) bool {
	return slices.EqualFunc(have, want, func(a, b biblio.Contributor) bool { return sameFamily(&a, &b) })
}

// slippedNames reports whether two lists have the same people, apart from slips in family names.
func slippedNames(have, want []biblio.Contributor) bool {
	return slices.EqualFunc(have, want, func(a, b biblio.Contributor) bool {
		return sameFamily(&a, &b) || normalise.OneSlip(normalise.Text(a.Family), normalise.Text(b.Family))
	})
}

// oddName reports whether a name is not a person's, or not written as one: a single word, a mark, capitals alone, or
// one vowel in place of the given name in a list that is not of initials: U, O and E are family names, which a source
// has put first.
func oddName(c *biblio.Contributor, list []biblio.Contributor) bool {
	if c.Given == "" || !strings.ContainsFunc(c.Family, unicode.IsLetter) {
		return true
	}
	for _, word := range strings.FieldsFunc(c.Given+" "+c.Family,
		func(r rune) bool { return r == ' ' || r == '-' || r == '.' }) {
		if letters := []rune(word); len(letters) > 3 && strings.ToUpper(word) == word && strings.ToLower(word) != word {
			return true
		}
	}
	first, _, _ := strings.Cut(c.Given, " ")
	return len(first) == 1 && strings.Contains("UOEI", first) && slices.ContainsFunc(list, writtenOut)
}
