package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// sameGiven compares given names: in full, as initials, glued or spaced, with names omitted, and as familiar forms.
func sameGiven(a, b *normalise.Name) nameMatch {
	switch {
	case len(a.Given) == 0 && len(b.Given) == 0:
		return nameMatch{level: Agrees, kind: ""}
	case len(a.Given) == 0 || len(b.Given) == 0:
		return nameMatch{level: Variant, kind: KindSurnameOnly}
	}
	if strings.Join(a.Given, "") == strings.Join(b.Given, "") {
		if len(a.Given) == len(b.Given) {
			return nameMatch{level: Agrees, kind: ""}
		}
		return nameMatch{level: Variant, kind: KindHyphen}
	}
	best := alignGiven(a.Given, b.Given)
	if best.level <= Variant {
		if best.kind == KindMiddle && halfOfHyphenated(a, b) {
			return nameMatch{level: Undecided, kind: KindTruncated}
		}
		return best
	}
	if m := joinedGiven(a.Given, b.Given); m.level < best.level {
		best = m
	}
	if x := unglue(a, b.Given); x != nil {
		if m := alignGiven(x, b.Given); m.level < best.level {
			best = worse(m, nameMatch{level: Variant, kind: KindInitials})
		}
	}
	if y := unglue(b, a.Given); y != nil {
		if m := alignGiven(a.Given, y); m.level < best.level {
			best = worse(m, nameMatch{level: Variant, kind: KindInitials})
		}
	}
	return best
}

// halfOfHyphenated reports whether the claim has one full word of a hyphenated given name: "Shih" for "Shih-Chii".
// Unlike a middle name, its second half is not a name of its own that writers omit.
func halfOfHyphenated(claim, record *normalise.Name) bool {
	if len(claim.Given) != 1 || len(claim.Given[0]) < 2 || len(record.Given) != 2 {
		return false
	}
	return len(record.Hyphen) == 2 && record.Hyphen[1] && len(record.Given[1]) > 1 && len(record.Given[0]) > 1
}

// joinedGiven compares "Yufang" with "Yu Fang" and "Y. F.", and names that differ in one letter in addition to their
// hyphens.
func joinedGiven(a, b []string) nameMatch {
	x, y := strings.Join(a, ""), strings.Join(b, "")
	if len(a) == len(b) || len(x) < 4 || len(y) < 4 {
		return otherName
	}
	if normalise.OneSlip(x, y) && x[0] == y[0] {
		return nameMatch{level: Undecided, kind: KindSlip}
	}
	return otherName
}

// unglue splits a given name in capitals into initials if those are the initials of the other name: "JA" against
// "John Adam" or "J. A.", and "Ja" as old exports write it.
func unglue(n *normalise.Name, other []string) []string {
	var out []string
	found := false
	for i, w := range n.Given {
		if (i < len(n.Glued) && n.Glued[i] || len(n.Given) == 1 && twoInitials(w, other)) && !slices.Contains(other, w) {
			for k := range w {
				out = append(out, w[k:k+1])
			}
			found = true
			continue
		}
		out = append(out, w)
	}
	if !found {
		return nil
	}
	return out
}

// twoInitials reports whether a word of two letters is the initials of the other given names: no name can be said
// without a vowel, and one with a vowel must have both initials.
func twoInitials(w string, other []string) bool {
	if len(w) != 2 || len(other) == 0 || other[0][0] != w[0] {
		return false
	}
	return !strings.ContainsAny(w, "aeiouy") || len(other) == 2 && other[1][0] == w[1]
}

// alignGiven aligns two lists of given names. Names may be omitted on one side only; at least one pair must match,
// and the first name of the shorter list must find its pair.
func alignGiven(a, b []string) nameMatch {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b) > 8 {
		return otherName
	}
	return alignFrom(a, b, nameMatch{level: Agrees, kind: ""}, 0, 0, false)
}

