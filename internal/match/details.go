package match

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// The kinds of variants and differences of the smaller fields.
const (
	KindNotation      = "notation"         // another notation
	KindFirstPage     = "first-page"       // only the first page, or only the article number
	KindOtherPrint    = "other-print"      // two ranges of equal length: two prints of the work
	KindArticleNumber = "article-number"   // a number, perhaps an article number, against a range of pages
	KindOffByOne      = "off-by-one"       // one year before or after
	KindFar           = "far"              // years apart
	KindProceedings   = "proceedings-year" // the year in which the claimed volume of proceedings appeared
	KindPublisher     = "alias"            // another name of the same house
	KindOnline        = "online"           // held online: no location
)

// simple starts the comparison of a field that is plain text on both sides.
func simple(field biblio.Field, claimed, recorded string) (f FieldComparison, done bool) {
	f = FieldComparison{Field: field, Claimed: claimed, Recorded: recorded}
	switch {
	case claimed == "":
		f.Agreement = Unclaimed
	case recorded == "":
		f.Agreement = Unrecorded
	case claimed == recorded:
		f.Agreement, f.Score = Agrees, 1
	default:
		return f, false
	}
	return f, true
}

func (c *claimForm) compareYear(record *biblio.Work) FieldComparison {
	f, done := simple(biblio.FieldYear, c.year, record.YearString())
	if done {
		return f
	}
	if r := newTitle(record.FullTitle(), false); c.yearInTitle(&r) {
		f.Agreement = Unclaimed
		return f
	}
	if c.work.OtherYear != 0 {
		first, last := min(c.work.Issued.Year, c.work.OtherYear), max(c.work.Issued.Year, c.work.OtherYear)
		span := last-first <= longestSpan && record.Issued.Year > first && record.Issued.Year < last
		if record.Issued.Year == c.work.OtherYear || span {
			f.Agreement, f.Kind, f.Score = Variant, KindNotation, 1
			return f
		}
	}
	if otherCalendar(c.work.Issued.Year, record.Issued.Year) {
		f.Agreement, f.Kind, f.Score = Variant, KindNotation, 1
		return f
	}
	d := c.work.Issued.Year - record.Issued.Year
	if d > 0 && d <= mostEarly && c.laterIssue(record) {
		f.Agreement = Unrecorded
		return f
	}
	f.Agreement, f.Kind = Differs, KindFar
	if d == 1 || d == -1 {
		f.Kind, f.Score = KindOffByOne, 0.5
		if c.proceedingsYear(record) {
			f.Agreement, f.Kind, f.Score = Variant, KindProceedings, 1
		}
	}
	return f
}

// mostEarly is the number of years by which early access usually precedes the issue.
const mostEarly = 2

// laterIssue reports whether the claim states the volume of a journal's article and pages in it, and the record knows
// neither: its pages count from 1, as those of an article put online before its issue do. Such a record has the year
// of early access and does not say when the issue appeared.
func (c *claimForm) laterIssue(record *biblio.Work) bool {
	if record.Type != biblio.ArticleJournal || record.Volume != "" || record.Issue != "" || c.work.Volume == "" {
		return false
	}
	claimed, recorded := normalise.ParsePages(c.work.Pages), normalise.ParsePages(record.Pages)
	return recorded.First == "1" && claimed.First != "" && claimed.First != "1"
}

// longestSpan is the greatest number of years between the first and last year that a work states.
const longestSpan = 5

// NumberedByYear reports whether the proceedings of a conference, given by its venue key, are volumes that are numbered
// by year and may be dated a year later.
func NumberedByYear(venue string) bool {
	late := normalise.Facts(venue, normalise.LateVolumes)
	return len(late) > 0 && len(late[0]) > 2
}

// proceedingsYear reports whether, of two consecutive years, the first is that of a conference whose proceedings are
// dated a year later. A volume that claim or record names proves the year; without one, the proceedings of that time
// are assumed to be late.
func (c *claimForm) proceedingsYear(record *biblio.Work) bool {
	held := min(c.work.Issued.Year, record.Issued.Year)
	for _, key := range c.venue.Venues {
		for _, late := range normalise.Facts(key, normalise.LateVolumes) {
			if c.venue.Track != normalise.Main {
				continue
			}
			for _, stated := range []string{c.work.Volume, record.Volume} {
				if volume, err := strconv.Atoi(number(stated)); err == nil && len(late) > 2 {
					return late[2]+volume == held
				}
			}
			return held >= late[0] && held <= late[1]
		}
	}
	return false
}

