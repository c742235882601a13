package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// zoteroTypes maps Zotero's item types.
// Form: https://api.zotero.org/schema
var zoteroTypes = map[string]biblio.Type{
	"journalArticle": biblio.ArticleJournal, "conferencePaper": biblio.PaperConference, "book": biblio.Book, "bookSection": biblio.Chapter,
	"preprint": biblio.Preprint, "report": biblio.Report, "thesis": biblio.Thesis, "dataset": biblio.Dataset, "computerProgram": biblio.Software,
	"webpage": biblio.WebPage, "blogPost": biblio.WebPage, "forumPost": biblio.WebPage, "standard": biblio.Standard, "patent": biblio.Patent, "case": biblio.Legal,
	"statute": biblio.Legislation, "bill": biblio.Legislation, "hearing": biblio.Legislation, "newspaperArticle": biblio.ArticleNews,
	"magazineArticle": biblio.ArticleMagazine, "email": biblio.Personal, "letter": biblio.Personal, "interview": biblio.Personal, "manuscript": biblio.Unpublished,
	"encyclopediaArticle": biblio.Entry, "dictionaryEntry": biblio.Entry, "document": biblio.Other, "presentation": biblio.Other,
}

// zoteroFields maps the fields of items; containers have a name for each type.
var zoteroContainers = map[string]bool{
	"publicationTitle": true, "bookTitle": true, "proceedingsTitle": true, "websiteTitle": true, "encyclopediaTitle": true, "dictionaryTitle": true,
	"blogTitle": true, "forumTitle": true,
}

// Zotero reads an item in Zotero's API form, as the translation server gives
// it.
func Zotero(data []byte) (biblio.Record, error) {
	return members("zotero", data, func(d draft) memberwise { return &zotero{draft: d} })
}

type zotero struct {
	draft
	conference, repository string
}

func (z *zotero) member(key string, v jsonscan.Value) {
	text := v.Text()
	if zoteroContainers[key] {
		z.Container.Title = plain(text)
		return
	}
	switch key {
	case "itemType":
		z.Type = zoteroTypes[text]
		z.note(key, text)
	case "title", "nameOfAct", "caseName":
		if z.Title == "" {
			z.plainTitle(key, text)
		}
	case "creators":
		for c := range v.Items() {
			z.creator(c)
		}
	case "date", "dateEnacted", "dateDecided", "issueDate":
		if z.Issued = isoDate(text); z.Issued.Year == 0 {
			z.Issued.Year = biblio.LeadingYear(text)
		}
		z.note(key, text)
	case "DOI":
		z.claim(ident.DOI, key, text)
	case "ISBN":
		for _, isbn := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
			z.claim(ident.ISBN, key, isbn)
		}
	case "ISSN":
		z.Container.ISSN = strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
	case "url":
		z.URL = text
	case "volume":
		z.Volume = text
	case "issue":
		z.Issue = text
	case "pages":
		z.Pages = text
	case "publisher", "institution", "university", "company", "organization":
		z.Publisher = plain(text)
	case "place":
		z.Place = plain(text)
	case "edition":
		z.Edition = plain(text)
	case "journalAbbreviation", "conferenceName", "repository", "extra", "series", "archiveID", "key", "itemID":
		z.rarer(key, text)
	case "attachments", "notes", "seeAlso", "tags", "version", "collections", "relations", "accessDate", "dateAdded", "dateModified":
	default:
		z.keep(key, v)
	}
}

func (z *zotero) rarer(key, text string) {
	switch key {
	case "journalAbbreviation":
		z.Container.Short = plain(text)
	case "conferenceName":
		z.conference = plain(text)
	case "repository":
		z.repository = plain(text)
	case "series":
		z.Container.Series = plain(text)
	case "archiveID":
		z.claim(ident.ArXiv, key, text)
	case "key", "itemID":
		z.LocalID = text
	case "extra": // lines such as "PMID: 123" and "arXiv:1706.03762 [cs]"
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if name, value, ok := strings.Cut(line, ": "); ok && strings.EqualFold(name, "doi") {
				z.claim(ident.DOI, "extra.doi", value)
				continue
			}
			if cut := strings.Index(line, " ["); cut > 0 {
				line = line[:cut]
			}
			if id, ok := ident.Parse(line); ok && id.Scheme != ident.URL {
				z.AddID(id)
			}
		}
		z.note(key, text)
	}
}

func (z *zotero) creator(c jsonscan.Value) {
	role := biblio.Role("")
	switch c.Get("creatorType").Text() {
	case "author", "inventor", "programmer", "presenter", "contributor":
		role = biblio.Author
		if c.Get("creatorType").Text() == "contributor" {
			return
		}
	case "editor":
		role = biblio.Editor
	case "translator":
		role = biblio.Translator
	default:
		return
	}
	if name := plain(c.Get("name").Text()); name != "" {
		z.add(biblio.Contributor{Literal: name}, role)
		return
	}
	given, family := plain(c.Get("firstName").Text()), plain(c.Get("lastName").Text())
	if given == "" && family != "" { // fieldMode 1: a single field
		z.add(biblio.ParseName(family), role)
		return
	}
	z.add(biblio.NameParts(family, given), role)
}

// settle decides what depends on several members.
func (z *zotero) settle() {
	if z.Container.Title == "" {
		z.Container.Title = z.conference
	} else {
		z.note("conferenceName", z.conference)
	}
	if z.Container.Title == "" && z.Type == biblio.Preprint {
		z.Container.Title = z.repository
	}
	if z.LocalID == "" && len(z.IDs) > 0 {
		z.LocalID = z.IDs[0].String()
	}
	if z.LocalID == "" {
		z.LocalID = z.URL
	}
}
