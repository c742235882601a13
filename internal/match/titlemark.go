package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// sameButMark names what two titles differ in that is no part of a title: a
// label, the statement of an edition, a leading article, a second language. ""
// means that they differ in more.
func sameButMark(a, b *titleForm) string {
	switch x, y := normalise.Unlabelled(a.raw), normalise.Unlabelled(b.raw); {
	case (x != a.raw || y != b.raw) && is(x, normalise.Squash(normalise.Title(y))):
		return KindLabel
	}
	x, inA := normalise.CutEdition(a.raw)
	y, inB := normalise.CutEdition(b.raw)
	switch {
	case inA != inB && is(x, normalise.Squash(normalise.Title(y))):
		return KindEdition
	case min(len(a.words), len(b.words)) > 2 && len(a.words) != len(b.words) &&
		normalise.CutArticle(a.normalised) == normalise.CutArticle(b.normalised):
		return KindArticle
	case oneOfTwo(a.raw, b.raw) || oneOfTwo(b.raw, a.raw):
		return KindBilingual
	case numberedAlike(a, b):
		return KindNumbering
	}
	return ""
}

// noticeOf compares titles of which one at least states a notice. Publishers put that
// of a retraction on the title of the work itself: KindLabel. An erratum is another
// work, which lists and people take for the first: KindNotice. Comments and replies
// are other works.
func noticeOf(a, b *titleForm) string {
	x, inA := normalise.SplitNotice(a.raw)
	y, inB := normalise.SplitNotice(b.raw)
	switch {
	case inA == inB && inA == normalise.NoNotice ||
		!is(normalise.Unlabelled(x), normalise.Squash(normalise.Title(normalise.Unlabelled(y)))):
		return ""
	case inA == inB, inA == normalise.NoNotice && inB.TakenBack(), inB == normalise.NoNotice && inA.TakenBack():
		return KindLabel
	case inA == normalise.NoNotice && inB.AboutAnother(), inB == normalise.NoNotice && inA.AboutAnother():
		return KindNotice
	}
	return ""
}

// partWords are before the number of a part.
var partWords = words.Set(`part pt parts teil partie parte no nr number`)

// numberedAlike reports titles that are the same once the numbers of parts are
// written in one way: "…, part 2", "… II".
func numberedAlike(a, b *titleForm) bool {
	x, inA := oneNumbering(a.words)
	y, inB := oneNumbering(b.words)
	return inA && inB && x == y
}

// oneNumbering returns the words of a title together, the numbers of parts in digits
// and without "part". ok is false where it has none.
func oneNumbering(words []string) (joined string, ok bool) {
	var b strings.Builder
	for i, w := range words {
		marked := i > 0 && partWords[words[i-1]]
		switch {
		case partWords[w] && i+1 < len(words) && normalise.Numeral(words[i+1]):
			continue
		case (marked || i == len(words)-1) && i > 0 && normalise.Numeral(w):
			if n := roman(w); n != "" {
				w = n
			}
			ok = true
		}
		b.WriteString(w)
	}
	return b.String(), ok
}

// oneOfTwo reports whether a title is in two languages and that the other is it in
// one of them, perhaps with a label: "… (in Chinese)".
func oneOfTwo(title, single string) bool {
	one, other, ok := normalise.Bilingual(title)
	if !ok {
		return false
	}
	squashed := normalise.Squash(normalise.Title(normalise.Unlabelled(single)))
	return is(one, squashed) || is(other, squashed)
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
		if !spelled(strings.ToLower(title[m[2]:m[3]]), normalise.Words(title[:m[0]])) {
			b.WriteString(title[m[0]:m[1]])
		}
	}
	return b.String() + title[end:]
}

// spelled reports whether the last of some words have the letters of an acronym as
// their initials.
func spelled(acronym string, words []string) bool {
	for n := 2; n <= min(len(words), len(acronym)+3); n++ {
		if normalise.Initials(acronym, words[len(words)-n:]) {
			return true
		}
	}
	return false
}

// numerals reports whether all words, if any, are numbers or have one.
func numerals(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !normalise.Numeral(w) })
}
