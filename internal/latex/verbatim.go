package latex

import "strings"

// Verbatim gives the text of an address or identifier that was written for
// LaTeX: escapes of single characters are undone, braces and \url go, and
// nothing else is changed: "--" stays, "~" stays.
func Verbatim(s string) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, "\\{}$") {
		return s
	}
	for _, pair := range tildes {
		s = strings.ReplaceAll(s, pair, "~")
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '{' || c == '}':
			i++
		case c == '\\' && i+1 < len(s) && !letter(s[i+1]):
			if s[i+1] != '/' && s[i+1] != '-' && s[i+1] != '\\' {
				b.WriteByte(s[i+1])
			}
			i += 2
		case c == '\\':
			name := commandName(s, i+1)
			i += 1 + len(name)
			if text, ok := symbols[name]; ok {
				b.WriteString(text)
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.TrimSpace(b.String())
}

// tildes are the ways to write a tilde in an address.
var tildes = []string{"{\\textasciitilde}", "\\textasciitilde{}", "\\textasciitilde ", "\\textasciitilde", "$\\sim$", "{$\\sim$}", "\\~{}", "{\\~{}}", "\\~{ }", "{\\~ }"}
