package refstring

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// announces are words, besides those of reference lists, that announce a field or join names and are not part of any
// field.
var announces = words.Set("a arxiv dated doi dx isbn issn org pmid am an as bd by c con d de der des die el http " +
	"https kap la le n o of on the url v von www")

func announced(w string) bool {
	return announces[w] || words.Month(w) != 0 || w == "al" ||
		words.Is(w, words.And, words.In, words.Editor, words.Volume, words.Issue, words.Pages,
			words.Accessed, words.Available)
}

// Unread returns the stretches of a reference string that are in no field of the work read from it, in order: text
// outside all spans whose words occur in no value. Without spans, nothing is known about the string, and it returns
// none.
func Unread(raw string, spans map[biblio.Field]biblio.Span, values []string) []string {
	if len(spans) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, v := range values {
		for _, w := range wordsOf(v) {
			known[w] = true
		}
	}
	order := slices.SortedFunc(maps.Values(spans), func(a, b biblio.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	order = append(order, biblio.Span{Start: len(raw), End: len(raw)})
	var list []string
	at := 0
	for _, s := range order {
		if s.Start > at && s.Start <= len(raw) {
			text := strings.TrimFunc(typeCode.ReplaceAllString(raw[at:s.Start], ""),
				func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if slices.ContainsFunc(wordsOf(text), func(w string) bool { return !known[w] && !announced(w) }) {
				list = append(list, clean(text))
			}
		}
		at = max(at, s.End)
	}
	return list
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
