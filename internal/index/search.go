package index

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// searcher holds the state of one search, for reuse.
type searcher struct {
	fold     folded
	exact    []exactHit
	words    []word
	features []feature
	acc      accumulator
	rated    []rated
	cands    []candidate
	compare  comparer
	text     []byte
	tokens   []uint32
	wanted   wantedTokens
	variants []byte
	lists    []queryList
	places   []uint64 // of items of a blob
	people   []uint64 // keys of the first authors of the claim
	ahead    byte     // result of reading ahead, so that it is not optimised away

	all   float32 // binary logarithm of the number of records of all segments
	scale float32 // how many times more there are than in this segment
	most  float32 // weight of a token that occurs in one record
	least uint32  // weight of the lists that a record worth comparing is in
}

var searcherPool = sync.Pool{New: func() any { return new(searcher) }}

// word is one token of the query.
type word struct {
	id     uint32
	known  bool
	count  uint32 // records that contain it
	weight float32
	alts   []alt // other tokens that it may match
}

// alt is a token for which a word may be a slip.
type alt struct {
	id    uint32
	like  float32
	count uint32
}

// feature is a posting list that may lead to the work.
type feature struct {
	list   []byte
	count  uint32
	weight uint32
}

// queryList is a posting list to look up: of a word or of a pair of words.
type queryList struct {
	of   *blob
	item int
	like float32
}

// candidate is a record under consideration.
type candidate struct {
	doc   uint32
	rough float32 // weight of the lists that name it
	score float32 // similarity of its title, from 0 to 1
	order float32 // score plus the evidence of the rest of the claim
	exact float32 // least score, if the title or main title equals the query
}

func (c *candidate) hit(base int) Hit {
	return Hit{N: base + int(c.doc), Score: float64(min(c.score, 1)), order: c.order}
}

// The limits of a search.
const (
	maxQueryTokens = 60  // tokens of a title that are used in a search
	roughKept      = 160 // candidates that are compared token by token
	nearKept       = 24  // the same for nearly equal titles
	nearTokens     = 0.6 // similarity by words of a title that may be nearly equal
	nearTitle      = 0.8 // similarity of a title that is nearly equal
	nearOwnTitle   = 0.5 // the same for a title by the same first author
	closeKept      = 32  // candidates that are compared letter by letter
	fewPostings    = 3_000
	mostShared     = 0.7 // of the weight of the words: no similar title needs more; case: TestRecall
	rawPerToken    = 350 // weight of the lists per token of a title contained in a string
	longList       = 1000
	enough         = 7 // sixteenths of the query's weight: a record that has them ends the reading of long lists
	mostPeople     = 3 // authors of the claim whose records count as similar
	maxRepaired    = 3 // words of one query that are tried as slips
)

// budget returns how many postings a search may read: it grows with the square
// root of the number of records.
func (s *segment) budget() int {
	n := s.info.Records
	root := 1 << (bits.Len(uint(n)) / 2)
	return fewPostings + 7*root
}

// Similar finds the works whose title is most similar to that of claim, best first, at most limit; for a work
// with several versions the best one. The claim's authors, year and container order works that are equally
// similar; they exclude nothing.
func (x *Index) Similar(claim *biblio.Work, limit int) (hits []Hit, err error) {
	return x.search(claim, limit, thorough)
}

// Near is like Similar for a title that is known to be right: it finds the works whose titles differ little, or
// more if they share the first author. It reads a tenth of the lists that Similar reads, and repairs no words.
func (x *Index) Near(claim *biblio.Work, limit int) (hits []Hit, err error) {
	return x.search(claim, limit, brief)
}

func (x *Index) search(claim *biblio.Work, limit int, e effort) (hits []Hit, err error) {
	defer guard(&err)
	if limit <= 0 || x.n == 0 {
		return nil, nil
	}
	q := searcherPool.Get().(*searcher)
	defer searcherPool.Put(q)
	q.fold.fold(claim.FullTitle())
	if q.fold.len() == 0 {
		return nil, nil
	}
	hint := q.hint(claim)
	for i, s := range x.segments {
		for _, c := range q.similar(x, s, hint, limit, e) {
			hit := c.hit(x.base[i])
			hit.SameAuthor = hint.sameAuthor(s.meta(c.doc))
			hits = append(hits, hit)
		}
	}
	slices.SortStableFunc(hits, compareHits)
	return hits[:min(len(hits), limit)], nil
}

