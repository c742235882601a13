package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// GoogleBooks reads a volume of the Google Books API (an element of items).
// Form: https://developers.google.com/books/docs/v1/reference/volumes
func GoogleBooks(data []byte) (biblio.Record, error) {
	d, v, err := object("googlebooks", data)
	if err != nil {
		return biblio.Record{}, err
	}
	d.LocalID = v.Get("id").Text()
	d.Type = biblio.Book
	for key, member := range v.Get("volumeInfo").Fields() {
		switch key {
		case "title":
			d.plainTitle(key, member.Text())
		case "subtitle":
			d.Subtitle = plain(member.Text())
		case "authors":
			for _, name := range member.Strings() {
				d.name(plain(name), biblio.Author)
			}
		case "publisher":
			d.Publisher = plain(member.Text())
		case "publishedDate":
			d.Issued = isoDate(member.Text())
		case "industryIdentifiers":
			for id := range member.Items() {
				if strings.HasPrefix(id.Get("type").Text(), "ISBN") {
					d.claim(ident.ISBN, "isbn", id.Get("identifier").Text())
				}
			}
			d.keep(key, member)
		case "canonicalVolumeLink":
			d.URL = member.Text()
		case "printType":
			if member.Text() == "MAGAZINE" {
				d.Type = biblio.Other
			}
			d.keep(key, member)
		case "imageLinks", "readingModes", "panelizationSummary", "previewLink", "infoLink": // how it is shown
		default:
			d.keep(key, member)
		}
	}
	return d.done()
}
