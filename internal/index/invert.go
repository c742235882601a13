package index

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
)

// Posting lists are made in two steps. One pass over the titles stores the postings in parts, by ranges of
// lists; then each part is sorted into its lists in memory. A part fits the processor's cache as long as there
// are fewer than maxParts; beyond that parts grow with the index. As many parts are in memory as there are
// workers.
const (
	partPostings  = 1 << 19 // of one part, about
	maxParts      = 256
	postingSize   = 8
	pairsPerList  = 6 // pairs of words that share a list, on average
	pairGap       = 2 // words of a pair are at most this far apart
	maxPairBucket = 1 << 31
)

// pairBucket returns the list of a pair of tokens, in either order.
func pairBucket(a, b uint32, buckets uint64) uint64 {
	if a > b {
		a, b = b, a
	}
	h := (uint64(a)<<32 | uint64(b)) * 0x9E3779B97F4A7C15
	h = (h ^ h>>32) * 0xD6E8FEB86659FD93
	return (h >> 32) * buckets >> 32
}

// postings are records with the lists to which they belong, stored in parts. The first list of a part starts a
// group of a blob.
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

// wordPostings prepares parts for lists of known lengths, and returns the part of each list.
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

// pairPostings prepares parts with equal numbers of lists, a power of two.
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

// inversion makes postings of titles.
type inversion struct {
	rank         *ranking
	words, pairs *postings
	part         []uint8 // of each word's list
	shift        uint    // from a pair's list to its part
	buckets      uint64
}

// inverted is the result for a block of titles, with its memory.
type inverted struct {
	block        []byte
	tokens       []uint32
	titles       groups
	words, pairs [][]byte // postings by part
}

// writePostings writes the titles as token numbers, and the lists of tokens and of
// pairs.
func (b *builder) writePostings(ctx context.Context, r *ranking) error {
	total := 0
	for _, n := range r.count {
		total += int(n)
	}
	b.buckets = min(max(1, total*pairGap/pairsPerList), maxPairBucket)
	v := &inversion{rank: r, buckets: uint64(b.buckets)}
	v.words, v.part = wordPostings(b.scratch, r.count, total)
	v.pairs, v.shift = pairPostings(b.scratch, b.buckets)
	pool := sync.Pool{New: func() any {
		return &inverted{words: make([][]byte, len(v.words.parts)), pairs: make([][]byte, len(v.pairs.parts))}
	}}
	blob := newBlobWriter(b.w, "titles")
	b.forward.close()
	err := inOrder(ctx, len(b.forward.blocks), b.workers, func(i int) (t *inverted, err error) {
		t = pool.Get().(*inverted)
		if t.block, err = b.forward.block(i, t.block[:0]); err == nil {
			v.invert(t)
		}
		return t, err
	}, func(t *inverted) {
		blob.addGroups(&t.titles)
		v.words.addAll(t.words)
		v.pairs.addAll(t.pairs)
		pool.Put(t)
	})
	blob.close()
	if err != nil {
		return err
	}
	if err := b.writeLists(ctx, "words", v.words); err != nil {
		return err
	}
	return b.writeLists(ctx, "pairs", v.pairs)
}

// invert processes a block of batches.
func (v *inversion) invert(t *inverted) {
	rest := t.block
	next := func() uint32 {
		n, size := uvarint(rest)
		rest = rest[size:]
		return uint32(n)
	}
	t.titles.n = 0
	for len(rest) > 0 {
		doc := next()
		for end := doc + next(); doc < end; doc++ {
			n := rest[0]
			rest = rest[1:]
			t.tokens = t.tokens[:0]
			for range n {
				t.tokens = append(t.tokens, v.rank.rank[next()])
			}
			v.title(t, doc)
		}
	}
	t.titles.close()
}

// title makes the postings of one title.
func (v *inversion) title(t *inverted, doc uint32) {
	before := len(t.titles.buf)
	for i, word := range t.tokens {
		t.titles.buf = appendUvarint32(t.titles.buf, word)
		put(t.words, int(v.part[word]), word, doc)
		for _, other := range t.tokens[i+1 : min(i+1+pairGap, len(t.tokens))] {
			list := uint32(pairBucket(word, other, v.buckets))
			put(t.pairs, int(list>>v.shift), list, doc)
		}
	}
	t.titles.end(len(t.titles.buf) - before)
}

func put(parts [][]byte, part int, list, doc uint32) {
	parts[part] = binary.LittleEndian.AppendUint64(parts[part], uint64(list)<<32|uint64(doc))
}

// addAll stores postings and empties the parts.
func (p *postings) addAll(parts [][]byte) {
	for i, list := range parts {
		p.parts[i].add(list)
		parts[i] = list[:0]
	}
}

// writeLists sorts the parts and writes them.
func (b *builder) writeLists(ctx context.Context, name string, p *postings) error {
	blob := newBlobWriter(b.w, name)
	err := inOrder(ctx, len(p.parts), b.workers, p.lists, func(l *lists) {
		blob.addGroups(&l.groups)
		listPool.Put(l)
	})
	blob.close()
	return err
}

// lists are the encoded lists of a part, with their memory.
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
	if l.data, err = p.parts[i].take(l.data[:0]); err != nil {
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

// encode writes each list as its length and the differences between its records, in rising order without
// duplicates.
func (l *lists) encode() {
	g := &l.groups
	g.n = 0
	start := uint32(0)
	for _, end := range l.at {
		before := len(g.buf)
		g.buf = appendList(g.buf, slices.Compact(l.docs[start:end]))
		g.end(len(g.buf) - before)
		start = end
	}
	g.close()
}

// appendList encodes records in rising order. An empty list takes no bytes.
func appendList(b []byte, docs []uint32) []byte {
	if len(docs) == 0 {
		return b
	}
	b = appendUvarint32(b, uint32(len(docs)))
	last := uint32(0)
	for _, doc := range docs {
		b = appendUvarint32(b, doc-last)
		last = doc
	}
	return b
}
