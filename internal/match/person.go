package match

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The kinds of variants and doubts between two forms of one person's name.
const (
	KindInitials    = "initials"        // a given name as an initial
	KindOrder       = "name-order"      // family and given name swapped
	KindMiddle      = "middle-name"     // a second given name is omitted
	KindParticle    = "particle"        // "van" present, omitted or moved
	KindHyphen      = "hyphenation"     // words joined or split
	KindDiacritics  = "diacritics"      // "Müller", "Muller"
	KindTranslit    = "transliteration" // "Müller", "Mueller"; another script
	KindSurnameOnly = "surname-only"    // no given name stated
	KindCompound    = "compound-name"   // one of two family names
	KindNickname    = "nickname"        // "Kate" for "Katherine"
	KindTruncated   = "truncated-name"  // "Mo" for "Mohit"
	KindSlip        = "typing-slip"     // one letter of a given name
	KindMisspelt    = "misspelt"        // one letter of a family name
	KindBody        = "body-name"       // a consortium's name, shortened
)

// nameMatch is the result of comparing two names: Agrees, Variant, Undecided or Differs.
type nameMatch struct {
	level   Agreement
	kind    string
	swapped bool // they agree only with family and given name swapped
}

var otherName = nameMatch{level: Differs}

// comparisonForm returns the comparison form of a contributor. A name that contains TeX is split again, because it was
// split before the TeX was read.
func comparisonForm(c biblio.Contributor) normalise.Name {
	if c.Literal == "" && strings.ContainsAny(c.Given+c.Family+c.Particle, "\\{}") {
		c = biblio.ParseName(normalise.Plain(c.String()))
	}
	return normalise.NewName(c.Given, c.Particle, c.Family, c.Literal)
}

// samePerson compares two names, in one script or in two.
func samePerson(a, b *normalise.Name) nameMatch {
	m := sameName(a, b)
	if m.level == Differs && (transliteratedWhole(a, b) || transliteratedWhole(b, a)) {
		return nameMatch{level: Variant, kind: KindTranslit}
	}
	return m
}

// transliteratedWhole reports whether a is a name that was not split and is b in Latin letters: "王伟" for "Wei Wang".
func transliteratedWhole(a, b *normalise.Name) bool {
	if !readInManyWays(a.All) {
		return false
	}
	latin := strings.ReplaceAll(normalise.Translit(a.All), " ", "")
	return latin == b.All || latin == strings.Join(b.Family, "")+strings.Join(b.Given, "")
}

// readInManyWays reports whether a name is in a script that cannot be reliably romanised: people of several languages
// read the same characters differently, or vowels are not written.
func readInManyWays(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool {
		return r > unicode.MaxLatin1 && unicode.IsLetter(r) &&
			!unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common)
	})
}

// sameName compares two names: whole, by parts, with the parts swapped, and as parts of a longer name.
func sameName(a, b *normalise.Name) nameMatch {
	if a.All == "" || b.All == "" {
		return otherName
	}
	if a.All == b.All {
		switch {
		case a.Marked != b.Marked:
			return nameMatch{level: Variant, kind: KindDiacritics}
		case len(a.Family) != len(b.Family) || len(a.Given) != len(b.Given):
			return nameMatch{level: Variant, kind: KindHyphen}
		}
		return nameMatch{level: Agrees, kind: ""}
	}
	if a.Body || b.Body {
		return sameBody(a, b)
	}
	if !related(a, b) {
		return otherName
	}
	best := byParts(a, b)
	if best.level <= Variant {
		return best
	}
	if m := swapped(a, b); m.level < best.level {
		best = m
	}
	if best.level > Variant {
		if sameWords(a, b) {
			return anyOrder(a, b)
		}
		if best.level == Undecided {
			return best
		}
		for _, m := range []nameMatch{partOf(a, b), partOf(b, a), joined(a, b), joined(b, a)} {
			if m.level < best.level {
				best = m
			}
		}
	}
	return best
}

// related reports whether two names can be the same at all: a word of one's family name begins like a word of the
// other. Names in two scripts can be.
func related(a, b *normalise.Name) bool {
	return begins(a.Family, b) || begins(b.Family, a)
}

func begins(family []string, n *normalise.Name) bool {
	for _, w := range family {
		c := w[0]
		if c >= 0x80 {
			return true
		}
		for _, list := range [3][]string{n.Family, n.Given, n.Particle} {
			for _, v := range list {
				if v[0] == c || v[0] >= 0x80 {
					return true
				}
			}
		}
	}
	return false
}

