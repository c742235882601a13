package latex

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxDepth bounds how deep arguments of commands are read inside each other;
// what is deeper loses only its commands' meaning.
const maxDepth = 32

// Text returns LaTeX source as plain Unicode text in NFC: accents and symbols
// become characters; braces and markup commands go and what they mark stays;
// unknown commands go and their arguments stay; mathematics becomes its
// characters on one line; "--" and doubled quotes become dashes and quotation
// marks; runs of white space become one space.
func Text(s string) string { return Title(s, "") }

// Title returns LaTeX source as Text does, with gap in place of each command that is not
// known and prints something: a macro of the author's own.
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

// special reports whether a text has anything that has a meaning in LaTeX, or
// white space that is not single spaces.
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

// reader turns a text into out from left to right.
type reader struct {
	s     string
	i     int
	out   []byte
	depth int
	math  bool
	gap   string // in place of what is not known
	lone  bool   // a dollar sign that no other closes was met
}

// step reads one character, ligature or command.
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

// superscript reads a superscript; a subscript after it is written first, as publishers
// write the two.
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

// stops marks the bytes that step looks at.
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

// dollar starts or ends mathematics; one that nothing closes is itself.
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

// hasDollar reports a dollar sign that is not escaped.
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

// collapse makes one space of each run of white space and drops it at the ends.
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
