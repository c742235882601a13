package articlexml

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// jats is a cited work in the making.
type jats struct {
	*reading.Claim
	kind                     string // publication-type
	article, chapter, source string
	first, last              string // pages
	conference, held         string // its name and its date
}

// jatsTypes maps publication types.
var jatsTypes = map[string]biblio.Type{
	"journal": biblio.ArticleJournal, "article": biblio.ArticleJournal, "book": biblio.Book, "chapter": biblio.Chapter, "book-chapter": biblio.Chapter, "confproc": biblio.PaperConference, "conf-proc": biblio.PaperConference,
	"conference": biblio.PaperConference, "proceedings": biblio.PaperConference, "report": biblio.Report, "gov": biblio.Report, "working-paper": biblio.Report, "thesis": biblio.Thesis, "dissertation": biblio.Thesis,
	"web": biblio.WebPage, "webpage": biblio.WebPage, "website": biblio.WebPage, "preprint": biblio.Preprint, "software": biblio.Software, "data": biblio.Dataset, "database": biblio.Dataset, "dataset": biblio.Dataset,
	"patent": biblio.Patent, "newspaper": biblio.ArticleNews, "magazine": biblio.ArticleMagazine, "commun": biblio.Personal, "communication": biblio.Personal, "standard": biblio.Standard, "legal-doc": biblio.Legal, "periodical": biblio.ArticleJournal,
}

// elements reads the parts of a citation.
func (j *jats) elements(e xmlscan.Element, role biblio.Role, depth int) {
	for part := range e.Elements() {
		text := part.Line()
		switch local(part) {
		case "person-group":
			j.elements(part, groupRole(part.Attr("person-group-type"), role), depth+1)
		case "name":
			j.Person(part.Child("surname").Line(), firstOf(strings.TrimSpace(part.Child("given-names").Line()), part.Child("prefix").Line()), part.Child("suffix").Line(), role)
		case "string-name":
			if surname := part.Child("surname").Line(); surname != "" {
				j.Person(surname, part.Child("given-names").Line(), part.Child("suffix").Line(), role)
			} else {
				j.Name(strings.Trim(text, " ,;"), role)
			}
		case "collab", "institution", "on-behalf-of":
			j.Add(biblio.Contributor{Literal: strings.Trim(text, " ,;.")}, role)
		case "etal":
			j.AuthorsCut = j.AuthorsCut || role == biblio.Author
		case "article-title", "data-title", "issue-title":
			j.Set(&j.article, "article-title", text)
		case "chapter-title", "part-title":
			j.Set(&j.chapter, "chapter-title", text)
		case "trans-title", "trans-source", "comment", "note", "annotation", "conf-date", "conf-loc", "supplement", "size", "version", "season", "issue-part":
			j.Note(local(part), text)
			switch local(part) {
			case "comment":
				j.links(part)
			case "conf-date":
				j.held = text
			}
		case "source":
			j.Set(&j.source, "source", text)
		case "series":
			j.Set(&j.Container.Series, "series", text)
		case "conf-name":
			j.conference = text
		case "year":
			j.Date(firstOf(part.Attr("iso-8601-date"), text))
			if j.Issued.Year == 0 {
				j.Date(text)
			}
		case "month":
			j.month(text)
		case "date":
			j.Date(firstOf(part.Attr("iso-8601-date"), text))
		case "volume":
			j.Set(&j.Volume, "volume", text)
		case "issue":
			j.Set(&j.Issue, "issue", text)
		case "fpage":
			j.first = text
		case "lpage":
			j.last = text
		case "page-range":
			j.Set(&j.Pages, "page-range", text)
		case "elocation-id":
			j.Set(&j.Pages, "elocation-id", text)
		case "publisher-name":
			j.Set(&j.Publisher, "publisher-name", text)
		case "publisher-loc":
			j.Set(&j.Work.Place, "publisher-loc", text)
		case "publisher":
			j.elements(part, role, depth+1)
		case "edition":
			j.Set(&j.Edition, "edition", text)
		case "isbn", "issn":
			j.Serial(text)
		case "pub-id", "object-id":
			j.pubID(part.Attr("pub-id-type"), text, part)
		case "ext-link", "uri":
			j.link(part, text)
		case "date-in-citation", "access-date":
			j.Note("accessed", text)
		case "italic", "bold", "styled-content", "named-content", "sc", "underline", "sup", "sub":
			if depth < 8 {
				j.elements(part, role, depth+1)
			}
		}
	}
}

func groupRole(kind string, outer biblio.Role) biblio.Role {
	switch kind {
	case "editor", "editors", "guest-editor", "compiler":
		return biblio.Editor
	case "translator", "transed":
		return biblio.Translator
	}
	return outer
}

func (j *jats) month(text string) {
	if d := reading.ParseDate(j.YearString() + "-" + text); j.Issued.Year != 0 && d.Month != 0 {
		j.Issued.Month = d.Month
	}
}

// links takes the addresses inside a comment: "Available at: …".
func (j *jats) links(e xmlscan.Element) {
	for child := range e.Elements() {
		if name := local(child); name == "ext-link" || name == "uri" {
			j.link(child, child.Line())
		} else if name == "pub-id" {
			j.pubID(child.Attr("pub-id-type"), child.Line(), child)
		}
	}
}

func (j *jats) link(e xmlscan.Element, text string) {
	if kind := e.Attr("ext-link-type"); kind == "pmid" || kind == "doi" || kind == "pmcid" {
		j.pubID(kind, text, e)
		return
	}
	for name, value := range e.Attrs() {
		if strings.HasSuffix(name, "href") {
			text = firstOf(value, text)
		}
	}
	j.Link(text)
}

// pubID takes an identifier by its declared kind.
func (j *jats) pubID(kind, text string, e xmlscan.Element) {
	schemes := map[string]ident.Scheme{"doi": ident.DOI, "pmid": ident.PMID, "pmcid": ident.PMCID, "pmc": ident.PMCID, "arxiv": ident.ArXiv}
	scheme, ok := schemes[strings.ToLower(kind)]
	switch {
	case text == "":
	case ok:
		j.State(scheme, text)
	case kind == "isbn" || kind == "issn":
		j.Serial(text)
	default:
		if id, ok := ident.Parse(text); ok && id.Scheme != ident.URL && strings.ContainsAny(text, "/.:") {
			j.AddID(id)
			return
		}
		j.Note(firstOf(kind, "pub-id"), text)
	}
}

// settle decides what depends on several parts.
func (j *jats) settle() {
	j.Range(j.first, j.last)
	if j.Issued.Year == 0 && j.held != "" {
		j.Date(j.held)
	}
	j.Type = jatsTypes[strings.ToLower(j.kind)]
	if j.Type == "" {
		j.Note("publication-type", j.kind)
	}
	j.Title = firstOf(j.article, j.chapter)
	if j.article != "" && j.chapter != "" {
		j.Set(&j.source, "chapter-title", j.chapter)
	}
	switch {
	case j.Title != "":
		j.Container.Title = firstOf(j.source, j.conference)
		if j.Type == biblio.Book {
			j.Type = biblio.Chapter
		}
		if j.source == "" && j.Type == biblio.Chapter {
			j.Type = biblio.Book
		}
	case j.Type == biblio.ArticleJournal, j.Type == biblio.ArticleMagazine, j.Type == "" && j.Volume != "" && j.Publisher == "":
		j.Container.Title = j.source
	default:
		j.Title, j.Container.Title = j.source, j.conference
	}
	j.Title = strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(j.Title, " ,"), "."))
	j.Container.Title = strings.TrimRight(j.Container.Title, " ,;:")
}
