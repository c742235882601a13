package normalise

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Pages is the comparison form of a page statement.
type Pages struct {
	// digits or letters with digits: "123", "e1003456", "a12"; Last is "" if only a first page or an article number
	// is stated
	First, Last string
	Prefix      string // the part before the colon in "12:1-12:20"; the article or paper number
	Count       int    // number of pages, if only that is stated ("12 pp.")
}

// IsZero reports whether nothing is stated.
func (p Pages) IsZero() bool { return p.First == "" && p.Count == 0 }

// ParsePages reads a page statement in any notation: "p. 5", "pp. 123--145",
// "1455-66", "S12–S20", "e1003456", "12:1-12:20", "123+", "Article 45".
func ParsePages(s string) Pages {
	t := strings.ToLower(WithoutJournal(strings.TrimSpace(Plain(clip(s)))))
	t = cutPageLabel(cutPageLabel(strings.Map(pageRune, t))) // "Paper No. 134"
	if i := strings.Index(t, "vol"); i > 0 {                 // "539-546 vol.1"
		t = strings.TrimRight(t[:i], ",;(")
	}
	t = strings.ReplaceAll(t, "?", "") // "??–??": unknown
	if count, ok := pageCount(t); ok {
		return Pages{Count: count}
	}
	first, last := firstRange(t)
	var p Pages
	p.Prefix, first = cutNumber(first)
	_, last = cutNumber(last)
	p.First, p.Last = trimZeros(first), trimZeros(last)
	p.Last = completed(p.First, p.Last)
	// "38:1–38:18", which some bibliographies shorten to "38–1"
	if p.Prefix == "" && p.Last == "1" && digits(p.First) && p.First != "1" {
		p = Pages{Prefix: p.First, First: "1"}
	}
	if p.Last == p.First {
		p.Last = ""
	}
	return p
}

// namedPage matches a page or article number with the name of its journal before it: "nutrients12", "bmj.h1234".
var namedPage = lazy.Regexp(`^(?:[a-z]{2,9}\.([a-z]?\d+)|[a-z]{5,}(\d+))$`)

// WithoutJournal returns a statement of pages without the name of the journal that some registries join to it.
func WithoutJournal(pages string) string {
	if m := namedPage.FindStringSubmatch(pages); m != nil && cutPageLabel(pages) == pages &&
		!words.Is(strings.TrimRight(pages, ".0123456789"), words.Pages) {
		return m[1] + m[2]
	}
	return pages
}

// pageRune drops white space and maps digits and dashes to one form.
func pageRune(r rune) rune {
	switch {
	case r >= '０' && r <= '９':
		return r - '０' + '0'
	case r >= 0x2010 && r <= 0x2015, strings.ContainsRune("−~〜～－", r):
		return '-'
	case strings.ContainsRune(" \t\n\r\u00a0\u202f", r), r >= 0x2000 && r <= 0x200A:
		return -1
	}
	return r
}

// pageLabel is a word before page numbers, without white space.
type pageLabel struct {
	text string
	free bool // no digit need follow
}

// pageLabels are the words for pages, with a full stop and without, and those for article numbers. Labels of one
// letter, or short ones without a stop, need a digit after them.
var pageLabels = sync.OnceValue(func() []pageLabel {
	list := []pageLabel{
		{"articleno.", true}, {"articlenumber", true}, {"articleid", true}, {"article", true}, {"art.no.", true},
		{"art.", true}, {"artno", true},
		{"no.", true}, {"paper", true}, {"id", true},
	}
	for _, w := range words.List(words.Pages) {
		w = strings.ReplaceAll(w, " ", "")
		n := utf8.RuneCountInString(w)
		list = append(list, pageLabel{w + ".", n > 1})
		if n > 1 || w == "p" { // "S12" is a page of a supplement
			list = append(list, pageLabel{w, n > 3})
		}
	}
	slices.SortFunc(list, func(a, b pageLabel) int { return len(b.text) - len(a.text) })
	return list
})

func cutPageLabel(s string) string {
	if s == "" || digits(s[:1]) {
		return s
	}
	for _, label := range pageLabels() {
		if rest, ok := strings.CutPrefix(s, label.text); ok && rest != "" && (label.free || digits(rest[:1])) {
			return strings.TrimLeft(rest, ".:#")
		}
	}
	return s
}

// pageCount reads a number of pages: "12 pp.", "12 S.". A unit of one letter needs its full stop.
func pageCount(s string) (count int, ok bool) {
	at := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if at <= 0 || s[at] == '-' || utf8.RuneCountInString(s[at:]) < 2 || !words.Is(s[at:], words.Pages) {
		return 0, false
	}
	count, err := strconv.Atoi(s[:at])
	return count, err == nil
}

