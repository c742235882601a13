package extract

import (
	"html"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// labels are the fields of one entry under BibTeX's or BibLaTeX's names, on
// their way to a Work.
type labels struct {
	kind string // the entry's type in lower case
	list []label
}

// label is one field: its value is LaTeX source.
type label struct {
	name, text string
	used       bool
}

// take gives the source of the first of some fields that has any, and marks it
// as used.
func (l *labels) take(names ...string) string {
	for _, name := range names {
		for i := range l.list {
			if f := &l.list[i]; f.name == name && !f.used {
				if text := strings.TrimSpace(f.text); text != "" {
					f.used = true
					return text
				}
			}
		}
	}
	return ""
}

// peek gives what take would give, and marks nothing.
func (l *labels) peek(names ...string) string {
	for _, name := range names {
		for i := range l.list {
			if f := &l.list[i]; f.name == name && !f.used {
				if text := strings.TrimSpace(f.text); text != "" {
					return text
				}
			}
		}
	}
	return ""
}

// text gives the first of some fields that has any as plain text.
func (l *labels) text(names ...string) string { return plainText(l.take(names...)) }

// plainText gives LaTeX source, perhaps with the entities that web exports
// leave in it, as plain text.
func plainText(source string) string {
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

// rest gives the fields that no part of the Work was made of, as plain text.
func (l *labels) rest() map[string]string {
	var extra map[string]string
	for i := range l.list {
		f := &l.list[i]
		if f.used || long[f.name] || len(f.text) > 1000 || strings.HasPrefix(f.name, "bdsk-") {
			continue
		}
		text := ""
		if strings.Contains(f.text, "://") || strings.HasPrefix(f.name, "eprint") {
			text = latex.Verbatim(f.text)
		} else {
			text = plainText(f.text)
		}
		if extra[f.name] != "" || text == "" {
			continue
		}
		if extra == nil {
			extra = make(map[string]string, 4)
		}
		extra[f.name] = text
	}
	return extra
}

// work turns the fields into the work they claim.
func (l *labels) work() biblio.Work {
	w := biblio.Work{Type: types[l.kind]}
	w.Title = l.text("title")
	w.Subtitle = l.text("subtitle")
	l.contributors(&w)
	l.container(&w)
	if w.Title == "" && (w.Type == biblio.Book || w.Type == biblio.Proceedings) { // BibTeX styles want it so in parents
		w.Title = l.text("booktitle")
	} else if w.Title == "" && l.kind == "inbook" { // a part named only by the book
		w.Title, w.Container.Title = w.Container.Title, ""
	}
	w.Issued = l.date()
	l.identifiers(&w)
	l.numbers(&w)
	l.publication(&w)
	l.settle(&w)
	return w
}

// contributors reads the names of all roles. Two lists of editors are one.
func (l *labels) contributors(w *biblio.Work) {
	var cut bool
	w.Contributors, cut = bibNames(l.take("author", "authors"), biblio.Author)
	w.AuthorsCut = cut
	for _, list := range []struct {
		role  biblio.Role
		names []string
	}{{biblio.Editor, []string{"editor", "editors"}}, {biblio.Translator, []string{"translator"}}} {
		more, _ := bibNames(l.take(list.names...), list.role)
		w.Contributors = append(w.Contributors, more...)
	}
}

// container reads what the work appeared in.
func (l *labels) container(w *biblio.Work) {
	c := &w.Container
	switch w.Type {
	case biblio.PaperConference, biblio.Chapter, biblio.Entry:
		c.Title = l.text("booktitle", "maintitle", "eventtitle", "journaltitle", "journal")
	case biblio.Book, biblio.Proceedings:
		c.Title = l.text("maintitle")
		if c.Title == "" && w.Title != "" && l.peek("pages") != "" { // a part, under the wrong type
			c.Title = l.text("booktitle", "journal")
		}
	default:
		c.Title = l.text("journaltitle", "journal", "booktitle", "maintitle")
	}
	if sub := l.text("booksubtitle", "journalsubtitle"); sub != "" && c.Title != "" {
		c.Title += ": " + sub
	}
	c.Short = l.text("shortjournal", "journalabbr", "booktitleshort", "shortbooktitle")
	if series := l.text("series"); series != "newseries" && series != "oldseries" && strings.Trim(series, "0123456789") != "" {
		c.Series = series
	}
	for _, part := range strings.FieldsFunc(l.take("issn", "eissn"), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if issn, ok := issnOf(part); ok {
			c.ISSN = append(c.ISSN, issn)
		}
	}
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
func (l *labels) numbers(w *biblio.Work) {
	w.Volume = l.text("volume")
	switch w.Type {
	case biblio.Report, biblio.Thesis, biblio.Patent, biblio.Standard, biblio.Book, biblio.Proceedings, biblio.Chapter, biblio.Software, biblio.Dataset, biblio.WebPage, biblio.Legislation, biblio.Legal:
		w.Issue = l.text("issue")
	default:
		w.Issue = l.text("number", "issue")
	}
	w.Pages = l.text("pages", "page", "eid", "articleno", "article-number", "article_number", "art_number", "elocation-id")
	w.Edition = l.text("edition")
}

// publication reads who published the work and where.
func (l *labels) publication(w *biblio.Work) {
	switch w.Type {
	case biblio.Thesis:
		w.Publisher = l.text("school", "institution", "publisher", "organization")
	case biblio.Report:
		w.Publisher = l.text("institution", "publisher", "organization", "school")
	default:
		w.Publisher = l.text("publisher", "institution", "organization", "school")
	}
	w.Place = l.text("address", "location")
	note, how := l.text("note", "addendum"), l.text("howpublished")
	switch {
	case note == "":
		w.Note = how
	case how == "" || how == note:
		w.Note = note
	default:
		w.Note = how + ". " + note
	}
}
