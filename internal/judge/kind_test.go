package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestExemptKind(t *testing.T) {
	for _, c := range []struct {
		claim biblio.Flat
		want  string
	}{
		{biblio.Flat{Title: "LA ECONOMÍA DE GALICIA EN 1998"}, ""},
		{biblio.Flat{Title: "La economía de Galicia en 1998"}, ""},
		{biblio.Flat{Title: "EN 1998-1 Eurocode 8: Design of structures for earthquake resistance"}, "standard"},
		{biblio.Flat{Title: "BS EN 1998 Eurocode 8"}, "standard"},
		{biblio.Flat{Title: "EN 50128 Railway applications"}, "standard"},
		{biblio.Flat{Type: "webpage", Title: "Arctic terns", URL: "https://example.org/terns"}, "web page"},
		{biblio.Flat{Type: "webpage", Title: "Arctic terns", DOI: "10/gf2ztt"}, ""}, // a shortDOI is a DOI's
	} {
		ref := biblio.Reference{Claimed: c.claim.Work()}
		if got := exemptKind(&ref); got != c.want {
			t.Errorf("%q: %q, want %q", c.claim.Title, got, c.want)
		}
	}
}
