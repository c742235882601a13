package index

import (
	"context"
	"encoding/binary"
	"slices"
)

// Posting lists are made by reading the forward lists once to count and once
// to place, for one range of lists at a time. A range is as large as jobSize
// postings allow, so memory does not grow with the index.
const (
	jobSize       = 12 << 20 // postings of one job
	pairsPerList  = 6        // pairs of words that share a list, on average
	pairGap       = 2        // words of a pair stand at most this far apart
	maxPairBucket = 1 << 31
)

// pairBucket gives the list of a pair of tokens, in either order.
func pairBucket(a, b uint32, buckets uint64) uint64 {
	if a > b {
		a, b = b, a
	}
	h := (uint64(a)<<32 | uint64(b)) * 0x9E3779B97F4A7C15
	h = (h ^ h>>32) * 0xD6E8FEB86659FD93
	return (h >> 32) * buckets >> 32
}

// lists is the result of a job: encoded lists, grouped as in a blob.
type lists struct {
	bytes []byte
	sizes []uint32
}

// writePostings writes the lists of tokens and of pairs.
func (b *builder) writePostings(ctx context.Context, r *ranking) error {
	var cuts []int // first token of each job
	sum := jobSize
	for i, n := range r.count {
		if sum+int(n) > jobSize {
			cuts = append(cuts, i)
			sum = 0
		}
		sum += int(n)
	}
	cuts = append(cuts, len(r.count))
	blob := newBlobWriter(b.w, "words")
	err := parallel(ctx, len(cuts)-1, b.workers, func(i int) (*lists, error) {
		return b.invertTokens(r, cuts[i], cuts[i+1])
	}, blob.addLists)
	blob.close()
	if err != nil {
		return err
	}
	total := 0
	for _, n := range r.count {
		total += int(n)
	}
	total *= pairGap // a little more than there are
	b.buckets = min(max(1, total/pairsPerList), maxPairBucket)
	jobs := (total + jobSize - 1) / jobSize
	jobs = max(jobs, 1)
	blob = newBlobWriter(b.w, "pairs")
	err = parallel(ctx, jobs, b.workers, func(i int) (*lists, error) {
		return b.invertPairs(r, i*b.buckets/jobs, (i+1)*b.buckets/jobs)
	}, blob.addLists)
	blob.close()
	return err
}

func (b *blobWriter) addLists(l *lists) {
	data := l.bytes
	for _, n := range l.sizes {
		b.add(data[:n])
		data = data[n:]
	}
}

func (b *builder) invertTokens(r *ranking, from, to int) (*lists, error) {
	starts := make([]uint32, to-from+1)
	sum := uint32(0)
	for i := from; i < to; i++ {
		starts[i-from] = sum
		sum += r.count[i]
	}
	starts[to-from] = sum
	docs := make([]uint32, sum)
	at := slices.Clone(starts[:to-from])
	err := b.eachTitle(r, func(doc uint32, tokens []uint32) {
		for _, t := range tokens {
			if i := int(t) - from; i >= 0 && i < len(at) {
				docs[at[i]] = doc
				at[i]++
			}
		}
	})
	return encodeLists(starts, docs), err
}

func (b *builder) invertPairs(r *ranking, from, to int) (*lists, error) {
	starts := make([]uint32, to-from+1)
	each := func(f func(i uint32, doc uint32)) error {
		lo, hi, buckets := uint64(from), uint64(to), uint64(b.buckets)
		return b.eachTitle(r, func(doc uint32, tokens []uint32) {
			for i := range tokens {
				for gap := 1; gap <= pairGap && i+gap < len(tokens); gap++ {
					if p := pairBucket(tokens[i], tokens[i+gap], buckets); p >= lo && p < hi {
						f(uint32(p-lo), doc)
					}
				}
			}
		})
	}
	if err := each(func(i, _ uint32) { starts[i]++ }); err != nil {
		return nil, err
	}
	sum := uint32(0)
	for i, n := range starts {
		starts[i] = sum
		sum += n
	}
	docs := make([]uint32, sum)
	at := slices.Clone(starts[:to-from])
	err := each(func(i, doc uint32) {
		docs[at[i]] = doc
		at[i]++
	})
	return encodeLists(starts, docs), err
}

// encodeLists writes each list as its length and the differences of its
// records, in rising order without repetition. An empty list takes no byte.
func encodeLists(starts, docs []uint32) *lists {
	l := &lists{sizes: make([]uint32, len(starts)-1), bytes: make([]byte, 0, 2*len(docs)+len(starts)/2)}
	for i := range l.sizes {
		list := docs[starts[i]:starts[i+1]]
		if len(list) == 0 {
			continue
		}
		list = slices.Compact(list)
		before := len(l.bytes)
		l.bytes = binary.AppendUvarint(l.bytes, uint64(len(list)))
		last := uint32(0)
		for _, doc := range list {
			l.bytes = appendUvarint32(l.bytes, doc-last)
			last = doc
		}
		l.sizes[i] = uint32(len(l.bytes) - before)
	}
	return l
}