// compareNumber compares a volume or an issue.
func compareNumber(field biblio.Field, claimed, recorded string) FieldComparison {
	f, done := simple(field, claimed, recorded)
	if done {
		return f
	}
	if field == biblio.FieldVolume {
		claimed, recorded = volumeAlone(claimed), volumeAlone(recorded)
	}
	x, y := number(claimed), number(recorded)
	switch {
	case x == "":
		f.Agreement = Unclaimed
	case y == "" || len(y) > 24: // a series title has strayed into the field
		f.Agreement = Unrecorded
	case x == y || roman(x) == y || x == roman(y):
		f.Agreement, f.Kind, f.Score = Variant, KindNotation, 1
	case sameLettered(x, y):
		f.Agreement, f.Kind, f.Score = Variant, KindNotation, 0.9
	case partOfRange(x, recorded) || partOfRange(y, claimed):
		f.Agreement, f.Kind, f.Score = Variant, KindNotation, 0.9
	default:
		f.Agreement = Differs
	}
	return f
}

// number normalises a volume or issue: "Vol. 012", "т. 12" and "12" are equal. arXiv's "abs/1706.03762" is not a
// volume.
func number(s string) string {
	t := normalise.Text(words.Unlabelled(s, words.Volume, words.Issue))
	if strings.HasPrefix(t, "abs ") {
		return ""
	}
	t = normalise.Squash(t)
	if z := strings.TrimLeft(t, "0"); z != "" {
		return z
	}
	return t
}

// sameLettered reports whether two numbers differ in the letters of a journal, a series or a supplement, which only
// one has, or both in another place: "IT-22" and "22", "35A" and "A35", "Suppl 1" and "S1".
func sameLettered(a, b string) bool {
	x, inA := lettered(a)
	y, inB := lettered(b)
	return x == y && x != "" && (inA == "" || inB == "" || inA == inB || inA[0] == 's' && inB[0] == 's')
}

// lettered separates a number from the letters before it, or from one letter behind it. The number is "" if there is
// anything else.
func lettered(number string) (digits, letters string) {
	const alphabet = "abcdefghijklmnopqrstuvwxyz"
	digits = strings.TrimLeft(number, alphabet)
	letters = number[:len(number)-len(digits)]
	if n := len(digits) - 1; letters == "" && n > 0 && strings.IndexByte(alphabet, digits[n]) >= 0 {
		digits, letters = digits[:n], digits[n:]
	}
	if strings.Trim(digits, "0123456789") != "" {
		return "", letters
	}
	return digits, letters
}

// section returns the letter of a volume that names a section of its journal: "B" of "B716" and "60B".
func section(volume string) string {
	if digits, letters := lettered(normalise.Squash(normalise.Text(volume))); digits != "" && len(letters) == 1 {
		return strings.ToUpper(letters)
	}
	return ""
}

// compareVolume compares volumes. A journal that numbers its volumes by the year is cited with the issue in its place:
// "JHEP 02" in 2015. An issue that is written into the claimed volume is compared with the issue.
func compareVolume(claimed, record *biblio.Work) FieldComparison {
	f := compareNumber(biblio.FieldVolume, claimed.Volume, record.Volume)
	if f.Agreement == Differs && (issueForYear(claimed, record) || issueForYear(record, claimed)) {
		f.Agreement, f.Kind, f.Score = Variant, KindNotation, 0.9
	}
	return f
}

// issueForYear reports whether the volume of b is its year and a states the issue, at most a month, in its place.
func issueForYear(a, b *biblio.Work) bool {
	n, err := strconv.Atoi(number(a.Volume))
	return err == nil && n >= 1 && n <= 12 && number(b.Volume) == b.YearString() &&
		(b.Issue == "" || number(b.Issue) == number(a.Volume))
}

// volumeAlone returns a volume without what is written beside it: "50" of "50(2)".
func volumeAlone(volume string) string {
	if v, ok := normalise.SplitVolume(volume); ok {
		return v.Number
	}
	return volume
}

// compareIssue compares issues, the claimed one also if it is written into the volume.
func compareIssue(claimed, record *biblio.Work) FieldComparison {
	issue := claimed.Issue
	if v, ok := normalise.SplitVolume(claimed.Volume); ok && issue == "" {
		issue = v.Issue
	}
	return compareNumber(biblio.FieldIssue, issue, record.Issue)
}

