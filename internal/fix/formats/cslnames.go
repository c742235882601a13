package formats

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// authors writes the list of authors. Names that are right keep their objects with everything in them.
func (w *cslWriter) authors() ([]bibtex.Edit, error) {
	want := w.c.Work.Authors()
	if len(want) == 0 {
		return nil, errNoField
	}
	m := w.item.get("author")
	if m == nil {
		return w.add("author", "["+strings.Join(lists.Map(want, w.compact), ", ")+"]")
	}
	old, cut, ok := w.names(&m.value)
	if !ok || len(old) == 0 {
		return nil, errNoField
	}
	items := m.value.items[:len(old)]
	if cut && len(want) > len(old) {
		want = want[:len(old)]
	}
	first := w.src[m.value.start+1 : items[0].start]
	between := "," + first
	if len(items) > 1 {
		between = w.src[items[0].end:items[1].start]
	} else if !strings.Contains(first, "\n") {
		between = "," + strings.TrimPrefix(w.habit.colon, ":")
	}
	var edits []bibtex.Edit
	more, last := "", items[len(items)-1].end
	places := entry.Places(old, want)
	for i, c := range entry.LikeInitials(old, want) {
		text := ""
		switch n := places[i]; {
		case n == i:
			continue
		case n >= 0:
			text = w.src[items[n].start:items[n].end]
		case i < len(items) && !slices.Contains(places, i): // in place of somebody who goes
			edits = append(edits, w.rename(&items[i], c, items)...)
			continue
		default:
			text = w.object(c, items)
		}
		if i < len(items) {
			edits = append(edits, bibtex.Edit{Span: bibtex.Span{Start: items[i].start, End: items[i].end}, Text: text})
		} else {
			more += between + text
		}
	}
	switch {
	case more != "":
		edits = append(edits, bibtex.Edit{Span: bibtex.Span{Start: last, End: last}, Text: more})
	case len(want) < len(items):
		edits = append(edits, bibtex.Edit{Span: bibtex.Span{Start: items[len(want)-1].end, End: last}})
	}
	return edits, nil
}

// names parses the objects of a list of names; a last one that says "et al." makes the list a cut one.
func (w *cslWriter) names(list *node) (names []biblio.Contributor, cut, ok bool) {
	for i := range list.items {
		item := &list.items[i]
		r, err := wire.CSL([]byte(`{"title":"T","author":[` + w.src[item.start:item.end] + `]}`))
		if err != nil || len(r.Authors()) > 1 || cut {
			return nil, false, false
		}
		if cut = r.AuthorsCut || len(r.Authors()) == 0; !cut {
			names = append(names, r.Authors()[0])
		}
	}
	return names, cut, true
}

// parts returns the members of a name in the order in which a new object has them.
func parts(c biblio.Contributor) [][2]string {
	if c.Literal != "" || c.Family == "" {
		return [][2]string{{"literal", strings.TrimSpace(c.Literal + " " + c.Given)}}
	}
	var list [][2]string
	for _, part := range [][2]string{{"family", c.Family}, {"given", c.Given}, {"non-dropping-particle", c.Particle},
		{"suffix", c.Suffix}} {
		if part[1] != "" {
			list = append(list, part)
		}
	}
	return list
}

// rename replaces a name: in the existing members if both names have the same ones, else as a new object.
func (w *cslWriter) rename(item *node, c biblio.Contributor, items []node) []bibtex.Edit {
	list := parts(c)
	if item.kind == '"' {
		return w.cslFile.put(item, c.String())
	}
	if item.kind == '{' && len(item.members) == len(list) {
		var edits []bibtex.Edit
		for _, part := range list {
			m := item.get(part[0])
			if m == nil {
				return w.replace(item, c, items)
			}
			edits = append(edits, w.cslFile.put(&m.value, part[1])...)
		}
		return edits
	}
	if family := item.get("family"); item.kind == '{' && family != nil && len(list) <= 2 &&
		item.get("non-dropping-particle", "dropping-particle", "suffix", "literal") == nil {
		if old, _ := w.text(&family.value); old == c.Family { // the same person: keep the rest of the object
			if given := item.get("given"); given != nil && c.Given != "" {
				return w.cslFile.put(&given.value, c.Given)
			}
		}
	}
	return w.replace(item, c, items)
}

func (w *cslWriter) replace(item *node, c biblio.Contributor, items []node) []bibtex.Edit {
	return []bibtex.Edit{{Span: bibtex.Span{Start: item.start, End: item.end}, Text: w.object(c, items)}}
}

// object writes a name laid out like the objects of the list, with keys in the order of the first one.
func (w *cslWriter) object(c biblio.Contributor, items []node) string {
	var model *node
	for i := range items {
		if items[i].kind == '"' {
			return w.habit.quote(c.String())
		}
		if items[i].kind == '{' && len(items[i].members) > 0 &&
			(model == nil || len(items[i].members) == 2 && len(model.members) != 2) {
			model = &items[i]
		}
	}
	if model == nil {
		return w.compact(c)
	}
	open := w.src[model.start+1 : model.members[0].at]
	between := "," + open
	if len(model.members) > 1 {
		between = w.src[model.members[0].value.end:model.members[1].at]
	} else if !strings.Contains(open, "\n") {
		between = "," + strings.TrimPrefix(w.habit.colon, ":")
	}
	shut := w.src[model.members[len(model.members)-1].value.end : model.end-1]
	list := parts(c)
	if len(list) > 1 && model.members[0].key == "given" {
		list[0], list[1] = list[1], list[0]
	}
	return "{" + open + w.members(list, between) + shut + "}"
}

// compact writes a name on one line.
func (w *cslWriter) compact(c biblio.Contributor) string {
	return "{" + w.members(parts(c), ", ") + "}"
}

// members joins members with a separator.
func (w *cslWriter) members(list [][2]string, between string) string {
	return strings.Join(lists.Map(list, func(part [2]string) string {
		return w.habit.quote(part[0]) + w.habit.colon + w.habit.quote(part[1])
	}), between)
}
