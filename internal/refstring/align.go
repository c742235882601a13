package refstring

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Align reads a string again in the light of a work that may be the one it
// cites, so that a parse error is not taken for an error of the reference: it
// looks for the work's title, authors, container and numbers in the string and
// moves the borders between fields to where these stand. Every value stays a
// span of the string. Words that nothing in the work explains stay in the field
// where the parser put them, so that what is wrong in the reference is still
// seen. A string without the work's title is read as Parse reads it.
func Align(raw string, work *biblio.Work) Parsed { return shipped().Align(raw, work) }

// Align is the function Align with this parser's labeller.
func (p *Parser) Align(raw string, work *biblio.Work) Parsed {
	raw = bounded(raw)
	for _, form := range forms {
		if parsed, ok := form(raw); ok {
			return parsed
		}
	}
	r := p.read(raw)
	defer p.pool.Put(r)
	a := alignment{reading: r, work: work, claim: make([]tagger.Label, len(r.tokens))}
	if a.title() {
		a.authors()
		a.container()
		a.move()
		a.numbers()
	}
	return r.assemble()
}

// aligned is the confidence of a label that a candidate work confirms.
const aligned = 0.97

// alignment is a reading and a work to be found in it.
type alignment struct {
	*reading
	work  *biblio.Work
	claim []tagger.Label // what the work takes each token for; None for nothing
}

// titleEdits is the share of a title's letters that may differ for it to be
// found in a string; a changed word in six stays below it.
const titleEdits = 0.25

// title finds the work's title.
func (a *alignment) title() bool {
	pattern := reduce(a.work.FullTitle())
	text := reduce(a.raw)
	if len(pattern.runes) < 8 || len(text.runes) == 0 {
		return false
	}
	from, to, edits := approximate(text.runes, pattern.runes)
	if float64(edits) > titleEdits*float64(len(pattern.runes)) || from >= to {
		return false
	}
	first, last := text.at[from], text.at[to-1]
	for i, t := range a.tokens {
		if inside := min(t.End, last+1) - max(t.Start, first); 2*inside > t.End-t.Start && t.Kind != tagger.ID {
			a.claim[i] = tagger.Title
		}
	}
	return true
}

// nearName is how many tokens may stand between two known names of one list.
const nearName = 8

// authors finds the names of the work's authors before or behind the title, and
// what belongs to them: given names, initials, "and".
func (a *alignment) authors() {
	families, givens := map[string]bool{}, map[string]bool{}
	for _, c := range a.work.Authors() {
		addWords(families, c.Family+" "+c.Literal)
		addWords(givens, c.Given)
	}
	var known []int
	for i := range a.tokens {
		if a.claim[i] == tagger.None && a.labels[i] != tagger.Editor && a.tokens[i].Kind == tagger.Word && families[plainWord(a.text(i))] {
			known = append(known, i)
		}
	}
	for n, i := range known {
		from := i
		if n > 0 && i-known[n-1] <= nearName && !slices.Contains(a.claim[known[n-1]+1:i], tagger.Title) {
			from = known[n-1]
		}
		for from > 0 && a.claim[from-1] == tagger.None && a.given(from-1, givens) {
			from--
		}
		to := i + 1
		for to < len(a.tokens) && a.claim[to] == tagger.None && a.given(to, givens) {
			to++
		}
		for k := from; k < to; k++ {
			a.claim[k] = tagger.Author
		}
	}
}

func (a *alignment) given(i int, givens map[string]bool) bool {
	return a.tokens[i].Kind == tagger.Word && (givens[plainWord(a.text(i))] || a.tokens[i].End-a.tokens[i].Start == 1)
}

// addWords adds the folded words of a name of two letters or more.
func addWords(set map[string]bool, name string) {
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '.' }) {
		if w = plainWord(w); len(w) > 1 {
			set[w] = true
		}
	}
}

func plainWord(w string) string { return string(reduce(w).runes) }

// containerShare is the share of a container's significant words that must
// stand together in a string for the container to be found there.
const containerShare = 0.6

// container finds the name of the work's container, whole or abbreviated.
func (a *alignment) container() {
	var names []string
	for _, w := range strings.Fields(a.work.Container.Title) {
		if w = plainWord(w); len(w) > 0 && !smallWord(w) {
			names = append(names, w)
		}
	}
	if len(names) == 0 {
		return
	}
	best, bestFrom, bestTo := 0, 0, 0
	for i := range a.tokens {
		from, to, n := a.containerAt(i, names)
		if n > best {
			best, bestFrom, bestTo = n, from, to
		}
	}
	if float64(best) < containerShare*float64(len(names)) {
		return
	}
	for i := bestFrom; i < bestTo; i++ {
		a.claim[i] = tagger.Container
	}
}