var romanDigits = map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}

// roman returns the decimal digits of a Roman numeral, or "" for anything else.
func roman(s string) string {
	n := 0
	for i := 0; i < len(s); i++ {
		v, ok := romanDigits[s[i]]
		if !ok {
			return ""
		}
		if i+1 < len(s) && romanDigits[s[i+1]] > v {
			v = -v
		}
		n += v
	}
	return strconv.Itoa(n)
}

// partOfRange reports whether a normalised number is one of those in "3-4", "9/10" or "No. 4, 5".
func partOfRange(a, stated string) bool {
	parts := strings.FieldsFunc(stated, func(r rune) bool { return strings.ContainsRune("-–—−/,& ", r) })
	if len(parts) < 2 {
		return false
	}
	x, y := parts[len(parts)-2], parts[len(parts)-1]
	return consecutive(x, y) && (a == number(x) || a == number(y))
}

func consecutive(a, b string) bool {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	return errX == nil && errY == nil && y == x+1
}

func comparePages(claimed, recorded string) FieldComparison {
	f, done := simple(biblio.FieldPages, claimed, recorded)
	if done {
		return f
	}
	a, b := normalise.ParsePages(claimed), normalise.ParsePages(recorded)
	switch {
	case a.IsZero():
		f.Agreement = Unclaimed
	case b.IsZero() || b.First == "1" && b.Last == "" && b.Prefix == "": // "1-1": put online before it had pages
		f.Agreement = Unrecorded
	default:
		f.Agreement, f.Kind, f.Score = samePages(a, b)
	}
	return f
}

func samePages(a, b normalise.Pages) (Agreement, string, float64) {
	switch {
	case a.Prefix != "" && b.Prefix != "" && a.Prefix != b.Prefix: // two articles
		return Differs, "", 0
	case a.Count > 0 || b.Count > 0:
		return pageCount(a, b)
	case a.First != b.First:
		return otherFirstPage(a, b)
	case a.Last == b.Last:
		return Variant, KindNotation, 1
	case a.Last == "" || b.Last == "":
		return Variant, KindFirstPage, 1
	}
	return Differs, "last-page", 0.7
}

// otherFirstPage compares pages that begin with different numbers.
func otherFirstPage(a, b normalise.Pages) (Agreement, string, float64) {
	switch {
	case prefixIsPage(a, b) || prefixIsPage(b, a):
		return Variant, KindFirstPage, 1
	case sameArticle(a.First, b.First) && (a.Last == "" || b.Last == ""):
		return Variant, KindNotation, 1
	case a.Holds(b), b.Holds(a):
		return Variant, KindFirstPage, 0.9
	case a.Length() > 1 && a.Length() == b.Length():
		if a.First == "1" || b.First == "1" { // counted within the article
			return Variant, KindNotation, 0.9
		}
		return Differs, KindOtherPrint, 0.5
	case (a.Last == "") != (b.Last == ""):
		return Differs, KindArticleNumber, 0.3
	}
	return Differs, "", 0
}

// prefixIsPage reports whether b states only a's article number.
func prefixIsPage(a, b normalise.Pages) bool {
	return a.Prefix != "" && a.Prefix == b.First && b.Last == ""
}

// sameArticle compares article numbers: "e1003456" and "1003456".
func sameArticle(a, b string) bool {
	x, y := strings.TrimLeft(a, "abcdefghijklmnopqrstuvwxyz0"), strings.TrimLeft(b, "abcdefghijklmnopqrstuvwxyz0")
	return len(x) >= 4 && x == y
}

// pageCount compares a number of pages with a range.
func pageCount(a, b normalise.Pages) (Agreement, string, float64) {
	if a.Count > 0 && b.Count > 0 {
		if a.Count == b.Count {
			return Variant, KindNotation, 1
		}
		return Differs, "", 0
	}
	n, p := a.Count, b
	if n == 0 {
		n, p = b.Count, a
	}
	first, errF := strconv.Atoi(p.First)
	last, errL := strconv.Atoi(p.Last)
	if errF == nil && errL == nil && last-first+1 == n {
		return Variant, KindNotation, 1
	}
	return Unrecorded, "", 0
}

