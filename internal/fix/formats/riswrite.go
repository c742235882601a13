package formats

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// tags lists for each field on one line the tags that state it, the one for a new line first.
var tags = map[biblio.Field][]string{
	biblio.FieldTitle: {"TI", "T1", "CT", "BT"}, biblio.FieldVolume: {"VL"}, biblio.FieldIssue: {"IS"},
	biblio.FieldPublisher: {"PB"},
	biblio.FieldLocation:  {"CY", "PP"}, biblio.FieldDOI: {"DO"}, biblio.FieldURL: {"UR", "L1", "L2",
		"LK"}, biblio.FieldISBN: {"SN"},
	biblio.FieldYear: {"PY", "Y1", "DA"}, biblio.FieldVenue: {"T2", "JF", "JO", "BT", "JA", "J2", "J1"},
}

// risIdentifying are the tags whose text may contain an identifier.
var risIdentifying = []string{"DO", "UR", "L1", "L2", "L3", "L4", "LK", "M1", "M3", "N1", "SN", "AN", "ID", "C1", "C2",
	"C3", "C7", "JO", "JF", "T2"}

// risWriter writes the patches of one entry.
type risWriter struct {
	e       *risEntry
	c       *fix.Correction
	claimed *biblio.Work
}

// edits returns the edits of one patch, none if the entry says so already.
func (w *risWriter) edits(p fix.Patch) ([]bibtex.Edit, error) {
	if p.Action == fix.Add {
		return w.add(p)
	}
	switch p.Field {
	case biblio.FieldType:
		return w.e.put(&w.e.lines[0], entry.RISType(w.c.Work.Type)), nil
	case biblio.FieldAuthors:
		return w.authors()
	case biblio.FieldVenue:
		return w.venue()
	case biblio.FieldYear:
		return w.year()
	case biblio.FieldPages:
		return w.pages(p.To)
	case biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN:
		return w.identifier(p)
	}
	l := w.e.line(tags[p.Field]...)
	if l == nil {
		return nil, errNoTag
	}
	value := p.To
	if p.Field == biblio.FieldTitle {
		value = entry.Title(w.e.of(l), p.To)
	}
	return w.e.put(l, value), nil
}

// add states a field that the entry lacks.
func (w *risWriter) add(p fix.Patch) ([]bibtex.Edit, error) {
	switch p.Field {
	case biblio.FieldAuthors:
		return w.authors()
	case biblio.FieldPages:
		return w.pages(p.To)
	}
	list := tags[p.Field]
	switch {
	case list == nil, w.e.line(list...) != nil && p.Field != biblio.FieldISBN:
		return nil, errNoTag
	case p.Field == biblio.FieldVenue && w.c.Work.Type == biblio.ArticleJournal:
		return []bibtex.Edit{w.e.add("JO", p.To)}, nil
	}
	return []bibtex.Edit{w.e.add(list[0], p.To)}, nil
}

// identifier replaces the wrong identifier wherever the entry states it.
func (w *risWriter) identifier(p fix.Patch) ([]bibtex.Edit, error) {
	var edits []bibtex.Edit
	for i := range w.e.lines {
		l := &w.e.lines[i]
		if !slices.Contains(risIdentifying, l.Tag) {
			continue
		}
		if text, ok := entry.Swap(w.e.of(l), p.From, p.To); ok {
			edits = append(edits, w.e.put(l, text)...)
		}
	}
	if l := w.e.line(tags[p.Field]...); len(edits) == 0 && l != nil && p.Field == biblio.FieldDOI {
		return w.e.put(l, entry.DOI(w.e.of(l), p.To)), nil
	}
	if len(edits) == 0 {
		return nil, errNoTag
	}
	return edits, nil
}

// year writes the year into every date that has the wrong one.
func (w *risWriter) year() ([]bibtex.Edit, error) {
	var edits []bibtex.Edit
	for i := range w.e.lines {
		l := &w.e.lines[i]
		if !slices.Contains(tags[biblio.FieldYear], l.Tag) {
			continue
		}
		if text, ok := entry.Year(w.e.of(l), w.claimed.Issued.Year, w.c.Work.Issued); ok {
			edits = append(edits, w.e.put(l, text)...)
		}
	}
	if len(edits) == 0 {
		return nil, errNoTag
	}
	return edits, nil
}

