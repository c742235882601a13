package online

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// DistinctiveWords returns the n most distinctive words of a title, longest first, each once; fewer for shorter titles.
// They represent the title in joined searches.
func DistinctiveWords(title string, n int) []string {
	list := wordsOf(title)
	slices.SortStableFunc(list, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	var out []string
	for _, w := range list {
		if len(out) < n && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// Has reports whether a title contains all of the words.
func Has(title string, telling []string) bool {
	have := wordsOf(title)
	return len(telling) > 0 && !slices.ContainsFunc(telling, func(w string) bool { return !slices.Contains(have, w) })
}

// AnyOf writes groups of words in the syntax of a service: the words of a group are joined by and between
// before and after, groups are joined by or.
func AnyOf(groups [][]string, before, and, after, or string) string {
	part := func(words []string) string { return before + strings.Join(words, and) + after }
	return strings.Join(lists.Map(groups, part), or)
}

// ErrHalve is returned by a joined search that must be repeated in two halves: its address is too long, or more
// was found than fits into an answer. Records that come with it are kept if only one title is left.
var ErrHalve = errors.New("only part of it was asked")

// Grouped makes a search for many titles from one for up to max of them at once, which returns the works of all
// in any order. A work belongs to every title whose telling words it has; Narrow is set, because another
// spelling of one of these words hides a work.
func Grouped(max, telling int, ask func(ctx context.Context, groups [][]string) ([]biblio.Record, error)) TitleSearch {
	search := func(ctx context.Context, searches []Search) []Found {
		found := make([]Found, len(searches))
		all := make([][]string, len(searches))
		order := make([]int, len(searches)) // so that groups do not depend on the order of the references
		for i, s := range searches {
			all[i] = DistinctiveWords(s.Words, telling)
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(searches[a].Words, searches[b].Words) })
		chunks := slices.Collect(slices.Chunk(order, max))
		answers := each(len(chunks), func(n int) ([]biblio.Record, error) {
			return byHalves(ctx, lists.Map(chunks[n], func(i int) []string { return all[i] }), ask)
		})
		for n, got := range answers {
			for _, i := range chunks[n] {
				found[i] = Found{Err: got.Err, Narrow: true}
				for _, rec := range got.Records {
					if Has(rec.FullTitle(), all[i]) {
						found[i].Records = append(found[i].Records, rec)
					}
				}
			}
		}
		return found
	}
	return TitleSearch{Ask: search, Requests: func(titles []string) int { return requests(len(titles), max) }}
}

// byHalves searches for groups together, or one half after the other if that is too much at once.
func byHalves(ctx context.Context, groups [][]string,
	ask func(ctx context.Context, groups [][]string) ([]biblio.Record, error)) ([]biblio.Record, error) {
	records, err := ask(ctx, groups)
	switch {
	case !errors.Is(err, ErrHalve):
		return records, err
	case len(groups) == 1:
		return records, nil
	}
	first, err := byHalves(ctx, groups[:len(groups)/2], ask)
	if err != nil {
		return first, err
	}
	second, err := byHalves(ctx, groups[len(groups)/2:], ask)
	return append(first, second...), err
}

// WithFallback first searches for many titles in one way and, if at most left titles of at most most words remain
// without a work, searches for those in another; at most few titles use the second way at once.
func WithFallback(few, left, most int, first, second TitleSearch) TitleSearch {
	short := func(title string) bool { return len(wordsOf(Plain(title))) <= most }
	search := func(ctx context.Context, searches []Search) []Found {
		if len(searches) <= few {
			return second.Ask(ctx, searches)
		}
		found := first.Ask(ctx, searches)
		var rest []Search
		var at []int
		failed := 0 // failures count as left: they must not cause closer searches for others
		for i, f := range found {
			switch {
			case f.Err != nil:
				failed++
			case short(searches[i].Title) && !alikeIn(searches[i], f.Records):
				rest, at = append(rest, searches[i]), append(at, i)
			}
		}
		if len(rest)+failed > left {
			return found
		}
		for k, f := range second.Ask(ctx, rest) {
			f.Records = append(found[at[k]].Records, f.Records...)
			found[at[k]] = f
		}
		return found
	}
	// The forecast assumes that the first way leaves three quarters of the titles open, or as many as the second takes.
	return TitleSearch{Ask: search, Requests: func(titles []string) int {
		if len(titles) <= few {
			return len(titles)
		}
		return first.requests(titles) + min(3*lists.Count(titles, short)/4, left)
	}}
}

func alikeIn(s Search, records []biblio.Record) bool {
	return slices.ContainsFunc(records, func(r biblio.Record) bool { return Alike(s.Title, r.FullTitle()) })
}
