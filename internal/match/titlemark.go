package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// sameButMark returns the kind of a difference between two titles that is not part of a title: a label, an edition
// statement, a leading article, a second language. "" means that they differ in more.
func sameButMark(a, b *titleForm) string {
	switch x, y := normalise.Unlabelled(a.raw), normalise.Unlabelled(b.raw); {
	case (x != a.raw || y != b.raw) && is(x, normalise.Squash(normalise.Title(y))):
		onlyA, onlyB := wordsDiffer(a.words, b.words)
		if len(onlyA) > 0 && len(onlyB) > 0 && numerals(append(onlyA, onlyB...)) {
			return "" // the labels of two years
		}
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

// noticeOf compares titles at least one of which states a notice. Publishers put that of a retraction on the title of
// the work itself: KindLabel. An erratum is another work, which lists and people confuse with the original:
// KindNotice. Comments and replies are other works.
func noticeOf(a, b *titleForm) string {
	x, inA := normalise.SplitNotice(a.raw)
	y, inB := normalise.SplitNotice(b.raw)
	switch {
	case inA == inB && inA == normalise.NoNotice ||
		!is(normalise.Unlabelled(x), normalise.Squash(normalise.Title(normalise.Unlabelled(y)))):
		return ""
	case inA == inB, inA == normalise.NoNotice && inB.Withdraws(), inB == normalise.NoNotice && inA.Withdraws():
		return KindLabel
	case inA == normalise.NoNotice && inB.AboutAnother(), inB == normalise.NoNotice && inA.AboutAnother():
		return KindNotice
	}
	return ""
}

// partWords are words before the number of a part.
var partWords = words.Set(`part pt parts teil partie parte no nr number`)

// numberedAlike reports whether titles are the same once the numbers of parts are written in one way: "…, part 2",
// "… II".
func numberedAlike(a, b *titleForm) bool {
	x, inA := oneNumbering(a.words)
	y, inB := oneNumbering(b.words)
	return inA && inB && x == y
}

// oneNumbering returns the words of a title joined, with the numbers of parts as digits and without "part". ok is
// false if there are none.
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

// oneOfTwo reports whether a title is in two languages and the other is one of these, perhaps with a label: "… (in
// Chinese)".
func oneOfTwo(title, single string) bool {
	one, other, ok := normalise.Bilingual(title)
	if !ok {
		return false
	}
	squashed := normalise.Squash(normalise.Title(normalise.Unlabelled(single)))
	return is(one, squashed) || is(other, squashed)
}

// acronymInside matches an acronym in brackets in a title.
var acronymInside = lazy.Regexp(` ?\(([A-Z][A-Za-z0-9-]{1,11})\)`)

// withoutAcronyms removes acronyms in brackets that the words before them spell out: "Receiver Operating
// Characteristic (ROC) Curve".
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

// spelled reports whether the initials of the last words are the letters of an acronym.
func spelled(acronym string, words []string) bool {
	for n := 2; n <= min(len(words), len(acronym)+3); n++ {
		if normalise.Initials(acronym, words[len(words)-n:]) {
			return true
		}
	}
	return false
}

// numerals reports whether all words, if any, are or contain numbers.
func numerals(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !normalise.Numeral(w) })
}
