package bibtex

import (
	"sort"
	"strings"
)

// Span is a half-open byte range of the source.
type Span struct{ Start, End int }

// Len returns the number of bytes of a span.
func (s Span) Len() int { return s.End - s.Start }

// From returns the span as counted from an offset.
func (s Span) From(at int) Span { return Span{s.Start - at, s.End - at} }

// Kind tells the items of a file apart.
type Kind uint8

// The kinds of items. Text is everything between the others.
const (
	Text Kind = iota
	Entry
	String
	Preamble
	Comment
)

// Item is one part of a file. Items follow one another without gaps or overlaps.
type Item struct {
	Kind   Kind
	Closed bool    // the closing delimiter is present
	Span   Span    // from the at sign to the closing delimiter
	Type   Span    // the word after the at sign
	Key    Span    // of an entry; empty if it has none
	Fields []Field // of an entry; the definition of a String
	Value  Value   // of a Preamble
	Close  int     // where the closing delimiter is or should be
}

// Field is one assignment inside an entry or a String.
type Field struct {
	Name  Span
	Value Value
	Comma int // offset of the comma after the value, or -1 if there is none
}

// Value is the part of a field after the equals sign: pieces joined by "#".
type Value struct {
	Span   Span // of all pieces with their delimiters; empty if the value is missing
	Pieces []Piece
}

// PieceKind tells how a piece of a value is written.
type PieceKind uint8

// The kinds of pieces.
const (
	Braced PieceKind = iota // {text}
	Quoted                  // "text"
	Number                  // 2017
	Macro                   // jan
	Bare                    // text without delimiters that is neither a number nor a macro: damage
)

// Piece is one operand of a concatenation.
type Piece struct {
	Kind PieceKind
	Open bool // the closing delimiter is missing
	Span Span // with delimiters
}

// Inside returns the span of a piece between its delimiters. It returns false for macros, numbers and pieces that are
// not closed.
func (p Piece) Inside() (Span, bool) {
	if p.Open || p.Kind != Braced && p.Kind != Quoted || p.Span.Len() < 2 {
		return Span{}, false
	}
	return Span{Start: p.Span.Start + 1, End: p.Span.End - 1}, true
}

// Inside returns the span of a value that is a single delimited text, and that text as written. It returns false for
// a nil field, macros, numbers and joined pieces.
func (f *File) Inside(field *Field) (Span, string, bool) {
	if field == nil || len(field.Value.Pieces) != 1 {
		return Span{}, "", false
	}
	span, ok := field.Value.Pieces[0].Inside()
	return span, f.Text(span), ok
}

// File is a parsed source. It is not changed after Parse and is safe for
// concurrent use.
type File struct {
	Items    []Item
	Problems []Problem // in the order of their places

	text       string
	starts     []int // offsets at which lines start
	macros     macros
	known      Macros
	keys       map[string]int // key → index in Items of the first entry with that key
	normalised map[string]int // lower-case key → the same, for keys with capitals
}

// Problem is a place where the source is not as BibTeX expects.
type Problem struct {
	Rule         string // stable word: "unclosed-entry", "missing-comma"
	Offset       int
	Line, Column int // from 1; columns count bytes
	Message      string
}

// Text returns the bytes of a span.
func (f *File) Text(s Span) string { return f.text[s.Start:s.End] }

// Position returns the line and column of an offset, both from 1; columns count bytes. CR, LF and CRLF end lines.
func (f *File) Position(offset int) (line, column int) {
	line = sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > offset })
	return line, offset - f.starts[line-1] + 1
}

// TypeName returns the word after the at sign, in lower case and without marks around it.
func (f *File) TypeName(it *Item) string {
	return strings.Trim(strings.ToLower(f.Text(it.Type)), "\\'\"`[]<>*_.:-/&#%$ ")
}

// FieldName returns the name of a field in lower case.
func (f *File) FieldName(field *Field) string { return strings.ToLower(f.Text(field.Name)) }

// Key returns the key of an entry as written.
func (f *File) Key(it *Item) string { return f.Text(it.Key) }

// Field returns the first field of an entry with a name, ignoring case, and its index; nil and -1 if there is none.
// As in BibTeX, the first of several counts.
func (f *File) Field(it *Item, name string) (*Field, int) {
	for i := range it.Fields {
		if strings.EqualFold(f.Text(it.Fields[i].Name), name) {
			return &it.Fields[i], i
		}
	}
	return nil, -1
}

// harmless are the problems of entries whose text is read as it is written.
var harmless = map[string]bool{"undefined-macro": true}

// Sound reports whether an item was parsed without a problem in its text.
func (f *File) Sound(it *Item) bool {
	n := sort.Search(len(f.Problems), func(n int) bool { return f.Problems[n].Offset >= it.Span.Start })
	for ; n < len(f.Problems) && f.Problems[n].Offset < it.Span.End; n++ {
		if !harmless[f.Problems[n].Rule] {
			return false
		}
	}
	return it.Closed
}

// EntryByKey returns the first entry with a key: in the same case if there is one, else ignoring case, as BibTeX
// compares keys; else the one with it in ids. It returns nil if there is none.
func (f *File) EntryByKey(key string) *Item {
	if i, ok := f.keys[key]; ok {
		return &f.Items[i]
	}
	low := strings.ToLower(key)
	i, ok := f.normalised[low]
	if j, lower := f.keys[low]; lower && (!ok || j < i) {
		i, ok = j, true
	}
	if !ok {
		return nil
	}
	return &f.Items[i]
}

func lineStarts(s string) []int {
	starts := make([]int, 1, 16+len(s)/40)
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\n':
			starts = append(starts, i+1)
		case '\r':
			if i+1 == len(s) || s[i+1] != '\n' {
				starts = append(starts, i+1)
			}
		}
	}
	return starts
}
