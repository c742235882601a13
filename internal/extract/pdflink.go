package extract

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// recoverLinks adds to a claim the identifiers that the links of its entry lead
// to and the text does not print, and completes one that the text cut. Another
// address is kept as the extra field "link".
func recoverLinks(ref *biblio.Reference, lines []reflist.Line) {
	seen := map[string]bool{}
	for _, l := range lines {
		for _, uri := range l.URIs {
			if seen[uri] {
				continue
			}
			seen[uri] = true
			id, ok := ident.Parse(uri)
			switch {
			case !ok || searches(uri):
			case id.Scheme == ident.URL:
				if ref.Claimed.URL == "" && ref.Extra["link"] == "" {
					if ref.Extra == nil {
						ref.Extra = map[string]string{}
					}
					ref.Extra["link"] = uri
				}
			default:
				addID(&ref.Claimed, id)
			}
		}
	}
}

// addID adds an identifier of a scheme that the claim has none of; one that
// goes on where the claimed one ends takes its place.
func addID(w *biblio.Work, id ident.ID) {
	for i, have := range w.IDs {
		if have.Scheme != id.Scheme {
			continue
		}
		if have.Value != id.Value && strings.HasPrefix(id.Value, have.Value) && id.Scheme == ident.DOI {
			w.IDs[i] = id
		}
		return
	}
	w.IDs = append(w.IDs, id)
}

// searches reports an address that only looks for a work.
func searches(uri string) bool {
	for _, s := range []string{"scholar.google", "/search", "?q=", "&q=", "query=", "openurl"} {
		if strings.Contains(uri, s) {
			return true
		}
	}
	return false
}