// containerAt matches the words of a container's name, in order, with the
// tokens from i on, and gives the tokens and how many words they match.
func (a *alignment) containerAt(i int, names []string) (from, to, matched int) {
	from, to = i, i
	next := 0
	for k := i; k < len(a.tokens) && next < len(names); k++ {
		if a.claim[k] != tagger.None || a.tokens[k].Kind != tagger.Word {
			break
		}
		w := plainWord(a.text(k))
		found := -1
		for j := next; j < min(next+3, len(names)); j++ {
			if w == names[j] || shortens(w, names[j]) {
				found = j
				break
			}
		}
		switch {
		case found >= 0:
			next, to, matched = found+1, k+1, matched+1
		case k == i || !smallWord(w):
			return from, to, matched
		}
	}
	return from, to, matched
}

// shortens reports that w abbreviates a word: by its beginning, or by its first
// letter and letters of it in order ("intl", "natl").
func shortens(w, word string) bool {
	if w == "" || len(w) >= len(word) || w[0] != word[0] {
		return false
	}
	if strings.HasPrefix(word, w) {
		return true
	}
	if len(w) < 3 {
		return false
	}
	k := 0
	for j := 0; j < len(word) && k < len(w); j++ {
		if word[j] == w[k] {
			k++
		}
	}
	return k == len(w)
}

func smallWord(w string) bool {
	switch w {
	case "of", "the", "and", "on", "in", "for", "a", "an", "de", "der", "die", "des", "für", "fur", "et", "la", "le", "und", "to":
		return true
	}
	return false
}

// move gives tokens the labels that the work claims for them. Only a field of
// words gives up words, and what nothing claims keeps its label.
func (a *alignment) move() {
	for i, l := range a.claim {
		if l == tagger.None || plain(a.labels[i]) == l {
			if l != tagger.None {
				a.sure[i] = max(a.sure[i], aligned)
			}
			continue
		}
		switch a.labels[i] {
		case tagger.Editor, tagger.Identifier:
			continue
		case tagger.Date:
			if l != tagger.Title || a.dates() == 1 {
				continue
			}
		}
		a.labels[i], a.sure[i] = l, aligned
	}
}

// dates counts the years that are labelled as dates.
func (a *alignment) dates() int {
	n := 0
	for i, l := range a.labels {
		if l == tagger.Date && yearOf(a.text(i)) != 0 {
			n++
		}
	}
	return n
}

// numbers corrects the labels of volume, issue and pages where the work's
// number stands under another of these labels, or under none, and the parser
// read no such field.
func (a *alignment) numbers() {
	first, _, _ := strings.Cut(strings.NewReplacer("–", "-", "—", "-").Replace(a.work.Pages), "-")
	for _, n := range []struct {
		label tagger.Label
		value string
	}{{tagger.Pages, first}, {tagger.Volume, a.work.Volume}, {tagger.Issue, a.work.Issue}} {
		value := strings.TrimSpace(n.value)
		if value == "" || slices.Contains(a.labels, n.label) {
			continue
		}
		for i := len(a.tokens) - 1; i >= 0; i-- {
			if a.claim[i] == tagger.None && a.tokens[i].Kind == tagger.Number && a.text(i) == value && a.free(i) {
				a.labels[i], a.sure[i] = n.label, aligned
				break
			}
		}
	}
	a.year()
}

// free reports that token i is labelled as no field, or as one of the numbers
// beside another token with that label.
func (a *alignment) free(i int) bool {
	switch l := a.labels[i]; l {
	case tagger.None, tagger.Note, tagger.Series:
		return true
	case tagger.Volume, tagger.Issue, tagger.Pages, tagger.Container:
		return i > 0 && a.labels[i-1] == l || i+1 < len(a.labels) && a.labels[i+1] == l
	}
	return false
}

// year labels the work's year when the parser read no year at all.
func (a *alignment) year() {
	if a.dates() > 0 || a.work.Issued.Year == 0 {
		return
	}
	for i := len(a.tokens) - 1; i >= 0; i-- {
		if a.claim[i] == tagger.None && yearOf(a.text(i)) == a.work.Issued.Year && a.labels[i] != tagger.Pages && a.labels[i] != tagger.Identifier {
			a.labels[i], a.sure[i] = tagger.Date, aligned
			return
		}
	}
}
