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

// First gives the class of an entry.
func (e Entry) First() Class { return Class(e & 7) }

// Lexicon knows the class of words by their hash.
type Lexicon struct {
	keys    []uint32
	entries []Entry
	mask    uint32
}

// newLexicon makes a lexicon of parallel lists of hashes and entries.
func newLexicon(hashes []uint32, entries []Entry) *Lexicon {
	size := uint32(1024)
	for int(size) < 2*len(hashes) {
		size *= 2
	}
	l := &Lexicon{keys: make([]uint32, size), entries: make([]Entry, size), mask: size - 1}
	for i, h := range hashes {
		k := h & l.mask
		for l.entries[k] != 0 && l.keys[k] != h {
			k = (k + 1) & l.mask
		}
		l.keys[k], l.entries[k] = h, entries[i]
	}
	return l
}

// Find gives the entry of a word, 0 for an unknown one.
func (l *Lexicon) Find(h uint32) Entry {
	for k := h & l.mask; l.entries[k] != 0; k = (k + 1) & l.mask {
		if l.keys[k] == h {
			return l.entries[k]
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

// ExtendName gives the hash of a run of words and one more word, by its hash.
// The empty run has hash 0.
func ExtendName(run, word uint32) uint32 { return finish(run*31 + word + 1) }

// maxName bounds the words of a container's name that are looked up.
const maxName = 12
