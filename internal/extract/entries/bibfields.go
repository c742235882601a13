package entries

import (
	"html"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// Entry is one entry on its way to a Work.
type Entry struct {
	Kind   string // the entry's type in lower case
	Fields []Field
}

// Field is one field of an entry.
type Field struct {
	Name string // in lower case
	Text string // LaTeX source
	used bool
}

// Add appends a field.
func (e *Entry) Add(name, text string) { e.Fields = append(e.Fields, Field{Name: name, Text: text}) }

// Has reports whether a field of that name has a value.
func (e *Entry) Has(name string) bool { return e.peek(name) != "" }

// noReference lists the types of entries that describe no work.
var noReference = map[string]bool{"xdata": true, "set": true, "control": true, "ieeetranbstctl": true, "bibnote": true, "footnote": true}

// DescribesWork reports whether an entry of a type, in lower case, describes a
// work at all: data containers and settings of styles do not.
func DescribesWork(kind string) bool { return !noReference[kind] }

// take gives the source of the first of some fields that has any, and marks it
// as used.
func (e *Entry) take(names ...string) string {
	for _, name := range names {
		for i := range e.Fields {
			if f := &e.Fields[i]; f.Name == name && !f.used {
				if text := strings.TrimSpace(f.Text); text != "" {
					f.used = true
					return text
				}
			}
		}
	}
	return ""
}

// peek gives what take would give, and marks nothing.
func (e *Entry) peek(names ...string) string {
	for _, name := range names {
		for i := range e.Fields {
			if f := &e.Fields[i]; f.Name == name && !f.used {
				if text := strings.TrimSpace(f.Text); text != "" {
					return text
				}
			}
		}
	}
	return ""
}

// text gives the first of some fields that has any as plain text.
func (e *Entry) text(names ...string) string { return PlainText(e.take(names...)) }

// PlainText gives LaTeX source, perhaps with the entities that web exports
// leave in it, as plain text.
func PlainText(source string) string {
	text := latex.Text(source)
	if strings.IndexByte(text, '&') >= 0 {
		text = unescape(text)
	}
	return text
}

// unescape replaces the character entities of a text that end in a semicolon.
func unescape(s string) string {
	var b strings.Builder
	for {
		amp := strings.IndexByte(s, '&')
		if amp < 0 {
			break
		}
		end := strings.IndexByte(s[amp:min(len(s), amp+12)], ';')
		if end < 0 {
			b.WriteString(s[:amp+1])
			s = s[amp+1:]
			continue
		}
		b.WriteString(s[:amp])
		b.WriteString(html.UnescapeString(s[amp : amp+end+1]))
		s = s[amp+end+1:]
	}
	return b.String() + s
}

// long lists fields that are not kept in Extra: text about the work or about
// the entry, which the raw text has anyway.
var long = map[string]bool{"abstract": true, "file": true, "annote": true, "annotation": true, "review": true, "comment": true, "timestamp": true, "owner": true}

// Rest gives the fields that no part of the Work was made of, as plain text.
func (e *Entry) Rest() map[string]string {
	var extra map[string]string
	for i := range e.Fields {
		f := &e.Fields[i]
		if f.used || long[f.Name] || len(f.Text) > 1000 || strings.HasPrefix(f.Name, "bdsk-") {
			continue
		}
		text := ""
		if strings.Contains(f.Text, "://") || strings.HasPrefix(f.Name, "eprint") {
			text = latex.Verbatim(f.Text)
		} else {
			text = PlainText(f.Text)
		}
		if extra[f.Name] != "" || text == "" {
			continue
		}
		if extra == nil {
			extra = make(map[string]string, 4)
		}
		extra[f.Name] = text
	}
	return extra
}

// Work gives the work that the fields claim. Rest then gives what it is not
// made of.
func (e *Entry) Work() biblio.Work {
	w := biblio.Work{Type: types[e.Kind]}
	w.Title = e.text("title")
	w.Subtitle = e.text("subtitle")
	e.contributors(&w)
	e.container(&w)
	if w.Title == "" && (w.Type == biblio.Book || w.Type == biblio.Proceedings) { // BibTeX styles want it so in parents
		w.Title = e.text("booktitle")
	} else if w.Title == "" && e.Kind == "inbook" { // a part named only by the book
		w.Title, w.Container.Title = w.Container.Title, ""
	}
	w.Issued = e.date()
	e.identifiers(&w)
	e.numbers(&w)
	e.publication(&w)
	e.settle(&w)
	return w
}

// contributors reads the names of all roles. Two lists of editors are one.
func (e *Entry) contributors(w *biblio.Work) {
	var cut bool
	w.Contributors, cut = bibNames(e.take("author", "authors"), biblio.Author)
	w.AuthorsCut = cut
	if body := collaboration(e.text("collaboration")); body != "" && !names(w.Contributors, body) {
		w.Contributors = append(w.Contributors, biblio.Contributor{Literal: body, Role: biblio.Author})
	}
	for _, list := range []struct {
		role  biblio.Role
		names []string
	}{{biblio.Editor, []string{"editor", "editors"}}, {biblio.Translator, []string{"translator"}}} {
		more, _ := bibNames(e.take(list.names...), list.role)
		w.Contributors = append(w.Contributors, more...)
	}
}

// collaboration gives the full name of a body that INSPIRE states beside the
// first author: "CMS" is the CMS Collaboration.
func collaboration(text string) string {
	if text == "" || strings.Contains(strings.ToLower(text), "collaboration") || strings.ContainsAny(text, " ,;") {
		return text
	}
	return text + " Collaboration"
}

// names reports that a list of contributors names a body.
func names(list []biblio.Contributor, body string) bool {
	for _, c := range list {
		if strings.Contains(strings.ToLower(c.String()), strings.ToLower(strings.TrimSuffix(body, " Collaboration"))) {
			return true
		}
	}
	return false
}

// container reads what the work appeared in.
func (e *Entry) container(w *biblio.Work) {
	c := &w.Container
	switch w.Type {
	case biblio.PaperConference, biblio.Chapter, biblio.Entry:
		c.Title = e.containerText("booktitle", "maintitle", "eventtitle", "journaltitle", "journal")
	case biblio.Book, biblio.Proceedings:
		c.Title = e.text("maintitle")
		if c.Title == "" && w.Title != "" && e.peek("pages") != "" { // a part, under the wrong type
			c.Title = e.containerText("booktitle", "journal")
		}
	default:
		c.Title = e.containerText("journaltitle", "journal", "booktitle", "maintitle")
	}
	if sub := e.text("booksubtitle", "journalsubtitle"); sub != "" && c.Title != "" {
		c.Title += ": " + sub
	}
	c.Short = e.text("shortjournal", "journalabbr", "booktitleshort", "shortbooktitle")
	if series := e.text("series"); series != "newseries" && series != "oldseries" && strings.Trim(series, "0123456789") != "" {
		c.Series = series
	}
	for _, part := range strings.FieldsFunc(e.take("issn", "eissn"), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if issn, ok := issnOf(part); ok {
			c.ISSN = append(c.ISSN, issn)
		}
	}
}

// containerText gives the first of some fields that has any as the name of a
// container, which may be the macro of a journal: "\apj".
func (e *Entry) containerText(names ...string) string {
	source := e.take(names...)
	if journal, ok := fold.JournalMacro(source); ok {
		return journal
	}
	return PlainText(source)
}

// issnOf reads an ISSN and gives it with its hyphen.
func issnOf(s string) (string, bool) {
	s = strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(s, "-", ""), "–", ""))
	if len(s) != 8 || strings.Trim(s[:7], "0123456789") != "" || strings.Trim(s[7:], "0123456789X") != "" {
		return "", false
	}
	return s[:4] + "-" + s[4:], true
}

