package refstring

import (
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters is a text reduced to its lower-case letters and digits without
// accents, with the byte at which each stood.
type letters struct {
	runes []rune
	at    []int // byte offset of each
}

// maxLetters bounds the work of finding one text in another.
const maxLetters = 3000

// reduce gives the letters of a text.
func reduce(s string) letters {
	l := letters{runes: make([]rune, 0, len(s)), at: make([]int, 0, len(s))}
	for i, r := range s {
		if len(l.runes) >= maxLetters {
			break
		}
		if r < 0x80 {
			if r >= 'A' && r <= 'Z' {
				r |= 0x20
			}
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				l.runes, l.at = append(l.runes, r), append(l.at, i)
			}
			continue
		}
		if r == '\u00ad' || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		for _, d := range norm.NFKD.String(string(r)) {
			if unicode.IsLetter(d) || unicode.IsDigit(d) {
				l.runes, l.at = append(l.runes, unicode.ToLower(d)), append(l.at, i)
			}
		}
	}
	return l
}

// approximate finds where a pattern stands in a text with the fewest insertions,
// deletions and replacements (the algorithm of Sellers, 1980). It gives the
// letters of the text that are matched, half open, and the number of edits.
func approximate(text, pattern []rune) (from, to, edits int) {
	m := len(pattern)
	cost, start := make([]int, m+1), make([]int, m+1)
	for j := range cost {
		cost[j] = j
	}
	edits = m
	for i, r := range text {
		diagonal, diagonalStart := cost[0], start[0]
		start[0] = i + 1
		cost[0] = 0
		for j := 1; j <= m; j++ {
			c, s := diagonal, diagonalStart
			if r != pattern[j-1] {
				c++
			}
			if j == 1 { // a match begins at this letter
				s = i
			}
			diagonal, diagonalStart = cost[j], start[j]
			if cost[j]+1 < c { // a letter of the text too many
				c, s = cost[j]+1, start[j]
			}
			if cost[j-1]+1 < c { // a letter of the pattern is missing
				c, s = cost[j-1]+1, start[j-1]
			}
			cost[j], start[j] = c, s
		}
		if cost[m] < edits {
			from, to, edits = start[m], i+1, cost[m]
		}
	}
	return from, to, edits
}
