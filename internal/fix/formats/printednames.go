package formats

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/style"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// names writes the record's names in the form of the old list, whose right names stay; false if it is unknown.
func (d *draft) names(text string) (string, bool) {
	old, cut, want := d.ref.Claimed.Authors(), d.ref.Claimed.AuthorsCut, d.c.Work.Authors()
	if gapped(text) || half(old) {
		return "", false
	}
	form, end, ok := formOf(text, old, cut)
	if !ok || len(want) == 0 {
		return "", false
	}
	if cut && len(want) > len(old) {
		want = want[:max(len(old), 1)]
	}
	if !cut && len(old) < 3 && len(want) > 2 {
		form = d.longer(form)
	}
	list := append([]biblio.Contributor(nil), want...)
	for i, n := range entry.Places(old, want) {
		if n >= 0 {
			list[i] = old[n]
		}
	}
	written := form.Print(list, cut)
	return strings.TrimSuffix(written, end) + end, written != ""
}

// gapped reports whether a list omits names in its middle: "A, B, … Z".
func gapped(text string) bool {
	return strings.Contains(text, "…") || strings.Contains(text, "...") || strings.Contains(text, ". . .")
}

// half reports whether some names of a list have given names and some do not: it was split in the wrong places.
func half(list []biblio.Contributor) bool {
	with, without := 0, 0
	for _, c := range list {
		switch {
		case c.Literal != "":
		case c.Given == "":
			without++
		default:
			with++
		}
	}
	return with > 0 && without > 0
}

// maxModels bounds how many other entries are examined for the form of a list.
const maxModels = 50

// longer returns the form of lists of three or more names in other entries that write names as this one does.
func (d *draft) longer(form style.NameList) style.NameList {
	looked := 0
	for i := range d.list {
		ref := &d.list[i].Reference
		span, ok := ref.Spans[biblio.FieldAuthors]
		names := ref.Claimed.Authors()
		if !ok || len(names) < 3 || ref.Claimed.AuthorsCut || span.Start < 0 || span.End > len(ref.Raw) ||
			span.Start > span.End || gapped(ref.Raw[span.Start:span.End]) {
			continue
		}
		if looked++; looked > maxModels {
			break
		}
		if model, _, ok := formOf(ref.Raw[span.Start:span.End], names, false); ok && model.Order == form.Order &&
			model.Given == form.Given {
			form.Sep, form.Last = model.Sep, model.Last
			return form
		}
	}
	return form
}

// The forms of lists, the more common first.
var (
	orders = []style.Order{style.Inverted, style.Reading, style.FirstInverted}
	seps   = []string{", ", "; ", " and ", " & "}
)

// lasts returns what may precede the last name of a text, the more common first.
func lasts(text string) []string {
	list := []string{", and ", ", & ", " and ", " & ", ", ", "; ", "; and ", "; & "}
	for _, w := range words.List(words.And) {
		list = append(list, " "+w+" ", ", "+w+" ")
	}
	return slices.DeleteFunc(list, func(s string) bool { return s != ", " && !strings.Contains(text, s) })
}

// formOf finds the form in which a list of names is written exactly as in the text, and its last full stop.
func formOf(text string, list []biblio.Contributor, cut bool) (form style.NameList, end string, ok bool) {
	text = strings.Join(strings.Fields(text), " ")
	givens := []style.Given{style.Full, style.Spaced, style.Tight, style.Bare}
	if entry.OnlyInitials(list) {
		givens = []style.Given{style.Spaced, style.Tight, style.Bare, style.Full}
	}
	mark := ""
	if at := words.CutTail(text); cut && at >= 0 {
		mark = text[at:]
	}
	joints := lasts(text)
	for _, order := range orders {
		for _, given := range givens {
			for _, comma := range []string{", ", " "} {
				f := style.NameList{Order: order, Given: given, Comma: comma}
				if comma == " " && order == style.Reading || len(list) > 0 && !strings.Contains(text, f.Name(list[0], true)) {
					continue
				}
				for _, sep := range seps {
					for _, last := range joints {
						f.Sep, f.Last, f.Pair, f.EtAl = sep, last, last, mark
						printed := f.Print(list, cut)
						if printed == text || printed+"." == text {
							return settled(f, len(list)), text[len(printed):], true
						}
					}
				}
			}
		}
	}
	return style.NameList{}, "", false
}

// settled fills in what a list of n names does not show of its form.
func settled(f style.NameList, n int) style.NameList {
	comma := f.Order == style.Inverted && strings.HasPrefix(f.Comma, ",")
	switch {
	case n == 1 && f.Given == style.Bare:
		f.Sep, f.Pair, f.Last = ", ", ", ", ", "
	case n == 1 && comma:
		f.Sep, f.Pair, f.Last = ", ", ", & ", ", & "
	case n == 1:
		f.Sep, f.Pair, f.Last = ", ", " and ", ", and "
	case n > 2 && f.Order == style.Reading:
		f.Pair = strings.TrimPrefix(f.Last, ",")
		if strings.TrimSpace(f.Pair) == "" {
			f.Pair = f.Last
		}
	}
	return f
}
