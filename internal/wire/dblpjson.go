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

// DBLPHit reads a hit of DBLP's search (an element of result.hits.hit) or its
// "info" alone.
// Form: https://dblp.org/faq/How+to+use+the+dblp+search+API.html
func DBLPHit(data []byte) (biblio.Record, error) {
	d, v, err := object("dblp", data)
	if err != nil {
		return biblio.Record{}, err
	}
	if info := v.Get("info"); info.IsObject() {
		v = info
	}
	h := dblp{draft: d}
	var doi, kind string
	for key, member := range v.Fields() {
		switch text := texts(member); key {
		case "authors":
			h.hitAuthors(member.Get("author"))
		case "title":
			h.Title = dropStop(plain(member.Text()))
		case "venue":
			h.Container.Title = plain(text)
		case "year":
			h.Issued.Year = biblio.LeadingYear(text)
		case "volume":
			h.Volume = text
		case "number":
			h.Issue = text
		case "pages":
			h.Pages = text
		case "publisher":
			h.Publisher = plain(text)
		case "key":
			h.LocalID = text
		case "doi":
			doi = text
		case "ee":
			for _, link := range member.Strings() {
				h.link(link)
			}
		case "type":
			kind = text
			h.Type = dblpKinds[text]
			h.note(key, text)
		default:
			h.keep(key, member)
		}
	}
	if id, ok := ident.ParseDOI(doi); ok && h.ID(ident.DOI).IsZero() {
		if id = canonical(id); h.ID(id.Scheme).IsZero() {
			h.AddID(id)
		}
	}
	h.settle()
	if kind == "Books and Theses" && strings.HasPrefix(h.LocalID, "phd/") {
		h.Type = biblio.Thesis
	}
	if h.Type == biblio.Preprint && h.Container.Title == "" {
		h.Container.Title = "CoRR"
	}
	return h.done()
}

// hitAuthors reads one author or a list of them, objects or texts.
func (d *dblp) hitAuthors(v jsonscan.Value) {
	if !v.IsArray() {
		d.hitAuthor(v)
		return
	}
	for a := range v.Items() {
		d.hitAuthor(a)
	}
}

func (d *dblp) hitAuthor(v jsonscan.Value) {
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
