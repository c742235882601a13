package latex

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

func (r *reader) command() {
	name := commandName(r.s, r.i+1)
	at := r.i
	r.i += 1 + len(name)
	word := name != "" && letter(name[0])
	if word {
		r.i = skipSpace(r.s, r.i)
	}
	switch mark, accent := accents[name]; {
	case name == "":
		if r.i == len(r.s) {
			r.out = append(r.out, '\\')
		}
	case accent:
		r.accent(name, mark)
	case name == "(" || name == "[":
		r.math = true
	case name == ")" || name == "]":
		r.math = false
	case operators[name]:
		r.out = append(r.out, name...)
		if r.i < len(r.s) && letter(r.s[r.i]) {
			r.out = append(r.out, ' ')
		}
	case r.listed(name):
	case !word: // an escaped character that needs no escape
		r.out = append(r.out, name...)
	case len(name) == 2 && accents[name[:1]] != 0 && name[1] < 'a': // "\vZ": the space is missing
		r.i = at + 2
		r.accent(name[:1], accents[name[:1]])
	default:
		r.unknown(name)
	}
}

// unknown skips a command that no table lists. Marked text is kept; if the command marks nothing, has an option or
// combines two arguments, what it prints is not known.
func (r *reader) unknown(name string) {
	before := r.i
	r.option()
	if next := r.i; r.gap != "" && !joined[name] && next < len(r.s) && r.s[next] == '{' {
		for r.i < len(r.s) && r.s[r.i] == '{' {
			r.i = min(groupEnd(r.s, r.i)+1, len(r.s))
		}
		if groupEnd(r.s, next)+1 >= r.i {
			r.i = next // a single group
		}
	}
	marks := r.i < len(r.s) && r.s[r.i] == '{' && !strings.HasPrefix(r.s[r.i:], "{}")
	if r.gap != "" && (r.i > before || !marks) && !declarations[name] && !strings.HasSuffix(string(r.out), r.gap) {
		r.out = append(r.out, r.gap...)
	}
}

// joined are commands that print their arguments one after another.
var joined = map[string]bool{"SI": true, "qty": true}

// conditional reads \ifmmode … \else … \fi.
func (r *reader) conditional() {
	rest := r.s[r.i:]
	end := strings.Index(rest, `\fi`)
	if end < 0 {
		return
	}
	inMath, inText, _ := strings.Cut(rest[:end], `\else`)
	r.i += end + len(`\fi`)
	if !r.math {
		inMath = inText
	}
	if r.depth < maxDepth {
		r.out = append(r.out, r.text(inMath)...)
	}
}

// exponent matches a number with an exponent, as siunitx writes it.
var exponent = lazy.Regexp(`^([\d.]*)[eE](-?\d+)$`)

// number reads the argument of \num: "e6" is a power of ten.
func (r *reader) number() {
	text := r.text(r.argument())
	if m := exponent.FindStringSubmatch(text); m != nil {
		if text = "10" + m[2]; m[1] != "" {
			text = m[1] + "×" + text
		}
	}
	r.out = append(r.out, text...)
}

// listed reads a command if one of the tables lists it, and reports whether it did.
func (r *reader) listed(name string) bool {
	if text, ok := symbols[name]; ok {
		r.out = append(r.out, text...)
	} else if text := upright(name); text != "" {
		r.out = append(r.out, text...)
	} else if how, ok := uses[name]; ok {
		r.arguments(how)
	} else if form, ok := templates[name]; ok {
		r.template(form)
	} else if measures[name] {
		r.measure(name)
	} else if size := rules[name]; size != nil {
		r.rule(size)
	} else {
		return false
	}
	return true
}

// upright returns the mathematical symbol for a command that prints it in text, "\textbeta", "\texttimes", "\upbeta";
// "" for any other command.
func upright(name string) string {
	rest, ok := strings.CutPrefix(name, "text")
	if !ok {
		rest, ok = strings.CutPrefix(name, "up")
	}
	sign, _ := utf8.DecodeRuneInString(symbols[rest])
	if !ok || !unicode.Is(unicode.Greek, sign) && !unicode.Is(unicode.Sm, sign) {
		return ""
	}
	return symbols[rest]
}

// commandName returns the name of the command whose backslash precedes i: a run of letters, or one character.
func commandName(s string, i int) string {
	n := i
	for n < len(s) && letter(s[n]) {
		n++
	}
	if n == i && n < len(s) {
		_, size := utf8.DecodeRuneInString(s[i:])
		n += size
	}
	return s[i:n]
}

