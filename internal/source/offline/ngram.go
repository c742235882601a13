package offline

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// ngram is the number of characters in the features of a wording.
const ngram = 3 // case: TestMemoryLookup

// feature is the hash of a character n-gram, with its weight.
type feature struct {
	hash   uint32
	weight float32
}

// grams returns the vector of a wording: counts of its character n-grams, word borders included, scaled to unit
// length, ordered by hash so that sums are deterministic.
func grams(wording string) []feature {
	runes := []rune(" " + wording + " ")
	var hashes []uint32
	for i := 0; i+ngram <= len(runes); i++ {
		h := fnv.New32a()
		_, _ = h.Write([]byte(string(runes[i : i+ngram])))
		hashes = append(hashes, h.Sum32())
	}
	slices.Sort(hashes)
	var v []feature
	sum := 0.0
	for i := 0; i < len(hashes); {
		n := i + 1
		for n < len(hashes) && hashes[n] == hashes[i] {
			n++
		}
		v = append(v, feature{hashes[i], float32(n - i)})
		sum += float64(n-i) * float64(n-i)
		i = n
	}
	for i := range v {
		v[i].weight /= float32(math.Sqrt(sum))
	}
	return v
}

// likeness finds the remembered works whose vectors reach a cosine with a given one.
//
// Vectors have unit length, so the features outside a part of one add at most their own length to a cosine. If
// enough of the rarest features are taken that the length of the others is below the least cosine, two vectors
// that reach it share one of these: the rarest that they share at all. So works are listed only under their
// rarest features, and found by those of the query: the prefix filter of Bayardo, Ma and Srikant, "Scaling up
// all pairs similarity search" (2007).
type likeness struct {
	least   float64
	ids     []int64
	vectors [][]feature
	count   map[uint32]int32   // how many works have a feature
	having  map[uint32][]int32 // the works that have a feature among their rarest ones
}

func newLikeness(least float64) *likeness {
	return &likeness{least: least, count: map[uint32]int32{}}
}

// add adds a work; it must not be called after works have been searched.
func (l *likeness) add(id int64, wording string) {
	v := grams(wording)
	l.ids, l.vectors = append(l.ids, id), append(l.vectors, v)
	for _, f := range v {
		l.count[f.hash]++
	}
}

// list builds the lists of the added works.
func (l *likeness) list() {
	l.having = map[uint32][]int32{}
	for n, v := range l.vectors {
		for _, f := range l.rarest(v) {
			l.having[f.hash] = append(l.having[f.hash], int32(n))
		}
	}
}

// rarest returns the features of which at least one must be shared.
func (l *likeness) rarest(v []feature) []feature {
	v = slices.Clone(v)
	slices.SortFunc(v, func(a, b feature) int {
		return cmp.Or(cmp.Compare(l.count[a.hash], l.count[b.hash]), cmp.Compare(a.hash, b.hash))
	})
	others := 1.0 // the square of the length of the others
	for i, f := range v {
		if others < (l.least-rounding)*(l.least-rounding) {
			return v[:i]
		}
		others -= float64(f.weight) * float64(f.weight)
	}
	return v
}

// above returns the works that reach the cosine with a wording, the most similar first.
func (l *likeness) above(wording string) []int64 {
	if len(l.ids) == 0 { // as at a user's first run
		return nil
	}
	v := grams(wording)
	var candidates []int32
	for _, f := range l.rarest(v) {
		candidates = append(candidates, l.having[f.hash]...)
	}
	slices.Sort(candidates)
	var found []rank
	for _, n := range slices.Compact(candidates) {
		if cosine := cosine(v, l.vectors[n]); cosine >= l.least {
			found = append(found, rank{l.ids[n], cosine})
		}
	}
	return best(found)
}

// rounding is greater than the total rounding error of a cosine.
const rounding = 1e-4

// cosine sums the products of shared features, ordered by hash.
func cosine(a, b []feature) (sum float64) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].hash < b[0].hash:
			a = a[1:]
		case a[0].hash > b[0].hash:
			b = b[1:]
		default:
			sum += float64(a[0].weight) * float64(b[0].weight)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// rank is a remembered work with its similarity.
type rank struct {
	id     int64
	cosine float64
}

// best returns the works, the most similar first.
func best(list []rank) []int64 {
	slices.SortStableFunc(list, func(a, b rank) int {
		return cmp.Or(-cmp.Compare(a.cosine, b.cosine), cmp.Compare(a.id, b.id))
	})
	return lists.Map(list, func(r rank) int64 { return r.id })
}
