package refstring

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// pageMeant lists what leads, after the pages of a work, to the one that a
// note means, beside the words for pages.
var pageMeant = []string{"hier", "insb.", "bes.", "bzw.", "esp.", "here"}

// pagesAlone takes off the pages of a work the page of it that is meant:
// "173–198, p. 180", "33–44, hier S. 40".
func pagesAlone(raw string, span biblio.Span) biblio.Span {
	text := raw[span.Start:span.End]
	comma := strings.IndexByte(text, ',')
	if comma < 0 || !strings.ContainsAny(text[:comma], "-–—") {
		return span
	}
	rest := strings.TrimLeft(text[comma:], ", ")
	if strings.ContainsAny(rest, "-–—,") { // further pages, of which these may be the issue
		return span
	}
	lead, _, _ := strings.Cut(rest, " ")
	if slices.Contains(pageMeant, lead) || strings.HasSuffix(lead, ".") && words.Is(lead, words.Pages) {
		span.End = span.Start + comma
	}
	return span
}
