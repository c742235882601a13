package index

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
)

// Posting lists are made by reading the forward lists once to count, and once
// for each range of lists to place them. A range is as large as jobSize
// postings allow, so that memory hardly grows with the index.
const (
	jobSize       = 10 << 20 // postings of one job
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
	cuts := cutJobs(r.count)
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
	b.buckets = min(max(1, total*pairGap/pairsPerList), maxPairBucket)
	count := make([]uint32, b.buckets)
	if err := b.eachPair(r, func(bucket uint64, _ uint32) { count[bucket]++ }); err != nil {
		return err
	}
	cuts = cutJobs(count)
	blob = newBlobWriter(b.w, "pairs")
	err = parallel(ctx, len(cuts)-1, b.workers, func(i int) (*lists, error) {
		return b.invertPairs(r, count, cuts[i], cuts[i+1])
	}, blob.addLists)
	blob.close()
	return err
}

// cutJobs gives the first list of each job, and the end.
func cutJobs(count []uint32) (cuts []int) {
	sum := 0
	for i, n := range count {
		if i == 0 || sum+int(n) > jobSize {
			cuts = append(cuts, i)
			sum = 0
		}
		sum += int(n)
	}
	return append(cuts, len(count))
}

func (b *blobWriter) addLists(l *lists) {
	data := l.bytes
	for _, n := range l.sizes {
		b.add(data[:n])
		data = data[n:]
	}
}

// docBuffers holds the largest pieces of memory of a job for the next one.
var docBuffers = sync.Pool{New: func() any { return new([]uint32) }}

// place makes the lists from to to, whose lengths are known, by reading all
// titles once: each gives the numbers of its lists to put.
func place(count []uint32, from, to int, each func(put func(list uint64, doc uint32)) error) (*lists, error) {
	starts := make([]uint32, to-from+1)
	sum := uint32(0)
	for i := from; i < to; i++ {
		starts[i-from] = sum
		sum += count[i]
	}
	starts[to-from] = sum
	buf := docBuffers.Get().(*[]uint32)
	defer docBuffers.Put(buf)
	if uint32(cap(*buf)) < sum {
		*buf = make([]uint32, max(sum, min(jobSize, 4*sum)))
	}
	docs := (*buf)[:sum]
	at := slices.Clone(starts[:to-from])
	lo, n := uint64(from), uint64(to-from)
	err := each(func(list uint64, doc uint32) {
		if i := list - lo; i < n {
			docs[at[i]] = doc
			at[i]++
		}
	})
	if err != nil {
		return nil, err
	}
	return encodeLists(starts, docs), nil
}

func (b *builder) invertTokens(r *ranking, from, to int) (*lists, error) {
	return place(r.count, from, to, func(put func(uint64, uint32)) error {
		return b.eachTitle(r, func(doc uint32, tokens []uint32) {
			for _, t := range tokens {
				put(uint64(t), doc)
			}
		})
	})
}

func (b *builder) invertPairs(r *ranking, count []uint32, from, to int) (*lists, error) {
	return place(count, from, to, func(put func(uint64, uint32)) error { return b.eachPair(r, put) })
}

// eachPair calls f with the bucket of every pair of near tokens of every
// title.
func (b *builder) eachPair(r *ranking, f func(bucket uint64, doc uint32)) error {
	buckets := uint64(b.buckets)
	return b.eachTitle(r, func(doc uint32, tokens []uint32) {
		for i, t := range tokens {
			for _, u := range tokens[i+1 : min(i+1+pairGap, len(tokens))] {
				f(pairBucket(t, u, buckets), doc)
			}
		}
	})
}

// encodeLists writes each list as its length and the differences of its
// records, in rising order without repetition. An empty list takes no byte.
func encodeLists(starts, docs []uint32) *lists {
	l := &lists{sizes: make([]uint32, len(starts)-1), bytes: make([]byte, 0, 2*len(docs)+2*len(starts)+64)}
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
