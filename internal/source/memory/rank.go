package memory

import (
	"cmp"
	"slices"
)

// rank is a remembered work with how alike it is.
type rank struct {
	id     int64
	cosine float64
}

type ranked []rank

// ids gives the works, the most alike first.
func (r ranked) ids() []int64 {
	slices.SortStableFunc(r, func(a, b rank) int { return cmp.Or(-cmp.Compare(a.cosine, b.cosine), cmp.Compare(a.id, b.id)) })
	var list []int64
	for _, x := range r {
		list = append(list, x.id)
	}
	return list
}