// venue writes the container into every line with the wrong one, whose abbreviation goes if the record has none.
func (w *risWriter) venue() ([]bibtex.Edit, error) {
	wrong := normalise.ParseContainer(w.claimed.Container.Title)
	var edits []bibtex.Edit
	for i := range w.e.lines {
		l := &w.e.lines[i]
		if !slices.Contains(tags[biblio.FieldVenue], l.Tag) || w.e.of(l) == "" || w.claimed.Title != "" &&
			w.e.of(l) == w.claimed.Title {
			continue
		}
		text := w.e.of(l)
		form := normalise.ParseContainer(text)
		short := l.Tag == "JA" || l.Tag == "J2" || l.Tag == "J1"
		switch {
		case text != w.claimed.Container.Title && text != w.claimed.Container.Short &&
			normalise.CompareContainers(&form, &wrong) <= normalise.SeriesOf:
		case short && text != w.claimed.Container.Title && w.c.Work.Container.Abbreviation() != "":
			edits = append(edits, w.e.put(l, w.c.Work.Container.Abbreviation())...)
		case short && text != w.claimed.Container.Title:
			edits = append(edits, w.e.remove(l))
		default:
			edits = append(edits, w.e.put(l, entry.Container(text, w.c.Work.Container))...)
		}
	}
	if len(edits) == 0 {
		return nil, errNoTag
	}
	return edits, nil
}

// pages writes the first page into SP and the last into EP; an entry that has both on one line keeps them there.
func (w *risWriter) pages(want string) ([]bibtex.Edit, error) {
	start, end := w.e.line("SP"), w.e.line("EP")
	first, last, isRange := entry.CutPages(want)
	switch {
	case start == nil && end == nil && isRange:
		return []bibtex.Edit{w.e.add("SP", first), w.e.add("EP", last)}, nil
	case start == nil && end == nil:
		return []bibtex.Edit{w.e.add("SP", want)}, nil
	case start == nil:
		return w.e.put(end, entry.Pages(w.e.of(end), want, "-")), nil
	case entry.Dash(w.e.of(start)) != "" && end == nil:
		return w.e.put(start, entry.Pages(w.e.of(start), want, "-")), nil
	case !isRange && end == nil:
		return w.e.put(start, want), nil
	case !isRange:
		return append(w.e.put(start, want), w.e.remove(end)), nil
	case end == nil:
		return append(w.e.put(start, first), w.e.insert(start, "EP", last)), nil
	}
	return append(w.e.put(start, first), w.e.put(end, last)...), nil
}

// authors writes the list of authors, one name per line. Names that are right keep their lines.
func (w *risWriter) authors() ([]bibtex.Edit, error) {
	var lines []*wire.RISLine
	var old []biblio.Contributor
	cut := false
	for i := range w.e.lines {
		l := &w.e.lines[i]
		if l.Tag != "AU" && l.Tag != "A1" || w.e.of(l) == "" {
			continue
		}
		names, etAl := biblio.ParseNames([]string{w.e.of(l)}, biblio.Author)
		if cut = cut || etAl; len(names) == 1 {
			lines, old = append(lines, l), append(old, names[0])
		}
	}
	want := w.c.Work.Authors()
	if cut && len(want) > len(old) {
		want = want[:max(len(old), 1)]
	}
	if len(want) == 0 {
		return nil, errNoTag
	}
	name := w.namer(lines, old)
	if len(lines) == 0 {
		edit := w.e.add("AU", name(want[0]))
		for _, c := range want[1:] {
			edit.Text += w.e.add("AU", name(c)).Text
		}
		return []bibtex.Edit{edit}, nil
	}
	var edits []bibtex.Edit
	at := lines[0]
	for _, s := range entry.Steps(old, want) {
		switch {
		case s.Keep:
			at = lines[s.Old]
		case s.Old >= 0 && s.New >= 0:
			at = lines[s.Old]
			edits = append(edits, w.e.put(at, name(want[s.New]))...)
		case s.Old >= 0:
			edits = append(edits, w.e.remove(lines[s.Old]))
		default:
			edit := w.e.insert(at, at.Tag, name(want[s.New]))
			if s.New == 0 {
				edit.Span.Start = w.e.at + at.Start
				edit.Span.End = edit.Span.Start
			}
			edits = append(edits, edit)
		}
	}
	return edits, nil
}

// namer returns a function that writes names as the entry does.
func (w *risWriter) namer(lines []*wire.RISLine, old []biblio.Contributor) func(biblio.Contributor) string {
	reading, initials := 0, entry.OnlyInitials(old)
	for i, l := range lines {
		if !strings.Contains(w.e.of(l), ",") && old[i].Given != "" {
			reading++
		}
	}
	return func(c biblio.Contributor) string {
		if initials {
			c.Given = entry.Initials(c.Given, old)
		}
		if c.Stated = ""; reading*2 > len(lines) {
			return c.String()
		}
		return entry.RISName(c)
	}
}
