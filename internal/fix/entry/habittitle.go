package entry

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// Title writes a title in place of source. Words that agree stay as they are written, with their braces, commands and
// case; a new word takes the case habit of the entry.
func (h *Habits) Title(source, want string) string {
	if inner, ok := wrapped(source); ok {
		own := *h
		own.protects = false
		return "{" + own.Title(inner, want) + "}"
	}
	have, gaps := wordsOf(source)
	next := strings.Fields(want)
	if len(have) > 200 || len(next) > 200 || len(have) == 0 {
		return h.Escape(want)
	}
	own := *h
	own.protects = h.protects || protected(source)
	own.ASCII = h.ASCII || accents(source)
	t := titleWords{own: &own, have: have, next: next, pairs: align(have, next)}
	lower, upper := cases(have, next, t.pairs)
	t.low, t.unknown = lower > upper, lower+upper == 0
	var b strings.Builder
	for j, i := range t.pairs {
		gap := " "
		if i > 0 && i < len(gaps) { // keep the line breaks
			gap = gaps[i]
		}
		if j > 0 {
			b.WriteString(gap)
		}
		b.WriteString(t.word(j, i))
	}
	if text := b.String(); bibtex.Balanced(text) {
		return text
	}
	return h.Escape(want)
}

// titleWords writes the words of a title one by one in place of those of another.
type titleWords struct {
	own          *Habits
	have, next   []string
	pairs        []int // for each word of next the word of have that it replaces, or -1
	low, unknown bool  // have writes in lower case what next capitalises; have does not show its case
}

// word returns word j, which replaces word i of the old title.
func (t *titleWords) word(j, i int) string {
	word := t.next[j]
	subtitle := j > 0 && strings.HasSuffix(t.next[j-1], ":")
	switch {
	case i < 0:
		return t.own.word(word, t.low && j > 0 && !subtitle)
	case bareKey(sourceKey(t.have[i])) == bareKey(wordKey(word)):
		if text, ok := t.own.marked(t.have[i], word, j == len(t.next)-1 && i == len(t.have)-1); ok {
			return text
		}
	}
	if last := j == len(t.next)-1 && i == len(t.have)-1; last && strings.HasSuffix(t.have[i], ".") &&
		!strings.HasSuffix(word, ".") {
		word += "."
	}
	// it shows its own case
	if slip(t.have[i], word) && unicode.IsUpper(first(t.have[i])) && unicode.IsLower(first(word)) {
		word = upperFirst(word)
	}
	return t.own.like(t.have[i], word, j > 0 && t.small(t.have[i], word, subtitle))
}

// The punctuation before and after a word, as LaTeX and as sources write it.
const (
	opening = "([{\"'`“‘«„¿¡"
	closing = ".,;:?!)]}\"'`”’»…"
)

// marked writes a word as it is, with the punctuation that it has in the new title; the last word keeps a full
// stop. It returns false if the punctuation is part of how the word is written.
func (h *Habits) marked(old, word string, last bool) (string, bool) {
	text := latex.Text(old)
	before, core, after := around(text)
	wantBefore, _, wantAfter := around(word)
	if last && after == wantAfter+"." {
		wantAfter = after
	}
	if typed(before) == typed(wantBefore) && typed(after) == typed(wantAfter) {
		return old, true
	}
	if strings.HasPrefix(core, "{") {
		return "", false
	}
	rest := strings.TrimLeft(strings.TrimRight(old, ".,;:?!)]\"'`"), "([\"'`")
	if !bibtex.Balanced(rest) || latex.Text(rest) != core {
		return "", false
	}
	return h.Escape(wantBefore) + rest + h.Escape(wantAfter), true
}

// around splits the punctuation off a word.
func around(text string) (before, core, after string) {
	rest := strings.TrimLeft(text, opening)
	core = strings.TrimRight(rest, closing)
	return text[:len(text)-len(rest)], core, rest[len(core):]
}

// typed unifies marks that are typed alike on keyboards.
func typed(marks string) string {
	return strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "``", `"`, "''", `"`, "‘", "'", "’", "'", "`", "'", "…",
		"...").Replace(marks)
}

// small reports whether a word is written in lower case when it replaces another one.
func (t *titleWords) small(old, word string, subtitle bool) bool {
	wasSmall := unicode.IsLower(first(old))
	switch {
	case subtitle && unicode.IsUpper(first(old)):
		return false
	case slip(old, word): // old shows its own case
		return wasSmall
	}
	return t.low || t.unknown && wasSmall
}

// upperFirst capitalises the first letter of a word.
func upperFirst(word string) string {
	at := strings.IndexFunc(word, unicode.IsLetter)
	_, size := utf8.DecodeRuneInString(word[at:])
	return word[:at] + strings.ToUpper(word[at:at+size]) + word[at+size:]
}

// NewTitle writes a title for an entry without one, as the file writes its titles.
func (h *Habits) NewTitle(title string) string {
	if h.sentences {
		title = style.Sentence(title)
	}
	if h.wraps {
		return "{" + h.Escape(title) + "}"
	}
	words := strings.Fields(title)
	for i, word := range words {
		words[i] = h.word(word, false)
	}
	return strings.Join(words, " ")
}

