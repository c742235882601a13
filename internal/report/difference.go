package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// difference describes how a claimed and a recorded value differ: in words, "" if the values speak for themselves,
// and with the differing parts marked. It judges nothing: another package has concluded that they differ.
type difference struct {
	words             string
	claimed, recorded []token
}

// differences are the fields whose parts are compared.
var differences = map[biblio.Field]func(claimed, recorded string) difference{
	biblio.FieldTitle:   titleDifference,
	biblio.FieldAuthors: authorsDifference,
	biblio.FieldPages:   pagesDifference,
}

// differ compares two values of a field.
func differ(field, claimed, recorded string) difference {
	if compare := differences[biblio.Field(field)]; compare != nil {
		return compare(claimed, recorded)
	}
	return wholly(claimed, recorded, true)
}

// wholly marks all of two values, if they have nothing in common, or nothing.
func wholly(claimed, recorded string, marked bool) difference {
	return difference{claimed: tokens(claimed, marked), recorded: tokens(recorded, marked)}
}

// titleDifference compares titles word by word, without case, punctuation and
// diacritics.
func titleDifference(claimed, recorded string) difference {
	a, b := strings.Fields(claimed), strings.Fields(recorded)
	x, y := normalised(a), normalised(b)
	pairs := align(len(a), len(b), func(i, j int) bool { return a[i] == b[j] || x[i] == y[j] && x[i] != "" })
	if 3*len(pairs) < max(len(a), len(b)) {
		return wholly(claimed, recorded, true) // marks everywhere would say nothing
	}
	d := wholly(claimed, recorded, true)
	for _, p := range pairs {
		d.claimed[p[0]].marked, d.recorded[p[1]].marked = false, false
	}
	var parts []string
	for _, g := range gaps(pairs, len(a), len(b)) {
		parts = append(parts, replaced(inQuotes(a[g.a0:g.a1]), inQuotes(b[g.b0:g.b1])))
	}
	d.words = strings.Join(parts, "; ")
	return d
}

// normalised returns the normal forms of words or names.
func normalised(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = normalise.Text(s)
	}
	return out
}

// inQuotes puts words between quotation marks, "" for none.
func inQuotes(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "“" + strings.Trim(strings.Join(words, " "), ".,;:") + "”"
}

// replaced says what replaces what.
func replaced(claimed, recorded string) string {
	switch {
	case claimed == "":
		return recorded + " is left out"
	case recorded == "":
		return claimed + " is not in the record"
	}
	return claimed + " for " + recorded
}

// authorsDifference compares lists of names in the form used in rows.
func authorsDifference(claimed, recorded string) difference {
	a, b := strings.Split(claimed, "; "), strings.Split(recorded, "; ")
	x, y := normalised(a), normalised(b)
	pairs := align(len(a), len(b), func(i, j int) bool { return a[i] == b[j] || sameName(x[i], y[j]) })
	whole := len(pairs) == max(len(a), len(b))
	if whole { // they differ in more than initials
		pairs = align(len(a), len(b), func(i, j int) bool { return x[i] == y[j] })
	}
	markA, markB := marks(a), marks(b)
	for _, p := range pairs {
		markA[p[0]], markB[p[1]] = false, false
	}
	d := difference{claimed: names(a, markA), recorded: names(b, markB)}
	if !whole && onlyMoved(chosen(a, markA), chosen(b, markB)) {
		d.words = "the order differs"
		return d
	}
	var parts []string
	for _, g := range gaps(pairs, len(a), len(b)) {
		parts = append(parts, namesInWords(chosen(a[g.a0:g.a1], nil), chosen(b[g.b0:g.b1], nil))...)
	}
	d.words = strings.Join(parts, "; ")
	return d
}

// namesInWords describes how the names between two matching ones differ.
func namesInWords(claimed, recorded []string) []string {
	pairs, extra, missing := pairUp(claimed, recorded, likeNames)
	var parts []string
	for _, p := range pairs {
		parts = append(parts, fmt.Sprintf("“%s” for “%s”", p[0], p[1]))
	}
	if len(extra) > 0 {
		parts = append(parts, "not in the record: "+strings.Join(extra, ", "))
	}
	if len(missing) > 0 {
		parts = append(parts, "left out: "+strings.Join(missing, ", "))
	}
	return parts
}

// onlyMoved reports whether the lists have the same names in another order.
func onlyMoved(a, b []string) bool {
	_, extra, missing := pairUp(a, b, func(a, b string) bool { return sameName(normalise.Text(a), normalise.Text(b)) })
	return len(a) > 0 && len(extra)+len(missing) == 0
}

