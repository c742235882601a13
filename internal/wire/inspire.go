package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

var inspireTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "conference paper": biblio.PaperConference, "thesis": biblio.Thesis, "book": biblio.Book,
	"book chapter": biblio.Chapter, "proceedings": biblio.Proceedings, "report": biblio.Report, "note": biblio.Report, "activity report": biblio.Report,
}

// Inspire reads a literature record of INSPIRE (an element of hits.hits).
// Form: https://github.com/inspirehep/rest-api-doc
func Inspire(data []byte) (biblio.Record, error) {
	d, v, err := object("inspire", data)
	if err != nil {
		return biblio.Record{}, err
	}
	i := inspire{draft: d}
	i.LocalID = v.Get("id").Text()
	for key, member := range v.Get("metadata").Fields() {
		i.member(key, member)
	}
	i.settle()
	return i.done()
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
	case "titles":
		i.plainTitle("title", v.First().Get("title").Text())
		i.Subtitle = plain(v.First().Get("subtitle").Text())
		i.keepMore(key, v)
	case "authors":
		for a := range v.Items() {
			i.author(a)
		}
	case "author_count":
		i.count = v.Int()
	case "corporate_author":
		for _, name := range v.Strings() {
			i.add(biblio.Contributor{Literal: plain(name)}, biblio.Author)
		}
	case "collaborations":
		for c := range v.Items() {
			i.collaborations = append(i.collaborations, plain(c.Get("value").Text()))
		}
		i.keep(key, v)
	case "dois":
		i.dois(v)
	case "arxiv_eprints":
		i.arxiv, _ = ident.ParseArXiv(v.First().Get("value").Text())
		i.keep(key, v)
	case "isbns":
		for b := range v.Items() {
			i.claim(ident.ISBN, "isbn", b.Get("value").Text())
		}
	case "publication_info":
		i.publication(v)
		i.keep(key, v)
	case "imprints":
		i.Publisher, i.Place = plain(v.First().Get("publisher").Text()), plain(v.First().Get("place").Text())
		i.imprint = isoDate(v.First().Get("date").Text())
	case "document_type":
		i.kinds = v.Strings()
		i.keep(key, v)
	case "earliest_date", "preprint_date", "legacy_creation_date":
		if key == "earliest_date" {
			i.earliest = isoDate(v.Text())
		}
		i.keep(key, v)
	case "control_number":
		if i.LocalID == "" {
			i.LocalID = v.Text()
		}
	case "references", "citation_count", "abstracts", "keywords": // long, and not about the work's identity
	default:
		i.keep(key, v)
	}
}

func (i *inspire) keepMore(key string, v jsonscan.Value) {
	n := 0
	for range v.Items() {
		n++
	}
	if n > 1 {
		i.keep(key, v)
	}
}

func (i *inspire) author(a jsonscan.Value) {
	i.given++
	role := biblio.Author
	for _, r := range a.Get("inspire_roles").Strings() {
		if r == "editor" {
			role = biblio.Editor
		}
	}
	i.add(biblio.ParseName(plain(a.Get("full_name").Text())), role)
}

// dois takes the DOIs of the publication; that of an erratum or of data is not
// one of the work.
func (i *inspire) dois(v jsonscan.Value) {
	for d := range v.Items() {
		switch d.Get("material").Text() {
		case "", "publication", "preprint", "version":
			i.claim(ident.DOI, "doi", d.Get("value").Text())
		}
	}
	i.keep("dois", v)
}

// publication reads the first place of publication that is not an erratum.
func (i *inspire) publication(v jsonscan.Value) {
	for p := range v.Items() {
		switch p.Get("material").Text() {
		case "", "publication":
		default:
			continue
		}
		title := plain(p.Get("journal_title").Text())
		if title == "" && p.Get("year").Int() == 0 {
			continue
		}
		i.printed = title != ""
		i.Container.Title = title
		i.Volume, i.Issue = p.Get("journal_volume").Text(), p.Get("journal_issue").Text()
		i.Pages = pageRange(p.Get("page_start").Text(), p.Get("page_end").Text())
		if i.Pages == "" {
			i.Pages = p.Get("artid").Text()
		}
		i.Issued.Year = p.Get("year").Int()
		return
	}
}

// settle decides what depends on several members.
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
