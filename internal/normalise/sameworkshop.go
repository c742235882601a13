package normalise

import (
	"slices"
	"strings"
)

// unnamed reports whether a part of a conference has no name of its own.
func (c *Container) unnamed() bool { return len(c.own) == 0 }

// sameWorkshop compares the workshops' own names if both have one.
func sameWorkshop(a, b *Container) bool {
	x, y := a.own, b.own
	if len(x) == 0 || len(y) == 0 {
		return true
	}
	return mostShared(x, y) || len(x) == 1 && coinedOf(x[0], y) || len(y) == 1 && coinedOf(y[0], x)
}

// coinedOf reports whether a short name consists of beginnings, of two letters or more, of some words in order, with
// "4" for "for": "DeepDiffEq" for "Integration of Deep Neural Models and Differential Equations". Names in capitals
// only, such as "DL4C", may not skip a word.
func coinedOf(name string, words []string) bool {
	if len(name) > acronymMax || len(words) > acronymWords {
		return false
	}
	if head, tail, ok := strings.Cut(name, "4"); ok {
		return head != "" && tail != "" &&
			(coinedParts(head, words) && coinedParts(tail, words) || coinedParts(head+tail, words))
	}
	return len(name) >= 5 && coinedParts(name, words)
}

// coinedParts reports whether a name can be split into beginnings of the words.
func coinedParts(name string, words []string) bool {
	if name == "" {
		return true
	}
	for i, w := range words {
		for n := min(len(w), len(name)); n >= 2 || n == 1 && i == 0; n-- {
			if w[:n] == name[:n] && coinedParts(name[n:], words[i+1:]) {
				return true
			}
		}
	}
	return false
}

// ownWords returns the significant words that are not acronyms of known venues.
func (c *Container) ownWords() []string {
	t := venues()
	var out []string
	for i, w := range c.Words {
		if !slices.ContainsFunc(t.acronyms[w], func(v *venue) bool { return v.kind == 'c' }) &&
			!(i < len(c.known) && c.known[i]) {
			out = append(out, w)
		}
	}
	return out
}

// ownAcronym reports whether a is a workshop named by its acronym and its host, "EMAS@AAMAS", and b is a name that
// contains the acronym or spells it out.
func ownAcronym(a, b *Container) bool {
	own := a.own
	if a.Track != Workshop || len(own) != 1 || len(own[0]) < 3 || len(a.Words) < 2 {
		return false
	}
	return slices.Contains(b.Acronyms, own[0]) || slices.Contains(b.Words, own[0]) || len(b.own) > 1 &&
		acronymOf(own[0], b.own)
}

// sameOwnWords reports whether two names of three words or more are the same except for known acronyms and the word
// "workshop".
func sameOwnWords(a, b *Container) bool {
	x, y := a.own, b.own
	return len(x) >= 3 && a.Track != Findings && b.Track != Findings &&
		slices.EqualFunc(x, y, func(v, w string) bool { return v == w || plural(v, w) })
}

// joint reports whether claim is one of the conferences of the joint conference that record names.
func joint(claim, record *Container) bool {
	n := len(claim.Words)
	if n < 3 || n >= len(record.Words) || !slices.Contains(record.All, "joint") || claim.Head != Conference {
		return false
	}
	for i := 0; i+n <= len(record.Words); i++ {
		if slices.EqualFunc(claim.Words, record.Words[i:i+n], func(v, w string) bool { return v == w || plural(v, w) }) {
			return true
		}
	}
	return false
}
