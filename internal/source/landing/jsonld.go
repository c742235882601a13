package landing

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// schemaTypes maps the schema.org types of citable works.
var schemaTypes = map[string]biblio.Type{
	"ScholarlyArticle": biblio.ArticleJournal, "MedicalScholarlyArticle": biblio.ArticleJournal,
	"Article": biblio.TypeUnknown, "TechArticle": biblio.WebPage,
	"Book": biblio.Book, "Chapter": biblio.Chapter, "Thesis": biblio.Thesis, "Report": biblio.Report,
	"Dataset":            biblio.Dataset,
	"SoftwareSourceCode": biblio.Software, "SoftwareApplication": biblio.Software, "NewsArticle": biblio.ArticleNews,
	"BlogPosting": biblio.WebPage,
	"Legislation": biblio.Legislation, "CreativeWork": biblio.TypeUnknown, "WebPage": biblio.WebPage,
	"ReportageNewsArticle": biblio.ArticleNews,
}

// fromJSONLD reads the first JSON-LD object that describes a work with a title and an author. Form:
// https://schema.org/ScholarlyArticle
func fromJSONLD(p *Page, rec *biblio.Record) bool {
	for _, text := range p.JSONLD {
		v, err := jsonscan.Parse([]byte(text))
		if err != nil {
			continue
		}
		if work, ok := find(v, 0); ok {
			schema(work, rec)
			return true
		}
	}
	return false
}

// find walks lists, graphs and main entities.
func find(v jsonscan.Value, depth int) (jsonscan.Value, bool) {
	if depth > 4 {
		return v, false
	}
	if v.IsArray() {
		for item := range v.Items() {
			if work, ok := find(item, depth+1); ok {
				return work, true
			}
		}
		return v, false
	}
	for _, name := range v.Get("@type").Strings() {
		if _, ok := schemaTypes[name]; ok && titleOf(v) != "" && (!v.Get("author").Empty() || !v.Get("creator").Empty()) {
			return v, true
		}
	}
	for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
		if inner := v.Get(key); inner.IsArray() || inner.IsObject() {
			if work, ok := find(inner, depth+1); ok {
				return work, true
			}
		}
	}
	return v, false
}

func titleOf(v jsonscan.Value) string {
	return firstOf(textOf(v.Get("name")), textOf(v.Get("headline")))
}

// textOf returns a text, the first element of a list, or the name or value of an object.
func textOf(v jsonscan.Value) string {
	if v.IsArray() {
		v = v.First()
	}
	if v.IsObject() {
		return firstOf(v.Get("name").Text(), v.Get("@value").Text(), v.Get("value").Text())
	}
	return squeeze(v.Text())
}

func schema(v jsonscan.Value, rec *biblio.Record) {
	for _, name := range v.Get("@type").Strings() {
		if t, ok := schemaTypes[name]; ok {
			rec.Type = t
			break
		}
	}
	rec.Title = titleOf(v)
	authors := v.Get("author")
	if authors.Empty() {
		authors = v.Get("creator")
	}
	if authors.IsArray() {
		for a := range authors.Items() {
			schemaName(a, rec)
		}
	} else {
		schemaName(authors, rec)
	}
	rec.Issued = date(textOf(v.Get("datePublished")), textOf(v.Get("dateCreated")), textOf(v.Get("copyrightYear")))
	rec.Publisher = textOf(v.Get("publisher"))
	rec.Pages = firstOf(textOf(v.Get("pagination")), pages(textOf(v.Get("pageStart")), textOf(v.Get("pageEnd"))))
	schemaWhole(v.Get("isPartOf"), rec)
	schemaIDs(v, rec)
}

// schemaWhole reads issue, volume and container, each a part of the next.
func schemaWhole(part jsonscan.Value, rec *biblio.Record) {
	for depth := 0; part.IsObject() && depth < 4; depth++ {
		whole := part.Get("isPartOf")
		kind, name := part.Get("@type").Text(), textOf(part.Get("name"))
		switch kind {
		case "WebSite", "WebPage":
			name = ""
		case "PublicationIssue":
			rec.Issue = textOf(part.Get("issueNumber"))
		case "PublicationVolume":
			rec.Volume = textOf(part.Get("volumeNumber"))
			name = firstOf(name, textOf(whole.Get("name")))
		}
		rec.Container.Title = firstOf(rec.Container.Title, name)
		part = whole
	}
}

// schemaIDs reads the identifiers of a work.
func schemaIDs(v jsonscan.Value, rec *biblio.Record) {
	for _, key := range []string{"sameAs", "identifier", "@id", "doi", "isbn"} {
		value := v.Get(key)
		texts := value.Strings()
		if value.IsObject() {
			texts = []string{textOf(value)}
		}
		for _, text := range texts {
			if key == "isbn" {
				claim(rec, ident.ISBN, text)
			} else if id, ok := ident.Parse(text); ok && id.Scheme != ident.URL {
				rec.AddID(id)
			}
		}
	}
}

func schemaName(v jsonscan.Value, rec *biblio.Record) {
	if v.IsString() {
		rec.Contributors = append(rec.Contributors, people([]string{v.Text()}, biblio.Author)...)
		return
	}
	given, family := textOf(v.Get("givenName")), textOf(v.Get("familyName"))
	switch {
	case family != "":
		c := biblio.NameParts(family, given)
		c.Role = biblio.Author
		rec.Contributors = append(rec.Contributors, c)
	case strings.EqualFold(v.Get("@type").Text(), "Organization"):
		if name := textOf(v); name != "" {
			rec.Contributors = append(rec.Contributors, biblio.Contributor{Literal: name, Role: biblio.Author})
		}
	default:
		rec.Contributors = append(rec.Contributors, people([]string{textOf(v)}, biblio.Author)...)
	}
}
