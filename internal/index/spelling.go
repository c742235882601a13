package index

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
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
			if m.signed(s, doc, hash) { // others share the bucket
				n++
			}
			if n >= nameMany {
				return n, nil
			}
		}
	}
	return n, nil
}

// signed reports whether a record has all of the given authors.
func (m *keyMaker) signed(s *segment, doc uint32, hashes ...uint64) bool {
	r, k := s.record(doc), keys{}
	m.authors(&r, &k)
	return !slices.ContainsFunc(hashes, func(h uint64) bool { return !slices.Contains(k.people, h) })
}

// The most records of one person, and the most people, that are searched for a work together.
const (
	togetherRead = 4096
	mostTogether = 8
)

// Together reports whether a record has a person and one of others among its authors.
func (x *Index) Together(person biblio.Contributor, others []biblio.Contributor) (together bool, err error) {
	defer guard(&err)
	var m keyMaker
	hash := m.personHash(person.Family, person.Given)
	if hash == 0 {
		return false, nil
	}
	for _, s := range x.segments {
		if !s.hasPeople() {
			continue
		}
		mine := s.peopleIn(int(bucketOf(hash, s.peopleBits)), togetherRead)
		for _, o := range others[:min(len(others), mostTogether)] {
			other := m.personHash(o.Family, o.Given)
			if other == 0 || other == hash {
				continue
			}
			for _, doc := range s.peopleIn(int(bucketOf(other, s.peopleBits)), togetherRead) {
				if _, both := slices.BinarySearch(mine, doc); both && m.signed(s, doc, hash, other) {
					return true, nil
				}
			}
		}
	}
	return false, nil
}
