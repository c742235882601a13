package entries

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// types maps the entry types of BibTeX, BibLaTeX and common styles. A type
// that is not listed, and "misc", say nothing.
var types = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "suppperiodical": biblio.ArticleJournal, "inproceedings": biblio.PaperConference, "conference": biblio.PaperConference, "paper": biblio.PaperConference,
	"incollection": biblio.Chapter, "inbook": biblio.Chapter, "bookinbook": biblio.Chapter, "suppbook": biblio.Chapter, "suppcollection": biblio.Chapter, "inreference": biblio.Entry,
	"book": biblio.Book, "mvbook": biblio.Book, "collection": biblio.Book, "mvcollection": biblio.Book, "booklet": biblio.Book, "reference": biblio.Book, "mvreference": biblio.Book,
	"proceedings": biblio.Proceedings, "mvproceedings": biblio.Proceedings,
	"phdthesis": biblio.Thesis, "mastersthesis": biblio.Thesis, "thesis": biblio.Thesis, "bachelorsthesis": biblio.Thesis, "bathesis": biblio.Thesis, "mathesis": biblio.Thesis, "masterthesis": biblio.Thesis,
	"techreport": biblio.Report, "report": biblio.Report, "manual": biblio.Report, "whitepaper": biblio.Report, "techreports": biblio.Report,
	"online": biblio.WebPage, "electronic": biblio.WebPage, "www": biblio.WebPage, "webpage": biblio.WebPage, "website": biblio.WebPage, "url": biblio.WebPage,
	"software": biblio.Software, "softwareversion": biblio.Software, "softwaremodule": biblio.Software, "codefragment": biblio.Software, "dataset": biblio.Dataset, "data": biblio.Dataset,
	"patent": biblio.Patent, "standard": biblio.Standard, "unpublished": biblio.Unpublished, "letter": biblio.Personal, "legislation": biblio.Legislation, "legal": biblio.Legislation,
	"jurisdiction": biblio.Legal, "review": biblio.Review, "preprint": biblio.Preprint, "periodical": biblio.Other, "newspaper": biblio.ArticleNews, "magazine": biblio.ArticleMagazine,
	"artwork": biblio.Other, "audio": biblio.Other, "image": biblio.Other, "movie": biblio.Other, "music": biblio.Other, "performance": biblio.Other, "video": biblio.Other, "commentary": biblio.Other,
}

// isPreprintServer reports that a container is a preprint server.
func isPreprintServer(container string) bool {
	low := strings.ToLower(strings.TrimLeft(container, " ("))
	return strings.HasPrefix(low, "preprint") || strings.HasPrefix(low, "eprint arxiv") || strings.HasPrefix(low, "e-print") || fold.OpensWithPreprintServer(low)
}

// unsure are the types under which entries of preprints stand.
var unsure = map[biblio.Type]bool{biblio.ArticleJournal: true, biblio.TypeUnknown: true, biblio.WebPage: true, biblio.Unpublished: true, biblio.PaperConference: true}

// ofPreprint reports that the fields name a preprint server as the place of
// publication.
func ofPreprint(w *biblio.Work) bool {
	return isPreprintServer(w.Container.Title) || w.Container.Title == "" && (!w.ID(ident.ArXiv).IsZero() || isPreprintServer(w.Note) || isPreprintServer(w.Publisher))
}

// settle decides what the fields together say of the type.
func (e *Entry) settle(w *biblio.Work) {
	switch {
	case unsure[w.Type] && ofPreprint(w):
		w.Type = biblio.Preprint
	case w.Type == biblio.Chapter && e.Kind == "inbook" && w.Container.Title == "": // a part of the book that the title names
		w.Type = biblio.Book
	}
	if w.Type != biblio.TypeUnknown {
		return
	}
	switch low := strings.ToLower(w.Note + " " + e.peek("urldate", "lastchecked", "type", "entrysubtype")); {
	case w.Container.Title != "":
	case strings.Contains(low, "thesis"), strings.Contains(low, "dissertation"):
		w.Type = biblio.Thesis
	case w.URL != "" && w.Publisher == "" && w.ID(ident.DOI).IsZero() && (e.peek("urldate", "lastchecked") != "" || strings.Contains(low, "accessed") || strings.Contains(low, "retrieved")):
		w.Type = biblio.WebPage
	}
}
