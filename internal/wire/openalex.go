package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// openAlexTypes maps OpenAlex's work types, and the Crossref types that it
// gives beside them. "review" is a review article, not a review of a book.
var openAlexTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "review": biblio.ArticleJournal, "letter": biblio.ArticleJournal, "editorial": biblio.ArticleJournal,
	"erratum": biblio.ArticleJournal, "retraction": biblio.ArticleJournal, "preprint": biblio.Preprint, "book": biblio.Book, "book-chapter": biblio.Chapter,
	"book-section": biblio.Chapter, "dissertation": biblio.Thesis, "dataset": biblio.Dataset, "report": biblio.Report,
	"standard": biblio.Standard, "reference-entry": biblio.Entry, "peer-review": biblio.Review, "software": biblio.Software,
	"proceedings-article": biblio.PaperConference, "conference-paper": biblio.PaperConference, "monograph": biblio.Book, "proceedings": biblio.Proceedings,
	"paratext": biblio.Other, "libguides": biblio.WebPage, "supplementary-materials": biblio.Other, "grant": biblio.Other, "other": biblio.Other,
}

// OpenAlex reads a work of the API (also one cut by select) or of the works
// snapshot.
func OpenAlex(data []byte) (biblio.Record, error) {
	return members("openalex", data, func(d draft) memberwise { return &openAlex{draft: d} })
}

// mostAuthorships is how many of a work's authorships a list of works has.
const mostAuthorships = 100

type openAlex struct {
	draft
	kind, crossrefKind string
	year               int
	cutStated          bool // whether the list of authors is cut
	first, last        string
	primary, locations jsonscan.Value
}

func (o *openAlex) member(key string, v jsonscan.Value) {
	switch key {
	case "id":
		o.LocalID = strings.TrimPrefix(v.Text(), "https://openalex.org/")
		o.claim(ident.OpenAlex, key, o.LocalID)
	case "doi":
		o.claim(ident.DOI, key, v.Text())
	case "ids":
		o.ids(v)
	case "title", "display_name":
		if o.Title == "" && !v.IsNull() {
			o.plainTitle("title", v.Text())
		}
	case "authorships":
		o.people(v)
	case "is_authors_truncated":
		o.AuthorsCut, o.cutStated = v.True(), true
	case "publication_year":
		o.year = v.Int()
	case "publication_date":
		o.Issued = isoDate(v.Text())
	case "biblio":
		o.Volume, o.Issue = v.Get("volume").Text(), v.Get("issue").Text()
		o.first, o.last = v.Get("first_page").Text(), v.Get("last_page").Text()
	case "is_retracted":
		if v.True() {
			o.update(biblio.Update{Kind: biblio.Retraction})
		}
	default:
		o.further(key, v)
	}
}

func (o *openAlex) further(key string, v jsonscan.Value) {
	switch key {
	case "primary_location":
		o.primary = v
	case "locations":
		o.locations = v
	case "type":
		o.kind = v.Text()
	case "type_crossref":
		o.crossrefKind = v.Text()
	case "host_venue": // until 2023
		o.container(v)
	}
	o.keep(key, v)
}

func (o *openAlex) ids(v jsonscan.Value) {
	for key, id := range v.Fields() {
		switch name, text := key, id.Text(); name {
		case "doi":
			o.claim(ident.DOI, name, text)
		case "pmid":
			o.claim(ident.PMID, name, text)
		case "pmcid": // the digits stand alone: https://www.ncbi.nlm.nih.gov/pmc/articles/4234579
			o.claim(ident.PMCID, name, "PMC"+strings.TrimPrefix(text[strings.LastIndexByte(text, '/')+1:], "PMC"))
		case "openalex":
			o.claim(ident.OpenAlex, name, text)
		default:
			o.keep("ids."+name, id)
		}
	}
}

func (o *openAlex) people(v jsonscan.Value) {
	for a := range v.Items() {
		name := plain(a.Get("raw_author_name").Text())
		if name == "" {
			name = plain(a.Get("author", "display_name").Text())
		}
		o.add(person(name), biblio.Author)
	}
	o.keep("authorships", v)
}

