package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// openAlexTypes maps OpenAlex's work types, and the Crossref types that it states beside them. "review" is a
// review article, not a review of a book.
var openAlexTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "review": biblio.ArticleJournal, "letter": biblio.ArticleJournal,
	"editorial": biblio.ArticleJournal,
	"erratum":   biblio.ArticleJournal, "retraction": biblio.ArticleJournal, "preprint": biblio.Preprint,
	"book": biblio.Book, "book-chapter": biblio.Chapter,
	"book-section": biblio.Chapter, "dissertation": biblio.Thesis, "dataset": biblio.Dataset, "report": biblio.Report,
	"standard": biblio.Standard, "reference-entry": biblio.Entry, "peer-review": biblio.Review,
	"software":            biblio.Software,
	"proceedings-article": biblio.PaperConference, "conference-paper": biblio.PaperConference, "monograph": biblio.Book,
	"proceedings": biblio.Proceedings,
	"paratext":    biblio.Other, "libguides": biblio.WebPage, "supplementary-materials": biblio.Other,
	"grant": biblio.Other, "other": biblio.Other,
}

var openAlexFields = fields{
	"id": (*draft).openAlexID, "doi": id(ident.DOI), "ids": (*draft).openAlexIDs, "title": (*draft).openAlexTitle,
	"display_name": (*draft).openAlexTitle,
	"authorships":  too((*draft).openAlexPeople), "publication_year": statedYear, "publication_date": issued,
	"is_retracted": (*draft).openAlexRetracted,
	"host_venue":   too((*draft).openAlexContainer), // until 2023
}

// OpenAlex reads a work of the API (also one reduced by select) or of the works snapshot.
func OpenAlex(data []byte) (biblio.Record, error) {
	return read[openAlex]("openalex", data, openAlexFields)
}

// mostAuthorships is how many authorships of a work OpenAlex includes in a list of works.
const mostAuthorships = 100

type openAlex struct {
	draft
	kind, crossrefKind string
	cutStated          bool // the work states whether its list of authors is cut
	primary, locations jsonscan.Value
}

func (o *openAlex) member(key string, v jsonscan.Value) {
	switch key {
	case "is_authors_truncated":
		o.AuthorsCut, o.cutStated = v.True(), true
		return
	case "biblio":
		o.Volume, o.Issue = v.Get("volume").Text(), v.Get("issue").Text()
		o.Pages = pageRange(v.Get("first_page").Text(), v.Get("last_page").Text())
		return
	case "primary_location":
		o.primary = v
	case "locations":
		o.locations = v
	case "best_oa_location": // dumps leave it out
		o.note("pdf", v.Get("pdf_url").Text())
		o.note("license", v.Get("license").Text())
		return
	case "type":
		o.kind = v.Text()
	case "type_crossref":
		o.crossrefKind = v.Text()
	}
	o.keep(key, v)
}

func (d *draft) openAlexID(key string, v jsonscan.Value) {
	d.LocalID = strings.TrimPrefix(v.Text(), "https://openalex.org/")
	d.claim(ident.OpenAlex, key, d.LocalID)
}

func (d *draft) openAlexTitle(_ string, v jsonscan.Value) {
	if d.Title == "" && !v.IsNull() {
		d.plainTitle("title", v.Text())
	}
}

// openAlexRetracted reads a flag that OpenAlex sets itself, sometimes wrongly: it is not a notice of the
// publisher or of Retraction Watch.
func (d *draft) openAlexRetracted(_ string, v jsonscan.Value) {
	if v.True() {
		d.update(biblio.Update{Kind: biblio.RetractionFlag})
	}
}

func (d *draft) openAlexIDs(_ string, v jsonscan.Value) {
	for name, id := range v.Fields() {
		switch text := id.Text(); name {
		case "doi", "pmid", "openalex":
			d.claim(ident.Scheme(name), name, text)
		case "pmcid": // digits only: https://www.ncbi.nlm.nih.gov/pmc/articles/4234579
			d.claim(ident.PMCID, name, "PMC"+strings.TrimPrefix(text[strings.LastIndexByte(text, '/')+1:], "PMC"))
		default:
			d.keep("ids."+name, id)
		}
	}
}

func (d *draft) openAlexPeople(_ string, v jsonscan.Value) {
	for a := range v.Items() {
		name := cmp.Or(plainOf(a, "raw_author_name"), plainOf(a, "author", "display_name"))
		if name == "" {
			d.unnamed()
		}
		d.name(name, biblio.Author)
	}
}

func (d *draft) openAlexContainer(_ string, v jsonscan.Value) {
	fill := func(to *string, key string) {
		if name := plainOf(v, key); name != "" {
			*to = name
		}
	}
	fill(&d.Container.Title, "display_name")
	fill(&d.Container.Short, "abbreviated_title")
	fill(&d.Publisher, "host_organization_name")
	fill(&d.Publisher, "publisher")
	if issn := v.Get("issn").Strings(); len(issn) > 0 {
		d.Container.ISSN = issn
	}
}

func (o *openAlex) settle() {
	o.settleYear()
	if !o.cutStated && len(o.Contributors) == mostAuthorships {
		o.AuthorsCut = true
	}
	o.openAlexContainer("", o.primary.Get("source"))
	o.Container.Title = cmp.Or(o.Container.Title, plainOf(o.primary, "raw_source_name"))
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

// settleLocations extracts identifiers from the locations of a work: those of its primary location are its own,
// the others belong to other versions.
func (o *openAlex) settleLocations() {
	for _, id := range locationIDs(o.primary) {
		o.own(id)
	}
	preprint := o.primary.Get("version").Text() != "publishedVersion" &&
		o.primary.Get("source", "type").Text() == "repository"
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

// own adds an identifier of the work, one per scheme.
func (o *openAlex) own(id ident.ID) {
	if have := o.ID(id.Scheme); !have.IsZero() {
		if id.Scheme == ident.DOI {
			o.relate(biblio.SameAs, id)
		}
		return
	}
	o.AddID(id)
}

// locationIDs returns the identifiers that a location states, without plain addresses.
func locationIDs(l jsonscan.Value) []ident.ID {
	var list []ident.ID
	for _, key := range []string{"id", "landing_page_url", "pdf_url"} {
		text := strings.TrimPrefix(strings.TrimPrefix(l.Get(key).Text(), "pmh:"), "oai:arXiv.org:")
		if id, ok := numberIn(text); ok {
			list = append(list, canonical(id))
		}
	}
	return list
}
