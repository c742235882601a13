package reading

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// AddLink adds to a claim the identifier that a link of its entry leads to and
// the text does not print, or completes one that the text cut. Another address
// is kept as the extra field "link".
func AddLink(ref *biblio.Reference, uri string) {
	id, ok := ident.Parse(uri)
	switch {
	case !ok || searches(uri):
	case id.Scheme == ident.URL:
		if ref.Claimed.URL == "" {
			SetExtra(ref, "link", uri)
		}
	default:
		addID(&ref.Claimed, id)
	}
}

// SetExtra keeps a labelled value that the claim has no room for, unless there
// is one.
func SetExtra(ref *biblio.Reference, key, value string) {
	if value == "" || ref.Extra[key] != "" {
		return
	}
	if ref.Extra == nil {
		ref.Extra = map[string]string{}
	}
	ref.Extra[key] = value
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
