package formats

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// keys lists for each text field the members that state it, the one for a new member first.
var keys = map[biblio.Field][]string{
	biblio.FieldTitle: {"title"}, biblio.FieldVenue: {"container-title"}, biblio.FieldVolume: {"volume"},
	biblio.FieldIssue: {"issue"}, biblio.FieldPages: {"page"},
	biblio.FieldPublisher: {"publisher"}, biblio.FieldLocation: {"publisher-place"}, biblio.FieldDOI: {"DOI"},
	biblio.FieldURL: {"URL"}, biblio.FieldPMID: {"PMID"},
	biblio.FieldISBN: {"ISBN"}, biblio.FieldArXiv: {"number"},
}

// shorts are the members that hold a container's abbreviation.
var shorts = []string{"container-title-short", "journalAbbreviation", "container-title-abbrev"}

// cslIdentifying are the members whose text may contain an identifier.
var cslIdentifying = []string{"DOI", "URL", "PMID", "PMCID", "ISBN", "number", "note", "archive_location",
	"container-title", "article-number", "page"}

// cslWriter writes the patches of one item.
type cslWriter struct {
	*cslFile
	item    *node
	c       *fix.Correction
	claimed *biblio.Work
}

// edits returns the edits of one patch, none if the item says so already.
func (w *cslWriter) edits(p fix.Patch) ([]bibtex.Edit, error) {
	switch {
	case p.Field == biblio.FieldAuthors:
		return w.authors()
	case p.Action == fix.Add:
		return w.add(p)
	}
	switch p.Field {
	case biblio.FieldType:
		if m := w.item.get("type"); m != nil && w.c.Work.Type != biblio.TypeUnknown {
			return w.put(&m.value, string(w.c.Work.Type)), nil
		}
		return nil, errNoMember
	case biblio.FieldYear:
		return w.year()
	case biblio.FieldVenue:
		return w.venue()
	case biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN:
		return w.identifier(p)
	}
	m := w.item.get(keys[p.Field]...)
	if m == nil {
		return nil, errNoMember
	}
	old, _ := w.text(&m.value)
	value := p.To
	switch p.Field {
	case biblio.FieldTitle:
		if sub := w.item.get("subtitle"); sub != nil {
			return nil, errNoMember
		}
		value = entry.Title(old, p.To)
	case biblio.FieldPages:
		value = entry.Pages(old, p.To, "-")
	}
	return w.put(&m.value, value), nil
}

// identifier replaces the wrong identifier wherever the item states it.
func (w *cslWriter) identifier(p fix.Patch) ([]bibtex.Edit, error) {
	var edits []bibtex.Edit
	for i := range w.item.members {
		m := &w.item.members[i]
		if !slices.Contains(cslIdentifying, m.key) || m.value.kind != '"' && m.value.kind != '[' {
			continue
		}
		old, _ := w.text(&m.value)
		if text, ok := entry.Swap(old, p.From, p.To); ok {
			edits = append(edits, w.put(&m.value, text)...)
		}
	}
	if m := w.item.get(keys[p.Field]...); len(edits) == 0 && m != nil && p.Field != biblio.FieldArXiv &&
		p.Field != biblio.FieldISBN {
		old, _ := w.text(&m.value)
		return w.put(&m.value, entry.DOI(old, p.To)), nil
	}
	if len(edits) == 0 {
		return nil, errNoMember
	}
	return edits, nil
}

// year writes the year wherever the date has a wrong one, and month and day if item and record have them.
func (w *cslWriter) year() ([]bibtex.Edit, error) {
	m := w.item.get("issued")
	if m == nil {
		return nil, errNoMember
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
				edits = append(edits, w.put(&parts[k], strconv.Itoa(n))...)
			}
		case "raw", "literal", "year":
			if list, err := w.date(&part.value); err == nil {
				edits = append(edits, list...)
			}
		}
	}
	if len(edits) == 0 {
		return nil, errNoMember
	}
	return edits, nil
}

// date writes the year into a date that is a single string.
func (w *cslWriter) date(n *node) ([]bibtex.Edit, error) {
	old, _ := w.text(n)
	text, ok := entry.Year(old, w.claimed.Issued.Year, w.c.Work.Issued)
	if !ok {
		return nil, errNoMember
	}
	return w.put(n, text), nil
}

// venue writes the container and replaces the wrong one's abbreviation by that of the record, if it has one.
func (w *cslWriter) venue() ([]bibtex.Edit, error) {
	m := w.item.get("container-title")
	if m == nil {
		return nil, errNoMember
	}
	old, _ := w.text(&m.value)
	edits := w.put(&m.value, entry.Container(old, w.c.Work.Container))
	wrong := normalise.ParseContainer(w.claimed.Container.Title)
	for _, key := range shorts {
		short := w.item.get(key)
		if short == nil {
			continue
		}
		text, _ := w.text(&short.value)
		form := normalise.ParseContainer(text)
		switch {
		case text != w.claimed.Container.Short && normalise.CompareContainers(&form, &wrong) <= normalise.SeriesOf:
		case w.c.Work.Container.Abbreviation() != "":
			edits = append(edits, w.put(&short.value, w.c.Work.Container.Abbreviation())...)
		default:
			edits = append(edits, w.remove(short))
		}
	}
	return edits, nil
}

// remove returns the edit that removes a member and a comma beside it.
func (w *cslWriter) remove(m *member) bibtex.Edit {
	k := slices.IndexFunc(w.item.members, func(other member) bool { return other.at == m.at })
	if k > 0 {
		return bibtex.Edit{Span: bibtex.Span{Start: w.item.members[k-1].value.end, End: m.value.end}}
	}
	end := m.value.end
	if len(w.item.members) > 1 {
		end = w.item.members[1].at
	}
	return bibtex.Edit{Span: bibtex.Span{Start: m.at, End: end}}
}

// cslOrder is the order of new members.
var cslOrder = []string{"id", "type", "title", "author", "editor", "container-title", "container-title-short",
	"collection-title", "issued", "volume", "issue", "page", "number", "publisher", "publisher-place", "edition", "DOI",
	"PMID", "ISBN", "URL"}

// add states a field that the item lacks, after the members that usually precede it.
func (w *cslWriter) add(p fix.Patch) ([]bibtex.Edit, error) {
	if p.Field == biblio.FieldYear {
		return w.insert("issued", `{"date-parts"`+w.habit.colon+`[[`+strconv.Itoa(w.c.Work.Issued.Year)+`]]}`)
	}
	list := keys[p.Field]
	if list == nil || p.Field == biblio.FieldArXiv || w.item.get(list...) != nil {
		return nil, errNoMember
	}
	return w.insert(list[0], w.habit.quote(p.To))
}

// insert puts a new member into the item.
func (w *cslWriter) insert(key, value string) ([]bibtex.Edit, error) {
	members := w.item.members
	if len(members) == 0 || w.item.get(key) != nil {
		return nil, errNoMember
	}
	rank, after := slices.Index(cslOrder, key), 0
	for i := range members {
		if r := slices.Index(cslOrder, members[i].key); r >= 0 && r <= rank {
			after = i
		}
	}
	gap := w.src[members[0].before:members[0].at]
	if len(members) > 1 {
		gap = w.src[members[1].before:members[1].at]
	} else if !strings.Contains(gap, "\n") {
		gap = strings.TrimPrefix(w.habit.colon, ":")
	}
	at := members[after].value.end
	return []bibtex.Edit{{Span: bibtex.Span{Start: at, End: at},
		Text: "," + gap + w.habit.quote(key) + w.habit.colon + value}}, nil
}
