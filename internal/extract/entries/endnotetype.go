package entries

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// endnoteTypes maps the names of EndNote's reference types, in lower case.
var endnoteTypes = map[string]biblio.Type{
	"journal article": biblio.ArticleJournal, "journal": biblio.ArticleJournal, "electronic article": biblio.ArticleJournal, "magazine article": biblio.ArticleMagazine, "newspaper article": biblio.ArticleNews,
	"book": biblio.Book, "edited book": biblio.Book, "electronic book": biblio.Book, "classical work": biblio.Book, "book section": biblio.Chapter, "electronic book section": biblio.Chapter,
	"conference proceedings": biblio.Proceedings, "conference": biblio.Proceedings, "conference paper": biblio.PaperConference, "report": biblio.Report, "government document": biblio.Report, "thesis": biblio.Thesis,
	"web page": biblio.WebPage, "online multimedia": biblio.WebPage, "blog": biblio.WebPage, "computer program": biblio.Software, "dataset": biblio.Dataset, "aggregated database": biblio.Dataset,
	"online database": biblio.Dataset, "patent": biblio.Patent, "standard": biblio.Standard, "statute": biblio.Legislation, "bill": biblio.Legislation, "legal rule or regulation": biblio.Legislation, "case": biblio.Legal,
	"hearing": biblio.Legal, "personal communication": biblio.Personal, "unpublished work": biblio.Unpublished, "manuscript": biblio.Unpublished, "encyclopedia": biblio.Entry, "dictionary": biblio.Entry, "preprint": biblio.Preprint,
	"generic": biblio.TypeUnknown, "unpublished": biblio.Unpublished,
}

// endnoteNumbers maps the numbers by which EndNote XML names its types.
var endnoteNumbers = map[string]string{
	"0": "journal article", "17": "journal article", "43": "electronic article", "19": "magazine article", "23": "newspaper article", "6": "book", "28": "edited book", "44": "electronic book", "5": "book section",
	"60": "electronic book section", "10": "conference proceedings", "47": "conference paper", "27": "report", "46": "government document", "32": "thesis", "12": "web page", "48": "online multimedia", "56": "blog",
	"9": "computer program", "59": "dataset", "55": "aggregated database", "45": "online database", "25": "patent", "58": "standard", "31": "statute", "4": "bill", "50": "legal rule or regulation", "7": "case", "14": "hearing",
	"26": "personal communication", "34": "unpublished work", "36": "manuscript", "53": "encyclopedia", "52": "dictionary", "13": "generic",
}

// settleContainer puts a journal, a secondary title and a series where they
// belong for the kind of work.
func settleContainer(c *reading.Claim, kind, journal, secondary, series string) {
	switch c.Type {
	case biblio.Book, biblio.Thesis, biblio.Report, biblio.Software, biblio.Dataset:
		c.Set(&c.Container.Series, "series", secondary)
		c.Set(&c.Container.Series, "series", series)
		if c.Title == "" {
			c.Title, c.Container.Series = c.Container.Series, ""
		}
		if c.Container.Series == "" && c.Type == biblio.Report {
			c.Set(&c.Container.Series, "journal", journal)
		} else {
			c.Set(&c.Container.Title, "journal", journal)
		}
		return
	}
	c.Set(&c.Container.Title, "journal", journal)
	c.Set(&c.Container.Title, "secondary-title", secondary)
	c.Set(&c.Container.Series, "series", series)
	if c.Type == biblio.Proceedings && c.Container.Title != "" { // most exports write it for a paper
		c.Type = biblio.PaperConference
	}
	if c.Type == "" && kind == "" { // refer has no type; its fields tell
		switch {
		case journal != "":
			c.Type = biblio.ArticleJournal
		case secondary != "":
			c.Type = biblio.Chapter
		case c.Publisher != "":
			c.Type = biblio.Book
		}
	}
}
