package pdf

import "unicode"

// A font without a table of characters may leave the numbers of its glyphs in place of
// characters. In most TrueType fonts these are those of ASCII less 29. Any other numbers
// read as no language does.

const (
	glyphShift = 29
	// leastLetters is how many letters of ASCII tell how a page reads.
	leastLetters = 200 // case: TestGarbled
	// Of the letters of texts in languages with the Latin alphabet more than half are
	// usual ones; of other letters in their place about a fifth.
	readable = 0.45 // case: TestGarbled
	garbled  = 0.25 // case: TestGarbled
)

// usual are the most frequent letters of languages with the Latin alphabet.
var usual = [0x80]bool{'e': true, 'a': true, 'i': true, 'n': true, 't': true, 'o': true, 'r': true, 's': true}

// usualShare returns the share of usual letters among those of ASCII, and how many these
// are; 0 where most of the text is beyond ASCII.
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

// unshift makes characters of the numbers of glyphs, and reports whether the text of a page
// reads as nothing all the same.
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
