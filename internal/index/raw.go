package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// The limits of a search with a whole reference string.
const (
	maxRaw       = 4000 // bytes that are examined
	maxRawTokens = 160
	rawRepaired  = 6  // words that are tried as slips: those of names come first
	rawNames     = 16 // leading tokens that may be the first author's name
	rawNumbers   = 16 // numbers that may be volume and page
	surelyBits   = 90 // a record named by lists of that many bits ends the reading of long lists
)

// The information, in bits, of what a reference string and a record share besides the title; a missing part
// counts little, since styles omit it and records lack it.
const (
	bitsFirst      = 9 // the first author's name begins the string
	bitsName       = 6 // it appears elsewhere in it
	bitsNoName     = -3
	bitsYear       = 4
	bitsOtherYear  = -3
	bitsVolume     = 5
	bitsPage       = 8
	bitsContainer  = 5
	bitsIdentifier = 14
	bitsPlace      = 6 // volume and page follow each other after a name or container
)

// rawQuery is a reference string prepared for comparison.
type rawQuery struct {
	broken  []bool          // the word was separated from the previous one by a hyphen
	tokens  map[uint16]int  // first position of a token's short hash
	years   []uint16        // plausible years
	numbers []int           // indexes of words that may be volume or page
	initial map[uint16]bool // hashes of runs of initials that may be a container
	ids     []ident.ID      // identifiers in the string
	places  map[uint32]int  // bits of records found by place
	named   map[uint32]bool // records found by identifier
	chain   []chainEnd      // by word
}

// chainEnd is the best chain of title tokens that ends at a word.
type chainEnd struct {
	weight float32
	token  int32 // plus one
}

// ByRaw finds the works that a whole reference string names, best first, at most limit: those whose title it
// contains, judged together with its names, year, volume, page and container; and those identified by volume
// and page after a name or a container, for styles that print no title. The string may have line breaks with
// hyphens.
func (x *Index) ByRaw(raw string, limit int) (hits []Hit, err error) {
	defer guard(&err)
	if limit <= 0 || x.n == 0 {
		return nil, nil
	}
	q := searcherPool.Get().(*searcher)
	defer searcherPool.Put(q)
	raw = raw[:min(len(raw), maxRaw)]
	r := q.prepareRaw(raw)
	q.people, q.least = nil, 0
	if q.fold.len() == 0 {
		return nil, nil
	}
	for i, s := range x.segments {
		for _, c := range q.raw(x, s, r, limit) {
			hits = append(hits, c.hit(x.base[i]))
		}
	}
	slices.SortStableFunc(hits, compareHits)
	return hits[:min(len(hits), limit)], nil
}

// prepareRaw folds the string and records what may be year, volume, page, name and container.
func (q *searcher) prepareRaw(raw string) *rawQuery {
	r := &rawQuery{tokens: map[uint16]int{}, initial: map[uint16]bool{}, places: map[uint32]int{},
		named: map[uint32]bool{}}
	for i, f := range ident.Find(raw) {
		if i == 8 {
			break
		}
		r.ids = append(r.ids, f.ID)
	}
	q.foldRaw(raw, r)
	n := min(q.fold.len(), maxRawTokens)
	for i := range n {
		t := q.fold.token(i)
		h := hash16(t)
		if _, ok := r.tokens[h]; !ok {
			r.tokens[h] = i
		}
		if y := yearOf(t); y > 0 {
			r.years = append(r.years, y)
		}
		if len(t) <= 10 && bytes.ContainsAny(t, "0123456789") && len(r.numbers) < rawNumbers*2 {
			r.numbers = append(r.numbers, i)
		}
		if r.broken[i] {
			joined := append(append(q.text[:0], q.fold.token(i-1)...), t...)
			if h := hash16(joined); r.tokens[h] == 0 {
				r.tokens[h] = i - 1
			}
			q.text = joined
		}
	}
	if len(r.numbers) > rawNumbers { // volume and page are near the end
		r.numbers = r.numbers[len(r.numbers)-rawNumbers:]
	}
	return r
}

