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
		{biblio.Flat{Type: "webpage", Title: "Arctic terns", DOI: "10/gf2ztt"}, ""}, // a shortDOI belongs to a DOI
		{biblio.Flat{Title: "Arctic terns", URL: "https://example.org/terns"}, "web page"},
		{biblio.Flat{Title: "Arctic terns", Authors: []string{"{Arctic Council}"}, URL: "https://example.org/terns"},
			"web page"},
		{biblio.Flat{Title: "Arctic terns", Authors: []string{"Alice Walker"}, URL: "https://example.org/terns"}, ""},
		{biblio.Flat{Title: "Arctic terns", Venue: "Ornis", URL: "https://example.org/terns"}, ""},
		{biblio.Flat{Title: "Arctic terns", URL: "https://example.org/article/terns"}, ""},
		{biblio.Flat{Title: "Arctic terns", URL: "https://doi.org/10.1000/jfo.1"}, ""},
		{biblio.Flat{Type: "book", Title: "Arctic terns", Publisher: "Springer", URL: "https://example.org/terns"}, ""},
		{biblio.Flat{Type: "report", Title: "Arctic terns", Publisher: "CERN", Issue: "CMS-7", URL: "https://example.org/terns"}, ""},
		{biblio.Flat{Title: "Arctic terns"}, ""},
		{biblio.Flat{Title: "Arctic terns", URL: "terns"}, ""},
		{biblio.Flat{Title: "Datagrams", Venue: "RFC 768"}, "standard"},
		{biblio.Flat{Title: "A letter (personal communication)", Authors: []string{"Alice Walker"}},
			"personal communication"},
		{biblio.Flat{Title: "RFC 768", Pages: "1-3"}, ""},
		{biblio.Flat{Title: "RFC 768", Volume: "3"}, ""},
		{biblio.Flat{Type: "article-magazine", Title: "Arctic terns", Authors: []string{"Alice Walker"}, Volume: "3"},
			"magazine"},
		{biblio.Flat{Type: "article-magazine", Title: "Arctic terns", Authors: []string{"Alice Walker"}, Pages: "1-3"},
			"magazine"},
		{biblio.Flat{Type: "article-magazine", Title: "Arctic terns", Volume: "3", Pages: "1-3"}, "magazine"},
		{biblio.Flat{Type: "article-magazine", Title: "Arctic terns", Authors: []string{"Alice Walker"}, Volume: "3",
			Pages: "1-3"}, ""},
	} {
		ref := biblio.Reference{Claimed: c.claim.Work()}
		if got := exemptKind(&ref); got != c.want {
			t.Errorf("%q: %q, want %q", c.claim.Title, got, c.want)
		}
	}
	report := biblio.Flat{Type: "report", Title: "Arctic terns", Authors: []string{"{Arctic Council}"}, Publisher: "CERN",
		URL: "https://example.org/terns"}
	for number, want := range map[string]string{"": "web page", "CMS-7": ""} {
		ref := biblio.Reference{Claimed: report.Work(), Extra: map[string]string{"number": number}}
		if got := exemptKind(&ref); got != want {
			t.Errorf("report %q: %q, want %q", number, got, want)
		}
	}
}