// pairUp pairs the names of two lists in order and returns the remaining ones. Lists that are too long
// are not paired.
func pairUp(a, b []string, same func(a, b string) bool) (pairs [][2]string, extra, missing []string) {
	if len(a)*len(b) > mostPaired {
		return nil, a, b
	}
	missing = slices.Clone(b)
	for _, name := range a {
		at := slices.IndexFunc(missing, func(other string) bool { return same(name, other) })
		if at < 0 {
			extra = append(extra, name)
			continue
		}
		pairs = append(pairs, [2]string{name, missing[at]})
		missing = slices.Delete(missing, at, at+1)
	}
	return pairs, extra, missing
}

// mostPaired is the maximum number of pairs of names compared.
const mostPaired = 10_000

// mostAligned limits how many words or names are aligned: rows contain untrusted input.
const mostAligned = 1 << 20

// align finds a longest common subsequence of two lists and returns it as pairs of indices. Lists that are too
// long are not aligned.
func align(n, m int, same func(i, j int) bool) [][2]int {
	if n*m > mostAligned {
		return nil
	}
	best := make([][]int32, n+1)
	for i := range best {
		best[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(i, j) {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(i, j):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// gap is what is between two aligned elements of both lists.
type gap struct{ a0, a1, b0, b1 int }

func gaps(pairs [][2]int, n, m int) []gap {
	var list []gap
	i, j := 0, 0
	for _, p := range append(slices.Clone(pairs), [2]int{n, m}) {
		if p[0] > i || p[1] > j {
			list = append(list, gap{i, p[0], j, p[1]})
		}
		i, j = p[0]+1, p[1]+1
	}
	return list
}

// etAl ends a shortened list of names.
const etAl = "et al."

func marks(list []string) []bool { return slices.Repeat([]bool{true}, len(list)) }

// chosen returns the marked names, all if marks is nil; "et al." is left out.
func chosen(list []string, marked []bool) []string {
	var out []string
	for i, name := range list {
		if (marked == nil || marked[i]) && name != etAl {
			out = append(out, name)
		}
	}
	return out
}

func names(list []string, marked []bool) []token {
	var out []token
	for i, name := range list {
		out = append(out, tokens(name, marked[i] && name != etAl)...)
		if i < len(list)-1 {
			out = append(out, token{text: ";", glue: true})
		}
	}
	return out
}

// sameName reports whether normalised names have the same family name and no conflicting initials: enough to
// show a list, not to judge it.
func sameName(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) == 0 || len(y) == 0 || x[len(x)-1] != y[len(y)-1] {
		return false
	}
	return len(x) == 1 || len(y) == 1 || x[0][0] == y[0][0]
}

// likeNames reports whether names share a part of three letters or more, or differ in only a letter or two.
func likeNames(a, b string) bool {
	a, b = normalise.Text(a), normalise.Text(b)
	for _, word := range strings.Fields(a) {
		if len(word) > 2 && slices.Contains(strings.Fields(b), word) {
			return true
		}
	}
	if normalise.Similarity(a, b) >= alikeNames {
		return true
	}
	x, y := strings.Fields(a), strings.Fields(b) // "P.J. Philips" for "P. Jonathon Phillips"
	return len(x) > 1 && len(y) > 1 && x[0][0] == y[0][0] && min(len(x[len(x)-1]), len(y[len(y)-1])) > 3 &&
		normalise.Similarity(x[len(x)-1], y[len(y)-1]) >= alikeNames
}

// alikeNames is the similarity from which two names are shown as a misspelling: "Hochreitter" for "Hochreiter".
const alikeNames = 80

// pagesDifference compares first and last pages.
func pagesDifference(claimed, recorded string) difference {
	a, b := pageParts(claimed), pageParts(recorded)
	if len(a) == 0 || len(b) == 0 {
		return wholly(claimed, recorded, true)
	}
	var d difference
	var parts []string
	ends := []string{"first page", "last page"}
	for i := range max(len(a), len(b)) {
		x, y := part(a, i), part(b, i)
		d.claimed, d.recorded = pageToken(d.claimed, x, x != y), pageToken(d.recorded, y, x != y)
		switch {
		case x == y:
		case x == "":
			parts = append(parts, "no "+ends[i]+", the record has "+y)
		case y == "":
			parts = append(parts, "the record has no "+ends[i])
		default:
			parts = append(parts, ends[i]+" "+x+" for "+y)
		}
	}
	d.words = strings.Join(parts, ", ")
	return d
}

// pageParts returns first and last page of a range, nil if it is not a range, such as a list.
func pageParts(s string) []string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '–' || r == '—' })
	if len(parts) > 2 {
		return nil
	}
	for i := range parts {
		if parts[i] = strings.TrimSpace(parts[i]); strings.ContainsAny(parts[i], " ,;") {
			return nil
		}
	}
	return parts
}

func part(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func pageToken(list []token, page string, marked bool) []token {
	if page == "" {
		return list
	}
	if len(list) > 0 {
		list = append(list, token{text: "–", glue: true})
	}
	return append(list, token{text: page, marked: marked, glue: len(list) > 0})
}
