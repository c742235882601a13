package fold

import (
	"html"
	"strings"
	"unicode/utf8"
)

// accents maps a TeX accent command to the combining mark that follows the
// letter in Unicode.
var accents = map[byte]rune{
	'\'': 0x301, '`': 0x300, '^': 0x302, '"': 0x308, '~': 0x303, '=': 0x304, '.': 0x307,
	'u': 0x306, 'v': 0x30C, 'H': 0x30B, 'c': 0x327, 'd': 0x323, 'b': 0x331, 'k': 0x328, 'r': 0x30A, 't': 0x361,
}

// symbols are TeX commands that stand for text.
var symbols = map[string]string{
	"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "i", "j": "j", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
	"dh": "ð", "th": "þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
	"eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
	"sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "γ", "Delta": "δ", "Theta": "θ",
	"Lambda": "λ", "Xi": "ξ", "Pi": "π", "Sigma": "σ", "Phi": "φ", "Psi": "ψ", "Omega": "ω", "ell": "l", "infty": "∞", "textendash": "-", "textemdash": "-",
	"textquoteright": "'", "textquoteleft": "'", "LaTeX": "LaTeX", "TeX": "TeX", "textregistered": " ", "texttrademark": " ", "times": " x ", "to": " ",
}

// Plain resolves TeX commands, TeX accents, braces, dollar signs, HTML tags
// and HTML entities into plain Unicode text. Text without them is returned as
// it is.
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

// command resolves the TeX command whose name starts at s[i] and gives the
// position behind it.
func command(out []byte, s string, i int) ([]byte, int) {
	if i >= len(s) {
		return out, i
	}
	c := s[i]
	if !letter(c) {
		if mark, ok := accents[c]; ok {
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
	if text, ok := symbols[name]; ok {
		if j < len(s) && s[j] == ' ' {
			j++
		}
		return append(out, text...), j
	}
	if text, n := gluedSymbol(name); n > 0 {
		return append(out, text...), i + n
	}
	if mark, ok := accents[name[0]]; ok && len(name) == 1 && j < len(s) && (s[j] == ' ' || s[j] == '{') {
		return accented(out, s, j, mark)
	}
	if j < len(s) && s[j] == ' ' {
		j++
	}
	return out, j
}

// gluedSymbol reads a symbol to whose name a word with a capital was glued, as
// indexes do that take dollar signs away: "\\inftyBench".
func gluedSymbol(name string) (text string, length int) {
	for n := 2; n < len(name); n++ {
		if name[n] >= 'A' && name[n] <= 'Z' && symbols[name[:n]] != "" {
			return symbols[name[:n]], n
		}
	}
	return "", 0
}

// accented puts the letter that follows at s[i], in braces or not, dotless or
// not, and then the combining mark.
func accented(out []byte, s string, i int, mark rune) ([]byte, int) {
	for i < len(s) && (s[i] == '{' || s[i] == ' ') {
		i++
	}
	if i < len(s) && s[i] == '\\' { // \'{\i}
		j := i + 1
		for j < len(s) && letter(s[j]) {
			j++
		}
		if text, ok := symbols[s[i+1:j]]; ok {
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
