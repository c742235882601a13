package pdf

import "unicode"

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
