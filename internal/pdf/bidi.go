package pdf

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// rightToLeft reports whether more letters of a page run from right to left than not.
func (l *layout) rightToLeft() bool {
	balance := 0
	for i := range l.glyphs {
		if r := l.glyphs[i].r; rightLetter(r) {
			balance++
		} else if classOf(r) == bidi.L {
			balance--
		}
	}
	return balance > 0
}

func classOf(r rune) bidi.Class {
	if r < 0x590 { // all there is on most pages
		if r >= '0' && r <= '9' {
			return bidi.EN
		}
		if r|0x20 >= 'a' && r|0x20 <= 'z' || r >= 0xC0 {
			return bidi.L
		}
		return bidi.ON
	}
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// mirror turns a page whose text runs from right to left into one that runs from left to right, so that the rest of
// the code reads it like any page. Files and the library store the letters of such text in either order; only where
// they are drawn is certain. Spaces are detected by gaps alone.
func (l *layout) mirror() {
	g := l.glyphs
	for i := range g {
		g[i].x0, g[i].x1, g[i].space = -g[i].x1, -g[i].x0, false
	}
	for start := 0; start < len(g); {
		end := start + 1
		for end < len(g) && abs(g[end].base-g[start].base) < baseShift*max(g[end].size, g[start].size) {
			end++
		}
		slices.SortStableFunc(g[start:end], func(a, b glyph) int {
			return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.x1, b.x1))
		})
		start = end
	}
	for i := 1; i < len(g); i++ { // lam and alef are drawn as one
		if g[i].r == 'ل' && strings.ContainsRune("اأإآٱ", g[i-1].r) && g[i].x0 == g[i-1].x0 && g[i].x1 == g[i-1].x1 {
			g[i].r, g[i-1].r = g[i-1].r, g[i].r
		}
	}
	l.mirrored = true
}

// mirrorOf maps brackets to those that a right-to-left line shows in their place.
var mirrorOf = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»',
	'»': '«'}

// logical puts the characters of a line, read from right to left, into reading order: words in Latin letters and
// numbers run the other way. (Unicode Standard Annex 9, in reverse, for one level.)
func logical(line []rune) {
	if !slices.ContainsFunc(line, fromRight) { // a line in another script on such a page
		slices.Reverse(line)
		return
	}
	for start := 0; start < len(line); {
		end := start
		for end < len(line) && !rightLetter(line[end]) {
			end++
		}
		turnBetween(line[start:end])
		start = end + 1
	}
	if turned(line) {
		for i, r := range line {
			if m, ok := mirrorOf[r]; ok {
				line[i] = m
			}
		}
	}
}

// turnBetween reverses the text between letters of such a script: from the first to the last letter or number if
// there are letters, otherwise each number.
func turnBetween(part []rune) {
	runs := func(r rune) bool { return classOf(r) == bidi.L || digit(r) }
	first := slices.IndexFunc(part, runs)
	if first < 0 {
		return
	}
	if slices.ContainsFunc(part, func(r rune) bool { return classOf(r) == bidi.L }) {
		last := len(part)
		for !runs(part[last-1]) {
			last--
		}
		slices.Reverse(part[first:last])
		return
	}
	for start := first; start < len(part); {
		end := start
		for i := start; i < len(part) && (i == end || joinsDigits(part, i)); i++ {
			if digit(part[i]) {
				end = i + 1
			}
		}
		slices.Reverse(part[start:end])
		start = max(end, start+1)
	}
}

func rightLetter(r rune) bool {
	class := classOf(r)
	return class == bidi.R || class == bidi.AL
}

// fromRight reports whether r is a letter or digit of a script that runs from right to left.
func fromRight(r rune) bool { return rightLetter(r) || r > 0x590 && digit(r) }

// joinsDigits reports whether a digit follows a mark that occurs inside numbers.
func joinsDigits(line []rune, i int) bool {
	return i >= 2 && strings.ContainsRune(".,:/٫٬", line[i-1]) && digit(line[i-2])
}

func digit(r rune) bool { class := classOf(r); return class == bidi.EN || class == bidi.AN }

// turned reports whether the brackets of a line close before they open. Some files state which bracket is meant,
// others which one is drawn.
func turned(line []rune) bool {
	depth := 0
	for _, r := range line {
		switch r {
		case '(', '[', '{', '«':
			depth++
		case ')', ']', '}', '»':
			depth--
		default:
			continue
		}
		return depth < 0
	}
	return false
}