// commands returns the name of each command of a source, and the offset where the name ends.
func commands(src string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := 0; ; {
			n := strings.IndexByte(src[i:], '\\')
			if n < 0 {
				return
			}
			name := commandName(src, i+n+1)
			if i += n + 1 + len(name); !yield(name, i) {
				return
			}
		}
	}
}

// accent reads what an accent is placed on: a group, a command, or one character, and puts the mark after its first
// letter.
func (r *reader) accent(name string, mark rune) {
	over := r.operand()
	base, size := utf8.DecodeRuneInString(over)
	switch {
	case size == 0 || base == ' ':
		if name == "~" || name == "^" { // \~{} in addresses
			r.out = append(r.out, name...)
		}
		r.out = append(r.out, over...)
		return
	case base == 'ı':
		base = 'i'
	case base == 'ȷ':
		base = 'j'
	}
	r.out = utf8.AppendRune(r.out, base)
	rest := over[size:]
	for rest != "" { // marks that the letter already has
		m, n := utf8.DecodeRuneInString(rest)
		if m < 0x300 || m > 0x36f {
			break
		}
		r.out = append(r.out, rest[:n]...)
		rest = rest[n:]
	}
	r.out = utf8.AppendRune(r.out, mark)
	r.out = append(r.out, rest...)
}

// operand reads the next token as text: a group, a command or one character.
func (r *reader) operand() string {
	r.i = skipSpace(r.s, r.i)
	if r.i >= len(r.s) {
		return ""
	}
	switch r.s[r.i] {
	case '{':
		return r.text(r.argument())
	case '}':
		return ""
	case '\\':
		if r.depth >= maxDepth {
			return ""
		}
		end := r.i + 1 + len(commandName(r.s, r.i+1))
		if name := r.s[r.i+1 : end]; accents[name] == 0 {
			text := r.text(r.s[r.i:end])
			r.i = end
			return text
		}
		sub := reader{s: r.s, i: r.i, depth: r.depth + 1, math: r.math, gap: r.gap}
		sub.command()
		r.i = sub.i
		return string(sub.out)
	}
	_, size := utf8.DecodeRuneInString(r.s[r.i:])
	r.i += size
	return r.s[r.i-size : r.i]
}

func (r *reader) text(s string) string {
	if r.depth >= maxDepth || !special(s) && !r.math {
		return strings.Trim(s, "{}")
	}
	sub := reader{s: s, depth: r.depth + 1, math: r.math, gap: r.gap}
	for sub.i < len(sub.s) {
		sub.step()
	}
	return string(sub.out)
}

// argument reads a group and returns its contents, or "" if there is no group. A group that is not closed ends with
// the text.
func (r *reader) argument() string {
	r.i = skipSpace(r.s, r.i)
	if r.i >= len(r.s) || r.s[r.i] != '{' {
		return ""
	}
	end := groupEnd(r.s, r.i)
	inside := r.s[r.i+1 : end]
	r.i = min(end+1, len(r.s))
	return inside
}