// hint is what the claim says besides the title.
type hint struct {
	year      uint16
	family    uint16
	names     uint32
	container uint16
}

// sameAuthor reports whether a record seems to be by the claimed first author, or by half of all authors.
func (h hint) sameAuthor(m meta) bool {
	return h.family != 0 && h.family == m.family || h.names != 0 &&
		2*bits.OnesCount32(h.names&m.names) >= bits.OnesCount32(h.names)
}

func (q *searcher) hint(w *biblio.Work) hint {
	var m keyMaker
	var k keys
	r := biblio.Record{Work: biblio.Work{Contributors: w.Contributors, Issued: w.Issued, Container: w.Container}}
	m.meta(&r, &k)
	q.people = k.people[:min(len(k.people), mostPeople)]
	return hint{k.meta.year, k.meta.family, k.meta.names, k.meta.container}
}

// effort limits a search.
type effort struct {
	repairs int  // words that are tried as slips
	share   int  // one part in share of the budget is used
	kept    int  // records that are compared
	near    bool // only titles nearly equal to the query count
}

// The efforts of a search for similar titles and of one for nearly equal ones.
var (
	thorough = effort{repairs: maxRepaired, share: 1, kept: roughKept}
	brief    = effort{share: 10, kept: nearKept, near: true}
)

// similar searches one segment.
func (q *searcher) similar(x *Index, s *segment, h hint, limit int, e effort) []candidate {
	q.setScale(x, s)
	q.findWords(s, maxQueryTokens, e.repairs)
	for i := 1; i < len(q.words); i++ {
		q.join(s, i-1, false)
	}
	q.setLeast()
	q.findFeatures(s)
	q.readPostings(s, e, false)
	q.exact = s.byTitle(q.exact[:0], &q.fold)
	for _, e := range q.exact {
		q.cands = append(q.cands, candidate{doc: e.doc, exact: float32(e.score())})
	}
	q.rank(s, h, e.near)
	return q.firstOfWork(s, limit)
}

// findWords looks up the first tokens and repairs the first unknown ones.
func (q *searcher) findWords(s *segment, most, repairs int) {
	n := min(q.fold.len(), most)
	q.words = slices.Grow(q.words[:0], n)[:n]
	repaired := 0
	for i := range q.words {
		w := &q.words[i]
		*w = word{alts: w.alts[:0], weight: q.most}
		t := q.fold.token(i)
		if w.id, w.known = s.token(t); w.known {
			w.count = s.df(&s.words, int(w.id))
			w.weight = q.idf(w.count)
		}
		if !w.known && repaired < repairs {
			q.repair(s, w, t)
			repaired++
		}
	}
}

// df returns the number of records in a list.
func (s *segment) df(b *blob, i int) uint32 {
	_, n := s.postings(b, i)
	return n
}

// postings returns a list without its head, and the number of records in it.
func (s *segment) postings(b *blob, i int) (list []byte, n uint32) {
	list = b.item(i)
	if len(list) == 0 {
		return nil, 0
	}
	count, size := uvarint(list)
	if count > uint64(s.info.Records) {
		corrupt("list states more records than there are")
	}
	return list[size:], uint32(count)
}

// setScale makes the weights of one segment comparable with those of others.
func (q *searcher) setScale(x *Index, s *segment) {
	q.all = log2(uint32(x.n) + 2)
	q.scale = float32(x.n+2) / float32(s.info.Records+2)
	q.most = q.idf(1)
}

// idf is the information content of a list in bits: the binary logarithm of the number of all records per
// record in the list.
func (q *searcher) idf(count uint32) float32 {
	return q.all - log2(uint32(float32(count)*q.scale)+1)
}

// log2 is the binary logarithm, linear between powers of two.
func log2(n uint32) float32 {
	if n == 0 {
		return 0
	}
	k := bits.Len32(n) - 1
	return float32(k) + float32(n-1<<k)/float32(uint32(1)<<k)
}

