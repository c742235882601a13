package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// dblpKinds maps the publication types of DBLP's search.
var dblpKinds = map[string]biblio.Type{
	"Journal Articles": biblio.ArticleJournal, "Conference and Workshop Papers": biblio.PaperConference, "Informal Publications": biblio.Preprint,
	"Informal and Other Publications": biblio.Preprint, "Books and Theses": biblio.Book, "Parts in Books or Collections": biblio.Chapter,
	"Editorship": biblio.Proceedings, "Reference Works": biblio.Entry, "Data and Artifacts": biblio.Dataset,
}

var hitFields = fields{
	"authors": (*draft).hitAuthors, "title": (*draft).hitTitle, "venue": joined(container, plain), "publisher": joined(publisher, plain), "year": (*draft).hitYear,
	"volume": joined(volume, nil), "number": joined(issue, nil), "pages": joined(pages, nil), "key": joined(localID, nil), "type": (*draft).hitType,
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
		d.hitAuthor(v)
		return
	}
	for a := range v.Items() {
		d.hitAuthor(a)
	}
}

func (d *draft) hitAuthor(v jsonscan.Value) {
	name := v.Get("text").Text()
	if v.IsString() {
		name = v.Text()
	}
	if name = plain(name); name != "" {
		d.name(name, biblio.Author)
	}
}

// texts joins a text or a list of texts with commas.
func texts(v jsonscan.Value) string { return strings.Join(v.Strings(), ", ") }
