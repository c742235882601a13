package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// dataCiteTypes maps resourceTypeGeneral of the DataCite schema 4.
var dataCiteTypes = map[string]biblio.Type{
	"JournalArticle": biblio.ArticleJournal, "ConferencePaper": biblio.PaperConference, "ConferenceProceeding": biblio.Proceedings,
	"Book": biblio.Book, "BookChapter": biblio.Chapter, "Preprint": biblio.Preprint, "Report": biblio.Report,
	"Dissertation": biblio.Thesis, "Dataset": biblio.Dataset, "DataPaper": biblio.ArticleJournal, "Software": biblio.Software,
	"ComputationalNotebook": biblio.Software, "Workflow": biblio.Software, "Standard": biblio.Standard, "PeerReview": biblio.Review, "Journal": biblio.Other,
}

// dataCiteTexts maps the CSL types that DataCite gives beside "Text".
var dataCiteTexts = map[string]biblio.Type{
	"article-journal": biblio.ArticleJournal, "paper-conference": biblio.PaperConference, "chapter": biblio.Chapter, "book": biblio.Book,
	"report": biblio.Report, "thesis": biblio.Thesis, "dataset": biblio.Dataset, "article": biblio.Other,
}

// DataCite reads a DOI of the REST API (the whole answer, or its "data") or of
// the public data file.
func DataCite(data []byte) (biblio.Record, error) {
	d, v, err := object("datacite", data)
	if err != nil {
		return biblio.Record{}, err
	}
	if inner := v.Get("data"); inner.IsObject() {
		v = inner
	}
	c := dataCite{draft: d}
	attributes := v
	if inner := v.Get("attributes"); inner.IsObject() {
		attributes = inner
		for key, member := range v.Fields() {
			switch key {
			case "attributes", "type":
			case "id":
				c.LocalID = member.Text()
			default:
				c.keep(key, member)
			}
		}
	} else if v.Get("titles").IsNull() && v.Get("doi").IsNull() {
		return biblio.Record{}, fmt.Errorf("datacite: %w", ErrEmpty)
	}
	for key, member := range attributes.Fields() {
		c.member(key, member)
	}
	c.settle()
	return c.done()
}

type dataCite struct {
	draft
	year               int
	general, text, csl string
	related            jsonscan.Value
}

func (c *dataCite) member(key string, v jsonscan.Value) {
	switch key {
	case "doi":
		if c.LocalID == "" {
			c.LocalID = v.Text()
		}
		c.claim(ident.DOI, key, v.Text())
	case "titles":
		c.titles(v)
	case "creators":
		c.people(key, v)
	case "contributors":
		c.people(key, v)
	case "publisher":
		c.Publisher = plain(v.Text())
		if v.IsObject() {
			c.Publisher = plain(v.Get("name").Text())
			c.keep(key, v)
		}
	case "publicationYear":
		c.year = v.Int()
	case "url":
		c.URL = v.Text()
	case "container":
		c.container(v)
		c.keep(key, v)
	default:
		c.further(key, v)
	}
}

func (c *dataCite) further(key string, v jsonscan.Value) {
	switch key {
	case "dates":
		for d := range v.Items() {
			if d.Get("dateType").Text() == "Issued" {
				c.Issued = isoDate(d.Get("date").Text())
			}
		}
	case "types":
		c.general, c.text, c.csl = v.Get("resourceTypeGeneral").Text(), v.Get("resourceType").Text(), v.Get("citeproc").Text()
	case "identifiers":
		for id := range v.Items() {
			if text := id.Get("identifier").Text(); strings.EqualFold(id.Get("identifierType").Text(), "arxiv") {
				c.claim(ident.ArXiv, "arXiv", text)
			}
		}
	case "relatedIdentifiers":
		c.related = v
	case "relatedItems":
		c.relatedItems(v)
	case "xml", "isActive", "state", "reason": // the same again in base 64; bookkeeping
		if key == "xml" {
			return
		}
	}
	c.keep(key, v)
}

// titles takes the first title without a type, and the subtitle.
func (c *dataCite) titles(v jsonscan.Value) {
	more := false
	for t := range v.Items() {
		switch text := t.Get("title").Text(); t.Get("titleType").Text() {
		case "":
			if c.Title == "" {
				c.plainTitle("title", text)
				continue
			}
		case "Subtitle":
			if c.Subtitle == "" {
				c.Subtitle = plain(text)
				continue
			}
		}
		more = true
	}
	if c.Title == "" {
		c.plainTitle("title", v.First().Get("title").Text())
	}
	if more {
		c.keep("titles", v)
	}
}

