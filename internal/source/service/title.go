package service

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// longest is how much of a title is searched for; no title needs more to be
// found, and addresses have bounds.
const longest = 40 // words

// Plain takes TeX out of a title as far as a search needs it: commands, braces
// and dollar signs.
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
			if j == i+1 { // \" or \& : an accent or an escaped sign
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

// Words returns the words of a text with one space between them, lower case and
// without punctuation: letters, their marks, and digits.
func Words(text string) string {
	list := words(text)
	if len(list) > longest {
		list = list[:longest]
	}
	return strings.Join(list, " ")
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// Alike reports that two titles have most of their words in common, or that one
// begins with the other: enough to spare a search, never a judgement.
func Alike(a, b string) bool {
	wa, wb := words(Plain(a)), words(Plain(b))
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

// Author returns the family name of the first author that a query claims, "" when
// there is none.
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

// fewWords is the length up to which titles are common: "Deep learning",
// "Introduction", "A survey of methods".
const fewWords = 4

// Crowded reports a search with as long an answer as was asked for, in which
// others have the title claimed, or all have it when it is a long one, and none of
// these is by the first author: there may be no room left for the work that is
// meant.
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
		for _, c := range records[i].Contributors {
			if Has(c.String(), author) {
				return false
			}
		}
	}
	return alike == len(records) || alike > 0 && len(strings.Fields(s.Words)) <= fewWords
}