// numbers reads volume, issue and pages. The number of a report, a book or a
// patent is no issue and stays where it is.
func (e *Entry) numbers(w *biblio.Work) {
	w.Volume = e.text("volume")
	switch w.Type {
	case biblio.Report, biblio.Thesis, biblio.Patent, biblio.Standard, biblio.Book, biblio.Proceedings, biblio.Chapter, biblio.Software, biblio.Dataset, biblio.WebPage, biblio.Legislation, biblio.Legal:
		w.Issue = e.text("issue")
	default:
		w.Issue = e.text("number", "issue")
	}
	w.Pages = e.text("pages", "page", "eid", "articleno", "article-number", "article_number", "art_number", "elocation-id")
	w.Edition = e.text("edition")
}

// publication reads who published the work and where.
func (e *Entry) publication(w *biblio.Work) {
	switch w.Type {
	case biblio.Thesis:
		w.Publisher = e.text("school", "institution", "publisher", "organization")
	case biblio.Report:
		w.Publisher = e.text("institution", "publisher", "organization", "school")
	default:
		w.Publisher = e.text("publisher", "institution", "organization", "school")
	}
	w.Place = e.text("address", "location")
	note, how := e.text("note", "addendum"), e.text("howpublished")
	switch {
	case note == "":
		w.Note = how
	case how == "" || how == note:
		w.Note = note
	default:
		w.Note = how + ". " + note
	}
}

