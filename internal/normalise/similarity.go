package normalise

import (
	"strings"
	"unicode/utf8"
)

// Distance returns the Levenshtein distance of two texts in characters, computed with Myers' bit-parallel algorithm
// (J. ACM 46 (1999) 395, blocks after Hyyrö).
func Distance(a, b string) int {
	if a == b {
		return 0
	}
	x, y := symbols8(a, b)
	if len(x) > len(y) {
		x, y = y, x
	}
	for len(x) > 0 && x[0] == y[0] { // shared ends change nothing
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	switch {
	case len(x) == 0:
		return len(y)
	case len(x) <= 64:
		return myers64(x, y)
	}
	return myersBlocks(x, y)
}

// symbols8 returns both texts as bytes so that equal characters are equal bytes. More than 255 different characters
// share the last value, which can only make texts with many scripts look more similar.
func symbols8(a, b string) ([]byte, []byte) {
	if ascii(a) && ascii(b) {
		return []byte(a), []byte(b)
	}
	ids := make(map[rune]byte, 64)
	code := func(s string) []byte {
		out := make([]byte, 0, utf8.RuneCountInString(s))
		for _, r := range s {
			id, ok := ids[r]
			if !ok {
				id = byte(min(len(ids), 255))
				ids[r] = id
			}
			out = append(out, id)
		}
		return out
	}
	return code(a), code(b)
}

func myers64(x, y []byte) int {
	var peq [256]uint64
	for i, c := range x {
		peq[c] |= 1 << i
	}
	pv, mv := ^uint64(0), uint64(0)
	score, last := len(x), uint64(1)<<(len(x)-1)
	for _, c := range y {
		eq := peq[c]
		xv := eq | mv
		xh := (((eq & pv) + pv) ^ pv) | eq
		ph := mv | ^(xh | pv)
		mh := pv & xh
		if ph&last != 0 {
			score++
		}
		if mh&last != 0 {
			score--
		}
		ph = ph<<1 | 1
		mh <<= 1
		pv = mh | ^(xv | ph)
		mv = ph & xv
	}
	return score
}

func myersBlocks(x, y []byte) int {
	blocks := (len(x) + 63) / 64
	peq := make([]uint64, 256*blocks)
	for i, c := range x {
		peq[int(c)*blocks+i/64] |= 1 << (i % 64)
	}
	pv, mv := make([]uint64, blocks), make([]uint64, blocks)
	for i := range pv {
		pv[i] = ^uint64(0)
	}
	score, last := len(x), uint64(1)<<((len(x)-1)%64)
	for _, c := range y {
		row := peq[int(c)*blocks : int(c)*blocks+blocks]
		carryP, carryM := uint64(1), uint64(0)
		for k := range row {
			eq := row[k]
			xv := eq | mv[k]
			eq |= carryM
			xh := (((eq & pv[k]) + pv[k]) ^ pv[k]) | eq
			ph := mv[k] | ^(xh | pv[k])
			mh := pv[k] & xh
			if k == blocks-1 {
				if ph&last != 0 {
					score++
				}
				if mh&last != 0 {
					score--
				}
			}
			nextP, nextM := ph>>63, mh>>63
			ph = ph<<1 | carryP
			mh = mh<<1 | carryM
			pv[k] = mh | ^(xv | ph)
			mv[k] = ph & xv
			carryP, carryM = nextP, nextM
		}
	}
	return score
}

// Similarity returns max(0, (1 - lev(a,b)/max(|a|,|b|)) * 100) of two normalised texts: CiteCheck's title similarity.
func Similarity(a, b string) float64 {
	n := max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if n == 0 {
		return 0
	}
	return max(0, (1-float64(Distance(a, b))/float64(n))*100)
}

// Jaccard returns |A∩B| / |A∪B| of two bags of words, or 0 if both are empty.
func Jaccard(a, b []string) float64 {
	common := Shared(a, b)
	if union := len(a) + len(b) - common; union > 0 {
		return float64(common) / float64(union)
	}
	return 0
}

// Overlap returns |A∩B| / max(|A|, |B|) * 100 of two bags of words: CiteCheck's word overlap.
func Overlap(a, b []string) float64 {
	if n := max(len(a), len(b)); n > 0 {
		return float64(Shared(a, b)) / float64(n) * 100
	}
	return 0
}

// Shared returns the number of words of a that b also has, counted as often as both have them.
func Shared(a, b []string) int {
	counts := make(map[string]int, len(a))
	for _, w := range a {
		counts[w]++
	}
	n := 0
	for _, w := range b {
		if counts[w] > 0 {
			counts[w]--
			n++
		}
	}
	return n
}

// OneSlip reports whether two words differ by one inserted, dropped, replaced or swapped letter.
func OneSlip(a, b string) bool {
	if a == b {
		return false
	}
	switch Distance(a, b) {
	case 1:
		return true
	case 2:
		return transposed([]rune(a), []rune(b))
	}
	return false
}

func transposed(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if i+1 >= len(a) || a[i] != b[i+1] || a[i+1] != b[i] {
		return false
	}
	return string(a[i+2:]) == string(b[i+2:])
}

// ligatures are letters that fonts draw as one glyph, and that the text of a PDF loses if the font does not say what
// the glyph means. The longest come first.
var ligatures = []string{"ffi", "ffl", "ff", "fi", "fl", "tt", "ti", "ft"}

// LostLigatures reports whether a word or squashed text is another one with some of its ligatures missing: "tting"
// for "fitting", "grith" for "griffith".
func LostLigatures(damaged, whole string) bool {
	lost := len(whole) - len(damaged)
	return lost >= 2 && len(damaged) >= 3 && lost <= len(whole)/2 && lostFrom(damaged, whole)
}

// lostFrom tries to omit a ligature at every place that has one. A text has few, and letters that differ end an
// attempt at once.
func lostFrom(damaged, whole string) bool {
	for i := 0; ; i++ {
		if len(damaged)-i > len(whole)-i || i == len(whole) {
			return i == len(whole) && i == len(damaged)
		}
		for _, l := range ligatures {
			if strings.HasPrefix(whole[i:], l) && lostHere(damaged[i:], whole[i+len(l):]) {
				return true
			}
		}
		if i == len(damaged) || damaged[i] != whole[i] {
			return false
		}
	}
}

// lostHere looks at the letter after a ligature before trying the rest.
func lostHere(damaged, whole string) bool {
	if damaged == "" || whole == "" {
		return damaged == whole
	}
	return damaged[0] == whole[0] && lostFrom(damaged, whole)
}
