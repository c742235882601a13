package latex

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxDepth bounds how deeply nested arguments of commands are read; in deeper text the commands are not interpreted.
const maxDepth = 32

// Text returns LaTeX source as plain Unicode text in NFC: accents and symbols become characters; braces and markup
// commands are removed and the marked text stays; unknown commands are removed and their arguments stay; mathematics
// becomes its characters on one line; "--" and doubled quotes become dashes and quotation marks; runs of white space
// become one space.
func Text(s string) string { return Title(s, "") }

// Title returns LaTeX source as Text does, with gap in place of each unknown command that prints something: an
// author's own macro.
func Title(s, gap string) string {
	if !special(s) {
		return norm.NFC.String(strings.TrimSpace(s))
	}
	r := reader{s: s, gap: gap, out: make([]byte, 0, len(s)+8)}
	for r.i < len(r.s) {
		r.step()
	}
	return norm.NFC.String(string(collapse(r.out)))
}

// special reports whether a text contains anything that is special in LaTeX, or white space other than single spaces.
func special(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\', '{', '}', '$', '~', '\n', '\t', '\r', '\f', '\v':
			return true
		case '-', ' ', '`', '\'':
			if i+1 < len(s) && (s[i+1] == c || c == '`' && i > 0 && (s[i-1] == '?' || s[i-1] == '!')) {
				return true
			}
		}
	}
	return false
}

// reader converts a text into out from left to right.
type reader struct {
	s     string
	i     int
	out   []byte
	depth int
	math  bool
	gap   string // replaces what is not known
	lone  bool   // an unmatched dollar sign was found
}

func (r *reader) step() {
	s, i := r.s, r.i
	switch c := s[i]; c {
	case '\\':
		r.command()
	case '{', '}':
		r.i++
	case '$':
		r.dollar()
	case '~':
		r.emit(" ", 1)
	case '^', '_':
		if r.math && c == '^' {
			r.superscript()
		} else if r.math {
			r.i++
		} else {
			r.emit(s[i:i+1], 1)
		}
	case '-':
		switch {
		case !r.math && strings.HasPrefix(s[i:], "---"):
			r.emit("—", 3)
		case !r.math && strings.HasPrefix(s[i:], "--"):
			r.emit("–", 2)
		default:
			r.emit("-", 1)
		}
	case '`', '\'':
		r.quote(c)
	default:
		n := i + 1
		for n < len(s) && !stops[s[n]] {
			n++
		}
		r.emit(s[i:n], n-i)
	}
}

// superscript reads a superscript; a subscript after it is written first, as publishers do.
func (r *reader) superscript() {
	r.i++
	command := r.i+1 < len(r.s) && r.s[r.i] == '\\' && letter(r.s[r.i+1])
	above := r.operand()
	if command {
		r.i = skipSpace(r.s, r.i)
	}
	if r.i < len(r.s) && r.s[r.i] == '_' {
		r.i++
		r.out = append(r.out, r.operand()...)
	}
	r.out = append(r.out, above...)
}

// stops marks the bytes that step handles.
var stops = [256]bool{'\\': true, '{': true, '}': true, '$': true, '~': true, '^': true, '_': true, '-': true,
	'`': true, '\'': true}

func (r *reader) emit(text string, read int) {
	r.out = append(r.out, text...)
	r.i += read
}

// quote reads the ligatures of quotation marks and of inverted ! and ?.
func (r *reader) quote(c byte) {
	doubled := r.i+1 < len(r.s) && r.s[r.i+1] == c
	last := len(r.out) - 1
	switch {
	case doubled && c == '`':
		r.emit("“", 2)
	case doubled && !r.math:
		r.emit("”", 2)
	case c == '`' && last >= 0 && r.out[last] == '?' && r.i > 0 && r.s[r.i-1] == '?':
		r.out = r.out[:last]
		r.emit("¿", 1)
	case c == '`' && last >= 0 && r.out[last] == '!' && r.i > 0 && r.s[r.i-1] == '!':
		r.out = r.out[:last]
		r.emit("¡", 1)
	default:
		r.emit(string(c), 1)
	}
}

// dollar starts or ends mathematics; an unmatched dollar sign is literal.
func (r *reader) dollar() {
	n := 1
	if r.i+1 < len(r.s) && r.s[r.i+1] == '$' {
		n = 2
	}
	if !r.math && (r.lone || !hasDollar(r.s[r.i+n:])) {
		if r.lone = true; n == 1 {
			r.emit("$", 1)
			return
		}
	}
	r.math = !r.math
	r.i += n
}

// hasDollar reports whether s contains an unescaped dollar sign.
func hasDollar(s string) bool {
	for {
		n := strings.IndexByte(s, '$')
		if n < 0 {
			return false
		}
		if n == 0 || s[n-1] != '\\' {
			return true
		}
		s = s[n+1:]
	}
}

// collapse replaces each run of white space with one space and trims the ends.
func collapse(b []byte) []byte {
	out := b[:0]
	gap := false
	for _, c := range b {
		if c == ' ' || c >= '\t' && c <= '\r' {
			gap = len(out) > 0
			continue
		}
		if gap {
			out = append(out, ' ')
			gap = false
		}
		out = append(out, c)
	}
	return out
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isLineBreak(c byte) bool { return c == '\n' || c == '\r' || c == '\t' }
