package online

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// longest is the number of words of a title that are searched for; no title needs more, and addresses are
// bounded.
const longest = 40 // words

// Plain removes TeX from a title as far as a search needs it: commands, braces and dollar signs.
func Plain(title string) string {
	var b strings.Builder
	for i := 0; i < len(title); i++ {
		switch c := title[i]; c {
		case '{', '}', '$':
		case '\\':
			j := i + 1
			for j < len(title) && (title[j] >= 'a' && title[j] <= 'z' || title[j] >= 'A' && title[j] <= 'Z') {
				j++
			}
			if j == i+1 { // \" or \& : an accent or an escaped character
				if j < len(title) && strings.IndexByte("&%#_", title[j]) >= 0 {
					continue
				}
				i++
				continue
			}
			i = j - 1
		case '~':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Words returns the words of a text separated by single spaces, lower case and without punctuation: letters,
// their marks, and digits.
func Words(text string) string {
	list := wordsOf(text)
	return strings.Join(list[:min(len(list), longest)], " ")
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// Alike reports whether two titles share most of their words, or one begins with the other: enough to save a
// search, never a judgement.
func Alike(a, b string) bool {
	wa, wb := wordsOf(Plain(a)), wordsOf(Plain(b))
	if len(wa) == 0 || len(wb) == 0 {
		return false
	}
	if len(wa) > len(wb) {
		wa, wb = wb, wa
	}
	prefix := len(wa) >= 4
	for i, w := range wa {
		prefix = prefix && w == wb[i]
	}
	if prefix {
		return true
	}
	return 10*normalise.Shared(wb, wa) >= 8*len(wb)
}

// Author returns the family name of the first author that a query claims, or "".
func (s Search) Author() string {
	for _, c := range s.Query.Claimed.Contributors {
		switch {
		case c.Role != "" && c.Role != "author":
		case c.Family != "":
			return Words(c.Family)
		case c.Literal != "":
			return Words(c.Literal)
		}
	}
	return ""
}

// fewWords is the length up to which titles are not distinctive: "Deep learning", "Introduction", "A survey of
// methods".
const fewWords = 4

// Crowded reports whether an answer is as long as requested, other works have the claimed title (or all do if
// it is long), and none of these is by the first author: there may be no room left for the claimed work.
func (s Search) Crowded(records []biblio.Record, asked int) bool {
	author := strings.Fields(s.Author())
	if len(author) == 0 || len(records) < asked {
		return false
	}
	alike := 0
	for i := range records {
		if !Alike(s.Title, records[i].FullTitle()) {
			continue
		}
		alike++
		if slices.ContainsFunc(records[i].Contributors, func(c biblio.Contributor) bool { return Has(c.String(), author) }) {
			return false
		}
	}
	return alike == len(records) || alike > 0 && len(strings.Fields(s.Words)) <= fewWords
}
