package pdf

import "unicode"

// texEncoding is the way in which the fonts of a document made by TeX encode their characters.
type texEncoding uint8

const (
	unknownEncoding texEncoding = iota
	ot1                         // Knuth's own
	t1                          // Cork
)

// texCodes holds the characters that the TeX encodings have where ASCII has control characters, and those that Cork
// has beyond ASCII.
var texCodes = map[texEncoding]map[rune]rune{
	ot1: {0x0B: 'ﬀ', 0x0C: 'ﬁ', 0x0D: 'ﬂ', 0x0E: 'ﬃ', 0x0F: 'ﬄ', 0x10: 'ı', 0x12: '`', 0x13: '´', 0x14: 'ˇ', 0x15: '˘',
		0x16: '¯', 0x17: '˚', 0x18: '¸', 0x19: 'ß', 0x1A: 'æ', 0x1B: 'œ', 0x1C: 'ø', 0x1D: 'Æ', 0x1E: 'Œ', 0x1F: 'Ø'},
	t1: {0x0D: '‚', 0x0E: '‹', 0x0F: '›', 0x10: '“', 0x11: '”', 0x12: '„', 0x13: '«', 0x14: '»', 0x15: '–', 0x16: '—',
		0x19: 'ı', 0x1B: 'ﬀ', 0x1C: 'ﬁ', 0x1D: 'ﬂ', 0x1E: 'ﬃ', 0x1F: 'ﬄ', 0xD7: 'Œ', 0xDF: 'ẞ', 0xF7: 'œ', 0xFF: 'ß'},
}

func init() {
	for i, r := range []rune("ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£") {
		texCodes[t1][rune(0x80+i)] = r
	}
}

// texVotes counts the evidence for either encoding.
type texVotes struct{ ot1, t1 int }

// add counts the evidence on a page: ligatures inside words, dashes between numbers.
func (v *texVotes) add(text []rune) {
	for i := 1; i+1 < len(text); i++ {
		u, before, after := text[i], text[i-1], text[i+1]
		letters := unicode.IsLetter(before) && unicode.IsLetter(after)
		numbers := unicode.IsDigit(before) && unicode.IsDigit(after)
		switch {
		case letters && u >= 0x0B && u <= 0x0F, numbers && u == '{':
			v.ot1++
		case letters && u >= 0x1B && u <= 0x1F, numbers && u == 0x15:
			v.t1++
		}
	}
}

func (v texVotes) encoding() texEncoding {
	switch {
	case v.t1 > v.ot1:
		return t1
	case v.ot1 > v.t1:
		return ot1
	}
	return unknownEncoding
}

// recode replaces codes by the characters that they stand for in an encoding. Only fonts without a name, such as
// TeX's bitmap fonts, leave codes unexplained; nameless reports their characters. Codes that formulas also use are
// replaced only next to a letter or digit; so are Cork's quotes, dashes and first accented letters, which occur
// nowhere else.
func recode(text []rune, enc texEncoding, nameless func(i int) bool) {
	codes := texCodes[enc]
	if codes == nil {
		return
	}
	for i := range text {
		if to, ok := meaning(text, i, enc, codes); ok && nameless(i) {
			text[i] = to
		}
	}
}

// meaning returns the character for the code at a place in an encoding.
func meaning(text []rune, i int, enc texEncoding, codes map[rune]rune) (rune, bool) {
	u := text[i]
	if enc == ot1 && u == '{' && i > 0 && i+1 < len(text) && unicode.IsDigit(text[i-1]) && unicode.IsDigit(text[i+1]) {
		return '–', true
	}
	to, ok := codes[u]
	switch {
	case !ok, u == '\r' && i+1 < len(text) && text[i+1] == '\n':
		return 0, false
	case inWord(text, i-1), inWord(text, i+1):
		return to, true
	}
	return to, enc == t1 && (u >= 0x10 && u <= 0x16 || u >= 0x80 && u <= 0x9F)
}

func inWord(text []rune, i int) bool {
	return i >= 0 && i < len(text) && (unicode.IsLetter(text[i]) || unicode.IsDigit(text[i]))
}

// A font without a character table may yield glyph numbers in place of characters. In most TrueType fonts these are
// ASCII codes minus 29. Other numbers do not read like any language.

const (
	glyphShift = 29
	// leastLetters is the minimum number of ASCII letters that show how a page reads.
	leastLetters = 200 // case: TestGarbled
	// In texts in languages with the Latin alphabet, more than half of the letters are usual ones; of other letters
	// in their place, about a fifth.
	readable = 0.45 // case: TestGarbled
	garbled  = 0.25 // case: TestGarbled
)

// usual are the most frequent letters of languages with the Latin alphabet.
var usual = [0x80]bool{'e': true, 'a': true, 'i': true, 'n': true, 't': true, 'o': true, 'r': true, 's': true}

// usualShare returns the share of usual letters among ASCII letters, and the number of these; 0 if most of the text
// is beyond ASCII.
func usualShare(text []rune, shift rune) (share float64, letters int) {
	frequent, others := 0, 0
	for _, u := range text {
		switch u = unicode.ToLower(u + shift); {
		case u >= 'a' && u <= 'z':
			letters++
			if usual[u] {
				frequent++
			}
		case u >= 0x80:
			others++
		}
	}
	if letters < leastLetters || others > letters {
		return 0, 0
	}
	return float64(frequent) / float64(letters), letters
}

// unshift turns glyph numbers into characters, and reports whether the text of a page is still unreadable.
func unshift(text []rune) (unreadable bool) {
	share, letters := usualShare(text, 0)
	if letters == 0 || share >= garbled {
		return false
	}
	if share, _ := usualShare(text, glyphShift); share < readable {
		return true
	}
	for i, u := range text {
		if u > 0 && u < 0x80-glyphShift {
			text[i] = u + glyphShift
		}
	}
	return false
}
