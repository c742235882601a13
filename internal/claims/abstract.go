package claims

import (
	"cmp"
	"encoding/json"
	"html"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Bounds of an abstract.
const (
	abstractBytes = 1 << 20
	abstractWords = 5000
)

// markup is the elements in abstracts, which publishers keep in XML, and the heading
// that repeats what it is.
var (
	markup       = lazy.Regexp(`</?[A-Za-z][^<>]{0,200}>`)
	abstractHead = lazy.Regexp(`^\s*(?i:abstract|summary)\b[.:]?\s+`)
)

// abstractOf gives the abstract that a record states: as text, in XML, or as OpenAlex
// does, each word with its places. "" means that it states none.
func abstractOf(r *biblio.Record) string {
	text := cmp.Or(r.Extra["abstract"], r.Extra["abstractText"])
	if text == "" {
		return inverted(r.Extra["abstract_inverted_index"])
	}
	if len(text) > abstractBytes {
		return ""
	}
	text = strings.Join(strings.Fields(html.UnescapeString(markup.ReplaceAllString(text, " "))), " ")
	return abstractHead.ReplaceAllString(text, "")
}

// inverted puts the words of an index in the order of their places.
func inverted(index string) string {
	var places map[string][]int
	if index == "" || len(index) > abstractBytes || json.Unmarshal([]byte(index), &places) != nil {
		return ""
	}
	words := make([]string, abstractWords)
	for word, at := range places {
		for _, i := range at {
			if i >= 0 && i < len(words) && words[i] < word { // one of two for a place, whatever their order
				words[i] = word
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}
