package markup

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

var (
	jatsFields = reading.Fields{
		"series": reading.Series, "volume": reading.Volume, "issue": reading.Issue, "page-range": reading.Pages, "elocation-id": reading.Pages,
		"publisher-name": reading.Publisher, "publisher-loc": reading.Place, "edition": reading.Edition,
	}
	// jatsNotes are kept as they stand.
	jatsNotes = map[string]bool{
		"trans-title": true, "trans-source": true, "comment": true, "note": true, "annotation": true, "conf-date": true, "conf-loc": true, "supplement": true,
		"size": true, "version": true, "season": true, "issue-part": true,
	}
	// jatsFaces only set their inside apart from the text around it.
	jatsFaces = map[string]bool{"italic": true, "bold": true, "styled-content": true, "named-content": true, "sc": true, "underline": true, "sup": true, "sub": true}
)

// elements reads the parts of a citation.
func (j *jats) elements(e xmlscan.Element, role biblio.Role, depth int) {
	for part := range e.Elements() {
		switch name := local(part); {
		case name == "person-group":
			j.elements(part, groupRole(part.Attr("person-group-type"), role), depth+1)
		case name == "publisher", jatsFaces[name] && depth < 8:
			j.elements(part, role, depth+1)
		case jatsNotes[name]:
			j.remark(name, part)
		case jatsFields.Take(j.Claim, name, part.Line()), j.people(name, part, role), j.titles(name, part.Line()):
		default:
			j.element(name, part)
		}
	}
}

// people reads a name in any of its forms; false when an element is none.
func (j *jats) people(name string, e xmlscan.Element, role biblio.Role) bool {
	surname, suffix := e.Child("surname").Line(), e.Child("suffix").Line()
	switch name {
	case "name":
		j.Person(surname, firstOf(strings.TrimSpace(e.Child("given-names").Line()), e.Child("prefix").Line()), suffix, role)
	case "string-name":
		if surname != "" {
			j.Person(surname, e.Child("given-names").Line(), suffix, role)
		} else {
			j.Name(strings.Trim(e.Line(), " ,;"), role)
		}
	case "collab", "institution", "on-behalf-of":
		j.Add(biblio.Contributor{Literal: strings.Trim(e.Line(), " ,;.")}, role)
	case "etal":
		j.AuthorsCut = j.AuthorsCut || role == biblio.Author
	default:
		return false
	}
	return true
}

// titles reads the titles, of which settle makes those of the work and of its
// container; false when an element is none.
func (j *jats) titles(name, text string) bool {
	switch name {
	case "article-title", "data-title", "issue-title":
		j.Set(&j.article, "article-title", text)
	case "chapter-title", "part-title":
		j.Set(&j.chapter, "chapter-title", text)
	case "source":
		j.Set(&j.source, "source", text)
	case "conf-name":
		j.conference = text
	default:
		return false
	}
	return true
}

func (j *jats) remark(name string, e xmlscan.Element) {
	j.Note(name, e.Line())
	switch name {
	case "comment":
		j.links(e)
	case "conf-date":
		j.held = e.Line()
	}
}

// element reads dates, pages, identifiers and addresses.
func (j *jats) element(name string, e xmlscan.Element) {
	switch text := e.Line(); name {
	case "year":
		j.Date(firstOf(e.Attr("iso-8601-date"), text))
		j.Date(text)
	case "month":
		j.month(text)
	case "date":
		j.Date(firstOf(e.Attr("iso-8601-date"), text))
	case "fpage":
		j.first = text
	case "lpage":
		j.last = text
	case "isbn", "issn":
		j.Serial(text)
	case "pub-id", "object-id":
		j.pubID(e.Attr("pub-id-type"), text, e)
	case "ext-link", "uri":
		j.link(e, text)
	case "date-in-citation", "access-date":
		j.Note("accessed", text)
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
	scheme, ok := reading.Schemes[strings.ToLower(kind)]
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
