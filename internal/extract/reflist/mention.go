package reflist

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Mention is a short form for a work that is cited in full elsewhere: "Ibid., p. 9", "Gould 1966, S. 6",
// "Luhmann, a. a. O., S. 45", "Habermas, Theorie (wie Anm. 3), S. 116", "Foucault, Discipline, 12".
type Mention struct {
	Name  string // of the author as printed; "" if there is none
	Title string // the short title, if there is one
	Year  string // with its letter
	Note  string // the number of the note that cites the work in full
	// Certain says that the form cannot be an entry of a list: it points back, or it has pages but no title.
	Certain bool
	// Paged says that it names no more than an author, a title of a few words and pages, as a note may.
	Paged bool
}

// The maximum length, in bytes, of a mention and of several.
const (
	mentionMost  = 120 // case: TestMentions
	mentionsMost = 10 * mentionMost
)

// pageUnit matches pages or the like after a short form, ", S. 45f.", ": 28", " § 5".
var pageUnit = `(?:(?:` + words.Pattern(words.And) + `|hier|esp|insb)\.? )?(?:(?:` +
	words.Pattern(words.Pages, words.Volume, words.Issue, words.Note) +
	`|kap|cap|ch|chap|rn|rz|sp|abb|figs?|tab|taf|pl|art)\b\.?\s?|§+\s?)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s?[–—-]\s?\d{1,4})?` +
	`(?:\s?(?:ff?|sqq?|s)\b\.?)?[)\]]?`

// A name of a mention: words in capitals, particles, initials; and several of them.
var (
	nameWord  = `(?:(?:` + words.Pattern(words.Particle) + `)\s)*\p{Lu}[\pL\pM'’.-]*`
	oneName   = nameWord + `(?: ` + nameWord + `){0,3}(?:, (?:\p{Lu}\.[ -]?)+)?`
	nameJoint = `(?:,? (?:` + words.Pattern(words.And) + `)\.? |\s?/\s?|\s?–\s?)`
	someNames = oneName + `(?:(?:, ` + oneName + `)*` + nameJoint + oneName + `)*(?:,? (?:et|u\.?) ?al\b\.?)?`
)

var (
	pagesLast = lazy.Regexp(`(?i)(?:[\s,:;.(]+` + pageUnit + `)+[\s.,;:)\]]*$`)
	pagesOnly = lazy.Regexp(`(?i)^[\s,:;.)\]]*(?:` + pageUnit + `[\s,:;.)\]]*)*$`)
	// authorYear matches a name and a year.
	authorYear = lazy.Regexp(`^(` + someNames + `)[,:]? ?[(\[]?((?:1[5-9]\d\d|20[0-4]\d)[a-z]?)[)\]]?(.*)$`)
	// authorTitle matches a name and a short title.
	authorTitle = lazy.Regexp(`^(` + oneName + `(?:` + nameJoint + oneName +
		`)?(?:,? (?:et|u\.?) ?al\b\.?)?)(?:, (.{2,70}))?$`)
	// sameWork matches what says that the work was cited before, perhaps with the number of the note.
	sameWork = lazy.Regexp(`(?i)[,(]?\s*(?:[(\[]?\b(?:` + words.Pattern(words.Above) + `)\.?(?: in)?,? ` + noteNumber +
		`[)\]]?|[(\[](?:in )?` + noteNumber + `[)\]]|(?:^|[,(\s])(?:` + words.Pattern(words.Ibid) + `)(?:[.,;:)\s]|$))`)
	// noteNumber matches a note of the same text; its number is a group of sameWork.
	noteNumber = `(?:` + words.Pattern(words.Note) + `)\.?\s*(\d{1,4})`
	// volumePages matches what follows a journal and its year: "Current Opinion in Biotechnology 1995, 6:561-566".
	volumePages = lazy.Regexp(`^,? ?\d{1,4} ?[:,] ?\d{3,5} ?[-–] ?\d+\.?$`)
	bareYear    = lazy.Regexp(`\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b`)
	contained   = lazy.Regexp(`(?i)\b(?:` + words.Pattern(words.In) + `):|\d|://|[.!?] |,`)
)

// Mentions returns the mentions in a text that has nothing else, separated by semicolons; nil for any other text.
func Mentions(text string) (list []Mention) {
	if len(text) > mentionsMost {
		return nil
	}
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); strings.IndexAny(part, "([") == 0 {
			part = strings.Trim(part, " ()[]")
		}
		m, ok := mentionOf(part)
		if !ok {
			return nil
		}
		list = append(list, m)
	}
	return list
}

func mentionOf(text string) (m Mention, ok bool) {
	whole := withoutLeadIn(text)
	if len(whole) > mentionMost || strings.Contains(whole, "://") {
		return m, false
	}
	if rest, again := Repeated(whole); again && pagesOnly.MatchString(rest) { // "Id., p. 4"
		return Mention{Certain: true}, !bareYear.MatchString(rest)
	}
	short := whole
	mark := sameWork.FindStringSubmatchIndex(whole)
	if mark != nil {
		for g := 2; g < len(mark); g += 2 {
			if mark[g] >= 0 {
				m.Note = whole[mark[g]:mark[g+1]]
			}
		}
		short = strings.Trim(whole[:mark[0]], " ,:;(")
		m.Certain = true
		if rest := whole[mark[1]:]; short == "" || bareYear.MatchString(rest) {
			return m, short == "" && !bareYear.MatchString(rest) // "ibid. 48, 696 (1935)" is another work of the journal
		}
	}
	if by := authorYear.FindStringSubmatch(short); by != nil && onlyPages(by[3]) {
		m.Name, m.Year = by[1], by[2]
		m.Certain = mark != nil || whole != text || strings.Trim(by[3], " .") != ""
		return m, true
	}
	if bareYear.MatchString(short) {
		return m, false
	}
	title := withoutPages(short)
	by := authorTitle.FindStringSubmatch(strings.TrimRight(title, " ."))
	if by == nil || mark == nil && (by[2] == "" || title == short) {
		return m, false
	}
	m.Name, m.Title = by[1], strings.Trim(by[2], " ,:()„“”\"»«'’‘‹›")
	m.Paged = !contained.MatchString(m.Title)
	return m, true
}

// onlyPages reports whether a text states pages and nothing else, no volume either.
func onlyPages(s string) bool { return pagesOnly.MatchString(s) && !volumePages.MatchString(s) }

// withoutPages cuts pages off the end of a text; only one that ends in a digit, a Roman number or "ff." has any.
func withoutPages(s string) string {
	end := strings.TrimRight(s, " \t\n.,;:)]")
	if !strings.ContainsAny(end[max(0, len(end)-1):], "0123456789ivxlcfqsIVXLCFQS") {
		return s
	}
	return pagesLast.ReplaceAllString(s, "")
}
