package entries

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// tableFields maps the heads of columns, as Scopus, Zotero, Web of Science and people name them, to the texts of a
// claim.
var tableFields = reading.Fields{
	"title": reading.Title, "article title": reading.Title, "document title": reading.Title, "titel": reading.Title,
	"titre": reading.Title, "source title": reading.Container, "publication title": reading.Container,
	"journal": reading.Container, "venue": reading.Container, "container": reading.Container,
	"container-title": reading.Container, "book title": reading.Container, "zeitschrift": reading.Container,
	"abbreviated source title": reading.Short, "journal abbreviation": reading.Short, "volume": reading.Volume,
	"vol": reading.Volume, "issue": reading.Issue, "number": reading.Issue, "pages": reading.Pages,
	"article number": reading.Pages, "art. no.": reading.Pages, "publisher": reading.Publisher, "place": reading.Place,
	"edition": reading.Edition, "series": reading.Series,
}

// tablePeople maps the heads of columns of names.
var tablePeople = map[string]biblio.Role{"author": biblio.Author, "authors": biblio.Author, "autor": biblio.Author,
	"autoren": biblio.Author, "auteurs": biblio.Author, "editor": biblio.Editor, "editors": biblio.Editor}

// tableOther are the heads of other columns that are read.
var tableOther = map[string]string{"year": "year", "publication year": "year", "date": "year", "jahr": "year",
	"doi": "doi", "isbn": "serial", "issn": "serial", "pubmed id": "pmid", "pmid": "pmid", "url": "url", "link": "",
	"page start": "first", "page end": "last", "beginning page": "first", "ending page": "last", "arxiv": "arxiv",
	"start page": "first", "end page": "last"}
