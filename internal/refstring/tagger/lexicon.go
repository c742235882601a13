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

// Entry is the class of a word, how clear it is, and a second class.
type Entry uint8

// NewEntry returns an entry. Clarity ranges from 0 to 3.
func NewEntry(first Class, clarity int, second Class) Entry {
	return Entry(uint8(first) | uint8(clarity&3)<<3 | uint8(second)<<5)
}

// First returns the class of an entry.
func (e Entry) First() Class { return Class(e & 7) }

// Lexicon maps the hashes of words to entries: open addressing, in which a slot holds the part of the hash that its
// place does not determine. It is half as large as hashes and entries would be, so that more of it stays in the
// cache.
type Lexicon struct {
	slots []uint32 // 0 if empty, else a check and, in the last byte, the entry
	mask  uint32
	bits  uint   // of a slot number
	steps uint32 // all words are fewer steps from their first slot
}

// newLexicon returns a lexicon from parallel lists of hashes and entries.
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

// check returns what distinguishes a hash in its first slot, in 24 bits: the bits that the number of the slot does
// not determine, and room for steps.
func (l *Lexicon) check(h uint32) uint32 { return h >> l.bits * l.steps }

// Find returns the entry of a word, or 0 for an unknown word.
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

// Marks of a name in the lexicon of containers: a run of words that begins a name, and one that is a whole name.
const (
	NameBegins Entry = 1
	NameWhole  Entry = 2
)

// ExtendName returns the hash of a run of words, given by its hash, and one more word. The empty run has hash 0.
func ExtendName(run, word uint32) uint32 { return finish(run*31 + word + 1) }

// maxName bounds the words of a container's name that are looked up.
const maxName = 12
