package bibtex

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Edit replaces the bytes of a span. An empty span inserts.
type Edit struct {
	Span Span
	Text string
}

// Splice applies the edits to a text of any format; every other byte is unchanged. Edits at the same place are
// applied in the order given, what is only inserted first. It fails if edits overlap or lie outside the text.
func Splice(text string, edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(min(a.Span.Len(), 1), min(b.Span.Len(), 1)))
	})
	size, at := len(text), 0
	for _, e := range sorted {
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			return nil, fmt.Errorf("edit %v outside the source of %d bytes", e.Span, len(text))
		}
		if e.Span.Start < at {
			return nil, fmt.Errorf("edit %v overlaps the one before it", e.Span)
		}
		at = e.Span.End
		size += len(e.Text) - e.Span.Len()
	}
	out, at := make([]byte, 0, size), 0
	for _, e := range sorted {
		out = append(out, text[at:e.Span.Start]...)
		out = append(out, e.Text...)
		at = e.Span.End
	}
	return append(out, text[at:]...), nil
}

var errNoPlace = errors.New("the entry is damaged where the field would go")

// ReplaceValue returns the edit that replaces the whole value of a field with value, which includes its delimiters.
func ReplaceValue(field *Field, value string) Edit {
	return Edit{field.Value.Span, value}
}

// DeleteField returns the edit that removes field i from an entry: with its comma, and with its line if nothing else
// is on it.
func (f *File) DeleteField(it *Item, i int) Edit {
	field := &it.Fields[i]
	start, end := field.Name.Start, field.Value.Span.End
	if field.Comma >= 0 {
		end = field.Comma + 1
	}
	line := start
	for line > it.Span.Start && (f.text[line-1] == ' ' || f.text[line-1] == '\t') {
		line--
	}
	after := min(skipGap(f.text, end), it.Span.End)
	ownLine := line > it.Span.Start && isLineEnd(f.text[line-1])
	switch {
	case ownLine && after < it.Span.End && isLineEnd(f.text[after]):
		start, end = line, after+1
		if f.text[after] == '\r' && end < len(f.text) && f.text[end] == '\n' {
			end++
		}
	case !ownLine: // one of several on a line
		start = line
	case after < it.Close: // the first of several on a line
		end = after
	}
	return Edit{Span: Span{start, end}}
}

// InsertField returns the edits that add a field to an entry after field i, or before all fields if i is -1. value
// includes its delimiters. Line ends, indentation, the spacing and alignment of the equals sign, and the comma follow
// the neighbouring field.
func (f *File) InsertField(it *Item, i int, name, value string) ([]Edit, error) {
	if it.Kind != Entry || i < -1 || i >= len(it.Fields) {
		return nil, errNoPlace
	}
	if i < 0 {
		return f.insertFirst(it, name, value)
	}
	field := &it.Fields[i]
	text := f.gap(it, i) + name + f.equals(it, i, name) + value
	if field.Comma >= 0 {
		return []Edit{{f.lineRest(it, field.Comma+1), text + ","}}, nil
	}
	at := field.Value.Span.End
	if len(field.Value.Pieces) == 0 || field.Value.Pieces[len(field.Value.Pieces)-1].Open {
		return nil, errNoPlace
	}
	if i+1 < len(it.Fields) { // the comma is missing
		return []Edit{{Span{at, at}, ","}, {f.lineRest(it, at), text + ","}}, nil
	}
	return []Edit{{Span{at, at}, ","}, {f.lineRest(it, at), text}}, nil
}

func (f *File) insertFirst(it *Item, name, value string) ([]Edit, error) {
	at, lead := it.Key.End, ","
	if comma := skipBlank(f.text, at); comma < it.Close && f.text[comma] == ',' {
		at, lead = comma+1, ""
	}
	if len(it.Fields) > 0 {
		if lead != "" {
			return nil, errNoPlace
		}
		return []Edit{{Span{at, at}, f.gap(it, 0) + name + f.equals(it, 0, name) + value + ","}}, nil
	}
	if !it.Closed || skipBlank(f.text, at) < it.Close {
		return nil, errNoPlace
	}
	eol := f.LineEnd()
	text := lead + eol + "  " + name + " = " + value
	if at == it.Close { // "@misc{key}"
		text += eol
	}
	return []Edit{{Span{at, at}, text}}, nil
}