// alignFrom aligns the rest of two lists, given the number of pairs so far and of skipped names of the longer list;
// full says that a skipped one is not an initial, and so is the worst pair so far.
func alignFrom(a, b []string, so nameMatch, pairs, skipped int, full bool) nameMatch {
	if len(a) == 0 {
		if len(b) > 0 || skipped > 0 {
			return worse(so, nameMatch{level: Variant, kind: KindMiddle})
		}
		return so
	}
	if len(a) > len(b) {
		return otherName
	}
	best := otherName
	if m := sameGivenWord(a[0], b[0]); m.level != Differs {
		if pairs == 0 && skipped > 0 && (len(a[0]) == 1 || len(b[0]) == 1) {
			// "F. S." for "Salman", "S." for "Fahad Shahbaz": the first names are
			// not the same, and an initial is too little to go by the second.
			m = worse(m, nameMatch{level: Undecided, kind: KindMiddle})
			if full && len(a[0]) > 1 { // "Micah" for "Jamie M."
				return otherName
			}
		}
		best = alignFrom(a[1:], b[1:], worse(so, m), pairs+1, skipped, full)
	}
	if best.level > Variant && len(b) > len(a) {
		if m := alignFrom(a, b[1:], so, pairs, skipped+1, full || len(b[0]) > 1); m.level < best.level {
			best = m
		}
	}
	return best
}

// sameGivenWord compares two words of given names.
func sameGivenWord(a, b string) nameMatch {
	if a == b {
		return nameMatch{level: Agrees, kind: ""}
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	switch {
	case transliterated(a, b):
		return nameMatch{level: Variant, kind: KindTranslit}
	case initialInLatin(a, b), initialInLatin(b, a):
		return nameMatch{level: Variant, kind: KindInitials}
	case singleRune(a):
		if strings.HasPrefix(b, a) {
			return nameMatch{level: Variant, kind: KindInitials}
		}
		if normalise.NicknameInitial(a, b) {
			return nameMatch{level: Undecided, kind: KindNickname}
		}
		return otherName
	case len(a) > 3 && normalise.Digraphs(a) == normalise.Digraphs(b):
		return nameMatch{level: Variant, kind: KindTranslit}
	}
	if kind := doubtfulForm(a, b); kind != "" {
		return nameMatch{level: Undecided, kind: kind}
	}
	return otherName
}

// initialInLatin reports whether a is the initial of b in another script: "Ю" for "Yuri", "Y" for "Юрий".
func initialInLatin(a, b string) bool {
	if !singleRune(a) {
		return false
	}
	ta, tb := normalise.Translit(a), normalise.Translit(b)
	if ta == a && tb == b {
		return false
	}
	letter := normalise.Romanised(a)
	return letter != "" && (strings.HasPrefix(tb, letter) || strings.HasPrefix(normalise.Romanised(b), letter))
}

// doubtfulForm returns the kind under which two given names, the shorter one first, may be the same name, or "" if
// there is none.
func doubtfulForm(a, b string) string {
	switch {
	case normalise.Nickname(a, b):
		return KindNickname
	case len(a) >= 2 && strings.HasPrefix(b, a):
		return KindTruncated
	case normalise.Familiar(a, b):
		return KindNickname
	case len(a) >= 3 && normalise.Romanised(a) == normalise.Romanised(b):
		return KindTranslit
	case mistyped(a, b):
		return KindSlip
	}
	return ""
}

// mistyped reports whether the names differ by one slip in a name of four letters, two in a name of eight, or a swap
// of the last two letters of three.
func mistyped(a, b string) bool {
	return len(a) == 3 && len(b) == 3 && a[0] == b[0] && a[1] == b[2] && a[2] == b[1] ||
		len(b) >= 4 && (a[0] == b[0] || len(b) >= 6) && normalise.OneSlip(a, b) ||
		len(b) >= 8 && len(a) >= 7 && a[0] == b[0] && normalise.Distance(a, b) == 2
}

func singleRune(s string) bool { return utf8.RuneCountInString(s) == 1 }
