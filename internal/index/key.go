package index

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// foldVersion is the version of the normal form of titles. Keys of one version cannot be looked up in a segment
// of another, so it is part of the format.
const foldVersion = 1

// maxFolded bounds the bytes of a text that are folded; the rest is ignored, in records and queries alike.
const maxFolded = 1 << 14

// maxTokenBytes bounds a token; longer ones are cut.
const maxTokenBytes = 48

// folded is a text in the normal form used for look-ups: lower case, without marks, TeX and punctuation, split
// into tokens. text holds the tokens separated by single spaces; scripts without spaces have one token per
// character.
type folded struct {
	text   []byte
	ends   []int32 // end of each token in text
	breaks []int32 // number of tokens before each mark that may start a subtitle

	src   []byte // decomposed input
	math  bool
	solid bool // the last token is one character of a script without spaces
}

func (f *folded) token(i int) []byte {
	start := int32(0)
	if i > 0 {
		start = f.ends[i-1] + 1
	}
	return f.text[start:f.ends[i]]
}

func (f *folded) len() int { return len(f.ends) }

// upTo returns the text of the first n tokens.
func (f *folded) upTo(n int) []byte {
	if n <= 0 {
		return nil
	}
	return f.text[:f.ends[n-1]]
}

// fold replaces the content of f with the normal form of s.
func (f *folded) fold(s string) {
	f.text, f.ends, f.breaks = f.text[:0], f.ends[:0], f.breaks[:0]
	f.math, f.solid = false, false
	s = s[:min(len(s), maxFolded)]
	f.add(s)
	if len(f.ends) == 0 { // a title of symbols only is its own token
		if t := strings.Join(strings.Fields(strings.ToLower(s)), ""); t != "" {
			f.text = append(f.text, t[:min(len(t), maxTokenBytes)]...)
			f.ends = append(f.ends, int32(len(f.text)))
		}
	}
}

// add appends the tokens of s, as a new word.
func (f *folded) add(s string) {
	f.src = norm.NFKD.AppendString(f.src[:0], s)
	open := false // a token is being written
	for i := 0; i < len(f.src); {
		c := f.src[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(f.src[i:])
			open = f.rune(r, open)
			i += n
			continue
		}
		switch class := asciiClass[c]; class {
		case classLetter:
			open = f.byte(c, open)
			i++
		case classUpper:
			open = f.byte(c|0x20, open)
			i++
		case classSpace:
			open = f.end(open)
			i++
		case classJoin:
			i++
		default:
			i, open = f.mark(i, c, open)
		}
	}
	f.end(open)
}

const (
	classSpace  = iota // separates words
	classLetter        // letter or digit
	classUpper
	classJoin // dropped without separating
	classMark // handled by mark
)

var asciiClass = func() (t [128]uint8) {
	for c := byte('0'); c <= '9'; c++ {
		t[c] = classLetter
	}
	for c := byte('a'); c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classLetter, classUpper
	}
	for _, c := range "'`{}^" {
		t[c] = classJoin
	}
	for _, c := range "\\$_<&:?!.-;" {
		t[c] = classMark
	}
	return t
}()

// mark handles the ASCII characters that are more than a space.
func (f *folded) mark(i int, c byte, open bool) (int, bool) {
	switch c {
	case '\\':
		return f.command(i+1, open)
	case '$':
		f.math = !f.math
		return i + 1, open
	case '_':
		if f.math {
			return i + 1, open
		}
	case '<':
		if n := tagLength(f.src[i:]); n > 0 {
			return i + n, open
		}
	case '&':
		return f.ampersand(i, open)
	case ':', '?', '!', '.', '-', ';':
		f.end(open)
		spaced := i+1 < len(f.src) && f.src[i+1] == ' ' && (c != '-' || i > 0 && f.src[i-1] == ' ')
		if spaced || c == ':' || c == '-' && i > 0 && f.src[i-1] == '-' {
			f.subtitle()
		}
		return i + 1, false
	}
	return i + 1, f.end(open)
}

// subtitle records that a subtitle may start here.
func (f *folded) subtitle() {
	n := int32(len(f.ends))
	if n > 0 && (len(f.breaks) == 0 || f.breaks[len(f.breaks)-1] != n) && len(f.breaks) < 4 {
		f.breaks = append(f.breaks, n)
	}
}

