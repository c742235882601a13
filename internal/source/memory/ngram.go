package memory

import (
	"hash/fnv"
	"math"
	"slices"
)

// ngram is how many characters the features of a wording have.
const ngram = 3

// feature is a character n-gram by its hash, with its weight.
type feature struct {
	hash   uint32
	weight float32
}

// grams gives the vector of a wording: counts of its character n-grams, word
// borders included, scaled to unit length, in the order of their hashes so that
// sums do not depend on anything else.
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

// posting is a work that has a feature, with its weight there.
type posting struct {
	work   int32
	weight float32
}

// likeness finds remembered works by the cosine of their vectors.
type likeness struct {
	ids   []int64
	lists map[uint32][]posting
}

func newLikeness() *likeness { return &likeness{lists: map[uint32][]posting{}} }

func (l *likeness) add(id int64, wording string) {
	n := int32(len(l.ids))
	l.ids = append(l.ids, id)
	for _, f := range grams(wording) {
		l.lists[f.hash] = append(l.lists[f.hash], posting{n, f.weight})
	}
}

// above gives the works whose cosine with a wording is at least min, the most
// alike first.
func (l *likeness) above(wording string, min float64) []int64 {
	if len(l.ids) == 0 { // as with those who ask for the first time
		return nil
	}
	sums := make([]float64, len(l.ids))
	for _, f := range grams(wording) {
		for _, p := range l.lists[f.hash] {
			sums[p.work] += float64(f.weight) * float64(p.weight)
		}
	}
	var found ranked
	for n, cosine := range sums {
		if cosine >= min {
			found = append(found, rank{l.ids[n], cosine})
		}
	}
	return found.ids()
}
