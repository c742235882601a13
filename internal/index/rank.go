package index

import (
	"cmp"
	"slices"
)

// wantedTokens maps token numbers to the words of the query that they may match.
type wantedTokens struct {
	slots []int32  // entry plus one, by hash
	next  []int32  // entry plus one of the same token
	list  []wanted // entries
}

type wanted struct {
	id     uint32
	word   int32
	like   float32
	weight float32 // of the token
}

func (t *wantedTokens) reset(n int) {
	size := 256
	for size < 2*n {
		size *= 2
	}
	if len(t.slots) < size {
		t.slots = make([]int32, size)
	} else {
		clear(t.slots)
	}
	t.list, t.next = t.list[:0], t.next[:0]
}

func (t *wantedTokens) slot(id uint32) *int32 {
	mask := uint32(len(t.slots) - 1)
	for i := id * 0x9E3779B1 >> 16 & mask; ; i = (i + 1) & mask {
		if e := &t.slots[i]; *e == 0 || t.list[*e-1].id == id {
			return e
		}
	}
}

// add records that a token may match a word.
func (t *wantedTokens) add(id uint32, word int, like, weight float32) {
	e := t.slot(id)
	t.list = append(t.list, wanted{id, int32(word), like, weight})
	t.next = append(t.next, *e)
	*e = int32(len(t.list))
}

// first returns the entry of a token, or -1; after returns the next one.
func (t *wantedTokens) first(id uint32) int32   { return *t.slot(id) - 1 }
func (t *wantedTokens) after(entry int32) int32 { return t.next[entry] - 1 }

// setWanted records the words of the query and the tokens that may match them.
func (q *searcher) setWanted() (whole float32) {
	n := 0
	for i := range q.words {
		n += 1 + len(q.words[i].alts)
	}
	q.wanted.reset(n)
	for i := range q.words {
		for _, a := range q.words[i].alts {
			q.wanted.add(a.id, i, a.like, q.idf(a.count))
		}
	}
	for i := len(q.words) - 1; i >= 0; i-- { // so that the first word of a token comes first
		w := &q.words[i]
		whole += w.weight
		if w.known {
			q.wanted.add(w.id, i, 1, w.weight)
		}
	}
	return whole
}

// rank scores the candidates: first by their tokens, then the best of them letter by letter. With near it keeps
// only those whose titles are nearly the one searched for.
func (q *searcher) rank(s *segment, h hint, near bool) {
	whole := q.setWanted()
	q.places = q.places[:0]
	for _, c := range q.cands {
		q.places = append(q.places, s.titles.place(int(c.doc)))
	}
	q.readAhead(&s.titles)
	for i := range q.cands {
		c := &q.cands[i]
		c.score = max(q.byTokens(s, c.doc, whole), c.exact)
		c.order = c.score + h.bonus(s, c.doc)
	}
	if near {
		q.keepNear(s, h, nearTokens)
	}
	q.keepClose()
	q.compare.pattern(q.fold.text)
	for i := range q.cands {
		c := &q.cands[i]
		c.score = max(q.byLetters(s, c.doc, c.score), c.exact)
		c.order = c.score + h.bonus(s, c.doc) + s.popularity(c.doc)
	}
	if near {
		q.keepNear(s, h, nearTitle)
	}
	slices.SortFunc(q.cands, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.doc, b.doc))
	})
}

// readAhead brings the items whose groups begin at q.places closer to the processor. They are scattered over
// the index: read one after another, each would be waited for; so they are fetched together.
func (q *searcher) readAhead(b *blob) {
	for _, at := range q.places {
		if at < b.data.len {
			q.ahead ^= b.f.at(b.data, at)
		}
	}
}

// keepClose keeps the candidates whose letters are compared.
func (q *searcher) keepClose() {
	q.rated = q.rated[:0]
	for i := range q.cands {
		q.rated = append(q.rated, rated{q.cands[i].order, uint32(i)})
	}
	n := len(q.cands)
	for _, r := range keepBest(q.rated, closeKept) {
		q.cands = append(q.cands, q.cands[r.of])
	}
	q.cands = append(q.cands[:0], q.cands[n:]...)
}

// keepNear keeps the candidates whose titles are similar enough, with a lower threshold for the claimed first
// author's.
func (q *searcher) keepNear(s *segment, h hint, least float32) {
	q.cands = slices.DeleteFunc(q.cands, func(c candidate) bool {
		own := h.family != 0 && h.family == s.meta(c.doc).family
		return c.score < least && !(own && c.score >= nearOwnTitle)
	})
}

// byTokens compares the tokens of a record's title with the words of the query: the weight that they share
// relative to the weight of both, and relative to the query alone, since a title may be truncated.
func (q *searcher) byTokens(s *segment, doc uint32, whole float32) float32 {
	list := s.titles.item(int(doc))
	shared, weight := float32(0), float32(0)
	ordered, last := 0, -2
	var seen uint64
	for len(list) > 0 {
		id, n := uvarint(list)
		list = list[n:]
		entry := q.wanted.first(uint32(id))
		if entry < 0 {
			weight += q.rankIDF(uint32(id))
			last = -2
			continue
		}
		w, like := int(q.wanted.list[entry].word), q.wanted.list[entry].like
		// a word that occurs twice
		for e := q.wanted.after(entry); e >= 0 && w != last+1 && seen>>w&1 != 0; e = q.wanted.after(e) {
			w, like = int(q.wanted.list[e].word), q.wanted.list[e].like
		}
		weight += q.words[w].weight
		if seen>>w&1 == 0 {
			seen |= 1 << w
			shared += like * q.words[w].weight
		}
		if w == last+1 {
			ordered++
		}
		last = w
	}
	if whole == 0 {
		return 0
	}
	dice := 2 * shared / (whole + weight)
	inside := shared / whole
	run := float32(0)
	if len(q.words) > 1 {
		run = float32(ordered) / float32(len(q.words)-1)
	}
	return 0.6*min(dice, 1) + 0.25*min(inside, 1) + 0.15*run
}