// byte adds one ASCII letter or digit.
func (f *folded) byte(c byte, open bool) bool {
	if !open {
		f.begin()
	}
	f.text = append(f.text, c)
	return true
}

func (f *folded) begin() {
	if len(f.text) > 0 {
		f.text = append(f.text, ' ')
	}
}

// end closes an open token.
func (f *folded) end(open bool) bool {
	if !open {
		return false
	}
	start := int32(0)
	if n := len(f.ends); n > 0 {
		start = f.ends[n-1] + 1
	}
	if int(start)+maxTokenBytes < len(f.text) {
		cut := int(start) + maxTokenBytes
		for cut > int(start) && f.text[cut]&0xC0 == 0x80 { // do not split a character
			cut--
		}
		f.text = f.text[:cut]
	}
	f.ends = append(f.ends, int32(len(f.text)))
	f.solid = false
	return false
}

// foldRunes maps letters that cannot be decomposed to those with which they compare equal.
var foldRunes = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'ø': "o", 'Ø': "o", 'ł': "l", 'Ł': "l", 'đ': "d", 'Đ': "d", 'ð': "d", 'Ð': "d",
	'þ': "th", 'Þ': "th",
	'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'ı': "i", 'ħ': "h", 'Ħ': "h", 'ŋ': "n", 'Ŋ': "n", 'ς': "σ",
	'ɵ': "o", 'ə': "e",
}

// rune adds one character outside ASCII.
func (f *folded) rune(r rune, open bool) bool {
	switch {
	case dropped(r):
		return open
	case r == '–' || r == '—' || r == '―':
		f.end(open)
		f.subtitle()
		return false
	}
	if s, ok := foldRunes[r]; ok {
		if !open {
			f.begin()
		}
		f.text = append(f.text, s...)
		return true
	}
	if unicode.IsMark(r) { // a mark that belongs to its letter's script
		switch {
		case open:
			f.text = utf8.AppendRune(f.text, r)
		case f.solid:
			f.text = utf8.AppendRune(f.text, r)
			f.ends[len(f.ends)-1] = int32(len(f.text))
		}
		return open
	}
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return f.end(open)
	}
	if withoutSpaces(r) {
		f.end(open)
		f.begin()
		f.text = utf8.AppendRune(f.text, r)
		f.end(true)
		f.solid = true
		return false
	}
	if !open {
		f.begin()
	}
	f.text = utf8.AppendRune(f.text, unicode.ToLower(r))
	return true
}

// dropped reports whether a character is a mark that only decorates a letter, an apostrophe, or has no width.
func dropped(r rune) bool {
	switch {
	case r >= 0x0300 && r <= 0x036F, r >= 0x1AB0 && r <= 0x1AFF, r >= 0x1DC0 && r <= 0x1DFF, r >= 0x20D0 &&
		r <= 0x20FF, r >= 0xFE20 && r <= 0xFE2F:
		return true
	case r >= 0x0591 && r <= 0x05C7 && r != 0x05BE, r >= 0x064B && r <= 0x065F, r == 0x0670, r == 0x0640:
		return true
	case r == 0x00AD, r >= 0x200B && r <= 0x200F, r == 0x2060, r == 0xFEFF, r == 0xFFFD:
		return true
	case r == '’' || r == '‘' || r == 'ʹ' || r == 'ʼ' || r == '′':
		return true
	}
	return false
}

// withoutSpaces reports whether a script separates no words.
func withoutSpaces(r rune) bool {
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0x3400 && r <= 0x4DBF, r >= 0x20000 && r <= 0x3FFFF, r >= 0xF900 && r <= 0xFAFF:
		return true // Han
	case r >= 0x3040 && r <= 0x30FF, r >= 0x31F0 && r <= 0x31FF, r == 0x3005 || r == 0x3007:
		return true // Kana
	case r >= 0x0E00 && r <= 0x0EFF, r >= 0x1000 && r <= 0x109F, r >= 0x1780 && r <= 0x17FF, r >= 0x0F00 && r <= 0x0FFF:
		return true // Thai, Lao, Myanmar, Khmer, Tibetan
	}
	return false
}