// sameBody compares names at least one of which is a body's.
func sameBody(a, b *normalise.Name) nameMatch {
	x, y := allWords(a), allWords(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if normalise.Subsequence(x, y) && (len(x) > 1 || len(x[0]) > 2) || len(x) == 1 && normalise.Initials(x[0], y) {
		return nameMatch{level: Variant, kind: KindBody}
	}
	return otherName
}

func allWords(n *normalise.Name) []string {
	return slices.Concat(n.Given, n.Particle, n.Family)
}

// byParts compares family with family and given with given.
func byParts(a, b *normalise.Name) nameMatch {
	family := sameFamily(a, b)
	if family.level == Differs && family.kind != KindMisspelt {
		return otherName
	}
	given := sameGiven(a, b)
	if given.level == Differs {
		return otherName
	}
	return worse(family, given)
}

func worse(a, b nameMatch) nameMatch {
	swapped := a.swapped || b.swapped
	if b.level > a.level || a.kind == "" && b.level == a.level {
		a = b
	}
	a.swapped = swapped
	return a
}

// swapped compares a with b after swapping b's given and family name.
func swapped(a, b *normalise.Name) nameMatch {
	if len(b.Given) == 0 || len(a.Given) == 0 {
		return otherName
	}
	c := a.LastFirst()
	if m := byParts(&c, b); m.level <= Undecided && m.kind != KindCompound {
		return worse(m, swappedMatch)
	}
	d := b.LastFirst()
	best := otherName
	if m := byParts(a, &d); m.level <= Undecided && m.kind != KindCompound {
		best = worse(m, swappedMatch)
	}
	for _, m := range []nameMatch{wordFirst(a, b), wordFirst(b, a)} {
		if m.level < best.level {
			best = m
		}
	}
	return best
}

// wordFirst compares a with b read as a name of three words whose first is the family name but which was split as if
// the last were: "M. T. Pham", "Pham Minh Tuan".
func wordFirst(a, b *normalise.Name) nameMatch {
	if len(b.Given) != 2 || len(b.Family) != 1 || len(b.Particle) > 0 || len(a.Given) != 2 {
		return otherName
	}
	turned := *b
	turned.Given, turned.Family = []string{b.Given[1], b.Family[0]}, b.Given[:1]
	if m := byParts(a, &turned); m.level <= Variant {
		return worse(m, swappedMatch)
	}
	return otherName
}

// swappedMatch is the match of a name in the other order.
var swappedMatch = nameMatch{level: Variant, kind: KindOrder, swapped: true}

// anyOrder judges two names with the same words: a different order of family and given name is a notation, swapped
// given names with one family name are another name, any other order is doubtful.
func anyOrder(a, b *normalise.Name) nameMatch {
	x, y := allWords(a), allWords(b)
	n := len(x)
	switch {
	case slices.Equal(a.Family, b.Family): // "Lukas Johannes" is not "Johannes Lukas"
		return otherName
	case rotated(x, y), x[0] == y[n-1] && x[n-1] == y[0] && slices.Equal(x[1:n-1], y[1:n-1]):
		return swappedMatch
	}
	return nameMatch{level: Undecided, kind: KindOrder}
}

// sameWords reports whether two names have the same words in any order.
func sameWords(a, b *normalise.Name) bool {
	x, y := allWords(a), allWords(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// partOf reports whether the words of a occur in b in order, with initials for words, from the first word on, and a's
// family name is a whole word of b: a name with something omitted.
func partOf(a, b *normalise.Name) nameMatch {
	x, y := allWords(a), allWords(b)
	if len(x) < 2 || len(x) >= len(y) || len(a.Family) == 0 || len(a.Family[len(a.Family)-1]) < 3 {
		return otherName
	}
	i, initials := 0, false
	for j, w := range y {
		switch {
		case i >= len(x):
		case x[i] == w:
			i++
		case len(x[i]) == 1 && w[0] == x[i][0] && i < len(x)-1:
			i++
			initials = true
		case j == 0:
			return otherName
		}
	}
	if i < len(x) {
		return otherName
	}
	if initials {
		return nameMatch{level: Variant, kind: KindInitials}
	}
	return nameMatch{level: Variant, kind: KindCompound}
}
