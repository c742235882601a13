package entries

import (
	"cmp"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Entry is an entry to be turned into a Work.
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
func (e *Entry) Has(name string) bool {
	return slices.ContainsFunc(e.Fields, func(f Field) bool {
		return f.Name == name && !f.used && strings.TrimSpace(f.Text) != ""
	})
}

// DescribesWork reports whether an entry of a type, in lower case, describes a work at all: data containers and
// settings of styles do not.
func DescribesWork(kind string) bool { return !bibfield.TypeOf(kind).Is(bibfield.NoWork) }

// take returns the source of the first field with any of the roles that has a value, and marks it as used.
func (e *Entry) take(roles ...bibfield.Role) string {
	if f, text := e.first(roles); f != nil {
		f.used = true
		return text
	}
	return ""
}

// peek returns what take would, without marking anything.
func (e *Entry) peek(roles ...bibfield.Role) string {
	_, text := e.first(roles)
	return text
}

// first returns the first unused field that states any of the roles.
func (e *Entry) first(roles []bibfield.Role) (*Field, string) {
	for _, role := range roles {
		for _, name := range bibfield.Named(role) {
			for i := range e.Fields {
				if f := &e.Fields[i]; f.Name == name && !f.used {
					if text := strings.TrimSpace(f.Text); text != "" {
						return f, text
					}
				}
			}
		}
	}
	return nil, ""
}

// text returns the first field with any of the roles that has a value as plain text.
func (e *Entry) text(roles ...bibfield.Role) string { return PlainText(e.take(roles...)) }

// PlainText returns LaTeX source, perhaps with entities left by web exports, as plain text.
func PlainText(source string) string { return unescape(latex.Text(source)) }

// titleText returns the source of a title as plain text. An ellipsis replaces each of the author's own macros, since
// what it prints is unknown.
func titleText(source string) string { return unescape(latex.Title(source, "…")) }

// unescape replaces the character entities in a text that end in a semicolon.
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

// Rest returns the fields that no part of the Work was made from, as plain text.
func (e *Entry) Rest() map[string]string {
	var extra map[string]string
	for i := range e.Fields {
		f := &e.Fields[i]
		row := bibfield.Of(f.Name)
		if f.used || row.Is(bibfield.Unkept) || len(f.Text) > 1000 {
			continue
		}
		text := ""
		if strings.Contains(f.Text, "://") || row.Is(bibfield.Verbatim) {
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

// Work returns the work that the fields claim. Afterwards Rest returns the fields it was not made from.
func (e *Entry) Work() biblio.Work {
	w := biblio.Work{Type: biblio.Type(bibfield.TypeOf(e.Kind).CSL)}
	w.Title = titleText(e.take(bibfield.Title))
	if w.Subtitle = titleText(e.take(bibfield.Subtitle)); endsIn(w.Title, w.Subtitle) {
		w.Subtitle = ""
	}
	e.contributors(&w)
	e.container(&w)
	if w.Title == "" && (w.Type == biblio.Book || w.Type == biblio.Proceedings) { // BibTeX styles require it in parents
		w.Title = e.text(bibfield.BookTitle)
	} else if w.Title == "" && e.Kind == "inbook" { // a part named only by the book
		w.Title, w.Container.Title = w.Container.Title, ""
	}
	w.OtherYear = biblio.SecondYear(cmp.Or(e.peek(bibfield.Date), e.peek(bibfield.Year)))
	w.Issued = e.date()
	e.identifiers(&w)
	e.numbers(&w)
	e.publication(&w)
	e.settle(&w)
	return w
}

// contributors reads the names of all roles. Two lists of editors are merged.
func (e *Entry) contributors(w *biblio.Work) {
	var cut bool
	w.Contributors, cut = bibNames(e.take(bibfield.Author), biblio.Author)
	w.AuthorsCut = cut
	if cut || len(w.Contributors) == 0 {
		if body := collaboration(e.text(bibfield.Collaboration)); body != "" && !names(w.Contributors, body) {
			w.Contributors = append(w.Contributors, biblio.Contributor{Literal: body, Role: biblio.Author})
		}
	}
	editors, _ := bibNames(e.take(bibfield.Editor), biblio.Editor)
	translators, _ := bibNames(e.take(bibfield.Translator), biblio.Translator)
	w.Contributors = append(append(w.Contributors, editors...), translators...)
}

// collaboration returns the full name of a body that INSPIRE states next to the first of its members: "CMS" is the
// CMS Collaboration. Next to a complete list it is not an author.
func collaboration(text string) string {
	if text == "" || strings.Contains(strings.ToLower(text), "collaboration") || strings.ContainsAny(text, " ,;") {
		return text
	}
	return text + " Collaboration"
}

func names(list []biblio.Contributor, body string) bool {
	body = strings.ToLower(strings.TrimSuffix(body, " Collaboration"))
	return slices.ContainsFunc(list, func(c biblio.Contributor) bool {
		return strings.Contains(strings.ToLower(c.String()), body)
	})
}

func (e *Entry) container(w *biblio.Work) {
	c := &w.Container
	switch w.Type {
	case biblio.PaperConference, biblio.Chapter, biblio.Entry:
		c.Title = e.containerText(bibfield.BookTitle, bibfield.MainTitle, bibfield.Event, bibfield.Journal)
	case biblio.Book, biblio.Proceedings:
		c.Title = e.text(bibfield.MainTitle)
		if c.Title == "" && w.Title != "" && e.peek(bibfield.Pages) != "" { // a part, under the wrong type
			c.Title = e.containerText(bibfield.BookTitle, bibfield.Journal)
		}
	default:
		c.Title = e.containerText(bibfield.Journal, bibfield.BookTitle, bibfield.MainTitle)
	}
	if sub := e.text(bibfield.BookSubtitle, bibfield.JournalSubtitle); sub != "" && c.Title != "" &&
		!endsIn(c.Title, sub) {
		c.Title += ": " + sub
	}
	c.Short = e.text(bibfield.ShortJournal, bibfield.ShortBook)
	if series := e.text(bibfield.Series); series != "newseries" && series != "oldseries" &&
		strings.Trim(series, "0123456789") != "" {
		c.Series = series
	}
	for _, part := range strings.FieldsFunc(e.take(bibfield.ISSN, bibfield.EISSN),
		func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if issn, ok := issnOf(part); ok {
			c.ISSN = append(c.ISSN, issn)
		}
	}
}

func endsIn(title, sub string) bool {
	n := len(title) - len(sub)
	return sub != "" && n > 1 && strings.IndexByte(" :.-?!", title[n-1]) >= 0 && strings.EqualFold(title[n:], sub)
}

// containerText returns the first field with any of the roles that has a value as the name of a container, which may
// be the macro of a journal: "\apj".
func (e *Entry) containerText(roles ...bibfield.Role) string {
	source := e.take(roles...)
	if journal, ok := normalise.JournalMacro(source); ok {
		return journal
	}
	return PlainText(source)
}

func issnOf(s string) (string, bool) {
	s = strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(s, "-", ""), "–", ""))
	if len(s) != 8 || strings.Trim(s[:7], "0123456789") != "" || strings.Trim(s[7:], "0123456789X") != "" {
		return "", false
	}
	return s[:4] + "-" + s[4:], true
}

// numbers reads volume, issue and pages. The number of a report, a book or a patent is not an issue and stays where
// it is.
func (e *Entry) numbers(w *biblio.Work) {
	w.Volume = e.text(bibfield.Volume)
	switch w.Type {
	case biblio.Report, biblio.Thesis, biblio.Patent, biblio.Standard, biblio.Book, biblio.Proceedings, biblio.Chapter,
		biblio.Software, biblio.Dataset, biblio.WebPage, biblio.Legislation, biblio.Legal:
		w.Issue = e.text(bibfield.Issue)
	default:
		w.Issue = e.text(bibfield.Number, bibfield.Issue)
	}
	w.Pages = e.text(bibfield.Pages, bibfield.ArticleNumber)
	w.Edition = e.text(bibfield.Edition)
}

func (e *Entry) publication(w *biblio.Work) {
	switch w.Type {
	case biblio.Thesis:
		w.Publisher = e.text(bibfield.School, bibfield.Institution, bibfield.Publisher, bibfield.Organization)
	case biblio.Report:
		w.Publisher = e.text(bibfield.Institution, bibfield.Publisher, bibfield.Organization, bibfield.School)
	default:
		w.Publisher = e.text(bibfield.Publisher, bibfield.Institution, bibfield.Organization, bibfield.School)
	}
	w.Place = e.text(bibfield.Place)
	note, how := e.text(bibfield.Note, bibfield.Addendum), e.text(bibfield.HowPublished)
	if note != "" && how != "" && note != how {
		note = how + ". " + note
	}
	w.Note = cmp.Or(note, how)
}

func isPreprintServer(container string) bool {
	low := strings.ToLower(strings.TrimLeft(container, " ("))
	return strings.HasPrefix(low, "preprint") || strings.HasPrefix(low, "eprint arxiv") ||
		strings.HasPrefix(low, "e-print") || normalise.OpensWithPreprintServer(low)
}

// unsure are the types under which preprints are entered.
var unsure = map[biblio.Type]bool{biblio.ArticleJournal: true, biblio.TypeUnknown: true, biblio.WebPage: true,
	biblio.Unpublished: true, biblio.PaperConference: true}

// ofPreprint reports whether the fields name a preprint server as the place of
// publication.
func ofPreprint(w *biblio.Work) bool {
	return isPreprintServer(w.Container.Title) || w.Container.Title == "" &&
		(!w.ID(ident.ArXiv).IsZero() || isPreprintServer(w.Note) || isPreprintServer(w.Publisher))
}

// settle decides the type from all fields together.
func (e *Entry) settle(w *biblio.Work) {
	switch {
	case unsure[w.Type] && ofPreprint(w):
		w.Type = biblio.Preprint
	// a part of the book that the title names
	case w.Type == biblio.Chapter && e.Kind == "inbook" && w.Container.Title == "":
		w.Type = biblio.Book
	}
	if w.Type != biblio.TypeUnknown {
		return
	}
	switch low := strings.ToLower(w.Note + " " + e.peek(bibfield.Visited, bibfield.Kind, bibfield.Subtype)); {
	case w.Container.Title != "":
	case words.Has(low, words.Thesis):
		w.Type = biblio.Thesis
	case w.URL != "" && w.Publisher == "" && w.ID(ident.DOI).IsZero() &&
		(e.peek(bibfield.Visited) != "" || words.Has(low, words.Accessed)):
		w.Type = biblio.WebPage
	}
}

// Of returns an entry of a file with its fields, including inherited ones, and, as written, those whose macros are
// unknown.
func Of(f *bibtex.File, it *bibtex.Item, fields []bibtex.Effective) (Entry, map[string]string) {
	entry := Entry{Kind: f.TypeName(it), Fields: make([]Field, 0, len(fields))}
	unread := map[string]string{}
	for _, e := range fields {
		if !f.Known(e.Field.Value) && !telling(bibfield.Of(e.Name).Role, f.Text(e.Field.Value.Span)) {
			unread[e.Name] = f.Text(e.Field.Value.Span)
			continue
		}
		entry.Add(statedAs(fields, e.Name), f.Said(e))
	}
	return entry, unread
}

// telling reports whether the name of an undefined macro tells its meaning: a month, or a conference or journal by
// its common name.
func telling(role bibfield.Role, macro string) bool {
	switch role {
	case bibfield.Month:
		return true
	case bibfield.Journal, bibfield.BookTitle:
		return normalise.VenueName(macro) != ""
	}
	return false
}

// statedAs returns the name under which a field is read. A field disabled by an at sign counts if the entry has no
// other with its name: BibTeX would print nothing.
func statedAs(fields []bibtex.Effective, name string) string {
	plain, disabled := strings.CutPrefix(name, "@")
	if !disabled || slices.ContainsFunc(fields, func(e bibtex.Effective) bool { return e.Name == plain }) {
		return name
	}
	return plain
}

// date reads date, or year and month. For a range it returns the start.
func (e *Entry) date() biblio.Date {
	if text := e.text(bibfield.Date); text != "" {
		if d := isoDate(text); d.Year != 0 {
			return d
		}
		if year := biblio.LeadingYear(text); year != 0 {
			month, day := monthDay(text)
			return biblio.Date{Year: year, Month: month, Day: day}
		}
	}
	text := e.text(bibfield.Year)
	d := isoDate(text)
	if d.Year == 0 { // a month "{\it 1998}": no digit before, letters after
		d.Year = cmp.Or(biblio.LeadingYear(text), biblio.LeadingYear(e.peek(bibfield.Month)))
	}
	if d.Year == 0 { // a digit too few or too many: "213", "19996"
		if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 16); err == nil && n > 99 {
			d.Year = int(n)
		}
	}
	if d.Month == 0 {
		d.Month, d.Day = monthDay(e.text(bibfield.Month))
	}
	if d.Day == 0 && d.Month != 0 {
		if n, err := strconv.Atoi(e.text(bibfield.Day)); err == nil && n >= 1 && n <= 31 {
			d.Day = n
		}
	}
	if d.Year == 0 {
		return biblio.Date{}
	}
	return d
}

// isoDate reads "2017", "2017-06", "2017-06-12" and text that begins like these (ranges, times, marks of uncertain
// dates). It returns the zero Date for anything else.
func isoDate(s string) biblio.Date {
	s, _, _ = strings.Cut(s, "/")
	parts := strings.SplitN(strings.Trim(s, " ~?%"), "-", 3)
	year, err := strconv.Atoi(parts[0])
	if err != nil || len(parts[0]) != 4 || year < 1000 {
		return biblio.Date{}
	}
	d := biblio.Date{Year: year}
	if len(parts) > 1 {
		if n, err := strconv.Atoi(parts[1]); err == nil && n >= 1 && n <= 12 {
			d.Month = n
		} else if err != nil {
			return biblio.Date{}
		}
	}
	if len(parts) > 2 && d.Month != 0 && len(parts[2]) >= 2 {
		if n, err := strconv.Atoi(parts[2][:2]); err == nil && n >= 1 && n <= 31 {
			d.Day = n
		}
	}
	return d
}

// monthDay reads the month and the day from "June", "jun", "6", "06", "June 12", "12~June" and "June/July".
func monthDay(s string) (month, day int) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" .,/-–~\u00a0", r) })
	for _, word := range parts {
		if n, err := strconv.Atoi(strings.TrimRight(strings.ToLower(word), "stndrh")); err == nil {
			if n >= 1 && n <= 31 && day == 0 && len(word) <= 4 { // "12th"
				day = n
			}
			continue
		}
		month = cmp.Or(month, words.Month(word))
	}
	switch {
	case month == 0 && len(parts) == 1 && day >= 1 && day <= 12:
		return day, 0
	case month == 0:
		return 0, 0
	}
	return month, day
}