func comparePublisher(claimed, recorded string) FieldComparison {
	f, done := simple(biblio.FieldPublisher, claimed, recorded)
	if done {
		return f
	}
	if normalise.NotAPublisher(recorded) || normalise.Committee(claimed) {
		f.Agreement = Unrecorded
		return f
	}
	if normalise.Country(claimed) { // a place taken for a publisher
		f.Agreement = Unclaimed
		return f
	}
	same, alias := normalise.SamePublisher(claimed, recorded)
	switch {
	case same && !alias:
		f.Agreement, f.Score = Agrees, 1
	case same:
		f.Agreement, f.Kind, f.Score = Variant, KindPublisher, 1
	case normalise.ForSociety(claimed, recorded): // a house prints for a society: both may be named
		f.Agreement = Unrecorded
	default:
		f.Agreement = Differs
	}
	return f
}

func comparePlace(claimed, recorded string) FieldComparison {
	f, done := simple(biblio.FieldLocation, claimed, recorded)
	if done {
		return f
	}
	switch normalise.ComparePlaces(claimed, recorded) {
	case normalise.SamePlace:
		f.Agreement, f.Score = Agrees, 1
	case normalise.PlaceVariant:
		f.Agreement, f.Kind, f.Score = Variant, KindNotation, 1
	default:
		f.Agreement = Differs
	}
	return f
}

// typeFamilies groups types that differ in use rather than in kind.
var typeFamilies = map[biblio.Type]string{
	biblio.ArticleJournal: "article", biblio.Preprint: "article", biblio.PaperConference: "article",
	biblio.Review:          "article",
	biblio.ArticleMagazine: "article", biblio.Unpublished: "article", biblio.Report: "report", biblio.Chapter: "chapter",
	biblio.Entry: "chapter", biblio.Book: "book", biblio.Proceedings: "book", biblio.Thesis: "thesis",
	biblio.Dataset:  "data",
	biblio.Software: "software", biblio.WebPage: "web", biblio.Standard: "standard", biblio.Patent: "patent",
	biblio.ArticleNews: "news", biblio.Legal: "law", biblio.Legislation: "law",
}

func compareType(claimed, recorded biblio.Type) FieldComparison {
	f, done := simple(biblio.FieldType, string(claimed), string(recorded))
	if done {
		return f
	}
	x, y := typeFamilies[claimed], typeFamilies[recorded]
	switch {
	case x == "" || y == "":
		f.Agreement = Unrecorded
	case x == y, x == "article" && y == "chapter", x == "chapter" && y == "article":
		f.Agreement, f.Kind, f.Score = Variant, "kind", 0.8
	default:
		f.Agreement = Differs
	}
	return f
}

// calendars are the calendars in which works state their year, with the years from which there is scholarly
// literature, and the years of the common era in which such a year begins and ends.
var calendars = []struct {
	first, last int
	common      func(year int) []int
}{
	{1250, 1450, func(y int) []int { return []int{y + 621, y + 622} }},               // Solar Hijri: Iran
	{1250, 1500, func(y int) []int { return []int{y - y/33 + 621, y - y/33 + 622} }}, // Hijri, by the moon
	{2400, 2650, func(y int) []int { return []int{y - 543} }},                        // Buddhist: Thailand
}

// otherCalendar reports whether one year is the other in another calendar.
func otherCalendar(claimed, recorded int) bool {
	for _, c := range calendars {
		for _, pair := range [][2]int{{claimed, recorded}, {recorded, claimed}} {
			if pair[0] >= c.first && pair[0] <= c.last && slices.Contains(c.common(pair[0]), pair[1]) {
				return true
			}
		}
	}
	return false
}

// pageRange matches a first and a last page: numbers, perhaps with letters before them.
var pageRange = lazy.Regexp(`^\s*([A-Za-z]{0,3})(\d{1,9})\s*(?:-{1,3}|–|—)\s*([A-Za-z]{0,3})(\d{1,9})\s*$`)

// ImpossiblePages reports whether no range of pages can be as a text says: it ends before it begins, or has only
// zeros. "201-10" is short for "201-210", and "2-1" is the first page of chapter 2.
func ImpossiblePages(pages string) bool {
	if strings.Trim(pages, "0 -–—") == "" {
		return strings.Contains(pages, "0")
	}
	m := pageRange.FindStringSubmatch(pages)
	if m == nil || !strings.EqualFold(m[1], m[3]) || len(m[4]) < len(m[2]) {
		return false
	}
	first, _ := strconv.Atoi(m[2])
	last, _ := strconv.Atoi(m[4])
	return last < first && last != 1
}
