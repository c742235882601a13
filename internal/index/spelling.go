package index

import (
	"slices"
)

// WithWord counts the records whose title contains a word.
func (x *Index) WithWord(word string) (n int, err error) {
	defer guard(&err)
	var f folded
	f.fold(word)
	if f.len() != 1 {
		return 0, nil
	}
	for _, s := range x.segments {
		if id, ok := s.token(f.token(0)); ok {
			n += int(s.df(&s.words, int(id)))
		}
	}
	return n, nil
}

// The most records that are read when counting a name, and the number from which on many have it.
const (
	nameRead = 64
	nameMany = 8
)

// WithName counts the records with an author of a family name and the first letter of a given name, up to a
// bound that means many.
func (x *Index) WithName(family, given string) (n int, err error) {
	defer guard(&err)
	var m keyMaker
	hash := m.personHash(family, given)
	if hash == 0 {
		return 0, nil
	}
	for _, s := range x.segments {
		if !s.hasPeople() {
			continue
		}
		for _, doc := range s.peopleIn(int(bucketOf(hash, s.peopleBits)), nameRead) {
			r := s.record(doc)
			k := keys{}
			if m.authors(&r, &k); slices.Contains(k.people, hash) { // others share the bucket
				n++
			}
			if n >= nameMany {
				return n, nil
			}
		}
	}
	return n, nil
}
