package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// cslTypes maps the types of CSL 1.0.2 that have another name here; a type that
// is not listed and not one of ours becomes Other.
var cslTypes = map[string]biblio.Type{
	"article-journal": biblio.ArticleJournal, "paper-conference": biblio.PaperConference, "chapter": biblio.Chapter, "book": biblio.Book, "collection": biblio.Book,
	"article": biblio.Preprint, "report": biblio.Report, "thesis": biblio.Thesis, "dataset": biblio.Dataset, "software": biblio.Software, "webpage": biblio.WebPage,
	"post": biblio.WebPage, "post-weblog": biblio.WebPage, "standard": biblio.Standard, "patent": biblio.Patent, "legal_case": biblio.Legal, "legislation": biblio.Legislation,
	"bill": biblio.Legislation, "article-newspaper": biblio.ArticleNews, "article-magazine": biblio.ArticleMagazine, "personal_communication": biblio.Personal,
	"manuscript": biblio.Unpublished, "review": biblio.Review, "review-book": biblio.Review, "entry": biblio.Entry, "entry-dictionary": biblio.Entry,
	"entry-encyclopedia": biblio.Entry, "proceedings": biblio.Proceedings, "": biblio.TypeUnknown,
}

// CSL reads one CSL-JSON item. Types and lists as Crossref's content
// negotiation gives them ("journal-article", a title in a list) are understood.
func CSL(data []byte) (biblio.Record, error) {
	return members("csl-json", data, func(d draft) memberwise { return &csl{draft: d} })
}

type csl struct {
	draft
	kind   string
	number string
	event  string
}

// line gives a text, or the first of a list of texts.
func line(v jsonscan.Value) string {
	if v.IsArray() {
		v = v.First()
	}
	return plain(v.Text())
}

func (c *csl) member(key string, v jsonscan.Value) {
	switch key {
	case "id", "citation-key":
		if c.LocalID != "" {
			c.keep(key, v)
			return
		}
		c.LocalID = v.Text()
	case "type":
		c.kind = v.Text()
	case "title":
		c.Title = line(v)
	case "subtitle":
		c.Subtitle = line(v)
	case "author":
		c.names(v, biblio.Author)
	case "editor":
		c.names(v, biblio.Editor)
	case "translator":
		c.names(v, biblio.Translator)
	case "container-title":
		c.Container.Title = line(v)
	case "container-title-short", "journalAbbreviation", "container-title-abbrev":
		c.Container.Short = line(v)
	case "collection-title":
		c.Container.Series = line(v)
	case "issued":
		c.Issued = cslDate(v)
		c.note("issued.literal", v.Get("literal").Text())
	case "volume":
		c.Volume = v.Text()
	case "issue":
		c.Issue = v.Text()
	case "page":
		c.Pages = v.Text()
	case "publisher":
		c.Publisher = line(v)
	case "publisher-place":
		c.Place = line(v)
	case "edition":
		c.Edition = v.Text()
	case "note":
		c.Note = v.Text()
	case "URL":
		c.URL = line(v)
	default:
		c.further(key, v)
	}
}

func (c *csl) further(key string, v jsonscan.Value) {
	switch key {
	case "DOI":
		c.claim(ident.DOI, key, line(v))
	case "PMID":
		c.claim(ident.PMID, key, line(v))
	case "PMCID":
		c.claim(ident.PMCID, key, line(v))
	case "ISBN":
		for _, s := range v.Strings() {
			for _, one := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
				c.claim(ident.ISBN, key, one)
			}
		}
	case "ISSN":
		for _, s := range v.Strings() {
			c.Container.ISSN = append(c.Container.ISSN, strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })...)
		}
	case "number", "article-number":
		c.number = v.Text()
		c.keep(key, v)
	case "event", "event-title":
		c.event = line(v)
		if v.IsObject() {
			c.event = plain(v.Get("name").Text())
		}
		c.keep(key, v)
	default:
		c.keep(key, v)
	}
}

func (c *csl) names(v jsonscan.Value, role biblio.Role) {
	name := func(v jsonscan.Value) string { // without the mark of a cut list behind it
		head, cut := biblio.CutEtAl(plain(v.Text()))
		c.AuthorsCut = c.AuthorsCut || cut && role == biblio.Author
		return head
	}
	for n := range v.Items() {
		literal := name(n.Get("literal"))
		if family := n.Get("family").Text(); literal == "" && n.Get("given").Empty() && biblio.IsEtAl(family) {
			literal = family
		}
		if biblio.IsEtAl(literal) {
			c.AuthorsCut = c.AuthorsCut || role == biblio.Author
			continue
		}
		if literal != "" {
			c.add(person(literal), role)
			continue
		}
		if n.IsString() {
			c.name(plain(n.Text()), role)
			continue
		}
		family, given := name(n.Get("family")), name(n.Get("given"))
		if family == "" && given == "" {
			family = name(n.Get("name"))
		}
		if biblio.IsEtAl(given) {
			c.AuthorsCut, given = c.AuthorsCut || role == biblio.Author, ""
		}
		p := biblio.NameParts(family, given)
		for _, key := range []string{"non-dropping-particle", "dropping-particle"} {
			if s := n.Get(key).Text(); s != "" {
				p.Particle = strings.TrimSpace(s + " " + p.Particle)
			}
		}
		if s := n.Get("suffix").Text(); s != "" {
			p.Suffix = s
		}
		c.add(p, role)
	}
}

// cslDate reads date-parts, raw or literal, or a date as plain text.
func cslDate(v jsonscan.Value) biblio.Date {
	if d := crossrefDate(v); d.Year > 0 {
		return d
	}
	for _, text := range []string{v.Get("raw").Text(), v.Get("literal").Text(), v.Text()} {
		if d := isoDate(text); d.Year > 0 {
			return d
		}
		if year := biblio.LeadingYear(text); year > 0 && !v.IsObject() {
			return biblio.Date{Year: year}
		}
	}
	return biblio.Date{Year: biblio.LeadingYear(v.Get("literal").Text() + " " + v.Get("raw").Text())}
}

func (c *csl) settle() {
	var ok bool
	if c.Type, ok = cslTypes[c.kind]; !ok {
		if c.Type, ok = crossrefTypes[c.kind]; !ok {
			c.Type = biblio.Other
		}
	}
	if c.kind == "posted-content" {
		c.Type = biblio.Preprint
	}
	if c.kind != string(c.Type) {
		c.note("type", c.kind)
	}
	if c.Container.Title == "" && c.Type == biblio.PaperConference {
		c.Container.Title = c.event
	}
	if c.Pages == "" && c.Type == biblio.ArticleJournal {
		c.Pages = c.number
	}
	c.arxivWithin()
	if c.Type == biblio.Preprint {
		if id, ok := ident.ParseArXiv(c.number); ok {
			c.AddID(id)
		}
	}
	if siteOfIDs(c.URL) {
		if id, ok := ident.Parse(c.URL); ok && id.Scheme != ident.URL && c.ID(id.Scheme).IsZero() && (id.Scheme != ident.ArXiv || c.Type == biblio.Preprint) {
			c.AddID(id)
		}
	}
}
