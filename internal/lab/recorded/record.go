package recorded

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Flat reads the flat fields of a citation. Unknown keys are ignored.
func Flat(o result.Object) biblio.Flat {
	return biblio.Flat{
		Type: o.Text("type"), Title: o.Text("title"), Authors: o.List("authors"), Editors: o.List("editors"),
		Venue: o.Text("venue"), Year: biblio.Year(o.Text("year")), DOI: o.Text("doi"),
		ArXivID: o.Text("arxiv_id", "arxiv"), PMID: o.Text("pmid"), ISBN: o.Text("isbn"), URL: o.Text("url"),
		Volume: o.Text("volume"), Issue: o.Text("issue"), Pages: o.Text("pages"),
		Publisher: o.Text("publisher"), Location: o.Text("location"),
	}
}

// withheld are the keys of labels or another system's answers, which never reach the judge; neither do those
// that begin with "peer_".
var withheld = []string{"mutation", "note", "original", "closest", "offline_flags", "_from"}

// withhold removes them from a recording.
func withhold(o result.Object) {
	for _, key := range withheld {
		delete(o, key)
	}
	for key := range o {
		if strings.HasPrefix(key, "peer_") {
			delete(o, key)
		}
	}
}

// Record reads a recorded candidate as a record from the named source.
func Record(o result.Object, source string) (biblio.Record, error) {
	withhold(o)
	delete(o, "connector")
	data, err := json.Marshal(o)
	if err != nil {
		return biblio.Record{}, err
	}
	return wire.Flat(data, source)
}

// NameSet returns a set of surnames in a fixed order, without duplicates.
func NameSet(names []string) string {
	var list []string
	for _, n := range names {
		if n = Comparable(n); n != "" {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "|")
}

// Comparable returns the case-folded tokens of a value without punctuation,
// "pp.", "pages" and a leading "In".
func Comparable(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return w == "pp" || w == "pages" })
	if len(words) > 1 && words[0] == "in" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}
