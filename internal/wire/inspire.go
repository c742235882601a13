package wire

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var inspireTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "conference paper": biblio.PaperConference, "thesis": biblio.Thesis,
	"book":         biblio.Book,
	"book chapter": biblio.Chapter, "proceedings": biblio.Proceedings, "report": biblio.Report, "note": biblio.Report,
	"activity report": biblio.Report,
}

var inspireFields = fields{
	"titles": (*draft).inspireTitles, "corporate_author": bodies, "dois": too((*draft).inspireDOIs),
	"isbns": (*draft).inspireISBNs,
	// long, and irrelevant to the work's identity
	"references": ignore, "citation_count": ignore, "abstracts": ignore, "keywords": ignore,
}

// Inspire reads a literature record of INSPIRE (an element of hits.hits).
// Form: https://github.com/inspirehep/rest-api-doc
func Inspire(data []byte) (biblio.Record, error) {
	v, err := object("inspire", data)
	if err != nil {
		return biblio.Record{}, err
	}
	var i inspire
	i.Source, i.LocalID = "inspire", v.Get("id").Text()
	return readMembers(&i, v.Get("metadata"), inspireFields)
}

type inspire struct {
	draft
	kinds          []string
	arxiv          ident.ID
	imprint        biblio.Date
	earliest       biblio.Date
	printed        bool
	collaborations []string
	count, given   int // authors stated, authors in the list
}

func (i *inspire) member(key string, v jsonscan.Value) {
	switch key {
	case "authors":
		for a := range v.Items() {
			i.author(a)
		}
		return
	case "author_count":
		i.count = v.Int()
		return
	case "imprints":
		i.Publisher, i.Place = plainOf(v.First(), "publisher"), plainOf(v.First(), "place")
		i.imprint = isoDate(v.First().Get("date").Text())
		return
	case "control_number":
		if i.LocalID == "" {
			i.LocalID = v.Text()
		}
		return
	case "collaborations":
		for c := range v.Items() {
			i.collaborations = append(i.collaborations, plainOf(c, "value"))
		}
	case "arxiv_eprints":
		i.arxiv, _ = ident.ParseArXiv(v.First().Get("value").Text())
	case "publication_info":
		i.publication(v)
	case "document_type":
		i.kinds = v.Strings()
	case "earliest_date":
		i.earliest = isoDate(v.Text())
	}
	i.keep(key, v)
}

func (d *draft) inspireTitles(key string, v jsonscan.Value) {
	d.plainTitle("title", v.First().Get("title").Text())
	d.Subtitle = plainOf(v.First(), "subtitle")
	d.keepMore(key, v)
}

// bodies adds corporate authors.
func bodies(d *draft, _ string, v jsonscan.Value) {
	for _, name := range v.Strings() {
		d.add(biblio.Contributor{Literal: plain(name)}, biblio.Author)
	}
}

func (d *draft) inspireISBNs(_ string, v jsonscan.Value) {
	for b := range v.Items() {
		d.claim(ident.ISBN, "isbn", b.Get("value").Text())
	}
}

func (i *inspire) author(a jsonscan.Value) {
	i.given++
	role := biblio.Author
	if slices.Contains(a.Get("inspire_roles").Strings(), "editor") {
		role = biblio.Editor
	}
	i.add(biblio.ParseName(plainOf(a, "full_name")), role)
}

// inspireDOIs takes the DOIs of the publication; the DOI of an erratum or a data set is not the work's.
func (d *draft) inspireDOIs(_ string, v jsonscan.Value) {
	for doi := range v.Items() {
		switch doi.Get("material").Text() {
		case "", "publication", "preprint", "version":
			d.claim(ident.DOI, "doi", doi.Get("value").Text())
		}
	}
}

// publication reads the first publication entry that is not an erratum.
func (i *inspire) publication(v jsonscan.Value) {
	for p := range v.Items() {
		if material := p.Get("material").Text(); material != "" && material != "publication" {
			continue
		}
		title := plainOf(p, "journal_title")
		if title == "" && p.Get("year").Int() == 0 {
			continue
		}
		i.printed = title != ""
		i.Container.Title = title
		i.Volume, i.Issue = p.Get("journal_volume").Text(), p.Get("journal_issue").Text()
		i.Pages = cmp.Or(pageRange(p.Get("page_start").Text(), p.Get("page_end").Text()), p.Get("artid").Text())
		i.Issued.Year = p.Get("year").Int()
		return
	}
}

func (i *inspire) settle() {
	for _, kind := range i.kinds {
		if t, ok := inspireTypes[kind]; ok {
			i.Type = t
			break
		}
	}
	switch {
	case i.arxiv.IsZero():
	case i.printed || i.Type == biblio.Book || i.Type == biblio.Thesis:
		i.AddID(i.arxiv)
		i.relate(biblio.PreprintOf, i.arxiv)
	default:
		i.AddID(i.arxiv)
		if i.Type == biblio.ArticleJournal || i.Type == biblio.TypeUnknown {
			i.Type, i.Container.Title = biblio.Preprint, "arXiv"
		}
	}
	for _, d := range []biblio.Date{i.imprint, i.earliest} {
		if i.Issued.Year == 0 {
			i.Issued = d
		}
	}
	if len(i.Authors()) == 0 {
		for _, name := range i.collaborations {
			if !strings.Contains(strings.ToLower(name), "collaboration") {
				name += " Collaboration"
			}
			i.add(biblio.Contributor{Literal: name}, biblio.Author)
		}
	}
	if i.count > i.given && i.given > 0 {
		i.AuthorsCut = true
	}
}
