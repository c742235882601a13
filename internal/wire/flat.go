package wire

import (
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

var flatFields = fields{
	"title": trimmed((*draft).titleField), "subtitle": trimmed(subtitle), "authors": flatPeople(biblio.Author),
	"author":  flatPeople(biblio.Author),
	"editors": flatPeople(biblio.Editor), "editor": flatPeople(biblio.Editor), "authors_complete": (*draft).flatComplete,
	"title_truncated": (*draft).flatCut,
	"year":            (*draft).flatYear, "venue": text(container), "venue_short": text(short),
	"series": text(series), "issn": issn,
	"src": (*draft).flatSource, "_source": (*draft).flatSource, "source": (*draft).flatSource,
	"pmid": id(ident.PMID), "pmcid": id(ident.PMCID), "isbn": id(ident.ISBN), "url": text(address), "volume": text(volume),
	"issue": text(issue), "number": text(issue),
	"pages": text(pages), "publisher": text(publisher), "location": text(place), "address": text(place),
	"edition": text(edition), "note": text(remark),
	"status": too((*draft).flatStatus), "retracted": (*draft).flatRetracted,
}

// Flat reads one flat JSON object: title, authors, year, venue and whatever else it states, under the names in
// biblio.Flat or in common exports. The record's source is the one in the object, else source.
func Flat(data []byte, source string) (biblio.Record, error) {
	v, err := object(source, data)
	if err != nil {
		return biblio.Record{}, err
	}
	f := flats.Get().(*flat)
	f.Source = source
	rec, err := readMembers(f, v, flatFields)
	*f = flat{}
	flats.Put(f)
	return rec, err
}

// flats are records under construction for reuse.
var flats = sync.Pool{New: func() any { return new(flat) }}

type flat struct {
	draft
	doi, arxiv, kind, venueKind string
}

func (f *flat) member(key string, v jsonscan.Value) {
	switch key {
	case "id", "rec_id", "key", "ID", "bibtex_key":
		if f.LocalID == "" {
			f.LocalID = v.Text()
			return
		}
	case "doi":
		f.doi = v.Text()
		return
	case "arxiv", "arxiv_id":
		f.arxiv = v.Text()
		return
	case "type", "entry_type":
		f.kind = v.Text()
		return
	case "venue_type":
		f.venueKind = v.Text()
	}
	f.keep(key, v)
}

func (d *draft) titleField() *string { return &d.Title }

// trimmed sets a field from a trimmed text.
func trimmed(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) { *to(d) = strings.TrimSpace(v.Text()) }
}

func (d *draft) flatComplete(_ string, v jsonscan.Value) {
	d.AuthorsCut = d.AuthorsCut || !v.IsNull() && !v.True()
}

func (d *draft) flatCut(_ string, v jsonscan.Value) { d.TitleCut = v.True() }

func (d *draft) flatSource(_ string, v jsonscan.Value) {
	if v.IsString() && !v.Empty() {
		d.Source = v.Text()
	}
}

func (d *draft) flatRetracted(key string, v jsonscan.Value) {
	if v.True() {
		d.update(biblio.Update{Kind: biblio.Retraction})
		return
	}
	d.keep(key, v)
}

// flatStatus reads a conference's decision; a rejected manuscript is not a work of that container.
func (d *draft) flatStatus(_ string, v jsonscan.Value) {
	switch text := strings.ToLower(v.Text()); {
	case strings.Contains(text, "reject"):
		d.Status = biblio.StatusRejected
	case strings.Contains(text, "withdraw"):
		d.Status = biblio.StatusWithdrawn
	}
}

func flatPeople(role biblio.Role) setter {
	return func(d *draft, _ string, v jsonscan.Value) { d.flatNames(v, role) }
}

// flatNames reads a list of names, each a text or an object with its parts, or one text with names joined by "
// and " or ";".
func (d *draft) flatNames(v jsonscan.Value, role biblio.Role) {
	if v.IsString() {
		text := v.Text()
		sep := " and "
		if strings.Contains(text, ";") {
			sep = ";"
		}
		d.people(strings.Split(text, sep), role)
		return
	}
	d.Contributors = slices.Grow(d.Contributors, min(v.Len(), maxContributors))
	for item := range v.Items() {
		if !item.IsObject() {
			d.name(item.Text(), role)
		} else if name := item.Get("name").Text(); name != "" {
			d.name(name, role)
		} else {
			d.add(biblio.NameParts(item.Get("family").Text(), item.Get("given").Text()), role)
		}
	}
}

func (d *draft) flatYear(_ string, v jsonscan.Value) {
	text := v.Text()
	d.Issued = statedDate(text)
	if d.Issued.Year > 0 && len(text) == len("2019") {
		return
	}
	if text != dateText(d.Issued) {
		d.note("year", text)
	}
}

