package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ErrNotAWork means that an element or row is well-formed but does not describe a work: a person's home page, a
// deletion. It is neither kept nor bad.
var ErrNotAWork = fmt.Errorf("describes no work")

// dblpTypes maps the elements of https://dblp.org/xml/dblp.dtd.
var dblpTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "inproceedings": biblio.PaperConference, "proceedings": biblio.Proceedings,
	"book":         biblio.Book,
	"incollection": biblio.Chapter, "phdthesis": biblio.Thesis, "mastersthesis": biblio.Thesis, "data": biblio.Dataset,
	"www": biblio.WebPage,
}

// DBLP reads one child element of dblp.xml, the format of single records on dblp.org too.
func DBLP(data []byte) (biblio.Record, error) {
	e, err := element("dblp", data)
	if err != nil {
		return biblio.Record{}, err
	}
	kind, ok := dblpTypes[e.Name()]
	switch {
	case !ok:
		return biblio.Record{}, fmt.Errorf("dblp: unexpected element %.40q", e.Name())
	case e.Name() == "www" && strings.HasPrefix(e.Attr("key"), "homepages/"):
		return biblio.Record{}, ErrNotAWork
	}
	d := dblp{draft: draft{Record: biblio.Record{Source: "dblp", LocalID: e.Attr("key")}}}
	d.Type = kind
	if kind != biblio.Type(e.Name()) {
		d.note("type", e.Name())
	}
	for name, value := range e.Attrs() {
		if name != "key" {
			d.note(name, value)
		}
	}
	for child := range e.Elements() {
		d.child(child)
	}
	d.settle()
	return d.done()
}

type dblp struct {
	draft
	month string
}

// dblpTexts are the elements whose text fills a field unchanged.
var dblpTexts = map[string]field{"booktitle": container, "journal": container, "pages": pages, "volume": volume,
	"number": issue, "address": place}

func (d *dblp) child(e xmlscan.Element) {
	text := e.Line()
	if to := dblpTexts[e.Name()]; to != nil {
		*to(&d.draft) = text
		return
	}
	switch e.Name() {
	case "author", "editor":
		role := biblio.Author
		if e.Name() == "editor" {
			role = biblio.Editor
		}
		d.name(text, role)
		if orcid := e.Attr("orcid"); orcid != "" {
			d.more("orcid", text+": "+orcid)
		}
	case "title":
		d.Title = dropStop(text)
	case "series":
		d.Container.Series = text
		d.note("series.href", e.Attr("href"))
	case "year":
		d.Issued.Year = biblio.LeadingYear(text)
	case "month":
		d.month = text
	case "publisher", "school":
		d.firstOr(&d.Publisher, e.Name(), text, text)
	case "note":
		d.firstOr(&d.Note, "note", text, text)
	case "isbn":
		d.claim(ident.ISBN, "isbn", text)
	case "ee":
		d.link(text)
	default:
		d.more(e.Name(), text)
	}
}

// link reads an electronic edition: the first one is the record's address, and the first of each kind its
// identifier.
func (d *dblp) link(text string) {
	d.firstOr(&d.URL, "ee", text, text)
	if id, ok := numberIn(text); ok {
		d.addFirst(canonical(id))
	}
}

// settle decides what depends on several elements.
func (d *dblp) settle() {
	if d.Issued.Year > 0 {
		d.Issued.Month = monthNumber(d.month)
	}
	d.note("month", d.month)
	if strings.EqualFold(d.Container.Title, "CoRR") {
		d.Type = biblio.Preprint
		if number, ok := strings.CutPrefix(d.Volume, "abs/"); ok {
			d.claim(ident.ArXiv, "arxiv", number)
		}
	} else if id := d.ID(ident.ArXiv); !id.IsZero() { // an arXiv edition of a work printed elsewhere
		d.drop(id)
		d.relate(biblio.PreprintOf, id)
	}
	switch d.Extra["publtype"] {
	case "withdrawn":
		d.Status = biblio.StatusWithdrawn
		d.Updates = append(d.Updates, biblio.Update{Kind: biblio.WithdrawalOf})
	case "encyclopedia":
		d.Type = biblio.Entry
	case "software":
		d.Type = biblio.Software
	case "data":
		d.Type = biblio.Dataset
	}
}

