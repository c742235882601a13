package index

import (
	"context"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"
)

// The section "people" has the records of each author: a power of two of buckets, each a list of records; an
// author is family name and first initial. Several authors share a bucket, so results must be compared with the
// record. A segment of an older format has no such section and cannot be searched by author.
const (
	maxPeople        = 60 // authors of one record that are indexed
	perPeopleBucket  = 8  // authorships per list, on average
	leastPeopleBits  = 3  // one full group of a blob
	maxPeopleBuckets = 28 // bits
)

// personHash returns the key of an author: the last word of the family name and the first letter of the given
// name. It is zero for a name that is only a family name or a body's.
func (m *keyMaker) personHash(family, given string) uint64 {
	m.name.fold(family)
	return m.withGiven(given)
}

// withGiven returns the key of an author whose folded family name is in m.name.
func (m *keyMaker) withGiven(given string) uint64 {
	if m.name.len() == 0 || given == "" {
		return 0
	}
	m.buf = append(append(m.buf[:0], m.name.token(m.name.len()-1)...), ' ')
	if c := given[0]; c < utf8.RuneSelf && (asciiClass[c] == classLetter || asciiClass[c] == classUpper) {
		m.buf = append(m.buf, byte(unicode.ToLower(rune(c))))
		return hashBytes(m.buf)
	}
	m.name.fold(given)
	if m.name.len() == 0 {
		return 0
	}
	m.buf = append(m.buf, firstLetter(m.name.text)...)
	return hashBytes(m.buf)
}

// firstLetter returns the bytes of the first character.
func firstLetter(b []byte) []byte {
	n := 1
	for n < len(b) && b[n]&0xC0 == 0x80 {
		n++
	}
	return b[:min(n, len(b))]
}

// writePeople writes the lists. Entries are sorted by hash, whose upper bits are the bucket.
func (b *builder) writePeople(ctx context.Context) error {
	size := uint(min(max(bits.Len(uint(b.people.n/perPeopleBucket)), leastPeopleBits), maxPeopleBuckets))
	blob := newBlobWriter(b.w, "people")
	var docs []uint32
	var buf []byte
	next := uint64(0)
	flush := func(until uint64) { // writes the open bucket, and empty ones
		for ; next < until; next++ {
			slices.Sort(docs)
			buf = appendList(buf[:0], slices.Compact(docs))
			blob.add(buf)
			docs = docs[:0]
		}
	}
	err := b.people.each(ctx, b.workers, func(sorted []hashed) {
		for _, e := range sorted {
			flush(bucketOf(e.hash, size))
			docs = append(docs, e.value)
		}
	})
	flush(1 << size)
	blob.close()
	return err
}

// openPeople opens the section; its absence is not damage.
func (s *segment) openPeople() {
	group, ok := s.f.sections["people.g"]
	if !ok {
		return
	}
	n := group.len / 5 * groupItems
	if n == 0 || n&(n-1) != 0 {
		corrupt("section people has a wrong size")
	}
	s.people, s.peopleBits = s.f.blob("people", int(n)), uint(bits.TrailingZeros64(n))
}

// hasPeople reports whether the segment can be searched by author.
func (s *segment) hasPeople() bool { return s.people.n > 0 }

// peopleIn returns the first records of a bucket.
func (s *segment) peopleIn(bucket, most int) []uint32 {
	list, n := s.postings(&s.people, bucket)
	docs := make([]uint32, 0, min(int(n), most))
	last := uint32(0)
	for len(docs) < cap(docs) && len(list) > 0 {
		d, size := uvarint(list)
		list = list[size:]
		if last += uint32(d); last >= uint32(s.info.Records) {
			corrupt("a list of people names a record that is not there")
		}
		docs = append(docs, last)
	}
	return docs
}

// ByFamily returns records that may have an author with a family name, at most most for each first letter of a
// given name. Other authors share the lists: results must be compared.
func (x *Index) ByFamily(family string, most int) (list []int, err error) {
	defer guard(&err)
	var m keyMaker
	for i, s := range x.segments {
		if !s.hasPeople() {
			continue
		}
		for letter := byte('a'); letter <= 'z'; letter++ {
			if hash := m.personHash(family, string(letter)); hash != 0 {
				for _, doc := range s.peopleIn(int(bucketOf(hash, s.peopleBits)), most) {
					list = append(list, x.base[i]+int(doc))
				}
			}
		}
	}
	return list, nil
}
