package match

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/fold"
)

// sameFamily compares family names with their particles.
func sameFamily(a, b *fold.Name) nameMatch {
	x, y := strings.Join(a.Family, ""), strings.Join(b.Family, "")
	px, py := strings.Join(a.Particle, ""), strings.Join(b.Particle, "")
	switch {
	case x == "" || y == "":
		return otherName
	case x == y && px == py:
		return nameMatch{level: Agrees, kind: ""}
	case x == y, px+x == py+y, px+x == y, x == py+y:
		return nameMatch{level: Variant, kind: KindParticle}
	case len(x) > 3 && fold.Digraphs(x) == fold.Digraphs(y):
		if a.Marked || b.Marked {
			return nameMatch{level: Variant, kind: KindTranslit}
		}
		return nameMatch{level: Undecided, kind: KindTranslit}
	case len(a.Given) > 0 && len(b.Given) > 0 && compound(a.Family, b.Family):
		return nameMatch{level: Variant, kind: KindCompound}
	}
	if tx, ty := fold.Translit(x), fold.Translit(y); (len(tx) != len(x) || len(ty) != len(y)) && tx == ty {
		return nameMatch{level: Variant, kind: KindTranslit}
	}
	if short := min(len(x), len(y)); short > 3 && x[0] == y[0] && romanisedDiffer(x, y) && (short > 5 || !fold.OneSlip(x, y)) {
		return nameMatch{level: Undecided, kind: KindTranslit}
	}
	if len(x) > 3 && fold.OneSlip(x, y) {
		return nameMatch{level: Differs, kind: KindMisspelt}
	}
	return otherName
}

// romanisedDiffer reports two spellings that romanise alike and differ in
// letters by which romanisations differ, not in a doubled or dropped one.
func romanisedDiffer(x, y string) bool {
	if undouble(x) == undouble(y) {
		return false
	}
	return fold.Romanised(x) == fold.Romanised(y)
}

func undouble(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if i == 0 || s[i] != s[i-1] {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// compound reports that one family name is the first or last word of the
// other: "García" for "García Márquez".
func compound(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == len(b) || len(a) == 0 || len(strings.Join(a, "")) < 3 {
		return false
	}
	head, tail := true, true
	for i := range a {
		head = head && a[i] == b[i]
		tail = tail && a[len(a)-1-i] == b[len(b)-1-i]
	}
	return head || tail
}