// flatTypes maps the types of BibTeX, BibLaTeX, Crossref, CSL, DBLP's API and
// OpenAlex, which exports mix.
var flatTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "article-journal": biblio.ArticleJournal, "journal-article": biblio.ArticleJournal,
	"journal articles": biblio.ArticleJournal,
	"editorial":        biblio.ArticleJournal, "letter": biblio.ArticleJournal, "review": biblio.ArticleJournal,
	"inproceedings": biblio.PaperConference, "conference": biblio.PaperConference,
	"paper-conference":    biblio.PaperConference,
	"proceedings-article": biblio.PaperConference, "conference-paper": biblio.PaperConference,
	"conference and workshop papers": biblio.PaperConference,
	"proceedings":                    biblio.Proceedings, "editorship": biblio.Proceedings, "book": biblio.Book,
	"books and theses": biblio.Book, "booklet": biblio.Book,
	"monograph": biblio.Book, "collection": biblio.Book, "reference-book": biblio.Book, "edited-book": biblio.Book,
	"incollection": biblio.Chapter,
	"inbook":       biblio.Chapter, "book-chapter": biblio.Chapter, "chapter": biblio.Chapter,
	"parts in books or collections": biblio.Chapter,
	"reference-entry":               biblio.Entry, "entry": biblio.Entry, "techreport": biblio.Report,
	"report": biblio.Report, "manual": biblio.Report,
	"thesis": biblio.Thesis, "phdthesis": biblio.Thesis, "mastersthesis": biblio.Thesis, "masterthesis": biblio.Thesis,
	"licthesis": biblio.Thesis, "dissertation": biblio.Thesis,
	"posted-content": biblio.Preprint, "preprint": biblio.Preprint, "informal and other publications": biblio.Preprint,
	"informal publications": biblio.Preprint,
	"standard":              biblio.Standard, "dataset": biblio.Dataset, "data and artifacts": biblio.Dataset,
	"software": biblio.Software, "patent": biblio.Patent,
	"online": biblio.WebPage, "webpage": biblio.WebPage, "blog": biblio.WebPage, "judicial": biblio.Legal,
	"case": biblio.Legal, "legal_case": biblio.Legal,
	"law": biblio.Legislation, "legislation": biblio.Legislation, "unpublished": biblio.Unpublished,
	"manuscript": biblio.Unpublished, "peer-review": biblio.Review,
	"misc": biblio.TypeUnknown, "other": biblio.Other, "component": biblio.Other, "paratext": biblio.Other,
	"video": biblio.Other, "game": biblio.Other, "musicscore": biblio.Other,
}

func (f *flat) settle() {
	preprint := preprintServer(f.Container.Title)
	f.settleType(preprint)
	f.claim(ident.ArXiv, "arxiv", f.arxiv)
	f.settleDOI(preprint)
	if scheme, value, ok := strings.Cut(f.LocalID, ":"); ok && f.ID(ident.Scheme(scheme)).IsZero() { // "acl:P19-1001"
		if id, ok := ident.ParseAs(ident.Scheme(scheme), value); ok {
			f.own(id, preprint)
		}
	}
	if siteOfIDs(f.URL) {
		if id, ok := numberIn(f.URL); ok && f.ID(id.Scheme).IsZero() {
			f.own(canonical(id), preprint)
		}
	}
	if eprint := f.Extra["eprint"]; eprint != "" && f.arxiv == "" {
		if id, ok := ident.ParseArXiv(eprint); ok {
			f.own(id, preprint)
		}
	}
}

func (f *flat) settleType(preprint bool) {
	f.Type = flatTypes[f.kind]
	if f.Type == "" && f.kind != "" {
		f.Type = flatTypes[strings.ToLower(f.kind)]
	}
	if f.kind != string(f.Type) {
		f.note("type", f.kind)
	}
	switch {
	case preprint && (f.Type == "" || f.Type == biblio.ArticleJournal):
		f.Type = biblio.Preprint
	case f.Type != "":
	case f.venueKind == "conference" || f.venueKind == "workshop":
		f.Type = biblio.PaperConference
	case f.venueKind == "journal":
		f.Type = biblio.ArticleJournal
	}
}

// settleDOI makes a DOI the record's own, unless the record is a preprint and the DOI is not of its server:
// then it is that of the published version.
func (f *flat) settleDOI(preprint bool) {
	if f.doi == "" {
		return
	}
	if id, ok := ident.ParseDOI(f.doi); ok {
		f.own(id, preprint)
		return
	}
	list := dois(f.doi)
	if len(list) != 1 {
		f.note("doi", f.doi)
	}
	for _, id := range list {
		f.own(id, preprint)
	}
}

// own adds an identifier to the record, or as that of another version if only one of the two is a preprint.
func (f *flat) own(id ident.ID, preprint bool) {
	switch {
	case preprint && id.Scheme == ident.DOI && !preprintDOI(id) && !f.ID(ident.ArXiv).IsZero():
		f.relate(biblio.PublishedAs, id)
	case !preprint && id.Scheme == ident.ArXiv && f.Container.Title != "":
		f.relate(biblio.PreprintOf, id)
	default:
		f.AddID(id)
	}
}

func preprintServer(venue string) bool {
	return normalise.PreprintServer(venue) || strings.EqualFold(venue, "preprint") || len(venue) >= 5 &&
		len(venue) <= 40 &&
		strings.EqualFold(venue[:5], "arxiv")
}

// preprintDOI reports whether a preprint server registered a DOI.
func preprintDOI(id ident.ID) bool {
	switch id.Registrant() {
	case "10.48550", "10.1101", "10.64898", "10.2139", "10.21203", "10.20944", "10.26434", "10.31234", "10.31219",
		"10.36227", "10.22541", "10.31223":
		return true
	}
	return false
}
