package lint

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// verbatim matches commands whose argument LaTeX does not read as text.
var verbatim = lazy.Regexp(`\\(?:url|href|path|verb|nolinkurl|texttt|doi)\b|\\char|\\symbol|\\&`)

// entity matches an HTML entity or element.
var entity = lazy.Regexp(
	`&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5}|#x[0-9a-fA-F]{2,5});|</?(?:i|b|em|sub|sup|scp|inf|strong)>`)

// printed are the fields that styles print as LaTeX.
var printed = bibfield.With(bibfield.Printed)

// characters remarks on characters that mean something else in LaTeX, and on remains of HTML.
func (e *entry) characters() {
	for _, name := range printed {
		field, _ := e.bib.Field(e.it, name)
		span, text, ok := e.bib.Inside(field)
		if !ok {
			continue
		}
		if m := entity.FindString(text); m != "" {
			var edits []bibtex.Edit
			for _, at := range entity.FindAllStringIndex(text, -1) {
				if text[at[0]:at[1]] == "&amp;" && (at[0] == 0 || text[at[0]-1] != '\\') {
					edits = append(edits,
						bibtex.Edit{Span: bibtex.Span{Start: span.Start + at[0], End: span.Start + at[1]}, Text: `\&`})
				}
			}
			e.remark("html-entity", field, edits, "%s is HTML", quoted(m))
			continue
		}
		if list := bareCharacters(text); len(list) > 0 {
			edits := make([]bibtex.Edit, len(list))
			for i, at := range list {
				edits[i] = bibtex.Edit{Span: bibtex.Span{Start: span.Start + at, End: span.Start + at}, Text: `\`}
			}
			if verbatim.MatchString(text) || strings.Contains(text, "$") || strings.Contains(text, `\(`) {
				edits = nil
			}
			e.remark("unescaped-character", field, edits, "%c without a backslash in %s", text[list[0]], name)
		}
	}
}

// bareCharacters returns the offsets of &, %, # and _ outside mathematics without a backslash.
func bareCharacters(text string) []int {
	var list []int
	math := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i+1 < len(text) && (text[i+1] == '(' || text[i+1] == ')') {
				math = text[i+1] == '('
			}
			i++
		case '$':
			math = !math
		case '&', '%', '#', '_':
			if !math {
				list = append(list, i)
			}
		}
	}
	if verbatim.MatchString(text) && strings.Contains(text, `\url`) {
		return nil
	}
	return list
}

var andBetween = lazy.Regexp(`(?i)\sand\s`)

// names remarks on lists of names that BibTeX would read as one name.
func (e *entry) names() {
	for _, role := range []bibfield.Role{bibfield.Author, bibfield.Editor} {
		field, _ := e.field(role)
		if field == nil {
			continue
		}
		name := e.bib.FieldName(field)
		span, text, ok := e.bib.Inside(field)
		if !ok {
			continue
		}
		if at := bibtex.EtAl(text); at > 0 {
			edit := bibtex.Edit{Span: bibtex.Span{Start: span.Start + at, End: span.Start + len(text)}, Text: " and others"}
			e.remark("et-al-in-list", field, []bibtex.Edit{edit}, "%s ends with %q", name,
				strings.Trim(latex.Text(text[at:]), " ,"))
			continue
		}
		outside := withoutGroups(text)
		if andBetween.MatchString(outside) {
			continue
		}
		commas, semicolons := strings.Count(outside, ","), strings.Count(outside, ";")
		if commas > 3 || semicolons > 0 && !strings.Contains(outside, "&") {
			e.remark("names-separated", field, nil, "the names of %s have no \"and\" between them", name)
		}
	}
}

// withoutGroups returns a text without its groups in braces, which BibTeX reads as one unit.
func withoutGroups(text string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
			continue
		case '{':
			depth++
		case '}':
			depth = max(0, depth-1)
		default:
			if depth == 0 {
				b.WriteByte(text[i])
			}
		}
	}
	return b.String()
}

// capitals remarks on titles entirely in capitals.
func (e *entry) capitals(field *bibtex.Field, text string) {
	upper, words := 0, 0
	for _, word := range strings.Fields(latex.Text(text)) {
		letters := strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) || unicode.IsLower(r) {
				return r
			}
			return -1
		}, word)
		if len([]rune(letters)) < 2 {
			continue
		}
		if words++; letters == strings.ToUpper(letters) {
			upper++
		}
	}
	if words >= 4 && upper == words {
		e.remark("title-capitals", field, nil, "%s", quoted(latex.Text(text)))
	}
}
