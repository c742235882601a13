package index

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
)

// Posting lists are made in two steps. One reading of the titles sets the
// postings aside, in parts by ranges of lists; then each part is put into the
// order of its lists in memory. A part fits the processor's cache as long as
// there are not more than maxParts, and memory hardly grows with the index.
const (
	partPostings  = 1 << 19 // of one part, about
	maxParts      = 256
	postingSize   = 8
	pairsPerList  = 6 // pairs of words that share a list, on average
	pairGap       = 2 // words of a pair stand at most this far apart
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

// postings are records with the lists that they belong to, set aside in parts. A
// part begins with a list that begins a group of a blob.
type postings struct {
	parts []spool
	cuts  []int // the first list of each part, and the end
}

func newPostings(s *scratch, cuts []int) *postings {
	p := &postings{parts: make([]spool, len(cuts)-1), cuts: cuts}
	for i := range p.parts {
		p.parts[i].s = s
	}
	return p
}

func (p *postings) add(part int, list, doc uint32) {
	s := &p.parts[part]
	if len(s.buf)+postingSize > spoolBlock {
		s.flush()
	}
	s.buf = binary.LittleEndian.AppendUint64(s.buf, uint64(list)<<32|uint64(doc))
}

// wordPostings prepares parts of lists whose lengths are known, and gives the part
// of each list.
func wordPostings(s *scratch, count []uint32, total int) (p *postings, part []uint8) {
	size := max(partPostings, total/(maxParts/2))
	part = make([]uint8, len(count))
	cuts := []int{0}
	sum := 0
	for i, n := range count {
		if sum >= size && i%groupItems == 0 {
			cuts = append(cuts, i)
			sum = 0
		}
		sum += int(n)
		part[i] = uint8(len(cuts) - 1)
	}
	return newPostings(s, append(cuts, len(count))), part
}

// pairPostings prepares parts of as many lists each, a power of two.
func pairPostings(s *scratch, buckets int) (p *postings, shift uint) {
	for pairsPerList<<shift < partPostings || (buckets-1)>>shift >= maxParts {
		shift++
	}
	var cuts []int
	for at := 0; at < buckets; at += 1 << shift {
		cuts = append(cuts, at)
	}
	return newPostings(s, append(cuts, buckets)), shift
}

// writePostings writes the titles as token numbers, and the lists of tokens and of
// pairs.
func (b *builder) writePostings(ctx context.Context, r *ranking) error {
	total := 0
	for _, n := range r.count {
		total += int(n)
	}
	b.buckets = min(max(1, total*pairGap/pairsPerList), maxPairBucket)
	words, wordPart := wordPostings(b.scratch, r.count, total)
	pairs, shift := pairPostings(b.scratch, b.buckets)
	buckets := uint64(b.buckets)
	blob := newBlobWriter(b.w, "titles")
	var buf []byte
	err := b.eachTitle(r, func(doc uint32, tokens []uint32) {
		buf = buf[:0]
		for i, t := range tokens {
			buf = appendUvarint32(buf, t)
			words.add(int(wordPart[t]), t, doc)
			for _, u := range tokens[i+1 : min(i+1+pairGap, len(tokens))] {
				list := uint32(pairBucket(t, u, buckets))
				pairs.add(int(list>>shift), list, doc)
			}
		}
		blob.add(buf)
	})
	blob.close()
	if err != nil {
		return err
	}
	if err := b.writeLists(ctx, "words", words); err != nil {
		return err
	}
	return b.writeLists(ctx, "pairs", pairs)
}

// writeLists puts the parts in order and writes them.
func (b *builder) writeLists(ctx context.Context, name string, p *postings) error {
	blob := newBlobWriter(b.w, name)
	err := parallel(ctx, len(p.parts), b.workers, p.lists, func(l *lists) {
		blob.addGroups(&l.groups)
		listPool.Put(l)
	})
	blob.close()
	return err
}

// lists are the encoded lists of a part, with the memory they are made in.
type lists struct {
	groups groups
	data   []byte
	at     []uint32 // where the next record of each list goes in docs
	docs   []uint32
}

var listPool = sync.Pool{New: func() any { return &lists{} }}

// lists makes the lists of one part.
func (p *postings) lists(i int) (l *lists, err error) {
	l = listPool.Get().(*lists)
	if l.data, err = p.parts[i].all(l.data[:0]); err != nil {
		return nil, err
	}
	first, n := uint32(p.cuts[i]), p.cuts[i+1]-p.cuts[i]
	l.at = slices.Grow(l.at[:0], n)[:n]
	clear(l.at)
	for data := l.data; len(data) >= postingSize; data = data[postingSize:] {
		l.at[u32(data[4:])-first]++
	}
	sum := uint32(0)
	for i, count := range l.at {
		l.at[i] = sum
		sum += count
	}
	l.docs = slices.Grow(l.docs[:0], int(sum))[:sum]
	for data := l.data; len(data) >= postingSize; data = data[postingSize:] {
		at := &l.at[u32(data[4:])-first]
		l.docs[*at] = u32(data)
		*at++
	}
	l.encode()
	return l, nil
}

// encode writes each list as its length and the differences of its records, in
// rising order without repetition. An empty list takes no byte.
func (l *lists) encode() {
	g := &l.groups
	g.n = 0
	start := uint32(0)
	for _, end := range l.at {
		before := len(g.buf)
		if start < end {
			g.buf = appendList(g.buf, slices.Compact(l.docs[start:end]))
		}
		g.end(len(g.buf) - before)
		start = end
	}
	g.close()
}

// appendList encodes records in rising order.
func appendList(b []byte, docs []uint32) []byte {
	b = appendUvarint32(b, uint32(len(docs)))
	last := uint32(0)
	for _, doc := range docs {
		b = appendUvarint32(b, doc-last)
		last = doc
	}
	return b
}
