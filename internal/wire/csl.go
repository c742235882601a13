package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// cslTypes maps the types of CSL 1.0.2 with other names here; an unlisted type that is not one of ours becomes
// Other.
var cslTypes = map[string]biblio.Type{
	"article-journal": biblio.ArticleJournal, "paper-conference": biblio.PaperConference, "chapter": biblio.Chapter,
	"book": biblio.Book, "collection": biblio.Book,
	"article": biblio.Preprint, "report": biblio.Report, "thesis": biblio.Thesis, "dataset": biblio.Dataset,
	"software": biblio.Software, "webpage": biblio.WebPage,
	"post": biblio.WebPage, "post-weblog": biblio.WebPage, "standard": biblio.Standard, "patent": biblio.Patent,
	"legal_case": biblio.Legal, "legislation": biblio.Legislation,
	"bill": biblio.Legislation, "article-newspaper": biblio.ArticleNews, "article-magazine": biblio.ArticleMagazine,
	"personal_communication": biblio.Personal,
	"manuscript":             biblio.Unpublished, "review": biblio.Review, "review-book": biblio.Review,
	"entry": biblio.Entry, "entry-dictionary": biblio.Entry,
	"entry-encyclopedia": biblio.Entry, "proceedings": biblio.Proceedings, "": biblio.TypeUnknown,
}

var cslFields = fields{
	"title": cleanTitle, "subtitle": cleanLine(subtitle), "author": cslPeople(biblio.Author),
	"editor": cslPeople(biblio.Editor), "translator": cslPeople(biblio.Translator),
	"container-title": cleanLine(container), "container-title-short": cleanLine(short),
	"journalAbbreviation": cleanLine(short), "container-title-abbrev": cleanLine(short),
	"collection-title": cleanLine(series), "issued": (*draft).cslIssued, "volume": text(volume), "issue": text(issue),
	"page":      text(pages),
	"publisher": cleanLine(publisher), "publisher-place": cleanLine(place), "edition": text(edition), "note": text(remark),
	"URL": cleanLine(address),
	"DOI": lineID(ident.DOI), "PMID": lineID(ident.PMID), "PMCID": lineID(ident.PMCID), "ISBN": (*draft).isbns,
	"ISSN": (*draft).issns,
}

// CSL reads one CSL-JSON item. It understands the types and lists of Crossref's content negotiation
// ("journal-article", a title in a list).
func CSL(data []byte) (biblio.Record, error) { return read[csl]("csl-json", data, cslFields) }

type csl struct {
	draft
	kind   string
	number string
	event  string
}

func (c *csl) member(key string, v jsonscan.Value) {
	switch key {
	case "id", "citation-key":
		if c.LocalID == "" {
			c.LocalID = v.Text()
			return
		}
	case "type":
		c.kind = v.Text()
		return
	case "number", "article-number":
		c.number = v.Text()
	case "event", "event-title":
		c.event = line(v)
		if v.IsObject() {
			c.event = plainOf(v, "name")
		}
	}
	c.keep(key, v)
}

func cleanTitle(d *draft, _ string, v jsonscan.Value) { d.Title = line(v) }

// lineID adds an identifier from a text or the first element of a list.
func lineID(scheme ident.Scheme) setter {
	return func(d *draft, key string, v jsonscan.Value) { d.claim(scheme, key, line(v)) }
}

func (d *draft) cslIssued(_ string, v jsonscan.Value) {
	d.Issued = cslDate(v)
	d.note("issued.literal", v.Get("literal").Text())
}

// isbns adds the ISBNs in a text or a list of texts.
func (d *draft) isbns(key string, v jsonscan.Value) {
	for _, s := range v.Strings() {
		for _, one := range fieldsOf(s) {
			d.claim(ident.ISBN, key, one)
		}
	}
}

// issns adds the ISSNs in a text or a list of texts.
func (d *draft) issns(_ string, v jsonscan.Value) {
	for _, s := range v.Strings() {
		d.Container.ISSN = append(d.Container.ISSN, fieldsOf(s)...)
	}
}

func cslPeople(role biblio.Role) setter {
	return func(d *draft, _ string, v jsonscan.Value) {
		for n := range v.Items() {
			d.cslName(n, role)
		}
		if v.IsString() || v.IsObject() { // not from a list
			d.cslName(v, role)
		}
	}
}

func (d *draft) cslName(v jsonscan.Value, role biblio.Role) {
	c, cut := cslName(v)
	d.add(c, role)
	d.AuthorsCut = d.AuthorsCut || cut && role == biblio.Author
}

// cslName reads a name; cut means that it contains, or is, a mark such as "et al.".
func cslName(n jsonscan.Value) (c biblio.Contributor, cut bool) {
	part := func(v jsonscan.Value) string { // without the mark
		text := plain(v.Text())
		if at := words.CutTail(text); at >= 0 {
			text, cut = text[:at], true
		}
		return text
	}
	literal := part(n.Get("literal"))
	if family := n.Get("family").Text(); literal == "" && n.Get("given").Empty() && words.IsCut(family) {
		literal = family
	}
	if literal == "" && n.IsString() {
		literal = plain(n.Text())
	}
	switch {
	case words.IsCut(literal):
		return c, true
	case literal != "":
		return person(literal), cut
	}
	family, given := part(n.Get("family")), part(n.Get("given"))
	if family == "" && given == "" {
		family = part(n.Get("name"))
	}
	if words.IsCut(given) {
		cut, given = true, ""
	}
	c = biblio.NameParts(family, given)
	for _, key := range []string{"non-dropping-particle", "dropping-particle"} {
		if s := n.Get(key).Text(); s != "" {
			c.Particle = strings.TrimSpace(s + " " + c.Particle)
		}
	}
	c.Suffix = cmp.Or(n.Get("suffix").Text(), c.Suffix)
	return c, cut
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
		if id, ok := numberIn(c.URL); ok && c.ID(id.Scheme).IsZero() &&
			(id.Scheme != ident.ArXiv || c.Type == biblio.Preprint) {
			c.AddID(id)
		}
	}
}
