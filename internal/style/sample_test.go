package style

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func person(family, given string) biblio.Contributor {
	return biblio.Contributor{Family: family, Given: given}
}

func editor(family, given string) biblio.Contributor {
	return biblio.Contributor{Family: family, Given: given, Role: biblio.Editor}
}

func id(scheme ident.Scheme, value string) []ident.ID {
	return []ident.ID{{Scheme: scheme, Value: value}}
}

// works holds one work of each shape. Titles, people and places are invented unless they are those of well-known
// works.
var works = map[string]biblio.Work{
	"article": {
		Type: biblio.ArticleJournal, Title: "Deep Learning", Contributors: []biblio.Contributor{person("LeCun", "Yann"),
			person("Bengio", "Yoshua"), person("Hinton", "Geoffrey E.")},
		Container: biblio.Container{Title: "Nature", Short: "Nature"}, Issued: biblio.Date{Year: 2015, Month: 5, Day: 27},
		Volume: "521", Issue: "7553", Pages: "436-444", IDs: id(ident.DOI, "10.1038/nature14539"),
	},
	"abbreviated": {
		Type: biblio.ArticleJournal, Title: "Why do Markov models of DNA work?",
		Contributors: []biblio.Contributor{{Family: "Berg", Particle: "van den", Given: "Jean-Pierre M."},
			{Family: "King", Given: "Ann", Suffix: "Jr."}},
		Container: biblio.Container{Title: "Proceedings of the National Academy of Sciences",
			Short: "Proc. Natl. Acad. Sci."}, Issued: biblio.Date{Year: 1999}, Volume: "96", Issue: "2", Pages: "1087--1089",
	},
	"paper": {
		Type: biblio.PaperConference, Title: "Learning to Align: A Study of Attention",
		Contributors: []biblio.Contributor{person("Doe", "Jane"), person("Roe", "Richard")},
		Container:    biblio.Container{Title: "Proceedings of the 12th Conference on Examples"},
		Issued:       biblio.Date{Year: 2018}, Pages: "103-104", Publisher: "ACM", Place: "New York",
		IDs: id(ident.DOI, "10.1145/1.2"),
	},
	"chapter": {
		Type: biblio.Chapter, Title: "Trees in winter", Contributors: []biblio.Contributor{person("Doe", "Jane"),
			editor("Roe", "Richard"), editor("Poe", "Edgar A.")},
		Container: biblio.Container{Title: "Handbook of forests"}, Issued: biblio.Date{Year: 2003}, Pages: "11-20",
		Publisher: "Green Press", Place: "Oslo", Edition: "2nd edition", Volume: "3",
	},
	"book": {
		Type: biblio.Book, Title: "The Art of Counting", Contributors: []biblio.Contributor{person("Doe", "Jane")},
		Issued: biblio.Date{Year: 1975}, Publisher: "Addison", Place: "Reading", Edition: "3",
		IDs: id(ident.ISBN, "9780306406157"),
	},
	"edited": {
		Type: biblio.Book, Title: "Handbook of forests", Contributors: []biblio.Contributor{editor("Roe", "Richard"),
			editor("Poe", "Edgar")}, Issued: biblio.Date{Year: 2003}, Publisher: "Green Press",
	},
	"thesis": {
		Type: biblio.Thesis, Title: "On Small Things", Contributors: []biblio.Contributor{person("Doe", "Jane")},
		Issued: biblio.Date{Year: 2009}, Publisher: "University of Oslo", URL: "https://example.org/t/1",
	},
	"report": {
		Type: biblio.Report, Title: "World Water Report",
		Contributors: []biblio.Contributor{{Literal: "World Health Organization"}}, Issued: biblio.Date{Year: 2020},
		Publisher: "WHO Press", Place: "Geneva", Issue: "17",
	},
	"preprint": {
		Type: biblio.Preprint, Title: "Attention Is All You Need",
		Contributors: []biblio.Contributor{person("Vaswani", "Ashish"), person("Shazeer", "Noam")}, AuthorsCut: true,
		Container: biblio.Container{Title: "arXiv"}, Issued: biblio.Date{Year: 2017}, IDs: id(ident.ArXiv, "1706.03762"),
	},
	"webpage": {
		Type: biblio.WebPage, Title: "How bridges are built", Contributors: []biblio.Contributor{person("Doe", "Jane")},
		Container: biblio.Container{Title: "Bridge News"}, Issued: biblio.Date{Year: 2021, Month: 9, Day: 3},
		URL: "https://example.org/bridges",
	},
	"software": {
		Type: biblio.Software, Title: "treetool", Contributors: []biblio.Contributor{person("Doe", "Jane")},
		Issued: biblio.Date{Year: 2022}, Edition: "1.4.2", Publisher: "Zenodo", IDs: id(ident.DOI, "10.5281/zenodo.1"),
	},
	"dataset": {
		Type: biblio.Dataset, Title: "Rainfall in Bergen", Contributors: []biblio.Contributor{person("Doe", "Jane")},
		Issued: biblio.Date{Year: 2022}, Publisher: "Dryad", IDs: id(ident.DOI, "10.5061/dryad.1"),
	},
	"nobody": {
		Type: biblio.ArticleNews, Title: "Flood in the city", Container: biblio.Container{Title: "The Daily Example"},
		Pages: "7",
	},
	"many": {
		Type: biblio.ArticleJournal, Title: "Seven people at once", Contributors: []biblio.Contributor{
			person("Ash", "Al"), person("Birch", "Bo"), person("Cedar", "Cy"), person("Dogwood", "Di"), person("Elm",
				"Ed"), person("Fir", "Flo"), person("Gum", "Gus"),
		}, Container: biblio.Container{Title: "Journal of Trees"}, Issued: biblio.Date{Year: 2011},
		Volume: "4", Pages: "e100345",
	},
}
