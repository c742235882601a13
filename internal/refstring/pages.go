package refstring

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// pageMeant lists words, besides those for pages, that come between the pages of a work and the page that a note
// means.
var pageMeant = []string{"hier", "insb.", "bes.", "bzw.", "esp.", "here"}

// pagesAlone removes from the pages of a work the page that is meant: "173–198, p. 180", "33–44, hier S. 40".
func pagesAlone(raw string, span biblio.Span) biblio.Span {
	text := raw[span.Start:span.End]
	comma := strings.IndexByte(text, ',')
	if comma < 0 || !strings.ContainsAny(text[:comma], "-–—") {
		return span
	}
	rest := strings.TrimLeft(text[comma:], ", ")
	if strings.ContainsAny(rest, "-–—,") { // further pages, the first of which may be the issue
		return span
	}
	lead, _, _ := strings.Cut(rest, " ")
	if slices.Contains(pageMeant, lead) || strings.HasSuffix(lead, ".") && words.Is(lead, words.Pages) {
		span.End = span.Start + comma
	}
	return span
}
