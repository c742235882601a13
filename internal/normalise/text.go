package normalise

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// textMax bounds how much of one field is normalised, in bytes. Longer text is cut: no title or name is that long.
const textMax = 4096

// letters maps letters without a decomposition to their plain form.
var letters = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'ø': "o", 'Ø': "o", 'ł': "l", 'Ł': "l", 'ı': "i", 'đ': "d", 'Đ': "d", 'ð': "d", 'Ð': "d",
	'þ': "th", 'Þ': "th", 'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'ħ': "h", 'Ħ': "h", 'ŋ': "ng", 'Ŋ': "ng",
	'×': "x", 'ŧ': "t", 'Ŧ': "t", 'ə': "e", 'Ə': "e", 'ƒ': "f", 'ȷ': "j", 'ɛ': "e", 'ɔ': "o",
}

// Text returns the comparison form of running text: TeX and HTML resolved, lower case, Latin letters without marks,
// ligatures as letters, punctuation as spaces, apostrophes removed, words separated by one space. Letters of other
// scripts stay. "&" becomes "and".
func Text(s string) string {
	s = Plain(clip(s))
	buf := make([]byte, 0, len(s)+8)
	if ascii(s) {
		for i := 0; i < len(s); i++ {
			buf = appendASCII(buf, s[i])
		}
		return string(bytes.TrimRight(buf, " "))
	}
	for _, r := range norm.NFKD.String(unsigned(s)) {
		buf = appendRune(buf, r)
	}
	buf = bytes.TrimRight(buf, " ")
	if !ascii(string(buf)) {
		return norm.NFC.String(string(buf))
	}
	return string(buf)
}

// unsigned removes trade mark signs, which NFKD would turn into letters.
func unsigned(s string) string {
	if strings.ContainsAny(s, "™℠") {
		s = strings.NewReplacer("™", " ", "℠", " ").Replace(s)
	}
	return s
}

func clip(s string) string {
	if len(s) <= textMax {
		return s
	}
	return strings.ToValidUTF8(s[:textMax], "")
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func appendASCII(buf []byte, c byte) []byte {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		return append(buf, c)
	case c >= 'A' && c <= 'Z':
		return append(buf, c|0x20)
	case c == '\'' || c == '`':
		return buf
	case c == '&':
		return append(appendSpace(buf), "and "...)
	case c == '+', c == '#':
		return append(buf, c)
	}
	return appendSpace(buf)
}

func appendSpace(buf []byte) []byte {
	if n := len(buf); n == 0 || buf[n-1] == ' ' {
		return buf
	}
	return append(buf, ' ')
}

func appendRune(buf []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		return appendASCII(buf, byte(r))
	}
	if plain, ok := letters[r]; ok {
		return append(buf, plain...)
	}
	switch {
	case isMark(r), apostrophe(r), ignorable(r):
		return buf
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mn, r), unicode.Is(unicode.Mc, r):
		return utf8.AppendRune(buf, unicode.ToLower(r))
	}
	return appendSpace(buf)
}

// isMark reports whether r is a combining mark that writers often omit: accents of Latin, Greek and Cyrillic letters,
// vowel signs of Arabic and Hebrew. Marks of Indic scripts and kana are letters and stay.
func isMark(r rune) bool {
	return r >= 0x0300 && r <= 0x036F || r >= 0x064B && r <= 0x065F || r == 0x0640 || r >= 0x0591 && r <= 0x05C7
}

func apostrophe(r rune) bool {
	switch r {
	case '’', '‘', 'ʼ', 'ʻ', 'ʹ', 'ʺ', '′', '＇', '´', 'ˊ', 'ʿ', 'ʾ':
		return true
	}
	return false
}

// ignorable reports whether r is invisible: soft hyphen, joiners, direction marks, variation selectors, byte order
// mark.
func ignorable(r rune) bool {
	return r == 0x00AD || r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x2064 ||
		r == 0xFEFF || r >= 0xFE00 && r <= 0xFE0F
}

