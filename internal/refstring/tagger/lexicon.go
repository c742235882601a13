package tagger

// Class is what a word is mostly used for in bibliographic records.
type Class uint8

// The classes of words.
const (
	ClassUnknown Class = iota
	ClassFamily
	ClassGiven
	ClassTitle
	ClassContainer
	ClassPublisher
	Classes
)

// Entry is the class of a word, how clear it is, and its second class.
type Entry uint8

// NewEntry makes an entry. Clarity goes from 0 to 3.
func NewEntry(first Class, clarity int, second Class) Entry {
	return Entry(uint8(first) | uint8(clarity&3)<<3 | uint8(second)<<5)
}

// First returns the class of an entry.
func (e Entry) First() Class { return Class(e & 7) }

// Lexicon knows the entry of words by their hash: open addressing, in which a
// slot holds what its place does not tell of the hash. It is half as large as
// hashes and entries would be, so that more of it stays in the cache.
type Lexicon struct {
	slots []uint32 // 0 for an empty one, else a check and, in the last byte, the entry
	mask  uint32
	bits  uint   // of the number of a slot
	steps uint32 // all words are fewer steps after their first slot
}

// newLexicon makes a lexicon of parallel lists of hashes and entries.
func newLexicon(hashes []uint32, entries []Entry) *Lexicon {
	bits := uint(10)
	for 1<<bits < 2*len(hashes) {
		bits++
	}
	for {
		l := &Lexicon{slots: make([]uint32, 1<<bits), mask: 1<<bits - 1, bits: bits, steps: 1 << (bits - 8)}
		if l.fill(hashes, entries) {
			return l
		}
		bits++
	}
}

// fill reports whether every word found a slot.
func (l *Lexicon) fill(hashes []uint32, entries []Entry) bool {
	for i, h := range hashes {
		step := uint32(0)
		for step < l.steps && l.slots[(h+step)&l.mask] != 0 && l.slots[(h+step)&l.mask]>>8 != l.check(h)|step {
			step++
		}
		if step == l.steps {
			return false
		}
		l.slots[(h+step)&l.mask] = (l.check(h)|step)<<8 | uint32(entries[i])
	}
	return true
}

// check returns what tells a hash in its first slot, in 24 bits: the bits that the
// number of the slot does not give, and room for steps.
func (l *Lexicon) check(h uint32) uint32 { return h >> l.bits * l.steps }

// Find returns the entry of a word, 0 for an unknown one.
func (l *Lexicon) Find(h uint32) Entry {
	check := l.check(h)
	for step := range l.steps {
		switch s := l.slots[(h+step)&l.mask]; {
		case s == 0:
			return 0
		case s>>8 == check|step:
			return Entry(s)
		}
	}
	return 0
}

// Marks of a name in the lexicon of containers: a run of words that begins a
// name, and one that is a name.
const (
	NameBegins Entry = 1
	NameWhole  Entry = 2
)

// ExtendName returns the hash of a run of words and one more word, by its hash.
// The empty run has hash 0.
func ExtendName(run, word uint32) uint32 { return finish(run*31 + word + 1) }

// maxName bounds the words of a container's name that are looked up.
const maxName = 12
