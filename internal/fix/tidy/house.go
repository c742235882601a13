package tidy

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// cases write the name of a type or field.
var cases = map[string]func(string) string{
	"lower": strings.ToLower,
	"upper": strings.ToUpper,
	"capital": func(name string) string {
		_, first := utf8.DecodeRuneInString(name)
		return strings.ToUpper(name[:first]) + strings.ToLower(name[first:])
	},
}

// letterCase writes the types of entries and the names of fields in one case.
func (t *tidier) letterCase(value string) (int, error) {
	write := cases[value]
	return t.eachSound(nothing, func(it *bibtex.Item) (edits []bibtex.Edit) {
		spans := []bibtex.Span{it.Type}
		for i := range it.Fields {
			spans = append(spans, it.Fields[i].Name)
		}
		for _, span := range spans {
			if name := t.f.Text(span); name != "" && name != write(name) {
				edits = append(edits, bibtex.Edit{Span: span, Text: write(name)})
			}
		}
		return edits
	})
}

// delimiters writes values between braces or quotation marks. A value with a quotation mark outside braces
// stays in braces.
func (t *tidier) delimiters(value string) (int, error) {
	kind, open, shut := bibtex.Quoted, "{", "}"
	if value == "quotes" {
		kind, open, shut = bibtex.Braced, `"`, `"`
	}
	return t.eachSound(nothing, func(it *bibtex.Item) (edits []bibtex.Edit) {
		for i := range it.Fields {
			for _, p := range it.Fields[i].Value.Pieces {
				span, ok := p.Inside()
				if !ok || p.Kind != kind || !bibtex.Balanced(t.f.Text(span)) || kind == bibtex.Braced &&
					bibtex.QuoteOutside(t.f.Text(span)) {
					continue
				}
				edits = append(edits, bibtex.Edit{Span: bibtex.Span{Start: p.Span.Start, End: span.Start}, Text: open},
					bibtex.Edit{Span: bibtex.Span{Start: span.End, End: p.Span.End}, Text: shut})
			}
		}
		return edits
	})
}

// monthMacros are the macros of months that every style defines.
var monthMacros = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")

// months replaces the names and numbers of months by the macros of styles. Anything else, such as a day or a
// range, stays.
func (t *tidier) months(string) (int, error) {
	return t.eachSound(only("month"), func(it *bibtex.Item) []bibtex.Edit {
		field, text := t.own(it, "month")
		if number := t.number(it, "month"); field == nil && number != "" {
			field, _ = t.f.Field(it, "month")
			text = number
		}
		n := words.Month(latex.Text(text))
		if digits, err := strconv.Atoi(text); err == nil {
			n = digits
		}
		if field == nil || n < 1 || n > len(monthMacros) {
			return nil
		}
		return []bibtex.Edit{bibtex.ReplaceValue(field, monthMacros[n-1])}
	})
}

// number returns the value of a field that is a single number without delimiters, "" for any other.
func (t *tidier) number(it *bibtex.Item, name string) string {
	field, _ := t.f.Field(it, name)
	if field == nil || len(field.Value.Pieces) != 1 || field.Value.Pieces[0].Kind != bibtex.Number {
		return ""
	}
	return t.f.Text(field.Value.Span)
}

// mostIndent bounds the white space before fields and the empty lines between entries.
const mostIndent = 16

// checkIndent checks an indentation of fields: "tab" or a number of spaces.
func checkIndent(value string) error { _, err := indentOf(value); return err }

func indentOf(value string) (string, error) {
	if value == "tab" {
		return "\t", nil
	}
	n, err := between(value, 0, mostIndent)
	if err != nil {
		return "", fmt.Errorf(`%w, and no "tab"`, err)
	}
	return strings.Repeat(" ", n), nil
}

// between parses a whole number within bounds.
func between(value string, least, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is not a number from %d to %d", value, least, most)
	}
	return n, nil
}

// usualIndent is how align indents fields by default.
const usualIndent = "2"

// margin is the indentation of fields that are written on lines of their own.
func (t *tidier) margin() string {
	indent, _ := indentOf(cmp.Or(t.opt.Settings["indent"], usualIndent))
	return indent
}

// indent indents the lines that start with a field.
func (t *tidier) indent(string) (int, error) {
	margin := t.margin()
	return t.eachSound(nothing, func(it *bibtex.Item) (edits []bibtex.Edit) {
		for i := range it.Fields {
			end := it.Fields[i].Name.Start
			start := strings.LastIndexAny(t.text[:end], "\r\n") + 1
			if start > it.Span.Start && t.text[start:end] != margin && strings.Trim(t.text[start:end], " \t") == "" {
				edits = append(edits, bibtex.Edit{Span: bibtex.Span{Start: start, End: end}, Text: margin})
			}
		}
		return edits
	})
}

// blankLines puts a number of empty lines before each entry and the comments that touch it. Comments between
// empty lines stay apart from their neighbours, whatever the number.
func (t *tidier) blankLines(value string) (int, error) {
	n, err := between(value, 0, mostIndent)
	if err != nil {
		return 0, err
	}
	eol := t.f.LineEnd()
	groups := make([][]bibtex.Edit, len(t.entries))
	for e, i := range t.entries {
		if i == 0 || t.f.Items[i-1].Kind == bibtex.Text && i == 1 {
			continue // the head of the file
		}
		at := bibtex.Span{Start: t.entry(e).Span.Start, End: t.entry(e).Span.Start}
		if t.f.Items[i-1].Kind == bibtex.Text {
			at = t.f.Items[i-1].Span
		}
		gap := t.f.Text(at)
		after, rest, lead := cutGap(gap)
		if strings.TrimSpace(rest) != "" || strings.HasPrefix(lead, "\r") { // mixed line ends
			continue
		}
		if lead != "" && n == 0 && strings.Count(rest, "\n") > 1 {
			continue // the comment would touch the entry before it
		}
		if want := after + strings.Repeat(eol, n+1) + lead; want != gap {
			groups[e] = []bibtex.Edit{{Span: at, Text: want}}
		}
	}
	return t.make(groups, sameEntries)
}

