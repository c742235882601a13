package markup

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/words"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikeJATS reports whether src is an article of the JATS or NLM tag sets, a set of articles, or a bare list of
// references.
func LooksLikeJATS(src []byte) bool {
	if !xmlLike(src) {
		return false
	}
	return slices.ContainsFunc([]string{"<ref-list", "<article-meta", "<pmc-articleset", "JATS-", "NLM//DTD",
		"<mixed-citation", "<element-citation", "<xref ref-type=", "<front>"}, func(mark string) bool {
		return bytes.Contains(src, []byte(mark))
	})
}

func xmlLike(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n\ufeff")
	return len(src) > 0 && src[0] == '<'
}

// ReadJATS reads the references of an article and the citations of its text.
func ReadJATS(src []byte) (reading.Result, error) {
	return read(src, dialect{
		skipped: words.Set(`
	front tex-math math object-id permissions alternatives disp-formula related-article`),
		block: map[string]bool{"p": true, "title": true, "td": true, "th": true, "attrib": true},
		citing: func(t xmlscan.Token) ([]string, bool) {
			kind := t.Attr("ref-type")
			if t.Name != "xref" || kind != "bibr" && kind != "" && kind != "fn" && kind != "other" {
				return nil, false
			}
			if keys := strings.Fields(t.Attr("rid")); len(keys) > 0 {
				return keys, kind == "bibr"
			}
			return nil, false
		},
		reference: jatsReference,
	}), nil
}

// citationNames are the elements that contain one cited work.
var citationNames = map[string]bool{"element-citation": true, "mixed-citation": true, "citation": true,
	"nlm-citation": true, "structured-citation": true}

// jatsReference reads a <ref>, or a citation elsewhere, for example in a note.
func jatsReference(a *article, t xmlscan.Token) bool {
	if t.Name != "ref" && !citationNames[t.Name] {
		return false
	}
	id := t.Attr("id")
	e, place, text := a.element(t)
	if e.Absent() {
		a.add(&reading.Claim{}, id, text, "", place)
		return true
	}
	if citationNames[e.Local()] {
		a.jatsCitation([]xmlscan.Element{e}, id, "", place)
		return true
	}
	label := strings.Trim(e.Child("label").Line(), "[](). ")
	n := 0
	for child := range e.Elements() {
		var forms []xmlscan.Element
		switch {
		case citationNames[child.Local()]:
			forms = []xmlscan.Element{child}
		case child.Local() == "citation-alternatives":
			for form := range child.Elements() {
				if citationNames[form.Local()] {
					forms = append(forms, form)
				}
			}
		}
		if len(forms) == 0 {
			continue
		}
		key, part := id, label
		if n++; n > 1 {
			key, part = id+"."+strconv.Itoa(n), label+string(rune('a'+min(n-1, 25)))
			if own := child.Attr("id"); own != "" {
				key = own
			}
		}
		if own := child.Attr("id"); own != "" && own != key {
			a.alias[a.key(own)] = a.key(key)
		}
		a.jatsCitation(forms, key, part, place)
	}
	if n == 0 { // a note in the list, or plain text
		if raw := strings.TrimSpace(strings.TrimPrefix(e.Line(), e.Child("label").Line())); raw != "" {
			a.add(&reading.Claim{}, id, raw, label, place)
		}
	}
	return true
}

// jatsCitation reads one cited work, given in one form or several.
func (a *article) jatsCitation(forms []xmlscan.Element, key, label string, place biblio.Place) {
	var c reading.Claim
	raw := ""
	for _, form := range forms {
		if form.Local() != "element-citation" && raw == "" && outside(form) > 0 {
			raw = form.Line()
		}
	}
	best := forms[0]
	for _, form := range forms {
		if form.Local() == "element-citation" {
			best = form
		}
	}
	if best.Local() == "element-citation" && best.Child("article-title").Absent() && best.Child("source").Absent() &&
		best.Child("chapter-title").Absent() && raw == "" && outside(best) > 20 {
		raw = best.Line()
	}
	j := jats{Claim: &c, kind: cmp.Or(best.Attr("publication-type"), best.Attr("citation-type"))}
	j.elements(best, biblio.Author, 0)
	j.settle()
	c.CutIn(best.Line())
	a.add(&c, key, raw, label, place)
}

// outside returns the number of bytes between the elements of a citation, ignoring white space. If there are none,
// the text of the citation is not as printed.
func outside(e xmlscan.Element) int {
	solid := func(s string) int { return len(strings.Join(strings.Fields(s), "")) }
	n := solid(e.Text())
	for child := range e.Elements() {
		n -= solid(child.Text())
	}
	return n
}

type jats struct {
	*reading.Claim
	kind                     string // publication-type
	article, chapter, source string
	conference, held         string // its name and its date
}