// firstRange returns the ends of the first range: "5-7, 12-14".
func firstRange(s string) (first, last string) {
	s = strings.TrimRight(s, ".,;+")
	s = strings.TrimSuffix(strings.TrimSuffix(s, "ff"), "f")
	s = strings.ReplaceAll(s, "--", "-")
	if m := volumePage.FindStringSubmatch(s); m != nil {
		if s = m[1]; m[2] != "" {
			s += "-" + m[2]
		}
	}
	first, last, _ = strings.Cut(s, "-")
	return beforeComma(strings.Trim(first, "-.")), beforeComma(strings.Trim(last, "-.,"))
}

func beforeComma(s string) string {
	if i := strings.IndexAny(s, ",;"); i >= 0 {
		return s[:i]
	}
	return s
}

// volumePage matches the Roman volume number that proceedings print before their pages: "II-649-II-657", "I:511-518".
var volumePage = lazy.Regexp(`^[ivx]{1,5}[-:](\d+)(?:-(?:[ivx]{1,5}[-:])?(\d+))?$`)

// Length returns the number of pages of a range, or 0 if it cannot be determined.
func (p Pages) Length() int {
	first, errF := strconv.Atoi(p.First)
	last, errL := strconv.Atoi(p.Last)
	if errF != nil || errL != nil || last < first {
		return 0
	}
	return last - first + 1
}

// Holds reports whether a single page is within a range.
func (p Pages) Holds(page Pages) bool {
	first, errF := strconv.Atoi(p.First)
	n, errN := strconv.Atoi(page.First)
	return errF == nil && errN == nil && page.Last == "" && n >= first && n < first+p.Length()
}

// cutNumber cuts the article number of "12:1".
func cutNumber(s string) (prefix, page string) {
	if i := strings.IndexByte(s, ':'); i >= 0 {
		return s[:i], s[i+1:]
	}
	return "", s
}

func trimZeros(s string) string {
	if t := strings.TrimLeft(s, "0"); t != "" {
		return t
	}
	return s
}

// completed returns the last page in full: "1455-66" ends at 1466, "S12-20" at S20.
func completed(first, last string) string {
	if last == "" {
		return ""
	}
	if len(last) < len(first) && digits(last) {
		if digits(first) {
			full := first[:len(first)-len(last)] + last
			if full >= first {
				return full
			}
		} else if head := strings.TrimRight(first, "0123456789"); head == "s" || // of a supplement
			head != "" && len(first) == len(head)+len(last) {
			return head + completed(first[len(head):], last)
		}
	}
	return last
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// VolumeParts are what a statement of a volume holds, each as written.
type VolumeParts struct {
	Number string // of the volume
	Issue  string // number of the issue, or the supplement
	Pages  string
}

// The parts of a statement of a volume: the series before it ("s2-42"), its label, and the issue, the year and the
// pages behind it.
var (
	volumeHead = lazy.Regexp(`^(?i)(?:s[0-9]-|vols?[. ]\s*|volume\s+)`)
	volumeTail = lazy.Regexp(`^(?i)([a-z]?\d{1,4}[a-z]?|[ivxlcdm]{1,8})(\s*\(\s*|\s*,\s*|\s+)((?:no|nr|n°|iss|issue)[. ]\s*)?` +
		`((?:suppl(?:ement)?[. ]*)?[a-z]?\d{0,5}(?:[-–/]\d{1,5})?)\s*\)?` +
		`(?:\s*\(\d{4}\)|\s*[,:;]\s*(?:pp?\.?\s*)?([a-z]?\d+(?:\s*[-–]+\s*[a-z]?\d+)?))?$`)
)

// SplitVolume reads a volume with something beside it, as registries and careless entries have it: "s2-42", "7(1)",
// "Vol 7 No 1 (2015)", "35 Suppl 1", "521 (7553), 436-444". ok is false for a volume alone and for anything else:
// "3, 4" may be two volumes.
func SplitVolume(s string) (v VolumeParts, ok bool) {
	s = strings.TrimSpace(s)
	bare := volumeHead.ReplaceAllString(clip(s), "")
	m := volumeTail.FindStringSubmatch(bare)
	switch {
	case m == nil || m[4] == "":
		return VolumeParts{Number: bare}, bare != s && (digits(bare) || ordinalWords[strings.ToLower(bare)])
	case strings.Contains(m[2], "(") && yearWord(m[4]) != 0:
		return VolumeParts{Number: m[1], Pages: m[5]}, true
	}
	v = VolumeParts{Number: m[1], Issue: m[4], Pages: m[5]}
	n, errN := strconv.Atoi(v.Number)
	k, errK := strconv.Atoi(v.Issue)
	two := strings.Contains(m[2], ",") && m[3] == "" && errN == nil && errK == nil && k == n+1
	return v, !two && (strings.TrimSpace(m[2]) != "" || m[3] != "" || errK != nil && len(v.Issue) > 5)
}