// LineEnd returns the most common line end of the source, "\n" if it has a single line.
func (f *File) LineEnd() string {
	both := strings.Count(f.text, "\r\n")
	feeds, returns := strings.Count(f.text, "\n")-both, strings.Count(f.text, "\r")-both
	switch {
	case both > max(feeds, returns):
		return "\r\n"
	case returns > feeds:
		return "\r"
	}
	return "\n"
}

// gap returns the white space between field i and the comma or comment before it.
func (f *File) gap(it *Item, i int) string {
	end := it.Fields[i].Name.Start
	gap := f.text[trimBack(f.text, it.Span.Start, end):end]
	if n := strings.LastIndexAny(gap, "\r\n"); n >= 0 { // one line end, whatever the blank lines
		if n > 0 && gap[n] == '\n' && gap[n-1] == '\r' {
			n--
		}
		return gap[n:]
	}
	return cmp.Or(gap, " ")
}

// equals returns the text between the name and the value of a field modelled on field i, with the equals sign in the
// column of the others if they all share one.
func (f *File) equals(it *Item, i int, name string) string {
	model := f.text[it.Fields[i].Name.End:it.Fields[i].Value.Span.Start]
	if strings.Trim(model, " \t=") != "" || !strings.Contains(model, "=") {
		return " = "
	}
	eq := strings.IndexByte(model, '=')
	width := it.Fields[i].Name.Len() + eq
	if strings.Contains(model, "\t") || !f.aligned(it, width) {
		return model
	}
	pad := max(width-len(name), min(eq, 1))
	return strings.Repeat(" ", pad) + model[eq:]
}

// aligned reports whether all equals signs of an entry are width bytes after the start of their field although the
// names differ in length.
func (f *File) aligned(it *Item, width int) bool {
	differ := false
	for i := range it.Fields {
		field := &it.Fields[i]
		between := f.text[field.Name.End:field.Value.Span.Start]
		if field.Name.Len()+strings.IndexByte(between, '=') != width {
			return false
		}
		differ = differ || field.Name.Len() != it.Fields[0].Name.Len()
	}
	return differ
}

// lineRest returns the empty span after whatever belongs to a field on its line: a comment that starts after i on the
// same line stays with it.
func (f *File) lineRest(it *Item, i int) Span {
	if j := skipGap(f.text, i); j < it.Span.End && f.text[j] == '%' {
		i = lineEnd(f.text, j)
	}
	return Span{i, i}
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// Overlap reports whether an edit of one list and an edit of the other replace a common byte.
func Overlap(a, b []Edit) bool {
	return slices.ContainsFunc(a, func(x Edit) bool {
		return slices.ContainsFunc(b, func(y Edit) bool {
			return x.Span.Start < y.Span.End && y.Span.Start < x.Span.End
		})
	})
}

// Sift reports for each group of edits whether to make it: a group is rejected if the text is not sound with it. Sift
// halves the groups until it has found those, and rejects all groups that are sound individually but not together.
func Sift(text string, groups [][]Edit, sound func([]byte) bool) []bool {
	kept := slices.Repeat([]bool{true}, len(groups))
	sift(text, groups, kept, sound)
	return kept
}

func sift(text string, groups [][]Edit, kept []bool, sound func([]byte) bool) {
	if soundAfter(text, groups, kept, sound) {
		return
	}
	if half := len(groups) / 2; half > 0 {
		sift(text, groups[:half], kept[:half], sound)
		sift(text, groups[half:], kept[half:], sound)
		if soundAfter(text, groups, kept, sound) {
			return
		}
	}
	clear(kept)
}

func soundAfter(text string, groups [][]Edit, kept []bool, sound func([]byte) bool) bool {
	var all []Edit
	for i, edits := range groups {
		if kept[i] {
			all = append(all, edits...)
		}
	}
	if len(all) == 0 {
		return true
	}
	out, err := Splice(text, all)
	return err == nil && sound(out)
}
