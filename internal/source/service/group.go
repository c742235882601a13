package service

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Telling returns the n words of a title that tell most, longest first, each
// once; shorter titles give fewer. They stand for the title in searches that
// join several.
func Telling(title string, n int) []string {
	list := words(title)
	slices.SortStableFunc(list, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	var out []string
	for _, w := range list {
		if len(out) < n && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// Has reports that a title has all of the words.
func Has(title string, telling []string) bool {
	have := words(title)
	for _, w := range telling {
		if !slices.Contains(have, w) {
			return false
		}
	}
	return len(telling) > 0
}

// AnyOf writes groups of words in the syntax of a service: the words of a group
// between before and after with and between them, groups with or between them.
func AnyOf(groups [][]string, before, and, after, or string) string {
	parts := make([]string, len(groups))
	for i, words := range groups {
		parts[i] = before + strings.Join(words, and) + after
	}
	return strings.Join(parts, or)
}

// ErrHalve is what a joined search returns when it has to be asked again in two halves: its
// address is too long, or more was found than an answer has room for. Records that
// come with it are kept when one title is left.
var ErrHalve = errors.New("only part of it was asked")

// Grouped makes a search for many titles from one for up to max of them at
// once, which gives the works of all in any order. A work belongs to every
// title whose telling words it has; Narrow is set, because another spelling of
// one of these words hides a work.
func Grouped(max, telling int, ask func(ctx context.Context, groups [][]string) ([]biblio.Record, error)) TitleSearch {
	search := func(ctx context.Context, searches []Search) []Found {
		found := make([]Found, len(searches))
		all := make([][]string, len(searches))
		order := make([]int, len(searches)) // so that what is asked together does not depend on the order of the references
		for i, s := range searches {
			all[i] = Telling(s.Words, telling)
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(searches[a].Words, searches[b].Words) })
		var chunks [][]int
		for chunk := range slices.Chunk(order, max) {
			chunks = append(chunks, chunk)
		}
		answers := each(len(chunks), func(n int) ([]biblio.Record, error) {
			groups := make([][]string, len(chunks[n]))
			for k, i := range chunks[n] {
				groups[k] = all[i]
			}
			return byHalves(ctx, groups, ask)
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
	return TitleSearch{Ask: search, Requests: func(titles int) int { return requests(titles, max) }}
}

// byHalves asks for groups together, or for one half after the other when that is
// too much at once.
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

// Falling searches for many titles in one way first and, when at most the given
// number of titles is left without a work, for those in another; fewer than few
// titles take the second way at once.
func Falling(few, left int, first, second TitleSearch) TitleSearch {
	search := func(ctx context.Context, searches []Search) []Found {
		if len(searches) <= few {
			return second.Ask(ctx, searches)
		}
		found := first.Ask(ctx, searches)
		var rest []Search
		var at []int
		failed := 0 // they count as left: a failure must not make others be asked more closely
		for i, f := range found {
			switch {
			case f.Err != nil:
				failed++
			case !alikeIn(searches[i], f.Records):
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
	// A forecast reckons with a mixture of works, wrong ones and invented ones, of
	// which the first way leaves about two thirds open.
	return TitleSearch{Ask: search, Requests: func(titles int) int {
		open := 2 * titles / 3
		switch {
		case titles <= few:
			return titles
		case open > left:
			open = 0
		}
		return first.requests(titles) + open
	}}
}

func alikeIn(s Search, records []biblio.Record) bool {
	for i := range records {
		if Alike(s.Title, records[i].FullTitle()) {
			return true
		}
	}
	return false
}
