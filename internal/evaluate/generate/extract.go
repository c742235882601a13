package generate

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// maxAnswer bounds what is looked at of an answer, in bytes.
const maxAnswer = 1 << 20

// Extract gives the first entry of an answer under a key of ours: what stands
// in <bibtex> tags, else in the whole text. "" when there is none that can be
// read.
func Extract(text, key string) string {
	text = text[:min(len(text), maxAnswer)]
	if i := strings.Index(text, "<bibtex>"); i >= 0 {
		text = text[i+len("<bibtex>"):]
		if j := strings.Index(text, "</bibtex>"); j >= 0 {
			text = text[:j]
		}
	}
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
