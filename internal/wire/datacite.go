package wire

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// dataCiteTypes maps resourceTypeGeneral of the DataCite schema 4.
var dataCiteTypes = map[string]biblio.Type{
	"JournalArticle": biblio.ArticleJournal, "ConferencePaper": biblio.PaperConference,
	"ConferenceProceeding": biblio.Proceedings,
	"Book":                 biblio.Book, "BookChapter": biblio.Chapter, "Preprint": biblio.Preprint,
	"Report":       biblio.Report,
	"Dissertation": biblio.Thesis, "Dataset": biblio.Dataset, "DataPaper": biblio.ArticleJournal,
	"Software":              biblio.Software,
	"ComputationalNotebook": biblio.Software, "Workflow": biblio.Software, "Standard": biblio.Standard,
	"PeerReview": biblio.Review, "Journal": biblio.Other,
}

// dataCiteTexts maps the CSL types that DataCite states beside "Text".
var dataCiteTexts = map[string]biblio.Type{
	"article-journal": biblio.ArticleJournal, "paper-conference": biblio.PaperConference, "chapter": biblio.Chapter,
	"book":   biblio.Book,
	"report": biblio.Report, "thesis": biblio.Thesis, "dataset": biblio.Dataset, "article": biblio.Other,
}

var dataCiteFields = fields{
	"titles": (*draft).dataCiteTitles, "creators": dataCitePeople(biblio.Author),
	"contributors": dataCitePeople(biblio.Editor), "publisher": (*draft).dataCitePublisher,
	"publicationYear": statedYear, "url": text(address), "container": too((*draft).dataCiteContainer),
	"dates": too((*draft).dataCiteDates),
	// the same again in base64
	"identifiers": too((*draft).dataCiteNumbers), "relatedItems": too((*draft).dataCiteItems), "xml": ignore,
}

// DataCite reads a DOI of the REST API (the whole answer, or its "data") or of
// the public data file.
func DataCite(data []byte) (biblio.Record, error) {
	v, err := object("datacite", data)
	if err != nil {
		return biblio.Record{}, err
	}
	if inner := v.Get("data"); inner.IsObject() {
		v = inner
	}
	var c dataCite
	c.Source = "datacite"
	attributes := v.Get("attributes")
	switch {
	case attributes.IsObject():
		for key, member := range v.Fields() {
			switch key {
			case "attributes", "type":
			case "id":
				c.LocalID = member.Text()
			default:
				c.keep(key, member)
			}
		}
	case v.Get("titles").IsNull() && v.Get("doi").IsNull():
		return biblio.Record{}, fmt.Errorf("datacite: %w", ErrEmpty)
	default:
		attributes = v
	}
	return readMembers(&c, attributes, dataCiteFields)
}

type dataCite struct {
	draft
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
		return
	case "types":
		c.general, c.text, c.csl = v.Get("resourceTypeGeneral").Text(), v.Get("resourceType").Text(), v.Get("citeproc").Text()
	case "relatedIdentifiers":
		c.related = v
	}
	c.keep(key, v)
}

func (d *draft) dataCitePublisher(key string, v jsonscan.Value) {
	d.Publisher = plain(v.Text())
	if v.IsObject() {
		d.Publisher = plainOf(v, "name")
		d.keep(key, v)
	}
}

func (d *draft) dataCiteDates(_ string, v jsonscan.Value) {
	for date := range v.Items() {
		if date.Get("dateType").Text() == "Issued" {
			d.Issued = isoDate(date.Get("date").Text())
		}
	}
}

func (d *draft) dataCiteNumbers(_ string, v jsonscan.Value) {
	for id := range v.Items() {
		if text := id.Get("identifier").Text(); strings.EqualFold(id.Get("identifierType").Text(), "arxiv") {
			d.claim(ident.ArXiv, "arXiv", text)
		}
	}
}

