package paper

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
)

// recoverLinks adds to a claim the targets of the links on its entry's lines.
func recoverLinks(ref *biblio.Reference, lines []reflist.Line) {
	seen := map[string]bool{}
	for _, l := range lines {
		for _, uri := range l.URIs {
			if !seen[uri] {
				seen[uri] = true
				reading.AddLink(ref, uri)
			}
		}
	}
}