// groupEnd returns the offset of the brace that closes the one at i, or the length of s if there is none. Escaped
// braces do not count.
func groupEnd(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

func (r *reader) option() {
	if r.i >= len(r.s) || r.s[r.i] != '[' {
		return
	}
	window := r.s[r.i:min(len(r.s), r.i+200)]
	if end := strings.IndexByte(window, ']'); end > 0 && end+1 < len(window) && window[end+1] == '{' {
		r.i += end + 1
	}
}

func (r *reader) arguments(how use) {
	if r.i < len(r.s) && r.s[r.i] == '*' {
		r.i++
	}
	r.option()
	switch how {
	case drop1:
		r.argument()
	case mathematics:
		was := r.math
		r.math = true
		text := r.text(r.argument())
		r.math = was
		r.out = append(r.out, text...)
	case number:
		r.number()
	case conditional:
		r.conditional()
	case environment:
		for range environments[strings.TrimSuffix(r.argument(), "*")] {
			r.option()
			r.argument()
		}
	case drop2:
		r.argument()
		r.argument()
	case second:
		if r.argument(); r.depth < maxDepth {
			r.out = append(r.out, r.text(r.argument())...)
		}
	case middle:
		r.middle()
	case first:
		text := r.text(r.argument())
		r.argument()
		r.out = append(r.out, text...)
	case verbatim:
		r.out = append(r.out, Verbatim(r.argument())...)
	case quoted:
		r.out = append(r.out, "“"+r.text(r.argument())+"”"...)
	case fraction:
		over := r.operand()
		r.out = append(r.out, over+"/"+r.operand()...)
	case charNumber:
		r.char()
	}
}

// middle keeps the second of three arguments, as the macros do that sort "{\van{Gemund}{Van}{van}} Gemund" under the
// family name. With fewer arguments it is another command, whose arguments are kept.
func (r *reader) middle() {
	if r.depth >= maxDepth {
		return
	}
	at := r.i
	r.argument()
	printed := r.argument()
	if at == r.i || r.i >= len(r.s) || r.s[r.i] != '{' {
		r.i = at
		return
	}
	r.argument()
	r.out = append(r.out, r.text(printed)...)
}

// measures are TeX commands that take a number or a length without braces.
var measures = words.Set(`
	penalty hskip vskip mskip kern mkern spaceskip xspaceskip parskip parindent baselineskip spacefactor`)

// length matches what follows them: "0", "1em plus 0.5em minus 0.4em".
var length = lazy.Regexp(
	`^\s*=?\s*-?(?:\d+(?:\.\d*)?|\.\d+)(?:\s*(?:pt|em|ex|mm|cm|in|sp|bp|pc|dd|cc|mu)\b)?(?:\s*(?:plus|minus)\s*-?(?:\d+(?:\.\d*)?|\.\d+)\s*(?:pt|em|ex|mm|cm|in|sp|bp|pc|dd|cc|mu|fil{1,3}))*\s?`)

// measure skips the number or length after a command; a skip is a space in the text.
func (r *reader) measure(name string) {
	const longest = 100
	n := len(length.FindString(r.s[r.i:min(len(r.s), r.i+longest)]))
	if name == "hskip" {
		r.out = append(r.out, ' ')
	}
	r.i += n
}

// dash is what styles print in place of the names of the previous entry.
const dash = "———"

// rules maps commands that draw a rule, or a box that contains one, to a pattern for what follows them; its first
// group is the width.
var rules = map[string]*lazy.Pattern{
	"vrule": ruleSize, "hrule": ruleSize,
	"hbox": lazy.Regexp(`^\s*(?:to|spread)\s*\d*\.?\d+\s*(?:pt|em|ex|mm|cm|in)`),
	"rule": lazy.Regexp(`^\s*(?:\[[^\[\]]{0,20}\])?\s*\{\s*(\d*\.?\d+)\s*(pt|em|ex|mm|cm|in)\s*\}\s*\{[^{}]{0,20}\}`),
}

var ruleSize = lazy.Regexp(
	`^(?:\s*(?:(?:height|depth)\s*-?\d*\.?\d+\s*(?:pt|em|ex|mm|cm|in)|width\s*(\d*\.?\d+)\s*(pt|em|ex|mm|cm|in)))+`)

// ems maps units of length to their size in ems.
var ems = map[string]float64{"pt": 0.1, "em": 1, "ex": 0.45, "mm": 0.28, "cm": 2.8, "in": 7.2}

// rule skips the size of a rule; a long rule replaces names, as styles of mathematical journals draw it.
func (r *reader) rule(size *lazy.Pattern) {
	const longest, least = 200, 1.2
	rest := r.s[r.i:min(len(r.s), r.i+longest)]
	m := size.FindStringSubmatchIndex(rest)
	if m == nil {
		return
	}
	r.i += m[1]
	if len(m) < 6 || m[2] < 0 {
		return
	}
	if width, err := strconv.ParseFloat(rest[m[2]:m[3]], 64); err == nil && width*ems[rest[m[4]:m[5]]] >= least {
		r.out = append(r.out, dash...)
	}
}

// char reads a code point: decimal, 'octal or "hexadecimal.
func (r *reader) char() {
	rest := strings.TrimPrefix(r.s[r.i:], "{")
	base, digits := 10, "0123456789"
	switch {
	case strings.HasPrefix(rest, "\""):
		base, digits, rest = 16, "0123456789ABCDEFabcdef", rest[1:]
	case strings.HasPrefix(rest, "'"):
		base, digits, rest = 8, "01234567", rest[1:]
	}
	n := 0
	for n < len(rest) && n < 6 && strings.IndexByte(digits, rest[n]) >= 0 {
		n++
	}
	if code, err := strconv.ParseUint(rest[:n], base, 32); err == nil && code >= ' ' && utf8.ValidRune(rune(code)) {
		r.out = utf8.AppendRune(r.out, rune(code))
		r.i = len(r.s) - len(rest) + n
	}
}
