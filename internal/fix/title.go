package fix

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// title writes a title in place of source. Words that agree stay as they are
// written, with their braces, commands and case; a new word takes the case
// habit of the entry.
func (h *habits) title(source, want string) string {
	if inner, ok := wrapped(source); ok {
		own := *h
		own.protects = false
		return "{" + own.title(inner, want) + "}"
	}
	have, gaps := words(source)
	next := strings.Fields(want)
	if len(have) > 200 || len(next) > 200 || len(have) == 0 {
		return latex.Escape(want, h.ascii)
	}
	own := *h
	own.protects = h.protects || protected(source)
	pairs := align(have, next)
	lower, upper := cases(have, next, pairs)
	low, unknown := lower > upper, lower+upper == 0
	var b strings.Builder
	for j, word := range next {
		i := pairs[j]
		gap := " "
		if i > 0 && i < len(gaps) && (j == 0 || pairs[j-1] == i-1) {
			gap = gaps[i]
		}
		if j > 0 {
			b.WriteString(gap)
		}
		switch {
		case i >= 0 && wordKey(have[i]) == wordKey(word):
			b.WriteString(have[i])
		case i >= 0:
			b.WriteString(own.like(have[i], word, j > 0 && (low || unknown && unicode.IsLower(first(have[i])))))
		default:
			b.WriteString(own.word(word, low && j > 0))
		}
	}
	if text := b.String(); balanced(text) {
		return text
	}
	return latex.Escape(want, h.ascii)
}

// wrapped gives the inside of a title that one pair of braces protects whole.
func wrapped(s string) (string, bool) {
	t := strings.TrimSpace(s)
	if len(t) < 2 || t != s || t[0] != '{' || t[len(t)-1] != '}' || !balanced(t[1:len(t)-1]) || !strings.Contains(t, " ") {
		return "", false
	}
	return t[1 : len(t)-1], true
}

// balanced reports that the braces of a text match, as BibTeX counts them.
func balanced(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// words cuts a source at white space; gaps[i] stands before word i.
func words(s string) (list, gaps []string) {
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

// wordKey is the form in which words of titles are equal: folded, with the
// punctuation that ends a part of the title.
func wordKey(word string) string {
	text := latex.Text(word)
	mark := ""
	if t := strings.TrimRight(text, `}"'”’`); t != "" && strings.ContainsAny(t[len(t)-1:], ":?!") {
		mark = t[len(t)-1:]
	}
	key := fold.Title(text)
	if key == "" {
		key = text
	}
	return key + mark
}

// align gives for each wanted word the index of the word it stands for, -1 for
// none: equal words along a longest common subsequence, and words between two
// equal ones one for one where their numbers agree.
func align(have, want []string) []int {
	a, b := make([]string, len(have)), make([]string, len(want))
	for i := range have {
		a[i] = wordKey(have[i])
	}
	for j := range want {
		b[j] = wordKey(want[j])
	}
	n, m := len(a), len(b)
	lcs := make([][]int, n+1)
	for i := range lcs {
		lcs[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[i] == b[j] {
				lcs[i][j] = lcs[i+1][j+1] + 1
			} else {
				lcs[i][j] = max(lcs[i+1][j], lcs[i][j+1])
			}
		}
	}
	pairs := make([]int, m)
	lastI, lastJ := 0, 0
	close := func(i, j int) {
		for k := lastJ; k < j; k++ {
			pairs[k] = -1
			if i-lastI == j-lastJ {
				pairs[k] = lastI + k - lastJ
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case a[i] == b[j]:
			close(i, j)
			pairs[j] = i
			i, j = i+1, j+1
			lastI, lastJ = i, j
		case lcs[i+1][j] >= lcs[i][j+1]:
			i++
		default:
			j++
		}
	}
	close(n, m)
	return pairs
}

// cases counts the words after the first that the record writes with a capital
// and the title without or with one.
func cases(have, want []string, pairs []int) (lower, upper int) {
	for j, i := range pairs {
		if j == 0 || i < 0 || wordKey(have[i]) != wordKey(want[j]) {
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

// like writes a word in place of another one: with its braces and its case.
func (h *habits) like(old, word string, low bool) string {
	open, shut := "", ""
	if strings.HasPrefix(old, "{") && balanced(old) {
		open, shut = "{", "}"
		if at := strings.IndexByte(old, '}'); at > 0 && at < len(old)-1 && !unicode.IsPunct(rune(old[at+1])) && !inner(word) {
			open, shut = "{"+string(first(word))+"}", ""
			return open + latex.Escape(strings.TrimPrefix(word, string(first(word))), h.ascii)
		}
	}
	if open == "" {
		return h.word(word, low)
	}
	core := strings.TrimRight(word, ":?!,.")
	return open + latex.Escape(core, h.ascii) + shut + word[len(core):]
}

// word writes a word that the entry has not: in lower case where that is the
// habit, protected where it has capitals inside.
func (h *habits) word(word string, low bool) string {
	switch {
	case inner(word) && h.protects:
		core := strings.TrimRight(word, ":?!,.")
		return "{" + latex.Escape(core, h.ascii) + "}" + word[len(core):]
	case low && !inner(word):
		word = strings.ToLower(word)
	}
	return latex.Escape(word, h.ascii)
}

// inner reports a word with a capital after its first letter, or one letter
// alone: BERT, arXiv, LaTeX.
func inner(word string) bool {
	seen := false
	for _, r := range word {
		if unicode.IsUpper(r) && seen {
			return true
		}
		seen = seen || unicode.IsLetter(r)
		if r == '-' {
			seen = false
		}
	}
	return false
}
