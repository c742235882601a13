package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// zoteroTypes maps Zotero's item types.
// Form: https://api.zotero.org/schema
var zoteroTypes = map[string]biblio.Type{
	"journalArticle": biblio.ArticleJournal, "conferencePaper": biblio.PaperConference, "book": biblio.Book,
	"bookSection": biblio.Chapter,
	"preprint":    biblio.Preprint, "report": biblio.Report, "thesis": biblio.Thesis, "dataset": biblio.Dataset,
	"computerProgram": biblio.Software,
	"webpage":         biblio.WebPage, "blogPost": biblio.WebPage, "forumPost": biblio.WebPage,
	"standard": biblio.Standard, "patent": biblio.Patent, "case": biblio.Legal,
	"statute": biblio.Legislation, "bill": biblio.Legislation, "hearing": biblio.Legislation,
	"newspaperArticle": biblio.ArticleNews,
	"magazineArticle":  biblio.ArticleMagazine, "email": biblio.Personal, "letter": biblio.Personal,
	"interview": biblio.Personal, "manuscript": biblio.Unpublished,
	"encyclopediaArticle": biblio.Entry, "dictionaryEntry": biblio.Entry, "document": biblio.Other,
	"presentation": biblio.Other,
}

// zoteroFields maps the fields of items; the container's field depends on the type.
var zoteroFields = fields{
	"publicationTitle": clean(container), "bookTitle": clean(container), "proceedingsTitle": clean(container),
	"websiteTitle":      clean(container),
	"encyclopediaTitle": clean(container), "dictionaryTitle": clean(container), "blogTitle": clean(container),
	"forumTitle":          clean(container),
	"journalAbbreviation": clean(short), "series": clean(series), "itemType": too(kind(zoteroTypes)),
	"creators": (*draft).zoteroCreators,
	"title":    firstTitle, "nameOfAct": firstTitle, "caseName": firstTitle,
	"date": (*draft).zoteroDate, "dateEnacted": (*draft).zoteroDate, "dateDecided": (*draft).zoteroDate,
	"issueDate": (*draft).zoteroDate,
	"DOI":       id(ident.DOI), "archiveID": id(ident.ArXiv), "ISBN": (*draft).isbns, "ISSN": (*draft).issns,
	"key": text(localID), "itemID": text(localID),
	"url": text(address), "volume": text(volume), "issue": text(issue), "pages": text(pages), "place": clean(place),
	"edition":   clean(edition),
	"publisher": clean(publisher), "institution": clean(publisher), "university": clean(publisher),
	"company": clean(publisher), "organization": clean(publisher),
	"extra": (*draft).zoteroExtra, "attachments": ignore, "notes": ignore, "seeAlso": ignore, "tags": ignore,
	"version": ignore, "collections": ignore,
	"relations": ignore, "accessDate": ignore, "dateAdded": ignore, "dateModified": ignore,
}

// Zotero reads an item in Zotero's API format, as returned by the translation server.
func Zotero(data []byte) (biblio.Record, error) { return read[zotero]("zotero", data, zoteroFields) }

type zotero struct {
	draft
	conference, repository string
}

func (z *zotero) member(key string, v jsonscan.Value) {
	switch key {
	case "conferenceName":
		z.conference = plain(v.Text())
	case "repository":
		z.repository = plain(v.Text())
	default:
		z.keep(key, v)
	}
}

func firstTitle(d *draft, key string, v jsonscan.Value) {
	if d.Title == "" {
		d.plainTitle(key, v.Text())
	}
}

func (d *draft) zoteroDate(key string, v jsonscan.Value) {
	text := v.Text()
	d.Issued = statedDate(text)
	d.note(key, text)
}

// zoteroExtra reads lines such as "PMID: 123" and "arXiv:1706.03762 [cs]".
func (d *draft) zoteroExtra(key string, v jsonscan.Value) {
	for line := range strings.Lines(v.Text()) {
		line = strings.TrimSpace(line)
		if name, value, ok := strings.Cut(line, ": "); ok && strings.EqualFold(name, "doi") {
			d.claim(ident.DOI, "extra.doi", value)
			continue
		}
		if cut := strings.Index(line, " ["); cut > 0 {
			line = line[:cut]
		}
		if id, ok := numberIn(line); ok {
			d.AddID(id)
		}
	}
	d.note(key, v.Text())
}

// zoteroRoles maps the types of creators; others, such as contributors, are left out.
var zoteroRoles = map[string]biblio.Role{
	"author": biblio.Author, "inventor": biblio.Author, "programmer": biblio.Author, "presenter": biblio.Author,
	"editor": biblio.Editor, "translator": biblio.Translator,
}

func (d *draft) zoteroCreators(_ string, v jsonscan.Value) {
	for c := range v.Items() {
		if role := zoteroRoles[c.Get("creatorType").Text()]; role != "" {
			d.add(zoteroName(c), role)
		}
	}
}

func zoteroName(c jsonscan.Value) biblio.Contributor {
	if name := plainOf(c, "name"); name != "" {
		return biblio.Contributor{Literal: name}
	}
	given, family := plainOf(c, "firstName"), plainOf(c, "lastName")
	if given == "" && family != "" { // fieldMode 1: a single field
		return biblio.ParseName(family)
	}
	return biblio.NameParts(family, given)
}

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
	z.LocalID = cmp.Or(z.LocalID, z.URL)
}