// tokenWeight returns the information content of a token in a record's title.
func (q *searcher) tokenWeight(id uint32) float32 {
	if e := q.wanted.first(id); e >= 0 {
		return q.wanted.list[e].weight
	}
	return q.rankIDF(id)
}

// rankIDF estimates the information content of a token from its frequency rank.
func (q *searcher) rankIDF(id uint32) float32 {
	return min(log2(id+8)-1, q.most)
}

func (s *segment) title(dst []byte, doc uint32) []byte {
	list := s.titles.item(int(doc))
	for len(list) > 0 {
		id, n := uvarint(list)
		list = list[n:]
		if len(dst) > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, s.tokens.item(int(id))...)
		if len(dst) > maxCompared {
			break
		}
	}
	return dst
}

// byLetters combines the token score with the edit distance of the titles; a title that begins with the query
// counts nearly as much as an equal one.
func (q *searcher) byLetters(s *segment, doc uint32, tokens float32) float32 {
	q.text = s.title(q.text[:0], doc)
	if len(q.text) == 0 {
		return 0
	}
	whole, prefix := q.compare.distances(q.text)
	asked := len(q.compare.used)
	like := 1 - float32(whole)/float32(max(asked, len(q.text)))
	begins := 0.97 * (1 - float32(prefix)/float32(asked))
	if len(q.text) < asked {
		begins = 0
	}
	return 0.5*max(like, begins) + 0.2*like + 0.3*tokens
}

// bonus is what matching authors, year and container add.
func (h hint) bonus(s *segment, doc uint32) (b float32) {
	if h == (hint{}) {
		return 0
	}
	m := s.meta(doc)
	if h.family != 0 && h.family == m.family {
		b += 0.06
	}
	if h.names&m.names != 0 {
		b += 0.02
	}
	if h.year != 0 {
		switch int(h.year) - int(m.year) {
		case 0:
			b += 0.03
		case 1, -1:
			b += 0.01
		}
	}
	if h.container != 0 && h.container == m.container {
		b += 0.02
	}
	return b
}

// popularity breaks ties: a work with more recorded versions is more likely meant.
func (s *segment) popularity(doc uint32) (b float32) {
	for next := s.next(doc); next != doc && b < 0.006; next = s.next(next) {
		b += 0.002
	}
	return b
}

// firstOfWork keeps the best version of each work.
func (q *searcher) firstOfWork(s *segment, limit int) []candidate {
	kept := q.cands[:0]
	for _, c := range q.cands {
		if slices.ContainsFunc(kept, func(k candidate) bool { return k.doc == c.doc || s.sameWork(k.doc, c.doc) }) {
			continue
		}
		kept = append(kept, c)
		if len(kept) == limit {
			break
		}
	}
	return kept
}

// sameWork reports whether two records are in one ring.
func (s *segment) sameWork(a, b uint32) bool {
	next := s.next(a)
	for range maxVersions {
		if next == b {
			return true
		}
		if next == a {
			return false
		}
		next = s.next(next)
	}
	return false
}

// Edit distances are counted in bytes, with the bit-parallel method of Myers (1999) in Hyyrö's formulation
// (2003), in blocks of 64. Longer texts are cut to maxCompared.
const maxCompared = 512

type comparer struct {
	peq  [256][maxCompared / 64]uint64
	used []byte
	pv   [maxCompared / 64]uint64
	mv   [maxCompared / 64]uint64
}

// pattern sets the text to which others are compared.
func (c *comparer) pattern(p []byte) {
	for _, b := range c.used {
		c.peq[b] = [maxCompared / 64]uint64{}
	}
	p = p[:min(len(p), maxCompared)]
	c.used = append(c.used[:0], p...)
	for i, b := range p {
		c.peq[b][i/64] |= 1 << (i % 64)
	}
}

// distances returns the distance of the whole pattern to the whole text, and its least distance to a prefix of
// the text.
func (c *comparer) distances(text []byte) (whole, prefix int) {
	m := len(c.used)
	text = text[:min(len(text), maxCompared)]
	if m == 0 {
		return len(text), 0
	}
	blocks := (m + 63) / 64
	for i := range blocks {
		c.pv[i], c.mv[i] = ^uint64(0), 0
	}
	score := m
	prefix = m
	last := uint64(1) << ((m - 1) % 64)
	for _, b := range text {
		eqs := &c.peq[b]
		carryP, carryM := uint64(1), uint64(0) // the top row grows by one per column
		for i := range blocks {
			pv, mv := c.pv[i], c.mv[i]
			eq := eqs[i]
			xv := eq | mv
			eq |= carryM
			xh := (((eq & pv) + pv) ^ pv) | eq
			ph := mv | ^(xh | pv)
			mh := pv & xh
			if i == blocks-1 {
				if ph&last != 0 {
					score++
				} else if mh&last != 0 {
					score--
				}
			}
			outP, outM := ph>>63, mh>>63
			ph = ph<<1 | carryP
			mh = mh<<1 | carryM
			carryP, carryM = outP, outM
			c.pv[i] = mh | ^(xv | ph)
			c.mv[i] = ph & xv
		}
		prefix = min(prefix, score)
	}
	return score, prefix
}
