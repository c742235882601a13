package index

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// ByRaw finds the works that a whole reference string names, best first, at
// most limit.
func (x *Index) ByRaw(raw string, limit int) ([]Hit, error) {
	hits, err := x.Similar(&biblio.Work{Title: strings.Join(strings.Fields(raw), " ")}, limit)
	slices.SortStableFunc(hits, compareHits)
	return hits, err
}
