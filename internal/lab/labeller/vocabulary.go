package labeller

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Vocabulary counts in which fields of records words occur.
type Vocabulary struct {
	counts map[uint32]*[tagger.Classes]uint32
	totals [tagger.Classes]float64
}

// newVocabulary returns an empty vocabulary.
func newVocabulary() *Vocabulary {
	return &Vocabulary{counts: map[uint32]*[tagger.Classes]uint32{}}
}

// Add counts the words of a record. Held-out records are not counted.
func (v *Vocabulary) Add(r *Record) {
	if r.HeldOut() {
		return
	}
	for i, p := range r.people {
		if i == 12 {
			break
		}
		v.words(p.Family, tagger.ClassFamily)
		v.words(p.Given, tagger.ClassGiven)
	}
	v.words(r.Title, tagger.ClassTitle)
	v.words(r.Venue, tagger.ClassContainer)
	v.words(r.Publisher, tagger.ClassPublisher)
}

func (v *Vocabulary) words(s string, class tagger.Class) {
	for _, t := range tagger.Tokenise(nil, s, []ident.Found(nil)) {
		if t.Kind != tagger.Word || t.End-t.Start < 2 {
			continue
		}
		h := tagger.HashWord(s[t.Start:t.End])
		c := v.counts[h]
		if c == nil {
			c = new([tagger.Classes]uint32)
			v.counts[h] = c
		}
		c[class]++
		v.totals[class]++
	}
}

// Lexicon returns the most frequent words with their classes.
func (v *Vocabulary) Lexicon(size, minCount int) (hashes []uint32, entries []tagger.Entry) {
	type word struct {
		hash  uint32
		count uint32
	}
	var list []word
	for h, c := range v.counts {
		n := uint32(0)
		for _, k := range c {
			n += k
		}
		if int(n) >= minCount {
			list = append(list, word{h, n})
		}
	}
	slices.SortFunc(list, func(a, b word) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.hash, b.hash))
	})
	for _, w := range list[:min(len(list), size)] {
		hashes = append(hashes, w.hash)
		entries = append(entries, v.entry(v.counts[w.hash]))
	}
	return hashes, entries
}

// entry returns the class in which a word is relatively most frequent.
func (v *Vocabulary) entry(c *[tagger.Classes]uint32) tagger.Entry {
	var share [tagger.Classes]float64
	sum := 0.0
	for k := range c {
		if v.totals[k] > 0 {
			share[k] = float64(c[k]) / v.totals[k]
		}
		sum += share[k]
	}
	first, second := tagger.ClassUnknown, tagger.ClassUnknown
	for k := tagger.ClassFamily; k < tagger.Classes; k++ {
		switch {
		case share[k] > share[first]:
			first, second = k, first
		case share[k] > share[second]:
			second = k
		}
	}
	clarity := 0
	for _, limit := range []float64{0.5, 0.75, 0.93} {
		if share[first] >= limit*sum {
			clarity++
		}
	}
	if share[second] < 0.02*sum {
		second = tagger.ClassUnknown
	}
	return tagger.NewEntry(first, clarity, second)
}