// sameEntries reports whether two files have the same entries, word for word, and the same words between them.
func sameEntries(before, after *bibtex.File) bool {
	return len(after.Problems) <= len(before.Problems) && slices.Equal(said(before), said(after))
}

// said returns the text of each item of a file; for anything but entries without the white space.
func said(f *bibtex.File) (list []string) {
	for i := range f.Items {
		text := f.Text(f.Items[i].Span)
		if f.Items[i].Kind == bibtex.Text {
			if text = strings.Join(strings.Fields(text), " "); text == "" {
				continue
			}
		}
		list = append(list, text)
	}
	return list
}

// The bounds of the width of lines.
const (
	leastWidth = 40
	mostWidth  = 1000
)

func checkWidth(value string) error { _, err := between(value, leastWidth, mostWidth); return err }

// wrap breaks values at a width, and joins those that are broken elsewhere. Lines continue below the first word
// of the value. A value with an empty line, or in which white space is significant, stays, as does one whose
// field begins on the line of the field before.
func (t *tidier) wrap(value string) (int, error) {
	width, err := between(value, leastWidth, mostWidth)
	if err != nil {
		return 0, err
	}
	eol := t.f.LineEnd()
	return t.eachAs(nothing, spaced, func(n int) (edits []bibtex.Edit) {
		it := t.entry(n)
		for i := range it.Fields {
			span, text, ok := t.f.Inside(&it.Fields[i])
			if !ok || !flows(t.f.FieldName(&it.Fields[i]), text) {
				continue
			}
			line := strings.LastIndexAny(t.text[:span.Start], "\r\n") + 1
			if i > 0 && it.Fields[i-1].Value.Span.End > line {
				continue // breaking the field before it would move it
			}
			column := utf8.RuneCountInString(t.text[line:span.Start])
			if to := flow(text, column, width, eol); to != text {
				edits = append(edits, bibtex.Edit{Span: span, Text: to})
			}
		}
		return edits
	})
}

// spaced replaces each run of white space by one space.
func spaced(text string) string { return strings.Join(breakable(text), " ") }

// breakable splits a text where it may be broken: at white space, except at spaces that hold two words together.
func breakable(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsSpace(r) })
}

// emptyLine matches an empty line in a value, and a value that is empty.
var emptyLine = lazy.Regexp(`\n[ \t\r]*\n\s*\S|\r[ \t]*\r\s*\S|^\s*$`)

// proseIn reports whether the value of a field is LaTeX text.
func proseIn(row *bibfield.Field) bool {
	return !row.Is(bibfield.Verbatim|bibfield.Keys) && (!row.Is(bibfield.Private) || row.Role == bibfield.Abstract)
}

// flows reports whether a value may be broken at any white space.
func flows(name, text string) bool {
	row := bibfield.Of(name)
	if !proseIn(row) || strings.ContainsAny(text, "%") || strings.Contains(text, `\verb`) || strings.Contains(text, `\\`) {
		return false
	}
	return !emptyLine.MatchString(text)
}

// flow breaks a text that begins at a column. One that begins far to the right stays.
func flow(text string, column, width int, eol string) string {
	if column > width/2 {
		return text
	}
	var b strings.Builder
	at := column
	for i, word := range breakable(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > width:
			b.WriteString(eol + strings.Repeat(" ", column))
			at = column
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}

// characters writes accented and other letters outside ASCII as LaTeX commands or as characters. Mathematics,
// addresses and other commands stay.
func (t *tidier) characters(value string) (int, error) {
	if !utf8.ValidString(t.text) {
		if len(t.entries) > 0 {
			t.note(0, true, "the file is not in UTF-8, so its characters stay")
		}
		return 0, nil
	}
	write := latex.Letters
	if value == "latex" {
		write = latex.ASCII
	}
	left := map[rune]bool{}
	return t.eachAs(nothing, latex.Text, func(n int) (edits []bibtex.Edit) {
		it := t.entry(n)
		for i := range it.Fields {
			if !proseIn(bibfield.Of(t.f.FieldName(&it.Fields[i]))) {
				continue
			}
			for _, p := range it.Fields[i].Value.Pieces {
				span, ok := p.Inside()
				text := t.f.Text(span)
				if !ok {
					continue
				}
				to := write(text)
				if to != text && latex.Text(to) == latex.Text(text) && bibtex.Balanced(to) &&
					(p.Kind == bibtex.Braced || !bibtex.QuoteOutside(to)) {
					edits = append(edits, bibtex.Edit{Span: span, Text: to})
				} else {
					to = text
				}
				if value == "latex" {
					t.unwritten(n, to, left)
				}
			}
		}
		return edits
	})
}

// unwritten reports each character outside ASCII that stays, once.
func (t *tidier) unwritten(n int, text string, told map[rune]bool) {
	var list []string
	for _, c := range text {
		if c >= utf8.RuneSelf && !told[c] {
			told[c] = true
			list = append(list, string(c))
		}
	}
	if len(list) > 0 {
		t.note(n, true, "no command of LaTeX is known for %s here", strings.Join(list, " "))
	}
}
