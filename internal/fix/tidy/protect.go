package tidy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
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
	capitals := 0
	for _, w := range words {
		if innerCapital(w) {
			capitals++
		}
	}
	return len(words) > 2 && 2*capitals > len(words)
}

// innerCapital reports whether a word has a capital after its first letter.
func innerCapital(word string) bool {
	_, first := utf8.DecodeRuneInString(word)
	return strings.IndexFunc(word[first:], unicode.IsUpper) >= 0
}

// protected returns the edits of a text that starts at an offset. Words in braces,
// in formulas, and joined to a brace or a command are left alone.
func protected(text string, offset int) (edits []bibtex.Edit) {
	depth, formula := 0, false
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\\':
			i = afterCommand(text, i)
			for i < len(text) && wordAt(text[i:]) > 0 { // word joined to a brace or command
				i += wordAt(text[i:])
			}
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == '$':
			formula = !formula
		default:
			n := wordEnd(text[i:])
			if n == 0 {
				break
			}
			word := text[i : i+n]
			joined := i > 0 && strings.IndexByte(`{}\$`, text[i-1]) >= 0 || i+n < len(text) &&
				strings.IndexByte(`{}\$`, text[i+n]) >= 0
			if depth == 0 && !formula && !joined && innerCapital(word) {
				edits = append(edits,
					bibtex.Edit{Span: bibtex.Span{Start: offset + i, End: offset + i + n}, Text: "{" + word + "}"})
			}
			i += n
			continue
		}
		i++
	}
	return edits
}

// afterCommand returns where a command that starts at i ends.
func afterCommand(text string, i int) int {
	end := i + 1
	for end < len(text) && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
		end++
	}
	if end == i+1 {
		end++
	}
	return min(end, len(text))
}

// wordEnd returns the length of the word at the start of a text.
func wordEnd(text string) int {
	n := 0
	for n < len(text) && wordAt(text[n:]) > 0 {
		n += wordAt(text[n:])
	}
	return n
}

// wordAt returns the length of the letter or digit at the start of a text, or 0.
func wordAt(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
		return 0
	}
	return size
}