// dblpKinds maps the publication types of DBLP's search.
var dblpKinds = map[string]biblio.Type{
	"Journal Articles": biblio.ArticleJournal, "Conference and Workshop Papers": biblio.PaperConference,
	"Informal Publications":           biblio.Preprint,
	"Informal and Other Publications": biblio.Preprint, "Books and Theses": biblio.Book,
	"Parts in Books or Collections": biblio.Chapter,
	"Editorship":                    biblio.Proceedings, "Reference Works": biblio.Entry,
	"Data and Artifacts": biblio.Dataset,
}

var hitFields = fields{
	"authors": (*draft).hitAuthors, "title": (*draft).hitTitle, "venue": joined(container, plain),
	"publisher": joined(publisher, plain), "year": (*draft).hitYear,
	"volume": joined(volume, nil), "number": joined(issue, nil), "pages": joined(pages, nil), "key": joined(localID, nil),
	"type": (*draft).hitType,
}

// DBLPHit reads a hit of DBLP's search (an element of result.hits.hit) or its
// "info" alone.
// Form: https://dblp.org/faq/How+to+use+the+dblp+search+API.html
func DBLPHit(data []byte) (biblio.Record, error) {
	v, err := object("dblp", data)
	if err != nil {
		return biblio.Record{}, err
	}
	if info := v.Get("info"); info.IsObject() {
		v = info
	}
	var h dblpHit
	h.Source = "dblp"
	return readMembers(&h, v, hitFields)
}

type dblpHit struct {
	dblp
	doi string
}

func (h *dblpHit) member(key string, v jsonscan.Value) {
	switch key {
	case "doi":
		h.doi = texts(v)
	case "ee":
		for _, link := range v.Strings() {
			h.link(link)
		}
	default:
		h.keep(key, v)
	}
}

func (h *dblpHit) settle() {
	if id, ok := ident.ParseDOI(h.doi); ok && h.ID(ident.DOI).IsZero() {
		h.addFirst(canonical(id))
	}
	h.dblp.settle()
	if h.Extra["type"] == "Books and Theses" && strings.HasPrefix(h.LocalID, "phd/") {
		h.Type = biblio.Thesis
	}
	if h.Type == biblio.Preprint && h.Container.Title == "" {
		h.Container.Title = "CoRR"
	}
}

func (d *draft) hitTitle(_ string, v jsonscan.Value) { d.Title = dropStop(plain(v.Text())) }

func (d *draft) hitYear(_ string, v jsonscan.Value) { d.Issued.Year = biblio.LeadingYear(texts(v)) }

func (d *draft) hitType(key string, v jsonscan.Value) {
	text := texts(v)
	d.Type = dblpKinds[text]
	d.note(key, text)
}

// joined sets a field from a text or a list of texts.
func joined(to field, form func(string) string) setter {
	return func(d *draft, _ string, v jsonscan.Value) {
		text := texts(v)
		if form != nil {
			text = form(text)
		}
		*to(d) = text
	}
}

// hitAuthors reads one author or a list of them, objects or texts.
func (d *draft) hitAuthors(_ string, v jsonscan.Value) {
	v = v.Get("author")
	if !v.IsArray() {
		d.nameIn(v, "text")
		return
	}
	for a := range v.Items() {
		d.nameIn(a, "text")
	}
}

// DBLPVolume returns the coverage row that a proceedings record supports in a complete dump: DBLP lists volumes
// with all their papers. Workshops have volumes of their own; those without one are missing.
func DBLPVolume(r *biblio.Record) (row biblio.CoverageRow, ok bool) {
	if r.Type != biblio.Proceedings || !strings.HasPrefix(r.LocalID, "conf/") || r.Title == "" || r.Issued.Year == 0 {
		return row, false
	}
	row = biblio.CoverageRow{Container: r.Title, Year: r.Issued.Year, Types: []biblio.Type{biblio.PaperConference},
		Complete: true, How: biblio.Declared, Note: "DBLP, " + r.LocalID}
	if r.Container.Title != "" && r.Container.Title != r.Title {
		row.Aliases = []string{r.Container.Title}
	}
	return row, true
}