// foldRaw folds the string piece by piece, recording words broken at a hyphen.
func (q *searcher) foldRaw(raw string, r *rawQuery) {
	q.fold.fold("")
	r.broken = r.broken[:0]
	for len(raw) > 0 {
		piece := raw
		cut := hyphenBreak(raw)
		if cut >= 0 {
			piece = raw[:cut]
		}
		before := q.fold.len()
		q.fold.add(piece)
		for i := before; i < q.fold.len(); i++ {
			r.broken = append(r.broken, i == before && before > 0)
		}
		if cut < 0 {
			break
		}
		raw = strings.TrimLeft(raw[cut+1:], " \t\r\n")
	}
}

// hyphenBreak returns the offset of the first hyphen between a letter and white space, or -1.
func hyphenBreak(s string) int {
	for i := 1; i+1 < len(s); i++ {
		if s[i] == '-' && (s[i+1] == '\n' || s[i+1] == '\r' || s[i+1] == ' ') &&
			(s[i-1]|0x20 >= 'a' && s[i-1]|0x20 <= 'z' || s[i-1] >= 0x80) {
			return i
		}
	}
	return -1
}

// yearOf parses four digits, perhaps followed by a letter, as a year.
func yearOf(t []byte) uint16 {
	if len(t) == 5 && t[4] >= 'a' && t[4] <= 'z' {
		t = t[:4]
	}
	if len(t) != 4 {
		return 0
	}
	n, ok := decimal(string(t), false)
	if !ok || n < 1500 || n > 2100 {
		return 0
	}
	return uint16(n)
}

// raw searches one segment.
func (q *searcher) raw(x *Index, s *segment, r *rawQuery, limit int) []candidate {
	clear(r.places)
	clear(r.named)
	q.setScale(x, s)
	q.findWords(s, maxRawTokens, rawRepaired)
	for i := 1; i < len(q.words); i++ {
		q.join(s, i-1, r.broken[i])
	}
	q.findFeatures(s)
	q.readPostings(s, thorough, true)
	r.findPlaces(q, s)
	for _, id := range r.ids {
		for _, doc := range s.idTable.find(q.tokens[:0], idHash(id)) {
			if int(doc) < s.info.Records && s.has(doc, id) {
				r.named[doc] = true
				q.cands = append(q.cands, candidate{doc: doc})
			}
		}
	}
	for doc := range r.places {
		q.cands = append(q.cands, candidate{doc: doc})
	}
	r.chain = slices.Grow(r.chain[:0], len(q.words))[:len(q.words)]
	q.setWanted()
	for i := range q.cands {
		q.cands[i].score, q.cands[i].order = q.byContent(s, r, q.cands[i].doc)
	}
	slices.SortFunc(q.cands, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.doc, b.doc))
	})
	return q.firstOfWork(s, limit)
}

// findPlaces looks up volume and page after every name and container that the string may contain.
func (r *rawQuery) findPlaces(q *searcher, s *segment) {
	clear(r.initial)
	var buf [8]uint32
	look := func(kind byte, who []byte, volume, page string) {
		for _, doc := range s.placeTable.find(buf[:0], placeHash(kind, who, volume, page)) {
			if int(doc) < s.info.Records && len(r.places) < 256 {
				r.places[doc] = max(r.places[doc], bitsPlace)
			}
		}
	}
	for k, i := range r.numbers {
		volume := string(q.fold.token(i))
		initials := r.initialsBefore(q, i)
		year := yearOf(q.fold.token(i)) > 0
		for _, j := range r.numbers[k+1 : min(len(r.numbers), k+4)] {
			if j > i+5 {
				break
			}
			page := string(q.fold.token(j))
			for n := range min(rawNames, i) {
				name := q.fold.token(n)
				if len(name) < 2 {
					continue
				}
				look('n', name, volume, page)
				if year {
					look('y', name, volume, page)
				}
				if r.broken[n+1] {
					joined := append(append([]byte(nil), name...), q.fold.token(n+1)...)
					look('n', joined, volume, page)
				}
			}
			for _, c := range initials {
				look('c', c, volume, page)
			}
		}
	}
}