func (o *openAlex) container(v jsonscan.Value) {
	if name := plain(v.Get("display_name").Text()); name != "" {
		o.Container.Title = name
	}
	if short := plain(v.Get("abbreviated_title").Text()); short != "" {
		o.Container.Short = short
	}
	if issn := v.Get("issn").Strings(); len(issn) > 0 {
		o.Container.ISSN = issn
	}
	for _, key := range []string{"host_organization_name", "publisher"} {
		if name := plain(v.Get(key).Text()); name != "" {
			o.Publisher = name
		}
	}
}

// settle decides what depends on several members.
func (o *openAlex) settle() {
	if o.Issued.Year == 0 || o.year != 0 && o.Issued.Year != o.year {
		o.Issued = biblio.Date{Year: o.year}
	}
	if !o.cutStated && len(o.Contributors) == mostAuthorships {
		o.AuthorsCut = true
	}
	o.Pages = pageRange(o.first, o.last)
	o.container(o.primary.Get("source"))
	if o.Container.Title == "" {
		o.Container.Title = plain(o.primary.Get("raw_source_name").Text())
	}
	o.URL = o.primary.Get("landing_page_url").Text()
	o.Type = openAlexTypes[o.kind]
	if t, ok := openAlexTypes[o.crossrefKind]; ok && o.kind == "article" {
		o.Type = t
	}
	source := o.primary.Get("source", "type").Text()
	switch raw := o.primary.Get("raw_type").Text(); {
	case o.kind != "article" && o.kind != "":
	case raw == "proceedings-article" || source == "conference":
		o.Type = biblio.PaperConference
	case source == "repository" && o.primary.Get("version").Text() == "submittedVersion":
		o.Type = biblio.Preprint
	}
	o.settleLocations()
}

// settleLocations reads identifiers off the places where a work stands: those
// of its first place are its own, the others belong to other versions.
func (o *openAlex) settleLocations() {
	for _, id := range locationIDs(o.primary) {
		o.own(id)
	}
	preprint := o.primary.Get("version").Text() != "publishedVersion" && o.primary.Get("source", "type").Text() == "repository"
	for l := range o.locations.Items() {
		kind := biblio.PreprintOf
		switch version := l.Get("version").Text(); {
		case version == "publishedVersion" && preprint:
			kind = biblio.PublishedAs
		case version == "publishedVersion" || version == "acceptedVersion":
			kind = biblio.SameAs
		}
		for _, id := range locationIDs(l) {
			switch {
			case id.Scheme == ident.PMID || id.Scheme == ident.PMCID:
				o.own(id)
			case id.Scheme == ident.ArXiv && kind == biblio.SameAs && !preprint:
				o.relate(biblio.PreprintOf, id)
			default:
				o.relate(kind, id)
			}
		}
	}
}

// own adds an identifier of the work, one of each scheme.
func (o *openAlex) own(id ident.ID) {
	if have := o.ID(id.Scheme); !have.IsZero() {
		if id.Scheme == ident.DOI {
			o.relate(biblio.SameAs, id)
		}
		return
	}
	o.AddID(id)
}

// locationIDs gives the identifiers that a location states, plain addresses
// left out.
func locationIDs(l jsonscan.Value) []ident.ID {
	var list []ident.ID
	for _, key := range []string{"id", "landing_page_url", "pdf_url"} {
		text := strings.TrimPrefix(strings.TrimPrefix(l.Get(key).Text(), "pmh:"), "oai:arXiv.org:")
		if id, ok := ident.Parse(text); ok && id.Scheme != ident.URL {
			list = append(list, canonical(id))
		}
	}
	return list
}

// canonical gives the arXiv id for arXiv's own DOI.
func canonical(id ident.ID) ident.ID {
	if id.Scheme == ident.DOI {
		for _, alias := range id.Aliases() {
			if alias.Scheme == ident.ArXiv {
				return alias
			}
		}
	}
	return id
}
