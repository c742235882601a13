package normalise

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// order compares two names word by word in their printed order. Words in brackets and small words may be missing from
// one of them.
type order struct {
	names    [2][]token
	brief    [2]bool // the words of a name may be abbreviations without a full stop
	strict   bool    // no word may be missing
	tracks   bool    // both name the same track: nothing in brackets tells them apart
	pairs    int     // words compared
	letters  int     // of them, single letters that stand for a longer word
	slips    int     // of them, words that differ by one letter
	doubts   int     // of them, short forms of words that have another one in the table
	steps    int     // taken in all, for the bound on long names
	shortens [2]bool // a word of a name is only the beginning of its partner
}

// inOrder reports whether two names have the same words in order.
func inOrder(a, b *Container) bool {
	for _, x := range languages(a.printed) {
		for _, y := range languages(b.printed) {
			o := order{names: [2][]token{x, y}, tracks: a.Track == b.Track}
			o.brief = [2]bool{a.brief || briefer(x, y), b.brief || briefer(y, x)}
			if o.whole() {
				return true
			}
		}
	}
	return false
}

// whole compares two names to their ends. If a word is shortened without a full stop, others may be.
func (o *order) whole() bool {
	i, j := o.run()
	if brief := [2]bool{o.brief[0] || o.shortens[0], o.brief[1] || o.shortens[1]}; brief != o.brief {
		*o = order{names: o.names, brief: brief, strict: o.strict, tracks: o.tracks, steps: o.steps}
		i, j = o.run()
	}
	return i == len(o.names[0]) && j == len(o.names[1]) && o.pairs > o.slips+3*o.doubts && 2*o.letters <= o.pairs
}

// briefer reports whether a name has none of the small words and the other has some.
func briefer(a, b []token) bool {
	return !slices.ContainsFunc(a, token.small) && slices.ContainsFunc(b, token.small)
}

// small reports whether a word is one of the small words, not written as a name.
func (t token) small() bool { return smallWords[t.text] && !t.capital }

// languages returns a name and its other forms: the parts between bars, each of two words or more ("A / B", "A = B",
// "A|B"), and with the kind of journal before its body.
func languages(name []token) [][]token {
	list, start := [][]token{name}, 0
	for i := range name {
		if name[i].bar && len(list) < mostLanguages {
			list, start = append(list, name[start:i+1]), i+1
		}
	}
	if start > 0 {
		list = append(list, name[start:])
	}
	if n := len(name) - 1; n > 1 && headWords[name[n].text] == Journal && (name[n-1].dotted || name[n-1].comma) {
		list = append(list, append([]token{name[n]}, name[:n]...)) // "Bihar Mathematical Society. Journal"
	}
	return slices.DeleteFunc(list, func(part []token) bool { return start > 0 && len(part) < 2 })
}

const mostLanguages = 4

// run compares from the start and returns how far it came in both.
func (o *order) run() (i, j int) {
	a, b := o.names[0], o.names[1]
	for i < len(a) && j < len(b) {
		o.steps++
		n, m := o.step(i, j)
		if n+m == 0 {
			return i, j
		}
		i, j = i+n, j+m
	}
	for i < len(a) && o.skips(0, i) {
		i++
	}
	for j < len(b) && o.skips(1, j) {
		j++
	}
	return i, j
}

// step returns how many words of a and of b, at i and j, mean the same or nothing, 0 and 0 if they differ.
func (o *order) step(i, j int) (n, m int) {
	v, w := o.word(0, i), o.word(1, j)
	a, b := o.names[0][i:], o.names[1][j:]
	n, m = o.compound(a, w), o.compound(b, v)
	switch {
	case n > 0:
		return n, 1
	case m > 0:
		return 1, m
	case o.initials(&a[0], b):
		return 1, len(v.text)
	case o.initials(&b[0], a):
		return len(w.text), 1
	case o.same(v, w, i, j):
		return 1, 1
	case o.brief[0] && o.skips(1, j): // the full name has the small words
		return 0, 1
	case o.skips(0, i):
		return 1, 0
	case o.skips(1, j):
		return 0, 1
	case o.slips == 0 && slip(v.text, w.text):
		o.pairs, o.slips = o.pairs+1, o.slips+1
		return 1, 1
	}
	return 0, 0
}

func (o *order) word(side, i int) titleWord {
	t := &o.names[side][i]
	return titleWord{t.text, t.dotted, o.brief[side]}
}

// spelt returns the word in one spelling: "paediatrics", "pediatrics".
func (w titleWord) spelt() titleWord { return titleWord{spellWord(w.text), w.dotted, w.brief} }

// same compares two words and counts them.
func (o *order) same(v, w titleWord, i, j int) bool {
	if v.text == w.text {
		if !smallWords[v.text] && !containerNoise[v.text] {
			o.pairs++
		}
		return true
	}
	letter := min(len(v.text), len(w.text)) == 1 && !listed(v.text, w.text) && !listed(w.text, v.text)
	if letter && (sectionLetter(o.names[0], i) || sectionLetter(o.names[1], j)) {
		return false
	}
	if v.matches(w) || v.spelt().matches(w.spelt()) {
		if letter {
			o.letters++
		}
	} else if !o.shortened(0, v.text, w.text) && !o.shortened(1, w.text, v.text) {
		return false
	}
	if !containerNoise[w.text] || !containerNoise[v.text] {
		o.pairs++
	}
	return true
}

