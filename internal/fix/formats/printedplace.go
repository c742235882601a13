package formats

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// place is where a reference's text is: for each of its bytes the offset in the file, then the one after the last.
type place []int

// locate finds the text of a reference in the file, line by line.
func (f *printedFile) locate(ref *biblio.Reference) (place, bool) {
	at, end := f.line(ref.Place.Line), f.line(ref.Place.EndLine+1)
	var p place
	rest := ref.Raw
	for {
		line, more, goesOn := strings.Cut(rest, "\n")
		i := strings.Index(f.src[min(at, end):end], line)
		if i < 0 || line == "" {
			return nil, false
		}
		at += i
		for range len(line) {
			p = append(p, at)
			at++
		}
		if !goesOn {
			return append(p, at), true
		}
		p = append(p, at) // the line end
		rest = more
	}
}

// edits returns the edits of the file that make the changes of a reference; for a linked citation, at every
// place where it appears word for word.
func (f *printedFile) edits(ref *biblio.Reference, at place, made []bibtex.Edit) []bibtex.Edit {
	list := f.at(at, made)
	if len(made) == 0 || !linked(ref.Raw) || strings.Contains(ref.Raw, "\n") {
		return list
	}
	for from := at[len(at)-1]; ; {
		i := strings.Index(f.src[from:], ref.Raw)
		if i < 0 {
			return list
		}
		again := make(place, len(ref.Raw)+1)
		for k := range again {
			again[k] = from + i + k
		}
		list = append(list, f.at(again, made)...)
		from += i + len(ref.Raw)
	}
}

func (f *printedFile) at(at place, made []bibtex.Edit) []bibtex.Edit {
	var list []bibtex.Edit
	for _, m := range made {
		span := bibtex.Span{Start: at[m.Span.Start], End: at[m.Span.End-1] + 1}
		if m.Span.Start == m.Span.End {
			span.End = span.Start
		}
		key := [2]int{span.Start, span.End}
		if f.taken[key] {
			continue
		}
		f.taken[key] = true
		list = append(list, bibtex.Edit{Span: span, Text: keepBreak(f.src[span.Start:span.End], m.Text)})
	}
	return list
}

// whole returns the edit that reprints an entry, on as many lines as it had.
func (f *printedFile) whole(at place, text string) bibtex.Edit {
	span := bibtex.Span{Start: at[0], End: at[len(at)-1]}
	old := f.src[span.Start:span.End]
	i := strings.IndexAny(old, "\r\n")
	if i < 0 {
		return bibtex.Edit{Span: span, Text: text}
	}
	from := strings.LastIndexAny(f.src[:span.Start], "\r\n") + 1
	width := max(span.Start-from+i, 40)
	gap := old[i : len(old)-len(strings.TrimLeft(old[i:], "\r\n \t"))]
	var b strings.Builder
	column := span.Start - from
	for k, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case k == 0:
		case column+1+n > width:
			b.WriteString(gap)
			column = len(strings.TrimLeft(gap, "\r\n"))
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return bibtex.Edit{Span: span, Text: b.String()}
}

// keepBreak keeps the old text's line break and the white space around it, in place of the next space of the new one.
func keepBreak(old, text string) string {
	i := strings.IndexAny(old, "\r\n")
	if i < 0 {
		return text
	}
	from := len(strings.TrimRight(old[:i], " \t"))
	gap := old[from : len(old)-len(strings.TrimLeft(old[i:], "\r\n \t"))]
	if at := strings.IndexByte(text[min(from, len(text)):], ' '); at >= 0 {
		at += min(from, len(text))
		return text[:at] + gap + text[at+1:]
	}
	if at := strings.LastIndexByte(text, ' '); at >= 0 {
		return text[:at] + gap + text[at+1:]
	}
	return text
}

// twoParts matches a name followed by a sentence: a container that was parsed together with its publisher.
var twoParts = lazy.Regexp(`\p{L}{6,}\. \p{L}`)

// pagesBehind matches pages at the end of a name.
var pagesBehind = lazy.Regexp(`[ ,]+\d{1,6}[-–]\d{1,6}$`)

// aRange matches a range of pages.
var aRange = lazy.Regexp(`(?:^|[^\w./-])[A-Za-z]?\d{1,6} ?[-–—‐‑] ?[A-Za-z]?\d{1,6}(?:$|[^\w/-])`)

// elsewhere reports whether the right value is outside the part parsed as the wrong one: then the parse is wrong.
func (d *draft) elsewhere(p fix.Patch, span biblio.Span) bool {
	var want []string
	switch p.Field {
	case biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages:
		want = strings.FieldsFunc(p.To, notWord)
	case biblio.FieldTitle, biblio.FieldVenue:
		want = normalise.Words(p.To)
	default:
		return false
	}
	if len(want) == 0 {
		return false
	}
	rest := d.without(p.Field, span)
	if p.Field == biblio.FieldPages && aRange.MatchString(rest) {
		return true
	}
	if p.Field == biblio.FieldTitle || p.Field == biblio.FieldVenue {
		return strings.Contains(" "+normalise.Title(rest)+" ", " "+strings.Join(want, " ")+" ")
	}
	return slices.Contains(strings.FieldsFunc(rest, notWord), want[0])
}

// without returns the text of an entry with bars over what was parsed as a field, and as other fields.
func (d *draft) without(own biblio.Field, span biblio.Span) string {
	text := []byte(d.ref.Raw)
	blank := func(s biblio.Span) {
		for i := s.Start; i < s.End; i++ {
			text[i] = '|'
		}
	}
	blank(span)
	for field, other := range d.ref.Spans { // other fields are not another place of this one
		overlaps := other.Start < span.End && span.Start < other.End
		number := field == biblio.FieldVolume || field == biblio.FieldIssue
		if field != own && !overlaps && !(number && own == biblio.FieldPages) && other.Start >= 0 && other.End <= len(text) {
			blank(other)
		}
	}
	return string(text)
}

func notWord(r rune) bool {
	return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
}
