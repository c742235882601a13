package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// sameFamily compares family names with their particles.
func sameFamily(a, b *normalise.Name) nameMatch {
	x, y := strings.Join(a.Family, ""), strings.Join(b.Family, "")
	if x == "" || y == "" {
		return otherName
	}
	px, py := strings.Join(a.Particle, ""), strings.Join(b.Particle, "")
	switch {
	case x == y && px == py:
		return nameMatch{level: Agrees, kind: ""}
	case x == y, px+x == py+y, px+x == y, x == py+y:
		return nameMatch{level: Variant, kind: KindParticle}
	}
	if m := otherLetters(x, y, a.Marked || b.Marked); m.level < Differs {
		return m
	}
	if normalise.LostLigatures(x, y) || normalise.LostLigatures(y, x) {
		return nameMatch{level: Variant, kind: KindLigature}
	}
	if len(a.Given) > 0 && len(b.Given) > 0 && compound(a.Family, b.Family) {
		return nameMatch{level: Variant, kind: KindCompound}
	}
	return otherSpelling(x, y)
}

// otherLetters compares family names one of which may have its marked letters written as two: "Mueller" for "Müller".
// marked says that one of the names has marks.
func otherLetters(x, y string, marked bool) nameMatch {
	dx, dy := normalise.Digraphs(x), normalise.Digraphs(y)
	same := dx == dy && max(len(x), len(y)) > 3
	switch {
	case marked && (same || unmarked(x) == unmarked(y) || dx == y || dy == x):
		return nameMatch{level: Variant, kind: KindTranslit}
	case same:
		return nameMatch{level: Undecided, kind: KindTranslit}
	}
	return otherName
}

// otherSpelling compares family names in two scripts, in two romanisations, or with a slip.
func otherSpelling(x, y string) nameMatch {
	slip := normalise.OneSlip(x, y)
	switch short := min(len(x), len(y)); {
	case transliterated(x, y):
		return nameMatch{level: Variant, kind: KindTranslit}
	case short > 3 && x[0] == y[0] && (short > 5 || !slip) && romanisedDiffer(x, y):
		return nameMatch{level: Undecided, kind: KindTranslit}
	case len(x) > 3 && slip:
		return nameMatch{level: Differs, kind: KindMisspelt}
	}
	return otherName
}

// transliterated reports whether at least one of two words is not in Latin letters, and they are equal when
// transliterated.
func transliterated(x, y string) bool {
	tx, ty := normalise.Translit(x), normalise.Translit(y)
	return (len(tx) != len(x) || len(ty) != len(y)) && tx == ty
}

// passports maps the passport spellings of the "ü" of Chinese names to the normalised "u".
var passports = map[string]string{"lue": "lu", "lyu": "lu", "lv": "lu", "nue": "nu", "nyu": "nu", "nv": "nu"}

// unmarked returns a key for spellings of letters with marks that are distinguished from other names only if one of
// two names has the mark: "Troelsgaard" for "Troelsgård", "Lyu" for "Lü".
func unmarked(family string) string {
	if plain, ok := passports[family]; ok {
		return plain
	}
	if len(family) > 4 {
		return strings.ReplaceAll(family, "aa", "a")
	}
	return family
}

// joined compares names one of which splits the family name, so that its first half was read as a given name: "R. Le
// Bras" for "Ronan LeBras".
func joined(parted, whole *normalise.Name) nameMatch {
	n := len(parted.Given) - 1
	if n < 1 || len(parted.Given[n]) < 2 || len(whole.Family) != 1 ||
		parted.Given[n]+strings.Join(parted.Family, "") != whole.Family[0] {
		return otherName
	}
	c := *parted
	c.Given, c.Glued, c.Hyphen, c.Family = parted.Given[:n], parted.Glued[:n], parted.Hyphen[:n], whole.Family
	return worse(byParts(&c, whole), nameMatch{level: Variant, kind: KindHyphen})
}

// romanisedDiffer reports whether two spellings romanise to the same key and differ in letters by which romanisations
// differ, not in a doubled or dropped one.
func romanisedDiffer(x, y string) bool {
	return !slices.Equal(slices.Compact([]byte(x)), slices.Compact([]byte(y))) &&
		normalise.Romanised(x) == normalise.Romanised(y)
}

// compound reports whether one family name is the first or last word of the other: "García" for "García Márquez".
func compound(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) < len(b) && len(strings.Join(a, "")) >= 3 &&
		(slices.Equal(a, b[:len(a)]) || slices.Equal(a, b[len(b)-len(a):]))
}
