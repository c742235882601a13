package markup

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikeTEI reports whether src is a document of the Text Encoding Initiative.
func LooksLikeTEI(src []byte) bool {
	return xmlLike(src) && (bytes.Contains(src, []byte("www.tei-c.org/ns")) || bytes.Contains(src, []byte("<TEI")) ||
		bytes.Contains(src, []byte("<biblStruct")) || bytes.Contains(src, []byte("<listBibl")))
}

// ReadTEI reads the references of a document and the citations of its text.
func ReadTEI(src []byte) (reading.Result, error) {
	return read(src, dialect{
		skipped: map[string]bool{"teiHeader": true, "formula": true, "facsimile": true},
		block:   map[string]bool{"p": true, "head": true, "cell": true, "figDesc": true, "ab": true, "l": true},
		citing: func(t xmlscan.Token) ([]string, bool) {
			if t.Name != "ref" || t.Attr("type") != "bibr" && t.Attr("type") != "" && t.Attr("type") != "biblio" {
				return nil, false
			}
			var keys []string
			for _, target := range strings.Fields(t.Attr("target")) {
				if key, ok := strings.CutPrefix(target, "#"); ok {
					keys = append(keys, key)
				}
			}
			return keys, t.Attr("type") == "bibr"
		},
		reference: teiReference,
	}), nil
}

// teiReference reads a <biblStruct>, <biblFull> or <bibl>.
func teiReference(a *article, t xmlscan.Token) bool {
	if t.Name != "biblStruct" && t.Name != "bibl" {
		return false
	}
	key := t.Attr("id")
	e, place, text := a.element(t)
	if e.Absent() {
		a.add(&reading.Claim{}, key, text, "", place)
		return true
	}
	var c reading.Claim
	raw := ""
	if e.Local() == "bibl" {
		raw = e.Line()
	}
	for note := range e.All("note") {
		if note.Attr("type") == "raw_reference" {
			raw = note.Line()
		}
	}
	x := tei{Claim: &c}
	x.level(e.Child("analytic"))
	x.level(e.Child("monogr"))
	x.level(e)
	x.settle(e)
	c.CutIn(raw)
	label := strings.Trim(cmp.Or(e.Child("label").Line(), e.Attr("n")), "[](). ")
	if c.Empty() && raw == "" {
		if raw = e.Line(); raw == "" {
			return true // an empty element that other programs leave
		}
	}
	a.add(&c, key, raw, label, place)
	return true
}

type tei struct {
	*reading.Claim
	titles map[string]string // by level: a, m, j, s, u
}

var teiFields = reading.Fields{"publisher": reading.Publisher, "pubPlace": reading.Place, "edition": reading.Edition}

func (x *tei) level(e xmlscan.Element) {
	for part := range e.Elements() {
		text := part.Line()
		if teiFields.Take(x.Claim, part.Local(), text) {
			continue
		}
		switch part.Local() {
		case "title":
			x.title(part, text)
		case "author":
			x.name(part, text, biblio.Author)
		case "editor":
			role := biblio.Editor
			if part.Attr("role") == "translator" {
				role = biblio.Translator
			}
			x.name(part, text, role)
		case "respStmt", "respstmt":
		case "idno":
			x.identifier(part.Attr("type"), text)
		case "imprint":
			x.level(part)
		case "date":
			x.Date(cmp.Or(part.Attr("when"), text))
		case "biblScope":
			x.scope(part, text)
		case "meeting":
			x.Note("meeting", text)
		case "ptr", "ref":
			if target := part.Attr("target"); strings.Contains(target, "://") || strings.HasPrefix(target, "10.") {
				x.Link(target)
			}
		case "note":
			if part.Attr("type") != "raw_reference" {
				x.Note(cmp.Or(part.Attr("type"), "note"), text)
			}
		}
	}
}

func (x *tei) title(e xmlscan.Element, text string) {
	level := cmp.Or(e.Attr("level"), "u")
	if x.titles == nil {
		x.titles = map[string]string{}
	}
	switch {
	case text == "":
	case e.Attr("type") == "sub" && x.titles[level] != "":
		x.titles[level] += ": " + text
	case x.titles[level] == "":
		x.titles[level] = text
	}
}

func (x *tei) name(e xmlscan.Element, text string, role biblio.Role) {
	person := e.Child("persName")
	if person.Absent() {
		person = e
	}
	surname := person.Child("surname").Line()
	var given []string
	for part := range person.Elements() {
		switch part.Local() {
		case "forename":
			given = append(given, part.Line())
		case "nameLink":
			surname = part.Line() + " " + surname
		}
	}
	suffix := person.Child("genName").Line()
	switch {
	case surname != "":
		x.Person(surname, strings.Join(given, " "), suffix, role)
	case !e.Child("orgName").Absent():
		x.Add(biblio.Contributor{Literal: e.Child("orgName").Line()}, role)
	default:
		x.Name(text, role)
	}
}

func (x *tei) identifier(kind, text string) {
	scheme, ok := reading.Schemes[strings.ToLower(kind)]
	switch {
	case text == "":
	case ok:
		x.State(scheme, text)
	case strings.EqualFold(kind, "isbn"), strings.EqualFold(kind, "issn"), strings.EqualFold(kind, "eISSN"):
		x.Serial(text)
	case strings.EqualFold(kind, "url"), strings.EqualFold(kind, "uri"):
		x.Link(text)
	default:
		x.Note(cmp.Or(kind, "idno"), text)
	}
}

func (x *tei) scope(e xmlscan.Element, text string) {
	from, to := e.Attr("from"), e.Attr("to")
	switch cmp.Or(e.Attr("unit"), e.Attr("type")) {
	case "volume", "vol":
		x.Set(&x.Volume, "volume", text)
	case "issue", "number":
		x.Set(&x.Issue, "issue", text)
	case "page", "pp", "pages":
		if from != "" {
			x.Range(from, to)
		} else {
			x.Set(&x.Pages, "pages", text)
		}
	default:
		x.Note("biblScope", text)
	}
}

func (x *tei) settle(e xmlscan.Element) {
	part, book, journal, plain := x.titles["a"], x.titles["m"], x.titles["j"], x.titles["u"]
	x.Container.Series = x.titles["s"]
	switch {
	case part != "" && journal != "":
		x.Title, x.Container.Title, x.Type = part, journal, biblio.ArticleJournal
	case part != "":
		x.Title, x.Container.Title = part, cmp.Or(book, plain)
		if x.Container.Title != "" {
			x.Type = biblio.Chapter
			if x.Extra["meeting"] != "" || conferenceName(x.Container.Title) {
				x.Type = biblio.PaperConference
			}
		}
	case book != "":
		x.Title, x.Type = book, biblio.Book
	case journal != "":
		x.Container.Title = journal
	default:
		x.Title = plain
	}
	if x.Container.Title == "" && part != "" {
		x.Container.Title = x.Extra["meeting"]
	}
	if t := e.Attr("type"); t == "journalArticle" || t == "conferencePaper" || t == "thesis" {
		x.Type = map[string]biblio.Type{"journalArticle": biblio.ArticleJournal, "conferencePaper": biblio.PaperConference,
			"thesis": biblio.Thesis}[t]
	}
}

func conferenceName(s string) bool {
	return slices.ContainsFunc([]string{"proceedings", "proc.", "conference", "symposium", "workshop", "congress"},
		func(word string) bool { return strings.Contains(strings.ToLower(s), word) })
}
