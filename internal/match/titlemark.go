package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// sameButMark names what two titles differ in that is no part of a title: a
// label, the statement of an edition, a leading article, a second language. ""
// means that they differ in more.
func sameButMark(a, b *titleForm) string {
	switch x, y := fold.Unlabelled(a.raw), fold.Unlabelled(b.raw); {
	case (x != a.raw || y != b.raw) && is(x, fold.Squash(fold.Title(y))):
		return KindLabel
	}
	x, inA := fold.CutEdition(a.raw)
	y, inB := fold.CutEdition(b.raw)
	switch {
	case inA != inB && is(x, fold.Squash(fold.Title(y))):
		return KindEdition
	case len(a.words) > 3 && len(b.words) > 2 && fold.CutArticle(a.folded) == fold.CutArticle(b.folded) && len(a.words) != len(b.words):
		return KindArticle
	case len(b.words) > 3 && len(a.words) > 2 && fold.CutArticle(a.folded) == fold.CutArticle(b.folded) && len(a.words) != len(b.words):
		return KindArticle
	case oneOfTwo(a.raw, b.squash) || oneOfTwo(b.raw, a.squash):
		return KindBilingual
	}
	return ""
}

// oneOfTwo reports that a title stands in two languages and has the squashed form
// in one of them.
func oneOfTwo(title, squashed string) bool {
	one, other, ok := fold.Bilingual(title)
	return ok && (is(one, squashed) || is(other, squashed))
}

// acronymInside finds an acronym in brackets in a title.
var acronymInside = lazy.Regexp(` ?\(([A-Z][A-Za-z0-9-]{1,11})\)`)

// withoutAcronyms takes acronyms in brackets out of a title that the words before
// them spell: "Receiver Operating Characteristic (ROC) Curve".
func withoutAcronyms(title string) string {
	var b strings.Builder
	end := 0
	for _, m := range acronymInside.FindAllStringSubmatchIndex(title, 8) {
		b.WriteString(title[end:m[0]])
		end = m[1]
		if !spelled(strings.ToLower(title[m[2]:m[3]]), fold.Words(title[:m[0]])) {
			b.WriteString(title[m[0]:m[1]])
		}
	}
	return b.String() + title[end:]
}

// spelled reports that the last of some words have the letters of an acronym as
// their initials.
func spelled(acronym string, words []string) bool {
	for n := 2; n <= min(len(words), len(acronym)+3); n++ {
		if fold.Initials(acronym, words[len(words)-n:]) {
			return true
		}
	}
	return false
}

// numerals reports that all words, if any, are numbers or have one.
func numerals(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !fold.Numeral(w) })
}
