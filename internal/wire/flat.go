package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// Flat reads one flat JSON object: title, authors, year, venue and whatever
// else it states, under the names of biblio.Flat or of common exports. The
// record's source is what the object says, else the given one.
func Flat(data []byte, source string) (biblio.Record, error) {
	d, v, err := object(source, data)
	if err != nil {
		return biblio.Record{}, err
	}
	f := flat{draft: d}
	for key, member := range v.Fields() {
		if !f.member(key, member) {
			f.keep(key, member)
		}
	}
	f.settle()
	return f.done()
}

type flat struct {
	draft
	doi, arxiv, kind, venueKind string
}

// member reads a key that has a field; it reports false for all others.
func (f *flat) member(key string, v jsonscan.Value) bool {
	switch key {
	case "id", "rec_id", "key", "ID", "bibtex_key":
		if f.LocalID != "" {
			return false
		}
		f.LocalID = v.Text()
	case "title":
		f.Title = strings.TrimSpace(v.Text())
	case "subtitle":
		f.Subtitle = strings.TrimSpace(v.Text())
	case "authors", "author":
		f.names(v, biblio.Author)
	case "editors", "editor":
		f.names(v, biblio.Editor)
	case "authors_complete":
		f.AuthorsCut = f.AuthorsCut || !v.IsNull() && !v.True()
	case "title_truncated":
		f.TitleCut = v.True()
	case "year":
		f.year(v)
	case "venue":
		f.Container.Title = v.Text()
	case "venue_short":
		f.Container.Short = v.Text()
	case "series":
		f.Container.Series = v.Text()
	case "issn":
		f.Container.ISSN = v.Strings()
	case "src", "_source", "source":
		if v.IsString() && !v.Empty() {
			f.Source = v.Text()
		}
	case "doi":
		f.doi = v.Text()
	case "arxiv", "arxiv_id":
		f.arxiv = v.Text()
	default:
		return f.further(key, v)
	}
	return true
}

func (f *flat) further(key string, v jsonscan.Value) bool {
	switch key {
	case "pmid":
		f.claim(ident.PMID, "pmid", v.Text())
	case "pmcid":
		f.claim(ident.PMCID, "pmcid", v.Text())
	case "isbn":
		f.claim(ident.ISBN, "isbn", v.Text())
	case "url":
		f.URL = v.Text()
	case "volume":
		f.Volume = v.Text()
	case "issue", "number":
		f.Issue = v.Text()
	case "pages":
		f.Pages = v.Text()
	case "publisher":
		f.Publisher = v.Text()
	case "location", "address":
		f.Place = v.Text()
	case "edition":
		f.Edition = v.Text()
	case "note":
		f.Note = v.Text()
	case "type", "entry_type":
		f.kind = v.Text()
	case "venue_type":
		f.venueKind = v.Text()
		return false
	case "status":
		f.status(v.Text())
		return false
	case "retracted":
		if v.True() {
			f.update(biblio.Update{Kind: biblio.Retraction})
			return true
		}
		return false
	default:
		return false
	}
	return true
}

// status reads what a conference decided; a manuscript that it did not take is
// no work of that container.
func (f *flat) status(text string) {
	text = strings.ToLower(text)
	switch {
	case strings.Contains(text, "reject"):
		f.Status = biblio.StatusRejected
	case strings.Contains(text, "withdraw"):
		f.Status = biblio.StatusWithdrawn
	}
}

// names reads a list of names, each one text or an object with its parts, or
// one text with names joined by " and " or ";".
func (f *flat) names(v jsonscan.Value, role biblio.Role) {
	if v.IsString() {
		text := v.Text()
		sep := " and "
		if strings.Contains(text, ";") {
			sep = ";"
		}
		f.people(strings.Split(text, sep), role)
		return
	}
	for item := range v.Items() {
		if !item.IsObject() {
			f.name(item.Text(), role)
			continue
		}
		if name := item.Get("name").Text(); name != "" {
			f.name(name, role)
			continue
		}
		f.add(biblio.NameParts(item.Get("family").Text(), item.Get("given").Text()), role)
	}
}

func (f *flat) year(v jsonscan.Value) {
	text := v.Text()
	f.Issued = isoDate(text)
	if f.Issued.Year == 0 {
		f.Issued.Year = biblio.LeadingYear(text)
	}
	if text != dateText(f.Issued) {
		f.note("year", text)
	}
}