// dataCiteTitles takes the first title without a type, and the subtitle.
func (d *draft) dataCiteTitles(key string, v jsonscan.Value) {
	more := false
	for t := range v.Items() {
		text, kind := t.Get("title").Text(), t.Get("titleType").Text()
		switch {
		case kind == "" && d.Title == "":
			d.plainTitle("title", text)
		case kind == "Subtitle" && d.Subtitle == "":
			d.Subtitle = plain(text)
		default:
			more = true
		}
	}
	if d.Title == "" {
		d.plainTitle("title", v.First().Get("title").Text())
	}
	if more {
		d.keep(key, v)
	}
}

func dataCitePeople(role biblio.Role) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		more := false
		for p := range v.Items() {
			if role == biblio.Editor && p.Get("contributorType").Text() != "Editor" {
				more = true
				continue
			}
			d.add(dataCiteName(p), role)
			more = more || !p.Get("nameIdentifiers").Empty() || !p.Get("affiliation").Empty()
		}
		if more {
			d.keep(key, v)
		}
	}
}

func dataCiteName(p jsonscan.Value) biblio.Contributor {
	name := plainOf(p, "name")
	if p.Get("nameType").Text() == "Organizational" {
		return biblio.Contributor{Literal: name}
	}
	if family := plainOf(p, "familyName"); family != "" {
		return biblio.NameParts(family, plainOf(p, "givenName"))
	}
	return person(name)
}

func (d *draft) dataCiteContainer(_ string, v jsonscan.Value) {
	d.Container.Title = plainOf(v, "title")
	d.Volume = v.Get("volume").Text()
	d.Issue = cmp.Or(v.Get("issue").Text(), v.Get("number").Text())
	d.Pages = pageRange(v.Get("firstPage").Text(), v.Get("lastPage").Text())
	d.containerID(v.Get("identifierType").Text(), v.Get("identifier").Text())
}

func (d *draft) containerID(kind, text string) {
	switch strings.ToUpper(kind) {
	case "ISSN":
		if text != "" && len(d.Container.ISSN) == 0 {
			d.Container.ISSN = []string{text}
		}
	case "ISBN":
		d.claim(ident.ISBN, "ISBN", text)
	}
}

// dataCiteItems reads the item in which a work is published.
func (d *draft) dataCiteItems(_ string, v jsonscan.Value) {
	for item := range v.Items() {
		if item.Get("relationType").Text() != "IsPublishedIn" {
			continue
		}
		d.Container.Title = cmp.Or(d.Container.Title, plainOf(item.Get("titles").First(), "title"))
		d.Volume, d.Issue = cmp.Or(d.Volume, plainOf(item, "volume")), cmp.Or(d.Issue, plainOf(item, "issue"))
		d.Pages = cmp.Or(d.Pages, plain(pageRange(item.Get("firstPage").Text(), item.Get("lastPage").Text())))
		id := item.Get("relatedItemIdentifier")
		d.containerID(id.Get("relatedItemIdentifierType").Text(), id.Get("relatedItemIdentifier").Text())
	}
}

func (c *dataCite) settle() {
	c.settleYear()
	c.settleType()
	if c.Type == biblio.Preprint && c.Container.Title == "" {
		c.Container.Title = c.Publisher // the server: arXiv
	}
	for r := range c.related.Items() {
		c.settleRelation(r)
	}
}

func (c *dataCite) settleType() {
	var ok bool
	if c.Type, ok = dataCiteTypes[c.general]; ok {
		return
	}
	if c.Type = dataCiteTexts[c.csl]; c.Type == "" && c.general != "" {
		c.Type = biblio.Other
	}
	if c.general == "Text" && strings.EqualFold(c.text, "preprint") {
		c.Type = biblio.Preprint
	}
}

func (c *dataCite) settleRelation(r jsonscan.Value) {
	var scheme ident.Scheme
	switch strings.ToLower(r.Get("relatedIdentifierType").Text()) {
	case "arxiv":
		scheme = ident.ArXiv
	case "doi":
		scheme = ident.DOI
	}
	kind := c.relation(r.Get("relationType").Text())
	if id, ok := ident.ParseAs(scheme, r.Get("relatedIdentifier").Text()); ok && kind != "" {
		c.relate(kind, canonical(id))
	}
}

// relation maps the relation types that join versions of one work. A preprint that "is a version of" another
// DOI was published under it.
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
