package tidy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// sortKeys are the keys by which entries are sorted.
var sortKeys = map[string]func(t *tidier, n int) string{
	"key":   func(t *tidier, n int) string { return strings.ToLower(t.key(n)) },
	"type":  func(t *tidier, n int) string { return t.f.TypeName(t.entry(n)) },
	"title": func(t *tidier, n int) string { return normalise.Text(t.work(n).FullTitle()) },
	"year":  func(t *tidier, n int) string { return fmt.Sprintf("%06d", t.work(n).Issued.Year) },
	"author": func(t *tidier, n int) string {
		var b strings.Builder
		list := t.work(n).People()
		for _, c := range list[:min(len(list), 10)] {
			b.WriteString(normalise.Text(c.Family+c.Literal) + "\x01" + normalise.Text(c.Given) + "\x02")
		}
		return b.String()
	},
}

func sortKeyNames() []string { return slices.Sorted(maps.Keys(sortKeys)) }

// work returns what an entry claims, or an empty work.
func (t *tidier) work(n int) *biblio.Work {
	if t.works[n] == nil {
		return &biblio.Work{}
	}
	return t.works[n]
}

// rank is the sort key of one entry.
type rank struct {
	level int // how many generations inherit from it
	by    []string
	text  string
}

// sortEntries sorts entries. What others inherit from follows them, as BibTeX requires. Macros, comments
// between empty lines and damaged parts stay where they are, and no entry moves past them.
func (t *tidier) sortEntries(value string) (int, error) {
	blocks := t.blocks()
	levels := t.levels()
	ranks := make([]rank, len(t.entries))
	for n := range ranks {
		ranks[n] = rank{level: levels[n], text: t.f.Text(t.entry(n).Span)}
		for _, by := range split(value) {
			ranks[n].by = append(ranks[n].by, sortKeys[strings.TrimPrefix(by, "-")](t, n))
		}
	}
	turned := make([]bool, 0, 4)
	for _, by := range split(value) {
		turned = append(turned, strings.HasPrefix(by, "-"))
	}
	compare := func(a, b int) int {
		x, y := &ranks[a], &ranks[b]
		if x.level != y.level {
			return x.level - y.level
		}
		for i := range x.by {
			if c := strings.Compare(x.by[i], y.by[i]); c != 0 && turned[i] {
				return -c
			} else if c != 0 {
				return c
			}
		}
		return cmp.Or(strings.Compare(strings.ToLower(t.key(a)), strings.ToLower(t.key(b))), strings.Compare(x.text, y.text))
	}
	order := t.numbers() // for each place, the entry that goes there
	for _, run := range runs(blocks) {
		slices.SortStableFunc(order[run[0]:run[1]], compare)
		t.firstFirst(order[run[0]:run[1]])
	}
	return t.reorder(blocks, order)
}

// firstFirst keeps entries with the same key in their order, since the first counts.
func (t *tidier) firstFirst(order []int) {
	places := map[string][]int{}
	for i, n := range order {
		key := strings.ToLower(t.key(n))
		places[key] = append(places[key], i)
	}
	for _, list := range places {
		members := lists.Map(list, func(i int) int { return order[i] })
		slices.Sort(members)
		for k, i := range list {
			order[i] = members[k]
		}
	}
}

// maxLevels bounds how many generations of parents are distinguished.
const maxLevels = 8

// levels returns for each entry how many generations inherit from it by crossref.
func (t *tidier) levels() []int {
	number := map[*bibtex.Item]int{}
	for n := range t.entries {
		number[t.entry(n)] = n
	}
	parent := make([]int, len(t.entries))
	for n := range parent {
		parent[n] = -1
		if field, _ := t.f.Field(t.entry(n), "crossref"); field != nil {
			if it := t.f.EntryByKey(strings.TrimSpace(t.f.Expand(field.Value))); it != nil {
				parent[n] = number[it]
			}
		}
	}
	levels := make([]int, len(t.entries))
	for range maxLevels {
		for n, p := range parent {
			if p >= 0 && p != n {
				levels[p] = min(max(levels[p], levels[n]+1), maxLevels)
			}
		}
	}
	return levels
}

// reorder writes the blocks of entries in another order.
func (t *tidier) reorder(blocks []block, order []int) (int, error) {
	var edits []bibtex.Edit
	moved := 0
	for place, n := range order {
		if place != n {
			edits = append(edits, bibtex.Edit{Span: blocks[place].span, Text: t.f.Text(blocks[n].span)})
			moved++
		}
	}
	if moved == 0 {
		return 0, nil
	}
	groups := make([][]bibtex.Edit, len(t.entries))
	groups[0] = edits
	before := t.f
	changed, err := t.make(groups, func(_, after *bibtex.File) bool {
		return alike(before, after, order, func(_ int, a, b *bibtex.Item) bool {
			return before.Text(a.Span) == after.Text(b.Span) && sameFields(before, after, a, b, nothing, itself)
		})
	})
	if changed == 0 || err != nil {
		return 0, err
	}
	works := slices.Clone(t.works)
	for place, n := range order {
		t.works[place] = works[n]
	}
	return moved, nil
}