// types maps the entry types of BibTeX, BibLaTeX and common styles. A type
// that is not listed, and "misc", say nothing.
var types = map[string]biblio.Type{
	"article": biblio.ArticleJournal, "suppperiodical": biblio.ArticleJournal, "inproceedings": biblio.PaperConference, "conference": biblio.PaperConference, "paper": biblio.PaperConference,
	"incollection": biblio.Chapter, "inbook": biblio.Chapter, "bookinbook": biblio.Chapter, "suppbook": biblio.Chapter, "suppcollection": biblio.Chapter, "inreference": biblio.Entry,
	"book": biblio.Book, "mvbook": biblio.Book, "collection": biblio.Book, "mvcollection": biblio.Book, "booklet": biblio.Book, "reference": biblio.Book, "mvreference": biblio.Book,
	"proceedings": biblio.Proceedings, "mvproceedings": biblio.Proceedings,
	"phdthesis": biblio.Thesis, "mastersthesis": biblio.Thesis, "thesis": biblio.Thesis, "bachelorsthesis": biblio.Thesis, "bathesis": biblio.Thesis, "mathesis": biblio.Thesis, "masterthesis": biblio.Thesis,
	"techreport": biblio.Report, "report": biblio.Report, "manual": biblio.Report, "whitepaper": biblio.Report, "techreports": biblio.Report,
	"online": biblio.WebPage, "electronic": biblio.WebPage, "www": biblio.WebPage, "webpage": biblio.WebPage, "website": biblio.WebPage, "url": biblio.WebPage,
	"software": biblio.Software, "softwareversion": biblio.Software, "softwaremodule": biblio.Software, "codefragment": biblio.Software, "dataset": biblio.Dataset, "data": biblio.Dataset,
	"patent": biblio.Patent, "standard": biblio.Standard, "unpublished": biblio.Unpublished, "letter": biblio.Personal, "legislation": biblio.Legislation, "legal": biblio.Legislation,
	"jurisdiction": biblio.Legal, "review": biblio.Review, "preprint": biblio.Preprint, "periodical": biblio.Other, "newspaper": biblio.ArticleNews, "magazine": biblio.ArticleMagazine,
	"artwork": biblio.Other, "audio": biblio.Other, "image": biblio.Other, "movie": biblio.Other, "music": biblio.Other, "performance": biblio.Other, "video": biblio.Other, "commentary": biblio.Other,
}

// isPreprintServer reports that a container is a preprint server.
func isPreprintServer(container string) bool {
	low := strings.ToLower(strings.TrimLeft(container, " ("))
	return strings.HasPrefix(low, "preprint") || strings.HasPrefix(low, "eprint arxiv") || strings.HasPrefix(low, "e-print") || fold.OpensWithPreprintServer(low)
}

// unsure are the types under which entries of preprints stand.
var unsure = map[biblio.Type]bool{biblio.ArticleJournal: true, biblio.TypeUnknown: true, biblio.WebPage: true, biblio.Unpublished: true, biblio.PaperConference: true}

// ofPreprint reports that the fields name a preprint server as the place of
// publication.
func ofPreprint(w *biblio.Work) bool {
	return isPreprintServer(w.Container.Title) || w.Container.Title == "" && (!w.ID(ident.ArXiv).IsZero() || isPreprintServer(w.Note) || isPreprintServer(w.Publisher))
}

// settle decides what the fields together say of the type.
func (e *Entry) settle(w *biblio.Work) {
	switch {
	case unsure[w.Type] && ofPreprint(w):
		w.Type = biblio.Preprint
	case w.Type == biblio.Chapter && e.Kind == "inbook" && w.Container.Title == "": // a part of the book that the title names
		w.Type = biblio.Book
	}
	if w.Type != biblio.TypeUnknown {
		return
	}
	switch low := strings.ToLower(w.Note + " " + e.peek("urldate", "lastchecked", "type", "entrysubtype")); {
	case w.Container.Title != "":
	case strings.Contains(low, "thesis"), strings.Contains(low, "dissertation"):
		w.Type = biblio.Thesis
	case w.URL != "" && w.Publisher == "" && w.ID(ident.DOI).IsZero() && (e.peek("urldate", "lastchecked") != "" || strings.Contains(low, "accessed") || strings.Contains(low, "retrieved")):
		w.Type = biblio.WebPage
	}
}
