package entries

import "github.com/bonafide-audit/bonafide/internal/extract/reading"

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

// tableSigns maps the heads of the columns that a table of works has beside its titles.
var tableSigns = reading.Fields{
	"author": reading.Authors, "authors": reading.Authors, "autor": reading.Authors, "autoren": reading.Authors,
	"auteurs": reading.Authors, "editor": reading.Editors, "editors": reading.Editors, "year": reading.Date,
	"publication year": reading.Date, "date": reading.Date, "jahr": reading.Date, "doi": reading.DOI,
	"isbn": reading.Serial, "issn": reading.Serial, "pubmed id": reading.PMID, "pmid": reading.PMID, "url": reading.Link,
	"arxiv": reading.ArXiv, "page start": reading.First, "start page": reading.First, "beginning page": reading.First,
	"page end": reading.Last, "end page": reading.Last, "ending page": reading.Last,
}
