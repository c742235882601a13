package tidy

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// titles are the fields that styles print in lower case.
var titles = bibfield.Named(bibfield.Title, bibfield.Subtitle)

// protect puts braces around words of titles with capitals inside.
func (t *tidier) protect(string) (int, error) {
	return t.eachSound(only(titles...), func(it *bibtex.Item) (edits []bibtex.Edit) {
		for _, name := range titles {
			field, _ := t.f.Field(it, name)
			if field == nil || inCapitals(t.f.Expand(field.Value)) {
				continue
			}
			for _, p := range field.Value.Pieces {
				if span, ok := p.Inside(); ok {
					edits = append(edits, protected(t.f.Text(span), span.Start)...)
				}
			}
		}
		return edits
	})
}

// inCapitals reports whether a title is entirely or mostly in capitals: then they tell nothing.
func inCapitals(title string) bool {
	words := strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return len(words) > 2 && 2*lists.Count(words, entry.CapitalInside) > len(words)
}

// titleToken matches a command with the word joined to it, a sign of TeX, or a word.
var titleToken = lazy.Regexp(`(?s)\\(?:[A-Za-z]+|.)?[\pL\p{Nd}\pM]*|[{}$]|[\pL\p{Nd}\pM]+`)

// protected returns the edits of a text that starts at an offset. Words in braces,
// in formulas, and joined to a brace or a command are left alone.
func protected(text string, offset int) (edits []bibtex.Edit) {
	depth, formula := 0, false
	for _, at := range titleToken.FindAllStringIndex(text, -1) {
		beside := text[max(at[0]-1, 0):at[0]] + text[at[1]:min(at[1]+1, len(text))]
		switch token := text[at[0]:at[1]]; {
		case token == "{":
			depth++
		case token == "}":
			depth--
		case token == "$":
			formula = !formula
		case depth != 0 || formula || token[0] == '\\' || strings.ContainsAny(beside, `{}\$`) || !entry.CapitalInside(token):
		default:
			edits = append(edits,
				bibtex.Edit{Span: bibtex.Span{Start: offset + at[0], End: offset + at[1]}, Text: "{" + token + "}"})
		}
	}
	return edits
}
