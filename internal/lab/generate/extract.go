package generate

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// maxAnswer bounds what is looked at of an answer, in bytes.
const maxAnswer = 1 << 20

// Extract gives the first entry of an answer under a key of ours: of those in
// <bibtex> tags where there are such tags, else of the whole text. "" when there
// is none that can be read.
func Extract(text, key string) string {
	text = text[:min(len(text), maxAnswer)]
	_, rest, tagged := strings.Cut(text, "<bibtex>")
	if !tagged {
		return entry(text, key)
	}
	for tagged {
		var inside string
		inside, rest, _ = strings.Cut(rest, "</bibtex>")
		if e := entry(inside, key); e != "" {
			return e
		}
		_, rest, tagged = strings.Cut(rest, "<bibtex>") // the tags may be spoken of before they are used
	}
	return ""
}

// entry gives the first entry of a text, "" when there is none.
func entry(text, key string) string {
	f := bibtex.Parse([]byte(text))
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != bibtex.Entry || !it.Closed || len(it.Fields) == 0 {
			continue
		}
		at := it.Key
		if at.Len() == 0 {
			return "@" + f.TypeName(it) + "{" + key + ",\n" + text[it.Fields[0].Name.Start:it.Span.End] + "\n"
		}
		return text[it.Span.Start:at.Start] + key + text[at.End:it.Span.End] + "\n"
	}
	return ""
}
