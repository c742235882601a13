package reading

import (
	"bytes"
	_ "embed" // the table of letters
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/unicode/norm"
)

// guess returns a text that is not UTF-8 and names no encoding, decoded with the encoding in which it reads best, and
// the name of that encoding. Letters that the two best encodings read differently become U+FFFD if neither is clearly
// better: they are unknown and judge no one.
func guess(src []byte) (text []byte, from string) {
	if decoded, name, ok := guessWide(src); ok {
		return decoded, name
	}
	best, second := guessNarrow(src)
	switch {
	case best.cost > unreadable*float64(best.letters):
		return gaps(src, nil, nil), "ASCII alone, since no encoding gives words: letters outside it are not compared"
	case second.name != "" && second.cost-best.cost < clearlyBetter:
		return gaps(src, best.table, second.table), best.name + " or " + second.name +
			": letters in which these differ are not compared"
	}
	decoded, err := best.table.NewDecoder().Bytes(src)
	if err != nil {
		return bytes.ToValidUTF8(src, []byte("\uFFFD")), "damaged UTF-8"
	}
	return decoded, best.name
}

// The bounds of a guess, in bits.
const (
	unreadable    = 24 // per letter: not in any language's words
	clearlyBetter = 5  // in total: the odds are one to 32
)

// gaps decodes a text with an encoding, with U+FFFD for bytes that another one reads differently, or for all outside
// ASCII if there is no other.
func gaps(src []byte, a, b *charmap.Charmap) []byte {
	out := make([]byte, 0, len(src)+64)
	for _, c := range src {
		r := rune(c)
		if c >= utf8.RuneSelf {
			if r = unicode.ReplacementChar; a != nil && a.DecodeByte(c) == b.DecodeByte(c) {
				r = a.DecodeByte(c)
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// wide are the encodings with several bytes per letter, with the minimum share of usual letters in texts in them. If
// several fit, the one that exceeds its share most is used.
var wide = []struct {
	name  string
	least float64
	usual func(r rune) bool
}{
	{"shift_jis", .12, kana}, {"euc-jp", .12, kana},
	{"gb18030", .2, func(r rune) bool { return strings.ContainsRune(usualSimplified, r) }},
	{"big5", .2, func(r rune) bool { return strings.ContainsRune(usualTraditional, r) }},
	{"euc-kr", .7, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }},
}

// wideLeast is the number of East Asian letters required to recognise an encoding.
const wideLeast = 4

func kana(r rune) bool { return r >= 0x3041 && r <= 0x30fe }

// The characters most used in Chinese texts, including reference lists.
const (
	usualSimplified = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理" +
		"起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反明看原利比或但质气第向道命此变条只没结解问意建月公无系" +
		"情者最立代想已通并提直题程展五果料象员位入常文总次品式活设及管特件长求基资边流路级少图山统接知较将组见计别角期根论运指研究刊报版编辑卷页王李张刘陈杨赵黄周吴北京上海"
	usualTraditional = "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理" +
		"起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反明看原利比或但質氣第向道命此變條只沒結解問意建月公無系" +
		"情者最立代想已通並提直題程展五果料象員位入常文總次品式活設及管特件長求基資邊流路級少圖山統接知較將組見計別角期根論運指研究刊報版編輯卷頁王李張劉陳楊趙黃周吳台北臺灣"
)

// guessWide decodes a text in an East Asian encoding.
func guessWide(src []byte) (text []byte, from string, ok bool) {
	most := 1.0
	for _, w := range wide {
		enc, err := htmlindex.Get(w.name)
		if err != nil {
			continue
		}
		decoded, err := enc.NewDecoder().Bytes(src)
		if err != nil {
			continue
		}
		letters, usual := 0, 0
		runes := []rune(string(bytes.TrimSuffix(decoded, []byte("\uFFFD")))) // the last may be truncated
		wideAt := func(i int) bool { return i >= 0 && i < len(runes) && runes[i] >= utf8.RuneSelf }
		for i, r := range runes {
			switch {
			case r == unicode.ReplacementChar:
				letters += len(src)
			case r >= utf8.RuneSelf && unicode.IsLetter(r):
				if letters++; w.usual(r) && (wideAt(i-1) || wideAt(i+1)) { // words of one letter are coincidence
					usual++
				}
			}
		}
		if letters < wideLeast {
			continue
		}
		if share := float64(usual) / float64(letters) / w.least; share >= most {
			text, from, ok, most = decoded, w.name, true, share
		}
	}
	return text, from, ok
}

// switched is how ISO-2022-JP, which is pure ASCII, switches to Japanese.
var switched = [][]byte{[]byte("\x1b$B"), []byte("\x1b$@")}

func sevenBit(src []byte) (text []byte, ok bool) {
	if !bytes.Contains(src, switched[0]) && !bytes.Contains(src, switched[1]) {
		return nil, false
	}
	decoded, err := japanese.ISO2022JP.NewDecoder().Bytes(src)
	return decoded, err == nil && !bytes.ContainsRune(decoded, unicode.ReplacementChar)
}

// narrow are the encodings with one byte per letter, with how rare they are, in bits.
var narrow = []struct {
	name  string
	table *charmap.Charmap
	rare  float64
}{
	{"Latin-1", charmap.Windows1252, 0}, {"windows-1250", charmap.Windows1250, 4}, {"iso-8859-2", charmap.ISO8859_2, 5},
	{"windows-1254", charmap.Windows1254, 6}, {"windows-1257", charmap.Windows1257, 7},
	{"macintosh", charmap.Macintosh, 6},
	{"cp850", charmap.CodePage850, 9}, {"cp852", charmap.CodePage852, 10}, {"windows-1251", charmap.Windows1251, 4},
	{"koi8-u", charmap.KOI8U, 6}, {"iso-8859-5", charmap.ISO8859_5, 9}, {"cp866", charmap.CodePage866, 7},
	{"x-mac-cyrillic", charmap.MacintoshCyrillic, 9}, {"windows-1253", charmap.Windows1253, 6},
	{"iso-8859-7", charmap.ISO8859_7, 7},
}

// narrowReading is the cost of a text in an encoding.
type narrowReading struct {
	name    string
	table   *charmap.Charmap
	cost    float64 // in bits
	letters int     // outside ASCII
}

const letterMost = 20_000

// guessNarrow returns the encoding in which a text reads best, and the best one that reads some of its bytes
// differently.
func guessNarrow(src []byte) (best, second narrowReading) {
	var seen [256]bool
	for _, c := range src {
		seen[c] = true
	}
	all := make([]narrowReading, len(narrow))
	for i, n := range narrow {
		all[i] = narrowReading{name: n.name, table: n.table, cost: n.rare}
		all[i].read(src)
		if i == 0 || all[i].cost < best.cost {
			best = all[i]
		}
	}
	for _, r := range all {
		if differ(&seen, r.table, best.table) && (second.table == nil || r.cost < second.cost) {
			second = r
		}
	}
	return best, second
}

// differ reports whether two encodings read one of the bytes differently.
func differ(seen *[256]bool, a, b *charmap.Charmap) bool {
	for c := utf8.RuneSelf; c < len(seen); c++ {
		if seen[c] && a.DecodeByte(byte(c)) != b.DecodeByte(byte(c)) {
			return true
		}
	}
	return false
}

// read adds up the cost of the letters outside ASCII.
func (n *narrowReading) read(src []byte) {
	at := func(i int) rune {
		if i < 0 || i >= len(src) {
			return ' '
		}
		return n.table.DecodeByte(src[i])
	}
	for i, c := range src {
		if c < utf8.RuneSelf {
			continue
		}
		if n.letters++; n.letters > letterMost {
			return
		}
		n.cost += letterCost(at(i), at(i-1), at(i+1))
	}
}

// The costs of unlikely characters, in bits.
const (
	rare      = 30 // a letter that no name has
	control   = 60 // neither a letter nor a mark
	withinSym = 32 // a sign inside a word
	alone     = 12 // a sign of its own
	quotation = 6
	otherCase = 12 // a capital after a small letter
	twoScript = 18 // two scripts in one word
)

// signCost returns the cost of a sign that is not a letter between two others.
func signCost(r, before, after rune) float64 {
	left, right := unicode.IsLetter(before), unicode.IsLetter(after)
	switch {
	case strings.ContainsRune("–—", r), strings.ContainsRune("«»“”‘’…\u00a0", r) && !(left && right):
		return quotation
	case strings.ContainsRune("„‚¿¡", r) && !left, strings.ContainsRune("§°№·", r) && !left && !right:
		return quotation
	case r == '’': // D’Souza, Hilbert’s
		if unicode.IsUpper(after) || after == 's' {
			return quotation
		}
		return alone
	case left || right:
		return withinSym
	}
	return alone
}

// letterCost returns how unlikely a letter is between two others, in bits.
func letterCost(r, before, after rune) float64 {
	switch {
	case r == unicode.ReplacementChar, unicode.IsControl(r):
		return control
	case !unicode.IsLetter(r):
		return signCost(r, before, after)
	}
	var bits float64
	if unicode.IsUpper(r) && unicode.IsLower(before) {
		bits += otherCase
	}
	if script := frequencies()[unicode.ToLower(r)]; script > 0 {
		if latin(before) || latin(after) {
			bits += twoScript
		}
		return bits + script
	}
	if l, ok := latinLetters()[r]; ok {
		return bits + l.bits + l.before[class(before)] + l.after[class(after)]
	}
	return bits + rare
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) }

// byFrequency lists the letters of scripts written without accents, most frequent first.
var byFrequency = []string{"оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфіїєґўёъђјљњћџѓѕќ", "αοιετσνηυρπκμλςωδγχθφβάέίόήύώξζψϊΐϋΰ"}

// frequencies returns the cost of the letters of these scripts in bits.
var frequencies = sync.OnceValue(func() map[rune]float64 {
	m := map[rune]float64{}
	for _, letters := range byFrequency {
		for i, r := range []rune(letters) {
			m[r] = 5 + float64(i)/3
		}
	}
	return m
})

// latinLetter is how rare a letter is, and its neighbours before and after it, in bits.
type latinLetter struct {
	bits          float64
	before, after [27]float64
}

//go:embed letters.txt
var letterTable string

var latinLetters = sync.OnceValue(func() map[rune]latinLetter {
	m := map[rune]latinLetter{}
	for line := range strings.Lines(letterTable) {
		f := strings.Fields(line)
		if len(f) != 4 || len(f[2]) != 27 || len(f[3]) != 27 {
			continue
		}
		var l latinLetter
		for _, digit := range f[1] {
			l.bits = 10*l.bits + float64(digit-'0')
		}
		for i := range 27 {
			l.before[i], l.after[i] = float64(f[2][i]-'0'), float64(f[3][i]-'0')
		}
		r, _ := utf8.DecodeRuneInString(f[0])
		m[r] = l
	}
	return m
})

// class returns the place of a letter in the rows of the table: 0 for anything else, then a to z, with or without
// marks.
func class(r rune) int {
	if r >= utf8.RuneSelf {
		for _, base := range norm.NFD.String(string(r)) {
			r = base
			break
		}
	}
	if r |= 0x20; r >= 'a' && r <= 'z' {
		return int(r-'a') + 1
	}
	return 0
}
