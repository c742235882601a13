package formats

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
)

// cslForm names the members of CSL-JSON.
var cslForm = form{
	names: map[biblio.Field][]string{
		biblio.FieldType: {"type"}, biblio.FieldTitle: {"title"}, biblio.FieldVolume: {"volume"},
		biblio.FieldIssue: {"issue"}, biblio.FieldPages: {"page"}, biblio.FieldPublisher: {"publisher"},
		biblio.FieldLocation: {"publisher-place"}, biblio.FieldDOI: {"DOI"}, biblio.FieldURL: {"URL"},
		biblio.FieldPMID: {"PMID"}, biblio.FieldISBN: {"ISBN"},
		biblio.FieldVenue: {"container-title", "container-title-short", "journalAbbreviation", "container-title-abbrev"},
	},
	shorts: []string{"container-title-short", "journalAbbreviation", "container-title-abbrev"},
	identifying: []string{"DOI", "URL", "PMID", "PMCID", "ISBN", "number", "note", "archive_location",
		"container-title", "article-number", "page"},
	order: []string{"id", "type", "title", "author", "editor", "container-title", "container-title-short",
		"collection-title", "issued", "volume", "issue", "page", "number", "publisher", "publisher-place", "edition", "DOI",
		"PMID", "ISBN", "URL"},
	kind: func(t biblio.Type) string { return string(t) },
}

// cslWriter writes the patches of one item.
type cslWriter struct {
	fielded
	*cslFile
	item *node
}

func newCSLWriter(f *cslFile, item *node, c *fix.Correction, claimed *biblio.Work) *cslWriter {
	f = f.like(item)
	w := &cslWriter{fielded{form: &cslForm, layout: cslItem{f, item}, c: c, claimed: claimed}, f, item}
	for i := range item.members {
		text, _ := f.text(&item.members[i].value)
		w.values = append(w.values, named{item.members[i].key, text})
	}
	return w
}

// edits returns the edits of one patch, none if the item says so already.
func (w *cslWriter) edits(p fix.Patch) ([]bibtex.Edit, error) {
	switch {
	case len(w.values) == 0,
		p.Field == biblio.FieldVenue && p.Action == fix.Replace && w.item.get("container-title") == nil:
		return nil, errNoField
	case p.Field == biblio.FieldAuthors:
		return w.authors()
	case p.Field == biblio.FieldYear && p.Action == fix.Add:
		return w.add("issued", `{"date-parts"`+w.habit.colon+`[[`+strconv.Itoa(w.c.Work.Issued.Year)+`]]}`)
	case p.Field == biblio.FieldYear:
		return w.year()
	}
	return w.fielded.edits(p)
}

// year writes the year wherever the date has a wrong one, and month and day if item and record have them.
func (w *cslWriter) year() ([]bibtex.Edit, error) {
	m := w.item.get("issued")
	if m == nil {
		return nil, errNoField
	}
	want := w.c.Work.Issued
	if m.value.kind != '{' {
		return w.date(&m.value)
	}
	var edits []bibtex.Edit
	for i := range m.value.members {
		part := &m.value.members[i]
		switch part.key {
		case "date-parts":
			if len(part.value.items) == 0 || len(part.value.items[0].items) == 0 {
				continue
			}
			for k, n := range []int{want.Year, want.Month, want.Day} {
				parts := part.value.items[0].items
				if n == 0 || k >= len(parts) {
					break
				}
				edits = append(edits, w.cslFile.put(&parts[k], strconv.Itoa(n))...)
			}
		case "raw", "literal", "year":
			if list, err := w.date(&part.value); err == nil {
				edits = append(edits, list...)
			}
		}
	}
	if len(edits) == 0 {
		return nil, errNoField
	}
	return edits, nil
}

// date writes the year into a date that is a single string.
func (w *cslWriter) date(n *node) ([]bibtex.Edit, error) {
	old, _ := w.text(n)
	text, ok := entry.Year(old, w.claimed.Issued.Year, w.c.Work.Issued)
	if !ok {
		return nil, errNoField
	}
	return w.cslFile.put(n, text), nil
}

// add states something that the item lacks, written in JSON.
func (w *cslWriter) add(key, value string) ([]bibtex.Edit, error) {
	if w.item.get(key) != nil {
		return nil, errNoField
	}
	return []bibtex.Edit{cslItem{w.cslFile, w.item}.member(w.before(key), key, value)}, nil
}

// cslItem is the layout of an item.
type cslItem struct {
	f *cslFile
	*node
}

func (m cslItem) put(i int, text string) []bibtex.Edit { return m.f.put(&m.members[i].value, text) }

// remove returns the edit that removes a member and a comma beside it.
func (m cslItem) remove(i int) bibtex.Edit {
	start, end := m.members[i].at, m.members[i].value.end
	if i > 0 {
		start = m.members[i-1].value.end
	} else if len(m.members) > 1 {
		end = m.members[1].at
	}
	return bibtex.Edit{Span: bibtex.Span{Start: start, End: end}}
}

func (m cslItem) insert(after int, key, text string) bibtex.Edit {
	return m.member(after, key, m.f.habit.quote(text))
}

// member returns the edit that inserts a member with a value in JSON.
func (m cslItem) member(after int, key, value string) bibtex.Edit {
	gap := m.f.src[m.members[0].before:m.members[0].at]
	if len(m.members) > 1 {
		gap = m.f.src[m.members[1].before:m.members[1].at]
	} else if !strings.Contains(gap, "\n") {
		gap = strings.TrimPrefix(m.f.habit.colon, ":")
	}
	at := m.members[after].value.end
	return bibtex.Edit{Span: bibtex.Span{Start: at, End: at},
		Text: "," + gap + m.f.habit.quote(key) + m.f.habit.colon + value}
}
