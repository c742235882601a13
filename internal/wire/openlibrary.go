package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// OpenLibrarySearch reads a document of Open Library's search: a work with what
// its editions have between them. Editions differ, so only what all share is a
// field; lists stand in Extra.
// Form: https://openlibrary.org/dev/docs/api/search
func OpenLibrarySearch(data []byte) (biblio.Record, error) {
	d, v, err := object("openlibrary", data)
	if err != nil {
		return biblio.Record{}, err
	}
	d.Type = biblio.Book
	for key, member := range v.Fields() {
		switch key {
		case "key":
			d.LocalID = member.Text()
			d.URL = "https://openlibrary.org" + d.LocalID
		case "title":
			d.plainTitle(key, member.Text())
		case "subtitle":
			d.Subtitle = plain(member.Text())
		case "author_name":
			for _, name := range member.Strings() {
				d.name(plain(name), biblio.Author)
			}
		case "first_publish_year":
			d.Issued.Year = member.Int()
		case "isbn":
			for _, text := range member.Strings() {
				if id, ok := ident.ParseISBN(text); ok && len(d.IDs) < 100 {
					d.AddID(id)
				}
			}
		case "publisher":
			d.Publisher = only(member)
			d.keep(key, member)
		case "publish_place":
			d.Place = only(member)
			d.keep(key, member)
		case "text", "seed", "_version_", "availability": // search keys, bookkeeping
		default:
			d.keep(key, member)
		}
	}
	return d.done()
}

// only gives the text of a list of one.
func only(v jsonscan.Value) string {
	if list := v.Strings(); len(list) == 1 {
		return plain(list[0])
	}
	return ""
}

// OpenLibraryBook reads an edition: a value of api/books with jscmd=data, or an
// edition's own JSON, in which authors are keys and not names.
// Form: https://openlibrary.org/dev/docs/api/books
func OpenLibraryBook(data []byte) (biblio.Record, error) {
	d, v, err := object("openlibrary", data)
	if err != nil {
		return biblio.Record{}, err
	}
	d.Type = biblio.Book
	for key, member := range v.Fields() {
		switch key {
		case "key":
			d.LocalID = member.Text()
		case "url":
			d.URL = member.Text()
		case "title":
			d.plainTitle(key, member.Text())
		case "subtitle":
			d.Subtitle = plain(member.Text())
		case "authors":
			for a := range member.Items() {
				if name := plain(a.Get("name").Text()); name != "" {
					d.name(name, biblio.Author)
				}
			}
			d.keep(key, member)
		case "publish_date":
			d.Issued.Year = biblio.LeadingYear(member.Text())
			d.keep(key, member)
		case "publishers":
			d.Publisher = plain(nameOf(member.First()))
		case "publish_places":
			d.Place = plain(nameOf(member.First()))
		case "isbn_10", "isbn_13":
			for _, text := range member.Strings() {
				d.claim(ident.ISBN, key, text)
			}
		case "identifiers":
			for _, scheme := range []string{"isbn_13", "isbn_10"} {
				for _, text := range member.Get(scheme).Strings() {
					d.claim(ident.ISBN, scheme, text)
				}
			}
			d.keep(key, member)
		case "edition_name":
			d.Edition = plain(member.Text())
		case "by_statement":
			d.note(key, plain(member.Text()))
		default:
			d.keep(key, member)
		}
	}
	if strings.HasPrefix(d.LocalID, "/works/") {
		return d.done()
	}
	if d.Title == "" {
		return biblio.Record{}, fmt.Errorf("openlibrary: %w", ErrEmpty)
	}
	return d.done()
}

// nameOf reads a text, or the name of an object.
func nameOf(v jsonscan.Value) string {
	if v.IsObject() {
		return v.Get("name").Text()
	}
	return v.Text()
}