var jatsTypes = map[string]biblio.Type{
	"journal": biblio.ArticleJournal, "article": biblio.ArticleJournal, "book": biblio.Book, "chapter": biblio.Chapter,
	"book-chapter": biblio.Chapter, "confproc": biblio.PaperConference, "conf-proc": biblio.PaperConference,
	"conference": biblio.PaperConference, "proceedings": biblio.PaperConference, "report": biblio.Report,
	"gov": biblio.Report, "working-paper": biblio.Report, "thesis": biblio.Thesis, "dissertation": biblio.Thesis,
	"web": biblio.WebPage, "webpage": biblio.WebPage, "website": biblio.WebPage, "preprint": biblio.Preprint,
	"software": biblio.Software, "data": biblio.Dataset, "database": biblio.Dataset, "dataset": biblio.Dataset,
	"patent": biblio.Patent, "newspaper": biblio.ArticleNews, "magazine": biblio.ArticleMagazine,
	"commun": biblio.Personal, "communication": biblio.Personal, "standard": biblio.Standard, "legal-doc": biblio.Legal,
	"periodical": biblio.ArticleJournal,
}

var (
	jatsFields = reading.Fields{
		"series": reading.Series, "volume": reading.Volume, "issue": reading.Issue, "page-range": reading.Pages,
		"elocation-id": reading.Pages, "fpage": reading.First, "lpage": reading.Last, "isbn": reading.Serial,
		"issn": reading.Serial, "publisher-name": reading.Publisher, "publisher-loc": reading.Place,
		"edition": reading.Edition,
	}
	// jatsNotes are kept as they are.
	jatsNotes = words.Set(`
	trans-title trans-source comment note annotation conf-date conf-loc supplement size version season
	issue-part`)
	// jatsFaces only distinguish their content typographically.
	jatsFaces = words.Set(`italic bold styled-content named-content sc underline sup sub`)
)

func (j *jats) elements(e xmlscan.Element, role biblio.Role, depth int) {
	for part := range e.Elements() {
		switch name := part.Local(); {
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

// people reads a name in any of its forms, and returns false if an element is not a name.
func (j *jats) people(name string, e xmlscan.Element, role biblio.Role) bool {
	surname, suffix := e.Child("surname").Line(), e.Child("suffix").Line()
	switch name {
	case "name":
		j.Person(surname, cmp.Or(strings.TrimSpace(e.Child("given-names").Line()), e.Child("prefix").Line()), suffix, role)
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

// titles collects title elements; settle picks those of the work and of its container. It returns false if an element
// is not a title.
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
	j.AuthorsCut = j.AuthorsCut || words.IsCut(e.Line())
	j.Note(name, e.Line())
	switch name {
	case "comment":
		j.links(e)
	case "conf-date":
		j.held = e.Line()
	}
}

func (j *jats) element(name string, e xmlscan.Element) {
	switch text := e.Line(); name {
	case "year":
		j.Date(cmp.Or(e.Attr("iso-8601-date"), text))
		j.Date(text)
	case "month":
		j.month(text)
	case "date":
		j.Date(cmp.Or(e.Attr("iso-8601-date"), text))
	case "pub-id", "object-id":
		j.pubID(e.Attr("pub-id-type"), text)
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

// links adds the addresses inside a comment: "Available at: …".
func (j *jats) links(e xmlscan.Element) {
	for child := range e.Elements() {
		if name := child.Local(); name == "ext-link" || name == "uri" {
			j.link(child, child.Line())
		} else if name == "pub-id" {
			j.pubID(child.Attr("pub-id-type"), child.Line())
		}
	}
}

func (j *jats) link(e xmlscan.Element, text string) {
	if kind := e.Attr("ext-link-type"); kind == "pmid" || kind == "doi" || kind == "pmcid" {
		j.pubID(kind, text)
		return
	}
	for name, value := range e.Attrs() {
		if strings.HasSuffix(name, "href") {
			text = cmp.Or(value, text)
		}
	}
	j.Link(text)
}

func (j *jats) pubID(kind, text string) {
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
		j.Note(cmp.Or(kind, "pub-id"), text)
	}
}

func (j *jats) settle() {
	if j.Issued.Year == 0 && j.held != "" {
		j.Date(j.held)
	}
	j.Type = jatsTypes[strings.ToLower(j.kind)]
	if j.Type == "" {
		j.Note("publication-type", j.kind)
	}
	j.Title = cmp.Or(j.article, j.chapter)
	if j.article != "" && j.chapter != "" {
		j.Set(&j.source, "chapter-title", j.chapter)
	}
	switch {
	case j.Title != "":
		j.Container.Title = cmp.Or(j.source, j.conference)
		if j.Type == biblio.Book {
			j.Type = biblio.Chapter
		}
		if j.source == "" && j.Type == biblio.Chapter {
			j.Type = biblio.Book
		}
	case j.Type == biblio.ArticleJournal, j.Type == biblio.ArticleMagazine, j.Type == "" &&
		j.Volume != "" && j.Publisher == "":
		j.Container.Title = j.source
	default:
		j.Title, j.Container.Title = j.source, j.conference
	}
	j.Title = strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(j.Title, " ,"), "."))
	j.Container.Title = strings.TrimRight(j.Container.Title, " ,;:")
}
