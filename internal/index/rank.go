package index

import (
	"cmp"
	"slices"
)

// wantedTokens maps token numbers to words of the query.
type wantedTokens struct {
	slots []wanted
}

type wanted struct {
	id   uint32
	word int32 // plus one; zero is free
	like float32
}

const wantedSize = 512

func (t *wantedTokens) reset() {
	if t.slots == nil {
		t.slots = make([]wanted, wantedSize)
	}
	clear(t.slots)
}

func (t *wantedTokens) add(id uint32, word int, like float32) {
	for i := id * 0x9E3779B1 >> 23; ; i = (i + 1) % wantedSize {
		e := &t.slots[i]
		if e.word == 0 {
			*e = wanted{id, int32(word) + 1, like}
			return
		}
		if e.id == id {
			return
		}
	}
}

func (t *wantedTokens) find(id uint32) (word int, like float32) {
	for i := id * 0x9E3779B1 >> 23; ; i = (i + 1) % wantedSize {
		e := &t.slots[i]
		if e.word == 0 {
			return -1, 0
		}
		if e.id == id {
			return int(e.word) - 1, e.like
		}
	}
}

// rank scores the candidates: first by their tokens, then the best of them
// letter by letter.
func (q *searcher) rank(s *segment, h hint) {
	q.wanted.reset()
	whole := float32(0)
	for i := range q.words {
		w := &q.words[i]
		whole += w.weight
		if w.known {
			q.wanted.add(w.id, i, 1)
		}
	}
	for i := range q.words {
		for _, a := range q.words[i].alts[:min(len(q.words[i].alts), 6)] {
			q.wanted.add(a.id, i, a.like)
		}
	}
	for i := range q.cands {
		c := &q.cands[i]
		c.score = q.byTokens(s, c.doc, whole)
	}
	q.cands = keepBest(q.cands, closeKept, func(c *candidate) float32 { return c.score })
	q.compare.pattern(q.fold.text)
	for i := range q.cands {
		c := &q.cands[i]
		c.score = q.byLetters(s, c.doc, c.score) + h.bonus(s.meta(c.doc))
	}
	slices.SortFunc(q.cands, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc))
	})
}

// byTokens compares the tokens of a record's title with the words asked for:
// the weight they share against the weight of both, and against the query
// alone, since a title may have been cut.
func (q *searcher) byTokens(s *segment, doc uint32, whole float32) float32 {
	list := s.titles.item(int(doc))
	shared, weight := float32(0), float32(0)
	ordered, last := 0, -2
	var seen uint64
	for len(list) > 0 {
		id, n := uvarint(list)
		list = list[n:]
		w, like := q.wanted.find(uint32(id))
		if w < 0 {
			weight += s.rankIDF(uint32(id))
			last = -2
			continue
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

// rankIDF estimates the information of a token from its rank by frequency.
func (s *segment) rankIDF(id uint32) float32 {
	return min(log2(id+8)-1, s.idf(1))
}

// title gives the folded title of a record.
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

// byLetters joins the score by tokens with the edit distance of the titles; a
// title that begins with what is asked counts nearly as much as an equal one.
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
	return 0.85*(0.6*max(like, begins)+0.25*like+0.15*tokens) + 0.02
}

// bonus is what authors, year and container add.
func (h hint) bonus(m meta) (b float32) {
	if h.family != 0 && h.family == m.family {
		b += 0.06
	}
	if h.names != 0 && h.names&m.names != 0 {
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

// firstOfWork keeps the best version of each work.
func (q *searcher) firstOfWork(s *segment, limit int) []candidate {
	kept := q.cands[:0]
next:
	for _, c := range q.cands {
		for _, k := range kept {
			if k.doc == c.doc || s.sameWork(k.doc, c.doc) {
				continue next
			}
		}
		kept = append(kept, c)
		if len(kept) == limit {
			break
		}
	}
	return kept
}

// sameWork reports whether two records stand in one ring.
func (s *segment) sameWork(a, b uint32) bool {
	next := s.next(a)
	for range maxVersions {
		if next == b {
			return true
		}
		if next == a || int(next) >= s.info.Records {
			return false
		}
		next = s.next(next)
	}
	return false
}
