package index

import (
	"bytes"
	"cmp"
	"slices"
)

// repair finds the tokens for which a word may be a slip: one letter too many, too few or different, or two
// swapped; or two words written as one.
func (q *searcher) repair(s *segment, w *word, t []byte) {
	if len(t) < 3 || len(t) > 24 {
		return
	}
	filter := s.f.view(s.tokenFilter, 0, s.tokenFilter.len)
	try := func(v []byte, like float32) {
		if !mayHave(filter, hashBytes(v)) {
			return
		}
		id, ok := s.token(v)
		if !ok {
			return
		}
		for _, a := range w.alts {
			if a.id == id {
				return
			}
		}
		w.alts = append(w.alts, alt{id, like, s.df(&s.words, int(id))})
	}
	buf := q.variants[:0]
	for i := range t { // one letter too many
		buf = append(append(buf[:0], t[:i]...), t[i+1:]...)
		try(buf, 0.9)
	}
	for i := range len(t) - 1 { // two swapped
		if t[i] != t[i+1] {
			buf = append(buf[:0], t...)
			buf[i], buf[i+1] = buf[i+1], buf[i]
			try(buf, 0.9)
		}
	}
	letters := "0123456789abcdefghijklmnopqrstuvwxyz"
	if !bytes.ContainsAny(t, letters[:10]) {
		letters = letters[10:]
	}
	for i := range t { // a different letter
		buf = append(buf[:0], t...)
		for _, c := range []byte(letters) {
			if c != t[i] {
				buf[i] = c
				try(buf, 0.85)
			}
		}
	}
	for i := range len(t) + 1 { // one letter too few
		buf = append(append(append(buf[:0], t[:i]...), 'a'), t[i:]...)
		for _, c := range []byte(letters) {
			buf[i] = c
			try(buf, 0.9)
		}
	}
	q.variants = buf
	slices.SortFunc(w.alts, func(a, b alt) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.id, b.id))
	})
	w.alts = w.alts[:min(len(w.alts), 8)]
	q.split(s, w, t, filter)
}

// split lets a word match two words that were written together: "adversarialexamples". Among several ways to
// split it, the one whose rarer part is most frequent is used.
func (q *searcher) split(s *segment, w *word, t, filter []byte) {
	var left, right alt
	for i := 2; i+2 <= len(t); i++ {
		if !mayHave(filter, hashBytes(t[:i])) || !mayHave(filter, hashBytes(t[i:])) {
			continue
		}
		a, ok := s.token(t[:i])
		b, ok2 := s.token(t[i:])
		if !ok || !ok2 {
			continue
		}
		x, y := s.df(&s.words, int(a)), s.df(&s.words, int(b))
		if min(x, y) > min(left.count, right.count) {
			left, right = alt{a, 0.9, x}, alt{b, 0.9, y}
		}
	}
	if left.count > 0 {
		w.alts = append(w.alts, left, right)
	}
}

// join lets two neighbours match the single word that they form: "multi agent" for "multiagent". A word that
// was broken at the end of a line is that word itself.
func (q *searcher) join(s *segment, i int, broken bool) {
	a, b := q.fold.token(i), q.fold.token(i+1)
	if len(a)+len(b) < 5 || len(a)+len(b) > maxTokenBytes {
		return
	}
	q.variants = append(append(q.variants[:0], a...), b...)
	id, ok := s.token(q.variants)
	if !ok {
		return
	}
	count := s.df(&s.words, int(id))
	like := float32(0.9)
	if broken {
		like = 1
	}
	for _, w := range []*word{&q.words[i], &q.words[i+1]} {
		if !w.known || w.id != id {
			w.alts = append(w.alts, alt{id, like, count})
		}
	}
}
