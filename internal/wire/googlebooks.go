package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var googleBooksFields = fields{
	"title": title, "subtitle": clean(subtitle), "authors": people(biblio.Author), "publisher": clean(publisher),
	"publishedDate":       issued,
	"industryIdentifiers": too((*draft).googleISBNs), "canonicalVolumeLink": text(address),
	"printType": too((*draft).googleKind),
	// how it is shown
	"imageLinks": ignore, "readingModes": ignore, "panelizationSummary": ignore, "previewLink": ignore, "infoLink": ignore,
}

// GoogleBooks reads a volume of the Google Books API (an element of items).
// Form: https://developers.google.com/books/docs/v1/reference/volumes
func GoogleBooks(data []byte) (biblio.Record, error) {
	v, err := object("googlebooks", data)
	if err != nil {
		return biblio.Record{}, err
	}
	d := draft{Record: biblio.Record{Source: "googlebooks", LocalID: v.Get("id").Text(),
		Work: biblio.Work{Type: biblio.Book}}}
	return readMembers(&d, v.Get("volumeInfo"), googleBooksFields)
}

func (d *draft) googleISBNs(_ string, v jsonscan.Value) {
	for id := range v.Items() {
		if strings.HasPrefix(id.Get("type").Text(), "ISBN") {
			d.claim(ident.ISBN, "isbn", id.Get("identifier").Text())
		}
	}
}

func (d *draft) googleKind(_ string, v jsonscan.Value) {
	if v.Text() == "MAGAZINE" {
		d.Type = biblio.Other
	}
}