// findFeatures collects the posting lists of words, of pairs of words, and of the claim's people.
func (q *searcher) findFeatures(s *segment) {
	q.lists = q.lists[:0]
	for i := range q.words {
		w := &q.words[i]
		if w.known && !q.repeated(i) {
			q.lists = append(q.lists, queryList{&s.words, int(w.id), 1})
		}
		for _, a := range w.alts {
			q.lists = append(q.lists, queryList{&s.words, int(a.id), a.like})
		}
		if n := len(w.alts); n > 1 { // the parts of a split word come last
			q.pair(s, w.alts[n-2].id, w.alts[n-1].id, 0.9)
		}
		for gap := 1; gap <= pairGap && i+gap < len(q.words); gap++ {
			q.pairs(s, w, &q.words[i+gap])
		}
	}
	q.places = q.places[:0]
	for _, l := range q.lists {
		if l.of == &s.pairs { // those of words were read with their tokens
			q.places = append(q.places, s.pairs.place(l.item))
		}
	}
	q.readAhead(&s.pairs)
	q.features = q.features[:0]
	for _, l := range q.lists {
		q.feature(s, l)
	}
	for _, hash := range q.people {
		if s.hasPeople() {
			list, n := s.postings(&s.people, int(bucketOf(hash, s.peopleBits)))
			q.features = append(q.features, feature{list, n, q.least/2 + 1})
		}
	}
	slices.SortFunc(q.features, func(a, b feature) int { return cmp.Compare(a.count, b.count) })
}

func (q *searcher) repeated(i int) bool {
	return slices.ContainsFunc(q.words[:i], func(w word) bool { return w.known && w.id == q.words[i].id })
}

// pairs adds the lists of two nearby words and of the tokens that they may match.
func (q *searcher) pairs(s *segment, a, b *word) {
	if a.known && b.known {
		q.pair(s, a.id, b.id, 1)
	}
	if a.known {
		for _, alt := range b.alts {
			q.pair(s, a.id, alt.id, alt.like)
		}
	}
	if b.known {
		for _, alt := range a.alts {
			q.pair(s, alt.id, b.id, alt.like)
		}
	}
	if len(a.alts) > 0 && len(b.alts) > 0 {
		q.pair(s, a.alts[0].id, b.alts[0].id, a.alts[0].like*b.alts[0].like)
	}
}

// pair adds the list of two tokens.
func (q *searcher) pair(s *segment, x, y uint32, like float32) {
	if s.pairs.n > 0 {
		q.lists = append(q.lists, queryList{&s.pairs, int(pairBucket(x, y, uint64(s.pairs.n))), like})
	}
}

func (q *searcher) feature(s *segment, l queryList) {
	if list, n := s.postings(l.of, l.item); len(list) > 0 {
		q.features = append(q.features, feature{list, n, uint32(16*l.like*q.idf(n)) + 1})
	}
}

// setLeast sets the weight that the lists of a similar title have together: most of the weight of the words, but no
// more than what remains when one word was replaced. Since lists of pairs count too, most titles with two words
// replaced have it.
func (q *searcher) setLeast() {
	whole, rarest := float32(0), float32(0)
	for i := range q.words {
		whole += q.words[i].weight
		rarest = max(rarest, q.words[i].weight)
	}
	q.least = uint32(16 * min(mostShared*whole, whole-rarest))
}

