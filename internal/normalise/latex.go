package normalise

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/latex"
)

// symbols maps the TeX commands whose text is compared as something other than what they print: a letter under an
// accent keeps its dot, a sign between words separates them, a trade mark says nothing.
var symbols = map[string]string{
	"i": "i", "j": "j", "imath": "i", "jmath": "j", "ell": "l", "times": " x ", "to": " ", "textregistered": " ",
	"texttrademark": " ",
}

// symbol returns the text of a TeX command for comparison.
func symbol(name string) (text string, ok bool) {
	if text, ok = symbols[name]; ok {
		return text, true
	}
	return latex.Symbol(name)
}

// Plain resolves TeX commands, TeX accents, braces, dollar signs, HTML tags and HTML entities into plain Unicode
// text. Text without them is returned unchanged.
func Plain(s string) string {
	if strings.IndexByte(s, '&') >= 0 && strings.IndexByte(s, ';') >= 0 {
		s = html.UnescapeString(s)
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = dropTags(s)
	}
	if !strings.ContainsAny(s, "\\{}$~") {
		return s
	}
	return resolveTeX(s)
}

// dropTags removes what looks like an HTML or MathML tag; "a < b" stays.
func dropTags(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] == '<' && i+1 < len(s) && (s[i+1] == '/' || s[i+1]|0x20 >= 'a' && s[i+1]|0x20 <= 'z') {
			if end := strings.IndexByte(s[i:min(len(s), i+200)], '>'); end > 0 {
				i += end + 1
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

func resolveTeX(s string) string {
	out := make([]byte, 0, len(s))
	math := false
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '\\':
			out, i = command(out, s, i+1)
		case '{', '}':
			i++
		case '$':
			math = !math
			i++
		case '~':
			out = append(out, ' ')
			i++
		case '^', '_':
			if !math {
				out = append(out, c)
			}
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return string(out)
}

// command resolves the TeX command whose name starts at s[i] and returns the position after it.
func command(out []byte, s string, i int) ([]byte, int) {
	if i >= len(s) {
		return out, i
	}
	c := s[i]
	if !letter(c) {
		if mark := latex.Accent(s[i : i+1]); mark != 0 {
			return accented(out, s, i+1, mark)
		}
		switch c {
		case '&', '%', '#', '_', '$', '{', '}':
			return append(out, c), i + 1
		case '-', '/', ',', '!', '(', ')', '[', ']':
			return out, i + 1
		}
		return append(out, ' '), i + 1
	}
	j := i
	for j < len(s) && letter(s[j]) {
		j++
	}
	name := s[i:j]
	if text, ok := symbol(name); ok {
		if j < len(s) && s[j] == ' ' {
			j++
		}
		return append(out, text...), j
	}
	if text, n := gluedSymbol(name); n > 0 {
		return append(out, text...), i + n
	}
	if mark := latex.Accent(name); mark != 0 && len(name) == 1 && j < len(s) && (s[j] == ' ' || s[j] == '{') {
		return accented(out, s, j, mark)
	}
	if j < len(s) && s[j] == ' ' {
		j++
	}
	return out, j
}

// gluedSymbol reads a symbol whose name runs into a capitalised word, as happens in indexes that remove dollar signs:
// "\\inftyBench".
func gluedSymbol(name string) (text string, length int) {
	for n := 2; n < len(name); n++ {
		if name[n] < 'A' || name[n] > 'Z' {
			continue
		}
		if text, ok := symbol(name[:n]); ok && text != "" {
			return text, n
		}
	}
	return "", 0
}

// accented appends the letter at s[i], in braces or not, dotless or not, followed by the combining mark.
func accented(out []byte, s string, i int, mark rune) ([]byte, int) {
	for i < len(s) && (s[i] == '{' || s[i] == ' ') {
		i++
	}
	if i < len(s) && s[i] == '\\' { // \'{\i}
		j := i + 1
		for j < len(s) && letter(s[j]) {
			j++
		}
		if text, ok := symbol(s[i+1 : j]); ok {
			return utf8.AppendRune(append(out, text...), mark), j
		}
		return out, i + 1
	}
	if i >= len(s) {
		return out, i
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return utf8.AppendRune(append(out, s[i:i+n]...), mark), i + n
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
