package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/source/all"
)

// chosenSources turns the words of --sources into names. Plain names stand for
// these alone; without one the usual sources are meant, of which "-name" leaves
// one out and to which "+name" adds one. Nil means the usual ones. A usual
// source that is not ready is left out; one that is named says what it needs.
func chosenSources(words []string, ready func(all.Entry) bool) ([]string, error) {
	if len(words) == 0 {
		return nil, nil
	}
	var plain, plus, minus []string
	for _, w := range words {
		list, name := &plain, w
		if rest, ok := strings.CutPrefix(w, "-"); ok {
			list, name = &minus, rest
		} else if rest, ok := strings.CutPrefix(w, "+"); ok {
			list, name = &plus, rest
		}
		if !slices.ContainsFunc(all.Sources, func(e all.Entry) bool { return e.Name == name }) {
			return nil, fmt.Errorf("no source is called %q: \"bonafide sources\" lists them", name)
		}
		*list = append(*list, name)
	}
	chosen := []string{} // not nil: "-a" for every a leaves none
	for _, e := range all.Sources {
		wanted := slices.Contains(plain, e.Name) || slices.Contains(plus, e.Name) || len(plain) == 0 && e.Default && ready(e)
		if wanted && !slices.Contains(minus, e.Name) {
			chosen = append(chosen, e.Name)
		}
	}
	return chosen, nil
}