// readPostings reads the shortest lists until the budget is spent and keeps the records with the most weight.
func (q *searcher) readPostings(s *segment, e effort, raw bool) {
	left := s.budget() / e.share
	q.cands = q.cands[:0]
	total := 0
	n := 0
	for n < len(q.features) && (n < 2 || total+int(q.features[n].count) <= left) {
		total += int(q.features[n].count)
		n++
	}
	if n == 0 {
		return
	}
	q.acc.reset(min(total, 4*left))
	best, whole, rest := uint32(0), uint32(0), uint32(0)
	for i, f := range q.features {
		whole += f.weight
		if i < n {
			rest += f.weight
		}
	}
	for _, f := range q.features[:n] {
		if f.count > longList && (raw && best > surelyBits*16 || !raw && best > whole*enough/16) {
			break
		}
		if best+rest < q.least {
			return
		}
		known := rest < max(best/4, q.least) && total <= 4*left // records only in the remaining lists are ignored below
		best = max(best, q.acc.add(f, 4*left, known, uint32(s.info.Records)))
		rest -= f.weight
	}
	floor := max(best/4, q.least)
	scale := float32(1) / float32(max(len(q.words), 1))
	q.rated = q.rated[:0]
	for _, slot := range q.acc.touched {
		found := q.acc.slots[slot]
		if found.sum < floor {
			continue
		}
		length := float32(s.length(found.doc))
		rough := float32(found.sum) / (1 + 0.3*length*scale)
		if raw {
			rough = float32(found.sum) * (0.3 + 0.7*min(1, float32(found.sum)/(length*rawPerToken)))
		}
		q.rated = append(q.rated, rated{rough, found.doc})
	}
	for _, r := range keepBest(q.rated, e.kept) {
		q.cands = append(q.cands, candidate{doc: r.of, rough: r.value})
	}
}

// rated is an item that may be kept: a record, or an index in a list.
type rated struct {
	value float32
	of    uint32
}

// keepBest keeps the n best, in no order.
func keepBest(list []rated, n int) []rated {
	if len(list) <= n {
		return list
	}
	lo, hi := 0, len(list)-1
	for lo < hi { // quickselect, best first
		pivot := list[lo+(hi-lo)/2].value
		i, j := lo, hi
		for i <= j {
			for list[i].value > pivot {
				i++
			}
			for list[j].value < pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i+1:
			lo = i
		default:
			return list[:n]
		}
	}
	return list[:n]
}

// accumulator sums the weights of lists by record: a hash table cleared by means of a list of touched slots.
type accumulator struct {
	slots   []sum
	touched []uint32
	shift   uint
	seen    [1 << (seenBits - 6)]uint64 // one bit for each record in the table: small enough to stay in the cache
}

const seenBits = 15

type sum struct {
	doc uint32
	sum uint32
}

// reset makes room for n records.
func (a *accumulator) reset(n int) {
	for _, i := range a.touched {
		a.slots[i] = sum{}
	}
	a.touched = a.touched[:0]
	clear(a.seen[:])
	size := max(bits.Len(uint(n))+1, 8)
	if cap(a.slots) < 1<<size {
		a.slots = make([]sum, 1<<size)
	}
	a.slots = a.slots[:1<<size] // beyond it everything is empty
	a.shift = uint(64 - size)
}

// hash spreads the number of a record over 64 bits.
func hash(doc uint32) uint64 { return uint64(doc) * 0x9E3779B97F4A7C15 }

// add adds a list and returns the greatest resulting sum: for all its records until limit are in the table, or
// only for those already there.
func (a *accumulator) add(f feature, limit int, known bool, docs uint32) (best uint32) {
	doc, mask := uint32(0), uint32(len(a.slots)-1)
	for i := 0; i < len(f.list); {
		delta := uint32(f.list[i])
		i++
		if delta >= 0x80 {
			delta, i = longDelta(f.list, i, delta)
		}
		if doc += delta; doc >= docs {
			corrupt("list names a record that is not there")
		}
		h := hash(doc)
		word, bit := &a.seen[h>>(64-seenBits)/64], uint64(1)<<(h>>(64-seenBits)%64)
		if known && *word&bit == 0 {
			continue
		}
		for slot := uint32(h >> a.shift); ; slot = (slot + 1) & mask {
			e := &a.slots[slot]
			if e.sum == 0 {
				if known {
					break
				}
				if len(a.touched) >= limit || 2*len(a.touched) >= len(a.slots) {
					return best
				}
				e.doc = doc
				a.touched = append(a.touched, slot)
				*word |= bit
			}
			if e.doc == doc {
				e.sum += f.weight
				best = max(best, e.sum)
				break
			}
		}
	}
	return best
}

// longDelta decodes the rest of a number of several bytes, and returns the next offset.
func longDelta(list []byte, i int, delta uint32) (uint32, int) {
	delta &= 0x7F
	for shift := uint(7); ; shift += 7 {
		b := list[i]
		i++
		delta |= uint32(b&0x7F) << shift
		if b < 0x80 {
			return delta, i
		}
	}
}
