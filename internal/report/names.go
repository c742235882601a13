package report

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/fold"
)

// etAl ends a list of names that goes on.
const etAl = "et al."

func marks(list []string) []bool { return slices.Repeat([]bool{true}, len(list)) }

// chosen gives the names that are marked, all without marks; "et al." is none.
func chosen(list []string, marked []bool) []string {
	var out []string
	for i, name := range list {
		if (marked == nil || marked[i]) && name != etAl {
			out = append(out, name)
		}
	}
	return out
}

// names gives the tokens of a list of names.
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

// sameName reports folded names with the same family name and no given names of
// which the initials differ: enough to show a list, not to judge it.
func sameName(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) == 0 || len(y) == 0 || x[len(x)-1] != y[len(y)-1] {
		return false
	}
	return len(x) == 1 || len(y) == 1 || x[0][0] == y[0][0]
}

// likeNames reports names that share a part of three letters or more, or are
// alike but for a letter or two.
func likeNames(a, b string) bool {
	a, b = fold.Text(a), fold.Text(b)
	for _, word := range strings.Fields(a) {
		if len(word) > 2 && slices.Contains(strings.Fields(b), word) {
			return true
		}
	}
	return fold.Similarity(a, b) >= alikeNames
}

// alikeNames is the similarity from which two names are shown as one misspelt:
// "Hochreitter" for "Hochreiter".
const alikeNames = 80

// pagesDifference compares first and last pages.
func pagesDifference(claimed, recorded string) difference {
	a, b := pageParts(claimed), pageParts(recorded)
	if len(a) == 0 || len(b) == 0 {
		return wholly(claimed, recorded)
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

// pageParts gives first and last page of a range, nil for what is none, such as a
// list.
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