// Squash removes the spaces of a normalised text, so that "pre training" and
// "pretraining", or a word broken at the end of a line, are equal.
func Squash(normalised string) string {
	return strings.ReplaceAll(normalised, " ", "")
}

// Subsequence reports whether the words or letters of short occur in long in the same order.
func Subsequence[T comparable](short, long []T) bool {
	i := 0
	for _, w := range long {
		if i < len(short) && short[i] == w {
			i++
		}
	}
	return i == len(short)
}

// Translit returns an additional key for a normalised text, in Latin letters, for a claim in one script and a record
// in another. It is never the only key: different words of one script can have the same transliteration.
func Translit(normalised string) string {
	if ascii(normalised) {
		return normalised
	}
	return Text(unidecode.Unidecode(normalised))
}

// digraphs replaces the spellings of writers without special letters.
var digraphs = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// Digraphs returns a key under which "mueller" and "muller", "soerensen" and "sorensen" are equal. Use it only if one
// of them had a mark, or for a variant that a person may check.
func Digraphs(normalised string) string { return digraphs.Replace(normalised) }

// sounds maps a Cyrillic letter to the Latin letters with which a name that begins with it may begin: "Хинтон" is
// Hinton, "Хуан" is Juan, "Кюри" is Curie.
var sounds = map[rune]string{
	'а': "aeu", 'б': "b", 'в': "vw", 'г': "gh", 'д': "djg", 'е': "eiyajh", 'ж': "jgz", 'з': "zs", 'и': "iyejh",
	'і': "iyejh", 'ї': "iyj", 'й': "yij", 'к': "kcqg", 'л': "l",
	'м': "m", 'н': "n", 'о': "oauh", 'п': "p", 'р': "r", 'с': "scz", 'т': "t", 'у': "uwoyh", 'ф': "fpv", 'х': "hkxj",
	'ц': "ctz", 'ч': "ct", 'ш': "sc", 'щ': "s", 'э': "eah", 'є': "eyj", 'ю': "uyji", 'я': "yji",
}

// SoundsLike reports whether a normalised Cyrillic name may be a rendering of a Latin one, judging by their first
// letters.
func SoundsLike(cyrillic, latin string) bool {
	r, _ := utf8.DecodeRuneInString(cyrillic)
	return latin != "" && strings.IndexByte(sounds[r], latin[0]) >= 0
}

// romanised merges the common romanisations of Slavic, Greek, Arabic and East Asian names: Aleksandr/Alexander,
// Yuri/Iurii, Sergey/Sergei, Mohammed/Muhammad.
var romanised = strings.NewReplacer(
	"tsch", "c", "shch", "s", "sch", "s", "tch", "c", "ch", "c", "sh", "s", "zh", "z", "kh", "h", "ph", "f",
	"ks", "x", "cs", "x",
	"iy", "i", "ij", "i", "yi", "i", "ey", "ei", "ay", "ai", "yu", "u", "iu", "u", "ju", "u", "ya", "a",
	"ia", "a", "ja", "a",
	"ye", "e", "ie", "e", "je", "e", "yo", "o", "io", "o", "jo", "o", "ou", "u", "oo", "u", "ee", "i",
	"dj", "j", "dzh", "j",
	"ck", "k", "cz", "c", "w", "v", "y", "i", "j", "i", "q", "k", "tz", "z", "ts", "z", "th", "t", "dh", "d",
	"gh", "g", "'", "",
)

// Romanised returns a rough key under which different romanisations of one name are equal. Equal keys make names
// similar, never identical.
func Romanised(normalised string) string {
	latin := Translit(normalised)
	if strings.HasSuffix(latin, "off") || strings.HasSuffix(latin, "eff") { // as German and French once wrote "-ov", "-ev"
		latin = latin[:len(latin)-2] + "v"
	}
	key := []byte(romanised.Replace(latin))
	return strings.TrimRight(string(slices.Compact(key)), "h") // doubled letters count once
}