// shortened reports whether a word of a name is a short form of one of the other that the tables do not state.
func (o *order) shortened(side int, short, long string) bool {
	switch {
	case o.brief[side] && cut(short, long):
	case o.brief[side] && unlisted(short, long):
		o.doubts++
	case beginning(short, long):
		o.shortens[side] = true
	default:
		return false
	}
	return true
}

// cut reports whether a word is the beginning of one that has no abbreviation ("All." of "Alliance"), or has five
// letters of it.
func cut(short, long string) bool {
	iso := TitleWord(long)
	return len(short) >= 3 && strings.HasPrefix(long, short) && (iso == "" || iso == "=" || len(short) >= 5)
}

// unlisted reports whether a word is a short form of one for which the table has another: "Lib." of "Library".
func unlisted(short, long string) bool {
	return len(short) >= 3 && len(short) < len(long) && short[0] == long[0] && contracts(short, long)
}

// beginning reports whether a word, which is no word of its own and with fewer than five letters no abbreviation of
// the table, begins a longer one.
func beginning(short, long string) bool {
	t := titleTable()
	return len(short) >= 3 && len(long) >= len(short)+2 && strings.HasPrefix(long, short) && !t.whole[short] &&
		(len(short) >= 5 || t.stems[short] == nil)
}

// slip reports whether two long words, of which the table has at most one, differ by one letter: "Melsheimer",
// "Meisheimer".
func slip(v, w string) bool {
	return min(len(v), len(w)) >= 7 && v[0] == w[0] && (TitleWord(v) == "" || TitleWord(w) == "") &&
		!plural(v, w) && OneSlip(v, w)
}

// compound returns the number of words at the start of a list that are joined and together are one word:
// "Bio-Chromatogr." for "Biochromatography", "nat.forsch." for "naturforschenden".
func (o *order) compound(list []token, w titleWord) int {
	joined := list[0].text
	for n := 1; n < min(len(list), 4) && (list[n].joined || list[n].tight); n++ {
		joined += list[n].text
		if v := (titleWord{joined, true, true}); len(joined) > 4 && len(joined) <= len(w.text) && v.matches(w) {
			o.pairs++
			return n + 1
		}
	}
	return 0
}

// skips reports whether a word may be missing from the other name: one in brackets, the letter before a section's name
// ("A: Physical"), a small word that is no abbreviation here ("Ann For Sci").
func (o *order) skips(side, i int) bool {
	list := o.names[side]
	t, last := &list[i], i+1 == len(list)
	switch {
	case o.strict:
		return false
	case t.bracket:
		return o.tracks
	case lettered[t.text] && !last:
		return sectionLetter(list, i+1)
	case len(t.text) == 1 && t.capital:
		return !last && (t.comma || t.text == "a" && !t.dotted)
	case t.text == "d" || t.text == "l" || last && t.upper && o.spells(list):
		return true
	}
	return smallWords[t.text] && !o.stands(side, i)
}

// stands reports whether a small word is an abbreviation here: "For" in "Ann For Sci", but not "La" in "Revista del
// Centro de Investigación. Universidad La Salle".
func (o *order) stands(side, i int) bool {
	list := o.names[side]
	return i > 0 && !list[i-1].comma && list[i].capital && o.brief[side] &&
		titleTable().stems[list[i].text] != nil && !slices.ContainsFunc(list, token.small)
}

// spells reports whether the last word is the acronym of the words before it or of the last of them.
func (o *order) spells(list []token) bool {
	before := lists.Map(list[max(0, len(list)-acronymWords):], func(t token) string { return t.text })
	n := len(before) - 1
	for i := range n - 1 {
		if acronymOf(before[n], before[i:n]) {
			return true
		}
	}
	return false
}

// sectionLetter reports whether word i is the letter of a section and not an initial: the last word ("Q" is a
// quarterly, "J" a journal, "Z" a Zeitschrift, "U. K." a country), one before a mark, one after "Series".
func sectionLetter(list []token, i int) bool {
	return len(list[i].text) == 1 && (list[i].comma || i > 0 && lettered[list[i-1].text] ||
		i+1 == len(list) && !strings.Contains("jqz", list[i].text) && !(i > 0 && len(list[i-1].text) == 1))
}

// initials reports whether the first letters of the words at the start of a list are a word in capitals ("NZ"), or
// initials are printed apart: "AMA" for "A. M. A.". Two letters are no name.
func (o *order) initials(t *token, list []token) bool {
	n := len(t.text)
	if n < 2 || n > len(list) || n == 2 && n == len(list) && o.pairs == 0 {
		return false
	}
	for i := range n {
		if list[i].text[0] != t.text[i] || len(list[i].text) > 1 && !(t.upper && list[i].capital && n < 4) {
			return false
		}
	}
	o.pairs++
	return true
}