// title counts how a title is written: its braces, and the case of long words after the first.
func (n *tallies) title(text string) {
	inner, whole := wrapped(text)
	if whole {
		n.titles["wrapped"]++
		text = inner
	} else {
		n.titles[[]string{"bare", "braces"}[bit(protected(text))]]++
	}
	small, large := 0, 0
	for _, word := range strings.Fields(text)[min(1, len(strings.Fields(text))):] {
		if len(word) < 5 || strings.ContainsAny(word, "{}\\$") || CapitalInside(word) {
			continue
		}
		small += bit(unicode.IsLower(first(word)))
		large += bit(unicode.IsUpper(first(word)))
	}
	switch {
	case small >= 2 && small > large:
		n.cases["sentence"]++
	case large >= 2 && large > small:
		n.cases["headline"]++
	}
}

// Words writes a name in place of source: right words stay as written, and no other is changed in case or protected.
func (h *Habits) Words(source, want string) string {
	have, gaps := wordsOf(source)
	next := strings.Fields(want)
	if len(have) != len(next) || len(have) > 200 {
		return h.Escape(want)
	}
	var b strings.Builder
	for i, word := range next {
		b.WriteString(gaps[i])
		if latex.Text(have[i]) == word {
			b.WriteString(have[i])
		} else {
			b.WriteString(h.Escape(word))
		}
	}
	if text := b.String(); bibtex.Balanced(text) {
		return text
	}
	return h.Escape(want)
}

// slip reports whether a word is another one with a slip.
func slip(a, b string) bool {
	x, y := normalise.Title(latex.Text(a)), normalise.Title(latex.Text(b))
	return len(x) >= 4 && normalise.Distance(x, y) <= 2
}

// wrapped returns the inside of a title that is in one pair of braces as a whole.
func wrapped(s string) (string, bool) {
	t := strings.TrimSpace(s)
	if len(t) < 2 || t != s || t[0] != '{' || t[len(t)-1] != '}' || !bibtex.Balanced(t[1:len(t)-1]) ||
		!strings.Contains(t, " ") {
		return "", false
	}
	return t[1 : len(t)-1], true
}

// wordsOf splits a source at white space; gaps[i] precedes word i.
func wordsOf(s string) (list, gaps []string) {
	at := 0
	for at < len(s) {
		start := at
		for at < len(s) && space(s[at]) {
			at++
		}
		end := at
		for end < len(s) && !space(s[end]) {
			end++
		}
		if end > at {
			list, gaps = append(list, s[at:end]), append(gaps, s[start:at])
		}
		at = end
	}
	return list, gaps
}

// sourceKey returns the key of a word as the file writes it.
func sourceKey(word string) string { return wordKey(latex.Text(word)) }

// wordKey returns the normalised form by which words of titles are compared, with punctuation that ends a part.
func wordKey(text string) string {
	mark := ""
	if t := strings.TrimRight(text, `}"'”’`); t != "" && strings.ContainsAny(t[len(t)-1:], ":?!") {
		mark = t[len(t)-1:]
	}
	key := cmp.Or(normalise.Title(text), text)
	return key + mark
}

// bareKey returns a key without the punctuation that ends a part of the title.
func bareKey(key string) string { return strings.TrimRight(key, ":?!") }

// align returns for each wanted word the index of the word it replaces, or -1: equal words along a longest
// common subsequence, and the words between two equal ones one by one if there are as many on both sides.
func align(have, want []string) []int {
	a := lists.Map(have, func(word string) string { return bareKey(sourceKey(word)) })
	b := lists.Map(want, func(word string) string { return bareKey(wordKey(word)) })
	pairs := common(a, b)
	lastI, lastJ := 0, 0
	between := func(i, j int) {
		for k := lastJ; k < j && i-lastI == j-lastJ; k++ {
			pairs[k] = lastI + k - lastJ
		}
	}
	for j, i := range pairs {
		if i >= 0 {
			between(i, j)
			lastI, lastJ = i+1, j+1
		}
	}
	between(len(a), len(b))
	return pairs
}

// cases counts the later words that the record capitalises, by whether the title has them in lower case.
func cases(have, want []string, pairs []int) (lower, upper int) {
	for j, i := range pairs {
		if j == 0 || i < 0 || bareKey(sourceKey(have[i])) != bareKey(wordKey(want[j])) {
			continue
		}
		w, g := first(want[j]), first(have[i])
		if unicode.IsUpper(w) && unicode.IsLower(g) {
			lower++
		} else if unicode.IsUpper(w) && unicode.IsUpper(g) && have[i][0] != '{' {
			upper++
		}
	}
	return lower, upper
}

func first(word string) rune {
	for _, r := range word {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return 0
}

// like writes a word in place of another one, with the braces and the case of that one.
func (h *Habits) like(old, word string, low bool) string {
	if !strings.HasPrefix(old, "{") || !bibtex.Balanced(old) {
		return h.word(word, low)
	}
	if at := strings.IndexByte(old, '}'); at > 0 && at < len(old)-1 && !unicode.IsPunct(rune(old[at+1])) &&
		!CapitalInside(word) {
		return "{" + string(first(word)) + "}" + h.Escape(strings.TrimPrefix(word, string(first(word))))
	}
	return h.braced(word)
}

// braced puts a word in braces and its punctuation after them.
func (h *Habits) braced(word string) string {
	core := strings.TrimRight(word, ":?!,.")
	return "{" + h.Escape(core) + "}" + word[len(core):]
}

// word writes a word that the entry lacks: in lower case if that is the habit, protected if it has capitals inside.
func (h *Habits) word(word string, low bool) string {
	switch {
	case CapitalInside(word) && h.protects:
		return h.braced(word)
	case low && !CapitalInside(word):
		word = strings.ToLower(word)
	}
	return h.Escape(word)
}