func (c *dataCite) people(key string, v jsonscan.Value) {
	more := false
	for p := range v.Items() {
		role := biblio.Author
		if key == "contributors" {
			if p.Get("contributorType").Text() != "Editor" {
				more = true
				continue
			}
			role = biblio.Editor
		}
		c.add(dataCiteName(p), role)
		more = more || !p.Get("nameIdentifiers").Empty() || !p.Get("affiliation").Empty()
	}
	if more {
		c.keep(key, v)
	}
}

func dataCiteName(p jsonscan.Value) biblio.Contributor {
	name := plain(p.Get("name").Text())
	if p.Get("nameType").Text() == "Organizational" {
		return biblio.Contributor{Literal: name}
	}
	if family := plain(p.Get("familyName").Text()); family != "" {
		return biblio.NameParts(family, plain(p.Get("givenName").Text()))
	}
	return person(name)
}

func (c *dataCite) container(v jsonscan.Value) {
	c.Container.Title = plain(v.Get("title").Text())
	c.Volume = v.Get("volume").Text()
	if c.Issue = v.Get("issue").Text(); c.Issue == "" {
		c.Issue = v.Get("number").Text()
	}
	c.Pages = pageRange(v.Get("firstPage").Text(), v.Get("lastPage").Text())
	c.containerID(v.Get("identifierType").Text(), v.Get("identifier").Text())
}

func (c *dataCite) containerID(kind, text string) {
	switch strings.ToUpper(kind) {
	case "ISSN":
		if text != "" && len(c.Container.ISSN) == 0 {
			c.Container.ISSN = []string{text}
		}
	case "ISBN":
		c.claim(ident.ISBN, "ISBN", text)
	}
}

// relatedItems reads the item that a work is published in.
func (c *dataCite) relatedItems(v jsonscan.Value) {
	for item := range v.Items() {
		if item.Get("relationType").Text() != "IsPublishedIn" {
			continue
		}
		fill := func(field *string, text string) {
			if *field == "" {
				*field = plain(text)
			}
		}
		fill(&c.Container.Title, item.Get("titles").First().Get("title").Text())
		fill(&c.Volume, item.Get("volume").Text())
		fill(&c.Issue, item.Get("issue").Text())
		fill(&c.Pages, pageRange(item.Get("firstPage").Text(), item.Get("lastPage").Text()))
		id := item.Get("relatedItemIdentifier")
		c.containerID(id.Get("relatedItemIdentifierType").Text(), id.Get("relatedItemIdentifier").Text())
	}
}

// settle decides what depends on several members.
func (c *dataCite) settle() {
	if c.Issued.Year == 0 || c.year != 0 && c.Issued.Year != c.year {
		c.Issued = biblio.Date{Year: c.year}
	}
	var ok bool
	if c.Type, ok = dataCiteTypes[c.general]; !ok {
		if c.Type = dataCiteTexts[c.csl]; c.Type == "" && c.general != "" {
			c.Type = biblio.Other
		}
		if c.general == "Text" && strings.EqualFold(c.text, "preprint") {
			c.Type = biblio.Preprint
		}
	}
	if c.Type == biblio.Preprint && c.Container.Title == "" {
		c.Container.Title = c.Publisher // the server: arXiv
	}
	for r := range c.related.Items() {
		kind, scheme := c.relation(r.Get("relationType").Text()), ident.DOI
		if strings.EqualFold(r.Get("relatedIdentifierType").Text(), "arxiv") {
			scheme = ident.ArXiv
		} else if !strings.EqualFold(r.Get("relatedIdentifierType").Text(), "doi") {
			continue
		}
		if id, ok := ident.ParseAs(scheme, r.Get("relatedIdentifier").Text()); ok && kind != "" {
			c.relate(kind, canonical(id))
		}
	}
}

// relation maps the relation types that join versions of one work. A preprint
// that "is a version of" another DOI was published as that.
func (c *dataCite) relation(name string) biblio.RelationKind {
	switch name {
	case "IsVersionOf", "IsPreviousVersionOf", "IsVariantFormOf":
		if c.Type == biblio.Preprint {
			return biblio.PublishedAs
		}
		return biblio.SameAs
	case "IsIdenticalTo", "HasVersion", "IsNewVersionOf", "IsOriginalFormOf":
		return biblio.SameAs
	}
	return ""
}
