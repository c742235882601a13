package latex

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// Mask returns the source with the same length, in which comments, text left out by \iffalse, the contents of
// verbatim environments, and comments and commands printed by \verb and the like are blanked, so that nothing in them
// is taken for a command. Line ends stay.
func Mask(src string) string {
	if strings.IndexByte(src, '%') < 0 && !strings.Contains(src, "\\begin{") && !strings.Contains(src, "\\if") &&
		!strings.Contains(src, "\\verb") && !strings.Contains(src, "inline") {
		return src
	}
	out := []byte(src)
	endless := 0 // conditionals without an end
	for i := 0; i < len(out); i++ {
		switch out[i] {
		case '\\':
			if name := verbatimAt(src[i:]); name != "" {
				end := strings.Index(src[i:], "\\end{"+name+"}")
				if end < 0 {
					return string(out)
				}
				blankOut(out[i : i+end])
				i += end
			} else if n := inlineLength(src[i:]); n > 0 {
				if strings.ContainsAny(src[i+1:i+n], "\\%") {
					blankOut(out[i : i+n])
				}
				i += n - 1
			} else if n, dead := skippedLength(src[i:]); dead && n > 0 {
				blankOut(out[i : i+n])
				i += n - 1
			} else {
				if dead {
					if endless++; endless > maxEndless {
						return string(out)
					}
				}
				i++
			}
		case '%':
			end := i
			for end < len(out) && !isLineBreak(out[end]) {
				end++
			}
			blankOut(out[i:end])
			i = end - 1
		}
	}
	return string(out)
}

// maxEndless bounds the search for missing ends.
const maxEndless = 20

// skippedLength returns the length of the text at the start of a source that TeX leaves out: from \iffalse, or the
// common \if0, to the matching \fi or \else. The length is 0 if no end is found.
func skippedLength(s string) (length int, dead bool) {
	at := 0
	switch name := commandName(s, 1); {
	case name == "iffalse":
		at = len("\\iffalse")
	case name == "if" && strings.HasPrefix(s, "\\if0") && !strings.HasPrefix(s, "\\if00"):
		at = len("\\if0")
	default:
		return 0, false
	}
	depth := 1
	for at < len(s) {
		switch s[at] {
		case '%':
			for at < len(s) && s[at] != '\n' && s[at] != '\r' {
				at++
			}
			continue
		case '\\':
			name := commandName(s, at+1)
			at += 1 + len(name)
			switch {
			case name == "fi":
				depth--
			case name == "else" && depth == 1:
				depth--
			case strings.HasPrefix(name, "if") && !notConditional[name]:
				depth++
			}
			if depth == 0 {
				return at, true
			}
			continue
		}
		at++
	}
	return 0, true
}

// notConditional are commands that look like TeX conditionals but have no \fi.
var notConditional = words.Set(`
	iff ifthenelse ifblank ifstrempty ifstrequal ifdef ifundef ifcsdef ifdefempty ifdefstring iftoggle ifbool
	ifboolexpr ifnumequal ifnumcomp ifnumgreater ifnumless ifpackageloaded iffieldundef ifentrytype`)

// verbatimEnvironments print their source verbatim.
var verbatimEnvironments = []string{"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "alltt"}

func verbatimAt(s string) string {
	rest, ok := strings.CutPrefix(s, "\\begin{")
	if !ok {
		return ""
	}
	for _, name := range verbatimEnvironments {
		if strings.HasPrefix(rest, name+"}") {
			return name
		}
	}
	return ""
}

// maxInline bounds the search for the closing mark.
const maxInline = 4096

// inlineLength returns the length of a command at the start of a source that prints text verbatim up to a mark on the
// same line, such as \verb|x|; 0 for any other command.
func inlineLength(s string) int {
	s = s[:min(len(s), maxInline)]
	at := inlineMark(s)
	if at < 0 || at >= len(s) || s[at] == ' ' || isLineBreak(s[at]) || letter(s[at]) {
		return 0
	}
	braced, depth := s[at] == '{' && !strings.HasPrefix(s, "\\verb"), 0
	for i := at + 1; i < len(s) && !isLineBreak(s[i]); i++ {
		switch {
		case braced && s[i] == '{':
			depth++
		case braced && s[i] == '}' && depth > 0:
			depth--
		case braced && s[i] == '}' || !braced && s[i] == s[at]:
			return i + 1
		}
	}
	return 0
}

// inlineMark returns where the mark of such a command is, or a negative number for any other.
func inlineMark(s string) int {
	name := commandName(s, 1)
	at := 1 + len(name)
	switch name {
	case "verb":
		return at + len(s[at:]) - len(strings.TrimPrefix(s[at:], "*"))
	case "lstinline", "mintinline":
		if at < len(s) && s[at] == '[' {
			at = optionEnd(s, at)
		}
	default:
		return -1
	}
	if at < 0 || name == "lstinline" {
		return at
	}
	end := strings.IndexByte(s[at:], '}')
	if end < 0 || s[at] != '{' {
		return -1
	}
	return at + end + 1
}

func blankOut(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// linked returns the address of a link, its first argument, and the length of both arguments if the second is the
// link text.
func linked(s string) (address string, length int) {
	end := braced(s, "{}")
	text := strings.TrimLeft(s[end:], " ")
	n := braced(text, "{}0123456789")
	if end == 0 || n == 0 {
		return "", 0
	}
	return s[1 : end-1], len(s) - len(text) + n
}

// braced returns the length of a group at the start of s whose closing brace is the first of some characters, or 0.
func braced(s, ends string) int {
	if !strings.HasPrefix(s, "{") {
		return 0
	}
	end := 1 + strings.IndexAny(s[1:], ends)
	if end == 0 || s[end] != '}' {
		return 0
	}
	return end + 1
}

// Verbatim returns the text of an address or identifier that was written for LaTeX: escapes of single characters are
// undone, braces and \url are removed, and nothing else is changed: "--" and "~" stay.
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
			if address, n := linked(s[i:]); name == "href" && n > 0 {
				b.WriteString(Verbatim(address))
				i += n
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.TrimSpace(b.String())
}

// tildes are the ways to write a tilde in an address.
var tildes = []string{"{\\textasciitilde}", "\\textasciitilde{}", "\\textasciitilde ", "\\textasciitilde", "$\\sim$",
	"{$\\sim$}", "\\~{}", "{\\~{}}", "\\~{ }", "{\\~ }"}