// ampersand handles an entity, or "&" as a word.
func (f *folded) ampersand(i int, open bool) (int, bool) {
	rest := f.src[i:min(len(f.src), i+12)]
	if n := strings.IndexByte(string(rest), ';'); n > 1 {
		if text := html.UnescapeString(string(rest[:n+1])); text[0] != '&' || text == "&" {
			for _, r := range text {
				switch {
				case r == '&':
					open = f.word(open, "and")
				case r < utf8.RuneSelf && asciiClass[r] == classJoin:
				case r < utf8.RuneSelf && asciiClass[r] != classLetter && asciiClass[r] != classUpper:
					open = f.end(open)
				case r < utf8.RuneSelf:
					open = f.byte(byte(unicode.ToLower(r)), open)
				default:
					for _, d := range norm.NFKD.String(string(r)) {
						if d < utf8.RuneSelf && asciiClass[d] != classSpace {
							open = f.byte(byte(unicode.ToLower(d)), open)
						} else {
							open = f.rune(d, open)
						}
					}
				}
			}
			return i + n + 1, open
		}
	}
	return i + 1, f.word(open, "and")
}

// word adds a whole token.
func (f *folded) word(open bool, s string) bool {
	f.end(open)
	f.begin()
	f.text = append(f.text, s...)
	return f.end(true)
}

// tagLength returns the length of the markup tag at the start of b, or 0.
func tagLength(b []byte) int {
	i := 1
	if i < len(b) && b[i] == '/' {
		i++
	}
	start := i
	for i < len(b) && i < 40 &&
		(asciiClass[b[i]&0x7F] == classLetter || asciiClass[b[i]&0x7F] == classUpper || b[i] == ':') {
		i++
	}
	name := strings.ToLower(string(b[start:i]))
	if !strings.HasPrefix(name, "mml:") && !strings.HasPrefix(name, "jats:") && !markupTags[name] {
		return 0
	}
	for i < len(b) && i < 200 && b[i] != '>' && b[i] != '<' {
		i++
	}
	if i < len(b) && b[i] == '>' {
		return i + 1
	}
	return 0
}

var markupTags = words.Set(`
	i b sub sup em strong tt u inf scp sc p br span title italic bold ref tex math small font`)

// formatCommands are TeX commands that only change how text looks.
var formatCommands = words.Set(`
	textit textbf textsc textrm textsf texttt textsuperscript textsubscript text emph em it bf rm sc tt sf
	mathrm mathbf mathbb mathcal mathit mathsf mathfrak boldsymbol bm ensuremath mbox left right uppercase
	lowercase hbox operatorname bar hat tilde vec overline underline c v u H t d b r k widetilde widehat
	mathscr mathop displaystyle relax protect`)

// letterCommands are TeX commands for letters.
var letterCommands = map[string]string{
	"o": "o", "O": "o", "l": "l", "L": "l", "ss": "ss", "ae": "ae", "AE": "ae", "oe": "oe", "OE": "oe", "aa": "a",
	"AA": "a", "i": "i", "j": "j", "dj": "d", "DJ": "d", "th": "th",
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
	"theta": "θ", "vartheta": "θ",
	"iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
	"tau": "τ", "upsilon": "υ",
	"phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "γ", "Delta": "δ", "Theta": "θ",
	"Lambda": "λ", "Xi": "ξ", "Pi": "π",
	"Sigma": "σ", "Phi": "φ", "Psi": "ψ", "Omega": "ω", "ell": "l",
}

// command handles a TeX command whose backslash precedes i.
func (f *folded) command(i int, open bool) (int, bool) {
	j := i
	for j < len(f.src) && j < i+24 && f.src[j] < utf8.RuneSelf && f.src[j]|0x20 >= 'a' && f.src[j]|0x20 <= 'z' {
		j++
	}
	if j == i { // an accent (\'e) or an escaped character (\&)
		if i < len(f.src) && strings.IndexByte("'`\"^~=.-", f.src[i]) >= 0 {
			return i + 1, open
		}
		if i < len(f.src) && f.src[i] == '&' {
			return i + 1, f.word(open, "and")
		}
		return min(i+1, len(f.src)), f.end(open)
	}
	name := string(f.src[i:j])
	if s, ok := letterCommands[name]; ok {
		if !open {
			f.begin()
		}
		f.text = append(f.text, s...)
		for j < len(f.src) && f.src[j] == ' ' && !f.math && j == i+len(name) { // TeX skips the space after a command
			j++
		}
		return j, true
	}
	if formatCommands[name] {
		for j < len(f.src) && f.src[j] == ' ' {
			j++
		}
		return j, open
	}
	f.end(open)
	f.begin()
	f.text = append(f.text, strings.ToLower(name)...)
	return j, f.end(true)
}
