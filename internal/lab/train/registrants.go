package train

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// Registrants are the DOI prefixes that corpora hold, without "10.": all of
// them, and by the key of a known container those that serve it.
type Registrants struct {
	All         []string
	ByContainer map[string][]string
}

// A container enters the table when this many of its works have a DOI, and a
// prefix serves it when at least one in this many of those stands under it.
const (
	containerDOIs  = 30
	registrantRare = 200
)

// LearnRegistrants counts the prefixes of a corpus.
func LearnRegistrants(ix *index.Index) (Registrants, error) {
	all := map[string]bool{}
	counts := map[string]map[string]int{}
	for r, err := range ix.Records() {
		if err != nil {
			return Registrants{}, err
		}
		for _, id := range r.Named() {
			if prefix := registrant(id); prefix != "" {
				all[prefix] = true
			}
		}
		prefix := registrant(r.ID(ident.DOI))
		if prefix == "" {
			continue
		}
		for _, key := range fold.ParseContainer(r.Container.Title).Venues {
			if counts[key] == nil {
				counts[key] = map[string]int{}
			}
			counts[key][prefix]++
		}
	}
	return Registrants{slices.Sorted(maps.Keys(all)), serving(counts)}, nil
}

// registrant gives the number of a DOI's registrant, "" for what has none.
func registrant(id ident.ID) string {
	prefix, _, _ := strings.Cut(strings.TrimPrefix(id.Registrant(), "10."), ".")
	if n, err := strconv.Atoi(prefix); err != nil || n < 1000 {
		return ""
	}
	return prefix
}

// serving keeps the containers with enough DOIs and their usual prefixes.
func serving(counts map[string]map[string]int) map[string][]string {
	table := map[string][]string{}
	for key, prefixes := range counts {
		total := 0
		for _, n := range prefixes {
			total += n
		}
		if total < containerDOIs || strings.ContainsAny(key, " \t\n") {
			continue
		}
		for prefix, n := range prefixes {
			if n*registrantRare >= total {
				table[key] = append(table[key], prefix)
			}
		}
		slices.Sort(table[key])
	}
	return table
}

// Texts gives the two tables as the judge embeds them: the prefixes in lines,
// and a line for each container with its prefixes.
func (r Registrants) Texts() (registrants, containers string) {
	var b strings.Builder
	for chunk := range slices.Chunk(r.All, 20) {
		b.WriteString(strings.Join(chunk, " ") + "\n")
	}
	var c strings.Builder
	for _, key := range slices.Sorted(maps.Keys(r.ByContainer)) {
		fmt.Fprintf(&c, "%s %s\n", key, strings.Join(r.ByContainer[key], " "))
	}
	return b.String(), c.String()
}
