package reading

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// Parse reads the claim out of the raw text of a reference.
func Parse(ref *biblio.Reference) {
	p := refstring.Parse(ref.Raw)
	ref.Claimed, ref.Spans, ref.Confidence = p.Work, p.Spans, p.Confidence
}

// Printed reads the printed entries of a list in their order. An entry that
// has a dash for the names of the one before is read as though they stood
// there.
type Printed struct{ names string }

// Read reads the claim out of the raw text of the next entry.
func (p *Printed) Read(ref *biblio.Reference) {
	rest, again := reflist.Repeated(ref.Raw)
	if again && p.names != "" && parseRepeated(ref, p.names, rest) {
		return
	}
	Parse(ref)
	if at, ok := ref.Spans[biblio.FieldAuthors]; ok && !again && at.Start < len(ref.Raw)/2 {
		p.names = ref.Raw[at.Start:at.End]
	}
}

// parseRepeated parses an entry that has a dash for the names of the entry
// before: as though the names stood there. It reports whether that gave names.
func parseRepeated(ref *biblio.Reference, names, rest string) bool {
	full := strings.TrimRight(names, " .,:;") + rest
	whole := biblio.Reference{Raw: full}
	Parse(&whole)
	if len(whole.Claimed.Contributors) == 0 || whole.Claimed.FullTitle() == "" {
		return false
	}
	ref.Claimed, ref.Confidence = whole.Claimed, whole.Confidence
	ref.Spans = make(map[biblio.Field]biblio.Span, len(whole.Spans))
	shift := len(full) - len(ref.Raw)
	for f, s := range whole.Spans {
		if s.Start-shift >= 0 && s.Start >= len(full)-len(rest) {
			ref.Spans[f] = biblio.Span{Start: s.Start - shift, End: s.End - shift}
		}
	}
	return true
}