// initialsBefore returns the initials of the runs of words that end before word i, skipping years and short
// numbers in between.
func (r *rawQuery) initialsBefore(q *searcher, i int) [][]byte {
	end := i
	for end > 0 && end > i-4 && q.fold.token(end - 1)[0] <= '9' {
		end--
	}
	var list [][]byte
	var letters []byte // reversed
	for k := end - 1; k >= 0 && k >= end-12 && len(letters) < 10; k-- {
		t := q.fold.token(k)
		if skipWords[string(t)] {
			continue
		}
		if r.broken[k+1] && len(letters) > 0 { // the end of a broken word is not a word
			letters[len(letters)-1] = t[0]
		} else {
			letters = append(letters, t[0])
		}
		c := slices.Clone(letters)
		slices.Reverse(c)
		list = append(list, c)
		r.initial[hash16(c)] = true
	}
	return list
}

// byContent returns how much of a record's title the string contains in one run, and how many bits speak for
// the record.
func (q *searcher) byContent(s *segment, r *rawQuery, doc uint32) (share, bits float32) {
	list := s.titles.item(int(doc))
	clear(r.chain)
	whole, best := float32(0), float32(0)
	for k := int32(0); len(list) > 0; k++ {
		id, n := uvarint(list)
		list = list[n:]
		whole += q.tokenWeight(uint32(id))
		for e := q.wanted.first(uint32(id)); e >= 0; e = q.wanted.after(e) {
			w := &q.wanted.list[e]
			best = max(best, r.extend(int(w.word), k, w.like*w.weight))
		}
	}
	if whole > 0 {
		share = min(best/whole, 1)
	}
	bits = best - 0.8*(whole-best)
	m := s.meta(doc)
	bits += r.context(q, m)
	if extra, ok := r.places[doc]; ok {
		bits += float32(extra)
		if r.agree(m) {
			bits += 0.8 * (whole - best) // the style may print no title
			share = max(share, 0.9)
		}
	}
	if r.named[doc] {
		bits += bitsIdentifier
	}
	return share, bits
}

// extend adds a token at a word of the string to the best preceding chain and returns its weight. Chains
// tolerate three missing words on either side.
func (r *rawQuery) extend(at int, token int32, weight float32) float32 {
	best := float32(0)
	for p := max(0, at-3); p < at; p++ {
		if e := &r.chain[p]; e.token > 0 && e.token <= token && e.token > token-3 && e.weight > best {
			best = e.weight
		}
	}
	if e := &r.chain[at]; best+weight > e.weight {
		*e = chainEnd{best + weight, token + 1}
	}
	return best + weight
}

// context returns the bits of names, year, volume, page and container.
func (r *rawQuery) context(q *searcher, m meta) (bits float32) {
	if m.family != 0 {
		switch at, ok := r.tokens[m.family]; {
		case ok && at < 2:
			bits += bitsFirst
		case ok:
			bits += bitsName
		default:
			bits += bitsNoName
		}
	}
	if m.year != 0 && len(r.years) > 0 {
		if slices.Contains(r.years, m.year) {
			bits += bitsYear
		} else {
			bits += bitsOtherYear
		}
	}
	if _, ok := r.tokens[m.page]; ok && m.page != 0 {
		bits += bitsPage
	}
	if _, ok := r.tokens[m.volume]; ok && m.volume != 0 {
		bits += bitsVolume
	}
	if m.container != 0 && r.initial[m.container] {
		bits += bitsContainer
	}
	return bits
}

// agree reports whether everything that the record states about its place is in the string: name, volume, page,
// and the year if there is one.
func (r *rawQuery) agree(m meta) bool {
	has := func(h uint16) bool { _, ok := r.tokens[h]; return ok }
	return m.page != 0 && has(m.page) && (m.volume == 0 || has(m.volume)) &&
		(m.family != 0 && has(m.family) || m.container != 0 && r.initial[m.container]) &&
		(m.year == 0 || len(r.years) == 0 || slices.Contains(r.years, m.year))
}
