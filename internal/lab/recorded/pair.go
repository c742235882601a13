package recorded

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// tokensAlike is the token F1 from which a raw text counts as the marked line.
const tokensAlike = 0.9

// SameString returns the similarity of two raw texts, 0 if below the bound.
func SameString(a, b Printed) float64 {
	if f := TokenF1(a.Raw, b.Raw); f >= tokensAlike {
		return f
	}
	return 0
}

// HoldsTitle returns a number above 0 if the raw text contains the title, greater for a longer title.
func HoldsTitle(gold, ours Printed) float64 {
	title := normalise.Title(gold.Title)
	if title == "" || !holds(normalise.Title(ours.Raw), title) {
		return 0
	}
	score := float64(len(title))
	if normalise.Title(ours.Title) == title {
		score += 1000
	}
	return score
}

// holds reports whether a folded text contains a folded title as words; for a title of some length spaces are
// ignored, which small capitals and formulas lose on either side.
func holds(text, title string) bool {
	if strings.Contains(" "+text+" ", " "+title+" ") {
		return true
	}
	const some = 12
	squashed := normalise.Squash(title)
	return len(squashed) >= some && strings.Contains(normalise.Squash(text), squashed)
}

// Pairs returns for each gold reference the index of ours with which it is paired, or -1: greedy, best pair
// first, one to one.
func Pairs(gold, ours []Printed, alike func(gold, ours Printed) float64) []int {
	type pair struct {
		gold, ours int
		score      float64
	}
	var all []pair
	for i := range gold {
		for j := range ours {
			if s := alike(gold[i], ours[j]); s > 0 {
				all = append(all, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	found := make([]int, len(gold))
	for i := range found {
		found[i] = -1
	}
	taken := make([]bool, len(ours))
	for _, p := range all {
		if found[p.gold] < 0 && !taken[p.ours] {
			found[p.gold], taken[p.ours] = p.ours, true
		}
	}
	return found
}

// TokenF1 returns the F1 of two texts as bags of words.
func TokenF1(a, b string) float64 {
	left, right := tokens(a), tokens(b)
	if len(left)+len(right) == 0 {
		return 0
	}
	return 2 * float64(normalise.Shared(left, right)) / float64(len(left)+len(right))
}

func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// SameTitle reports whether two titles are equal; as in holds, spaces are ignored.
func SameTitle(a, b Printed) bool {
	return normalise.Squash(normalise.Title(a.Title)) == normalise.Squash(normalise.Title(b.Title))
}

func SameAuthors(a, b Printed) bool {
	return NameSet(foldAll(a.Authors)) == NameSet(foldAll(b.Authors))
}

func foldAll(names []string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = normalise.Text(n)
	}
	return list
}
