package normalise

import "strings"

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
