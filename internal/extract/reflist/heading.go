package reflist

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// The headings in the tables of words, without spaces and in lower case: of reference lists, of lists of works that
// the text need not cite, of what follows a list, and of notes at the end of a text.
var (
	headings        = unspaced(words.Heading)
	furtherHeadings = unspaced(words.Further)
	closers         = unspaced(words.Closing)
	noteHeadings    = unspaced(words.Notes)
)

func unspaced(k words.Kind) map[string]bool {
	set := map[string]bool{}
	for _, w := range words.List(k) {
		set[strings.ToLower(strings.ReplaceAll(w, " ", ""))] = true
	}
	return set
}

// Lengths of headings, in bytes.
const (
	headingLong    = 80  // with a section's number: "12.3. Bibliography (continued)" and more
	headingStops   = 3   // full stops; a line of a table of contents has more; case: TestListHeading
	looseLong      = 60  // "References for chapter 3 and the appendix"; case: TestLists
	lineOfText     = 90  // a longer line is text, however it is set
	capitalsFewest = 4   // letters in capitals; "USA" is not a heading
	headingsAlike  = 0.6 // points by which two headings of one kind may differ in size
)

// sectionNumber matches what precedes a heading.
var sectionNumber = lazy.Regexp(
	`^(?:(?:chapter|kapitel|section)\s+)?(?:\d{1,2}(?:\.\d{1,2})*|[IVXLC]{1,5}|[A-Z])[.):]?\s+`)

// bare returns a line in the form of the tables of headings.
func bare(s string) string {
	s = strings.TrimSpace(s)
	if loc := sectionNumber.FindStringIndex(s); loc != nil && !spacedOut(s) {
		s = s[loc[1]:]
	}
	s = strings.ToLower(s)
	return strings.Trim(strings.Join(strings.Fields(s), ""), ".:;—–-_*•#§[]()")
}

// spacedOut reports whether the letters of a text are spaced: "R E F E R E N C E S", "R EFERENCES".
func spacedOut(s string) bool {
	return len(s) > 3 && s[1] == ' ' && !strings.Contains(s, ".") &&
		headings[strings.ToLower(strings.Join(strings.Fields(s), ""))]
}

func listHeading(s string) bool {
	if len(s) > headingLong || strings.Count(s, ".") > headingStops {
		return false
	}
	b := strings.TrimSuffix(bare(s), "(continued)")
	b = strings.TrimRight(b, "0123456789.")
	return (headings[b] || furtherHeadings[b]) && !strings.Contains(s, "..")
}

// looseHeading reports whether a line begins with the heading of a list and continues a little: "References for
// chapter 3", "Literatur (Auswahl)".
func looseHeading(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(s) > looseLong || strings.HasSuffix(s, ".") || strings.HasSuffix(s, ",") {
		return false
	}
	for n := 1; n < len(words); n++ {
		if headings[bare(strings.Join(words[:n], " "))] && unicode.IsUpper(firstRune(words[0])) {
			return true
		}
	}
	return false
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// received matches a journal's note on when a paper was received.
var received = lazy.Regexp(
	`(?i)^(?:(?:paper|manuscript|article|submitted|first) )?(?:received|eingegangen|submitted)\b.*(?:accepted|revised|\d{4})`)

func closer(s string) bool {
	if len(s) > lineOfText {
		return false
	}
	b := bare(s)
	if closers[b] {
		return true
	}
	words := strings.Fields(s)
	if len(words) == 0 {
		return false
	}
	first := strings.ToLower(strings.Trim(words[0], ".:—–-"))
	switch first {
	case "appendix", "anhang", "annexe", "anexo", "apéndice", "supplementary", "supplemental", "附录", "приложение":
		return !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, ",")
	}
	return false
}

// largerType is the ratio of a heading's size to that of the text from which it counts as larger. Values from 1.02 to
// 1.2 give the same on dev data.
const largerType = 1.08 // case: TestRunningHeads, TestScannedPage

// standsOut reports whether a line is set as a heading: larger or bolder than the text, or in capitals, and short.
func (d *Document) standsOut(l *Line) bool {
	return len(l.Text) <= lineOfText && (l.Size > largerType*d.body || l.Bold || capitals(l.Text))
}

func capitals(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			letters++
		}
	}
	return letters >= capitalsFewest
}