// flatTypes maps the types of BibTeX, BibLaTeX, Crossref, CSL, DBLP's API and
// OpenAlex, which exports mix.
var flatTypes = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "article-journal": biblio.ArticleJournal, "journal-article": biblio.ArticleJournal, "journal articles": biblio.ArticleJournal,
	"editorial": biblio.ArticleJournal, "letter": biblio.ArticleJournal, "review": biblio.ArticleJournal,
	"inproceedings": biblio.PaperConference, "conference": biblio.PaperConference, "paper-conference": biblio.PaperConference,
	"proceedings-article": biblio.PaperConference, "conference-paper": biblio.PaperConference, "conference and workshop papers": biblio.PaperConference,
	"proceedings": biblio.Proceedings, "editorship": biblio.Proceedings, "book": biblio.Book, "books and theses": biblio.Book, "booklet": biblio.Book,
	"monograph": biblio.Book, "collection": biblio.Book, "reference-book": biblio.Book, "edited-book": biblio.Book, "incollection": biblio.Chapter,
	"inbook": biblio.Chapter, "book-chapter": biblio.Chapter, "chapter": biblio.Chapter, "parts in books or collections": biblio.Chapter,
	"reference-entry": biblio.Entry, "entry": biblio.Entry, "techreport": biblio.Report, "report": biblio.Report, "manual": biblio.Report,
	"thesis": biblio.Thesis, "phdthesis": biblio.Thesis, "mastersthesis": biblio.Thesis, "masterthesis": biblio.Thesis, "licthesis": biblio.Thesis, "dissertation": biblio.Thesis,
	"posted-content": biblio.Preprint, "preprint": biblio.Preprint, "informal and other publications": biblio.Preprint, "informal publications": biblio.Preprint,
	"standard": biblio.Standard, "dataset": biblio.Dataset, "data and artifacts": biblio.Dataset, "software": biblio.Software, "patent": biblio.Patent,
	"online": biblio.WebPage, "webpage": biblio.WebPage, "blog": biblio.WebPage, "judicial": biblio.Legal, "case": biblio.Legal, "legal_case": biblio.Legal,
	"law": biblio.Legislation, "legislation": biblio.Legislation, "unpublished": biblio.Unpublished, "manuscript": biblio.Unpublished, "peer-review": biblio.Review,
	"misc": biblio.TypeUnknown, "other": biblio.Other, "component": biblio.Other, "paratext": biblio.Other, "video": biblio.Other, "game": biblio.Other, "musicscore": biblio.Other,
}

// settle decides what depends on several members.
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
		if id, ok := ident.Parse(f.URL); ok && id.Scheme != ident.URL && f.ID(id.Scheme).IsZero() {
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

// settleDOI takes a DOI for the record's own, unless the record is that of a
// preprint and the DOI is not its server's: then it is what it was published as.
func (f *flat) settleDOI(preprint bool) {
	if f.doi == "" {
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

// own adds an identifier of the record, or of another version of its work when
// record and identifier differ in being a preprint.
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

// siteOfIDs reports an address that may hold an identifier.
func siteOfIDs(url string) bool {
	for _, part := range [...]string{"/10.", "arxiv", "acl", "pubmed", "ncbi.", "openalex", "semanticscholar", "europepmc", "huggingface"} {
		if strings.Contains(url, part) {
			return true
		}
	}
	return false
}

// preprintServer reports the name of a server of preprints.
func preprintServer(venue string) bool {
	if len(venue) < 4 || len(venue) > 40 {
		return false
	}
	switch strings.ToLower(venue) {
	case "arxiv", "arxiv.org", "corr", "biorxiv", "medrxiv", "chemrxiv", "psyarxiv", "ssrn", "research square", "arxiv preprint", "preprint", "techrxiv", "eartharxiv", "osf preprints", "preprints.org":
		return true
	}
	return strings.HasPrefix(strings.ToLower(venue), "arxiv")
}

// preprintDOI reports a DOI that a server of preprints registered.
func preprintDOI(id ident.ID) bool {
	switch id.Registrant() {
	case "10.48550", "10.1101", "10.64898", "10.2139", "10.21203", "10.20944", "10.26434", "10.31234", "10.31219", "10.36227", "10.22541", "10.31223":
		return true
	}
	return false
}
