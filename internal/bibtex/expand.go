package bibtex

import (
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// maxMacro bounds the text that macros bring into one value, so that definitions built on each other cannot grow
// without end. No journal or publisher name is that long.
const maxMacro = 4 << 10

// maxMacros bounds the total text of all macros that consist of several pieces.
const maxMacros = 64 << 20

// definition is the text of one @string and where it was given.
type definition struct {
	offset int
	text   string
}

// macros holds the definitions of each name, in lower case, in file order.
type macros map[string][]definition

// Macros maps names in lower case to definitions that apply to more than one file.
type Macros map[string]string

var stringItem = lazy.Regexp(`(?i)@\s*string\b`)

// Define adds the definitions of a source; if a name is defined several times, the first definition is kept.
func (m Macros) Define(src []byte) {
	if !stringItem.MatchString(string(src)) {
		return
	}
	f := ParseWith(src, m)
	for name, defs := range f.macros {
		if _, has := m[name]; !has {
			m[strings.Clone(name)] = strings.Clone(defs[len(defs)-1].text)
		}
	}
}

// months are the macros that every style defines.
var months = map[string]string{
	"jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
	"jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
}

// define reads the macros of a file in order, as BibTeX does, and reports those that are used but never defined.
func (f *File) define(uses []Span) {
	f.macros = macros{}
	made := 0
	for i := range f.Items {
		if f.Items[i].Kind != String {
			continue
		}
		for j := range f.Items[i].Fields {
			field := &f.Items[i].Fields[j]
			name := f.FieldName(field)
			text := f.Expand(field.Value)
			if len(field.Value.Pieces) > 1 {
				if made += len(text); made > maxMacros {
					text = ""
				}
			}
			f.macros[name] = append(f.macros[name], definition{field.Name.Start, text})
		}
	}
	for _, use := range uses {
		name := f.Text(use)
		if _, ok := f.macro(name, use.Start); !ok {
			f.problem("undefined-macro", use.Start, "the macro %s is not defined", quote(name))
		}
	}
}

// macro returns the last definition of a macro before an offset, or its first definition if it is only defined later.
func (f *File) macro(name string, offset int) (string, bool) {
	name = strings.ToLower(name)
	defs := f.macros[name]
	before := sort.Search(len(defs), func(i int) bool { return defs[i].offset >= offset })
	switch {
	case before > 0:
		return defs[before-1].text, true
	case months[name] != "":
		return months[name], true
	case len(defs) > 0:
		return defs[0].text, true
	}
	text, ok := f.known[name]
	return text, ok
}

// Known reports whether every macro of a value is defined. The meaning of an undefined macro cannot be told from its
// name.
func (f *File) Known(v Value) bool {
	for _, piece := range v.Pieces {
		if piece.Kind == Macro {
			if _, ok := f.macro(f.Text(piece.Span), piece.Span.Start); !ok {
				return false
			}
		}
	}
	return true
}

// Expand returns the text of a value: delimiters dropped, macros replaced (the months by their English names), pieces
// joined. A macro that is never defined is replaced by its own name. TeX commands and braces inside are kept.
func (f *File) Expand(v Value) string {
	if len(v.Pieces) == 1 {
		return f.operand(v.Pieces[0])
	}
	var b strings.Builder
	brought := 0
	for _, piece := range v.Pieces {
		text := f.operand(piece)
		if piece.Kind == Macro {
			if brought += len(text); brought > maxMacro {
				continue
			}
		}
		b.WriteString(text)
	}
	return b.String()
}

func (f *File) operand(piece Piece) string {
	text := f.Text(piece.Span)
	switch piece.Kind {
	case Braced, Quoted:
		text = text[1:]
		if !piece.Open {
			text = text[:len(text)-1]
		}
	case Macro:
		if def, ok := f.macro(text, piece.Span.Start); ok {
			return def
		}
	}
	return text
}
