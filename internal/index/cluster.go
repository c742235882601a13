package index

import (
	"iter"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Records of one work form a ring: each points to the next version, the last to the first. Two records are
// versions of one work if they share an identifier and do not disagree in everything else, or if their folded
// titles and the family names of their first authors are equal.
type clusters struct {
	parent []uint32
	metas  []byte
	length []byte
}

func (c *clusters) meta(doc uint32) meta { return readMeta(c.metas[int(doc)*metaSize:]) }

func (c *clusters) find(i uint32) uint32 {
	for c.parent[i] != i {
		c.parent[i] = c.parent[c.parent[i]]
		i = c.parent[i]
	}
	return i
}

// join makes the smaller number the root, so that the result does not depend on the order of the joins.
func (c *clusters) join(a, b uint32) {
	a, b = c.find(a), c.find(b)
	if a < b {
		c.parent[b] = a
	} else {
		c.parent[a] = b
	}
}

// newClusters makes each record a work of its own.
func (b *builder) newClusters() (c *clusters, err error) {
	c = &clusters{parent: make([]uint32, b.n)}
	for i := range c.parent {
		c.parent[i] = uint32(i)
	}
	if c.metas, err = b.metas.all(nil); err != nil {
		return nil, err
	}
	c.length, err = b.lengths.all(nil)
	return c, err
}

// writeClusters writes the rings and returns the number of works and the rows of the coverage table that can be
// estimated from counts.
func (b *builder) writeClusters(c *clusters) (works int, rows []biblio.CoverageRow, err error) {
	next := make([]uint32, b.n)
	last := make([]uint32, b.n)
	for i := range c.parent {
		doc := uint32(i)
		root := c.find(doc)
		if root == doc {
			works++
		} else {
			next[last[root]] = doc
		}
		next[doc], last[root] = root, doc
	}
	var entries []hashed
	for doc, n := range next {
		if n != uint32(doc) {
			entries = append(entries, hashed{docHash(uint32(doc)), n})
		}
	}
	writeTable(b.w, "versions.t", entries)
	rows, err = b.cover.estimated(c.find)
	return works, rows, err
}

// maxSameTitle bounds how many records of one title are compared pair by pair.
const maxSameTitle = 64

// groupBy splits a sorted list wherever key changes.
func groupBy[T any, K comparable](list []T, key func(*T) K) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for len(list) > 0 {
			n := 1
			for first := key(&list[0]); n < len(list) && key(&list[n]) == first; {
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}

func hashOf(e *hashed) uint64 { return e.hash }

// byTitle joins records of equal full titles.
func (c *clusters) byTitle(list []hashed) {
	for group := range groupBy(list, hashOf) {
		for i := range group {
			if group[i].value&1 != 0 {
				continue
			}
			for j := i + 1; j < len(group) && j < i+maxSameTitle; j++ {
				if group[j].value&1 == 0 && c.sameAuthors(group[i].value>>1, group[j].value>>1) {
					c.join(group[i].value>>1, group[j].value>>1)
				}
			}
		}
	}
}

// sameAuthors reports whether two records with the same title have the same first author. Short titles also
// need the same year; a record without authors, which says little, needs a long title and a close year.
func (c *clusters) sameAuthors(a, b uint32) bool {
	x, y := c.meta(a), c.meta(b)
	near := x.year == 0 || y.year == 0 || x.year-y.year+2 <= 4
	if x.family == 0 || y.family == 0 {
		return near && c.length[a] >= 6
	}
	if x.family != y.family {
		return false
	}
	return c.length[a] >= 3 || near
}

// byID joins records that share an identifier.
func (c *clusters) byID(list []hashed) {
	for group := range groupBy(list, hashOf) {
		for i := range group {
			for j := i + 1; j < len(group) && j < i+maxSameTitle; j++ {
				if c.compatible(group[i].value, group[j].value) {
					c.join(group[i].value, group[j].value)
				}
			}
		}
	}
}

// compatible reports whether two records that share an identifier may be one
// work: identifiers are copied by mistake, and a book's is in its chapters.
func (c *clusters) compatible(a, b uint32) bool {
	x, y := c.meta(a), c.meta(b)
	if x.family != 0 && y.family != 0 {
		return x.family == y.family
	}
	return x.names&y.names != 0 || x.names == 0 && y.names == 0 && c.length[a] == c.length[b]
}

// docHash spreads record numbers over the buckets of a table; no two have the
// same upper half.
func docHash(doc uint32) uint64 { return uint64(doc*0x9E3779B1) << 32 }
