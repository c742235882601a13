package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var searchFields = fields{
	"key": (*draft).workKey, "title": title, "subtitle": clean(subtitle), "author_name": people(biblio.Author),
	"first_publish_year": (*draft).firstYear, "isbn": (*draft).someISBNs,
	// search keys, bookkeeping
	"publisher": too(only(publisher)), "publish_place": too(only(place)), "text": ignore, "seed": ignore,
	"_version_": ignore, "availability": ignore,
}

// OpenLibrarySearch reads a document of Open Library's search: a work with the data of all its editions.
// Editions differ, so only what all share becomes a field; lists are in Extra. Form:
// https://openlibrary.org/dev/docs/api/search
func OpenLibrarySearch(data []byte) (biblio.Record, error) {
	return read[openLibrary]("openlibrary", data, searchFields)
}

type openLibrary struct{ draft }

func (o *openLibrary) settle() { o.Type = biblio.Book }

func (d *draft) workKey(_ string, v jsonscan.Value) {
	d.LocalID = v.Text()
	d.URL = "https://openlibrary.org" + d.LocalID
}

func (d *draft) firstYear(_ string, v jsonscan.Value) { d.Issued.Year = v.Int() }

// someISBNs adds at most a hundred of the ISBNs of all editions.
func (d *draft) someISBNs(_ string, v jsonscan.Value) {
	for _, text := range v.Strings() {
		if id, ok := ident.ParseISBN(text); ok && len(d.IDs) < 100 {
			d.AddID(id)
		}
	}
}

// only sets a field from a list with one element.
func only(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) {
		*to(d) = ""
		if list := v.Strings(); len(list) == 1 {
			*to(d) = plain(list[0])
		}
	}
}

var editionFields = fields{
	"key": text(localID), "url": text(address), "title": title, "subtitle": clean(subtitle),
	"authors":      too((*draft).editionAuthors),
	"publish_date": too((*draft).editionYear), "publishers": firstName(publisher), "publish_places": firstName(place),
	"isbn_10": ids(ident.ISBN), "isbn_13": ids(ident.ISBN), "identifiers": too((*draft).editionISBNs),
	"edition_name": clean(edition), "by_statement": (*draft).byStatement,
}

// OpenLibraryBook reads an edition: a value of api/books with jscmd=data, or an edition's own JSON, whose
// authors are keys and not names. Form: https://openlibrary.org/dev/docs/api/books
func OpenLibraryBook(data []byte) (biblio.Record, error) {
	rec, err := read[openLibrary]("openlibrary", data, editionFields)
	if err == nil && rec.Title == "" && !strings.HasPrefix(rec.LocalID, "/works/") {
		return biblio.Record{}, fmt.Errorf("openlibrary: %w", ErrEmpty)
	}
	return rec, err
}

func (d *draft) editionAuthors(_ string, v jsonscan.Value) {
	for a := range v.Items() {
		d.name(plainOf(a, "name"), biblio.Author)
	}
}

func (d *draft) editionYear(_ string, v jsonscan.Value) {
	d.Issued.Year = biblio.LeadingYear(v.Text())
}

func (d *draft) editionISBNs(_ string, v jsonscan.Value) {
	for _, scheme := range []string{"isbn_13", "isbn_10"} {
		ids(ident.ISBN)(d, scheme, v.Get(scheme))
	}
}

func (d *draft) byStatement(key string, v jsonscan.Value) { d.note(key, plain(v.Text())) }

// firstName sets a field from the first element of a list of texts or of objects with a name.
func firstName(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) {
		if v = v.First(); v.IsObject() {
			v = v.Get("name")
		}
		*to(d) = plain(v.Text())
	}
}
