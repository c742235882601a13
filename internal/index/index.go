package index

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Index is one or several indexes searched together. It is safe for concurrent use. Records are numbered from 0
// to Len()-1.
//
// Every look-up returns an error that wraps ErrCorrupt if the part of the index it reads is damaged; it then
// says nothing about the works.
type Index struct {
	segments []*segment
	base     []int // number of each segment's first record
	n        int
	cover    coverTable
}

// Hit is a record found by a look-up.
type Hit struct {
	N          int     // number of the record
	Score      float64 // from 0 to 1: how similar its title is to the one searched for
	SameAuthor bool    // of Similar and Near: likely the claimed first author, or half of all authors
	order      float32 // Score plus other evidence
}

func newIndex(segments []*segment) *Index {
	x := &Index{segments: segments}
	for _, s := range segments {
		x.base = append(x.base, x.n)
		x.n += s.info.Records
	}
	return x
}

// Len returns the number of records.
func (x *Index) Len() int { return x.n }

// Close releases the files of the index. No look-up may be running or follow.
func (x *Index) Close() error {
	var first error
	for _, s := range x.segments {
		if s.f.close != nil {
			first = cmp.Or(first, s.f.close())
		}
	}
	x.segments, x.n = nil, 0
	return first
}

// InMemory builds an index of a few records without files.
func InMemory(records []biblio.Record) (*Index, error) {
	return InMemoryWith(records, Options{})
}

// Join returns an index over the segments of two, which must no longer be used or closed.
func Join(x, y *Index) *Index { return newIndex(slices.Concat(x.segments, y.segments)) }

// InMemoryWith is InMemory with build options. With few records search is fast whatever space their text takes,
// and training its compression would take longer than the rest of the build.
func InMemoryWith(records []biblio.Record, opts Options) (*Index, error) {
	opts.plain = true
	body := bytes.NewBuffer(make([]byte, headerSize, headerSize+256*len(records)+1<<16))
	w := &fileWriter{w: body}
	b := newBuilder(w, &scratch{}, opts)
	err := b.run(context.Background(), func(yield func(*biblio.Record, error) bool) {
		for i := range records {
			if !yield(&records[i], nil) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	header, err := w.finish()
	if err != nil {
		return nil, err
	}
	all := body.Bytes()
	copy(all, header)
	f, err := openFile(all, nil)
	if err != nil {
		return nil, err
	}
	s, err := openSegment(f)
	if err != nil {
		return nil, err
	}
	return newIndex([]*segment{s}), nil
}

// locate returns the segment of a record and the record's number in it.
func (x *Index) locate(n int) (*segment, uint32, error) {
	if n < 0 || n >= x.n {
		return nil, 0, fmt.Errorf("no record has number %d", n)
	}
	i, found := slices.BinarySearch(x.base, n)
	if !found {
		i--
	}
	for i+1 < len(x.base) && x.base[i+1] <= n { // skip segments without records
		i++
	}
	return x.segments[i], uint32(n - x.base[i]), nil
}

// Record returns a record as its source had it.
func (x *Index) Record(n int) (r biblio.Record, err error) {
	defer guard(&err)
	s, doc, err := x.locate(n)
	if err != nil {
		return r, err
	}
	return s.record(doc), nil
}

// Verify reads every byte and compares it with its checksum.
func (x *Index) Verify() error {
	for _, s := range x.segments {
		if err := s.f.verify(); err != nil {
			return err
		}
	}
	return nil
}

// ByID finds the records that have an identifier, or one that is equivalent by construction.
func (x *Index) ByID(id ident.ID) (hits []Hit, err error) {
	defer guard(&err)
	return x.byID(id, nil), nil
}

// byID is ByID in all segments except but, which may be nil.
func (x *Index) byID(id ident.ID, but *segment) (hits []Hit) {
	if id.IsZero() {
		return nil
	}
	wanted := append([]ident.ID{id}, id.Aliases()...)
	var found []uint32
	for i, s := range x.segments {
		if s == but {
			continue
		}
		for _, w := range wanted {
			found = s.idTable.find(found[:0], idHash(w))
			for _, doc := range found {
				if int(doc) < s.info.Records && s.has(doc, w) {
					hits = append(hits, Hit{N: x.base[i] + int(doc), Score: 1, order: 1})
				}
			}
		}
	}
	return distinct(hits)
}

func (s *segment) has(doc uint32, id ident.ID) bool {
	r := s.record(doc)
	return slices.ContainsFunc(r.Named(), func(have ident.ID) bool {
		return have == id || slices.Contains(have.Aliases(), id)
	})
}

// distinct sorts by number and removes duplicates.
func distinct(hits []Hit) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Compare(a.N, b.N) })
	return slices.CompactFunc(hits, func(a, b Hit) bool { return a.N == b.N })
}

// ByTitle finds the records whose folded title, with or without its subtitle, equals that of title. The Score
// is 1 for the full title and 0.9 for a record that also has a subtitle.
func (x *Index) ByTitle(title string) (hits []Hit, err error) {
	defer guard(&err)
	return x.byTitle(title, nil), nil
}

// byTitle is ByTitle in all segments except but, which may be nil.
func (x *Index) byTitle(title string, but *segment) (hits []Hit) {
	q := searcherPool.Get().(*searcher)
	defer searcherPool.Put(q)
	q.fold.fold(title)
	for i, s := range x.segments {
		if s == but {
			continue
		}
		q.exact = s.byTitle(q.exact[:0], &q.fold)
		for _, e := range q.exact {
			hits = append(hits, Hit{N: x.base[i] + int(e.doc), Score: e.score(), order: float32(e.score())})
		}
	}
	slices.SortStableFunc(hits, compareHits)
	return hits
}

func compareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.N, b.N))
}

// exactHit is a record whose title or main title is the one searched for.
type exactHit struct {
	doc  uint32
	head bool
}

func (e exactHit) score() float64 {
	if e.head {
		return 0.9
	}
	return 1
}

// byTitle looks up a folded title; every match is verified token by token.
func (s *segment) byTitle(dst []exactHit, f *folded) []exactHit {
	if f.len() == 0 {
		return dst
	}
	var buf [16]uint32
	found := s.titleTable.find(buf[:0], hashBytes(f.text))
	if len(found) == 0 {
		return dst
	}
	n := min(f.len(), maxTitleTokens)
	tokens := make([]uint32, 0, 64)
	for i := range n {
		id, ok := s.token(f.token(i))
		if !ok {
			return dst
		}
		tokens = append(tokens, id)
	}
	for _, v := range found {
		doc := v >> 1
		if int(doc) >= s.info.Records {
			corrupt("title of a record that is not there")
		}
		if head := v&1 != 0; s.startsWith(doc, tokens, head) {
			dst = append(dst, exactHit{doc, head})
		}
	}
	return dst
}

// startsWith reports whether a record's title starts with tokens and, unless more is allowed, ends with them.
func (s *segment) startsWith(doc uint32, tokens []uint32, more bool) bool {
	list := s.titles.item(int(doc))
	for _, want := range tokens {
		if len(list) == 0 {
			return false
		}
		v, n := uvarint(list)
		if v != uint64(want) {
			return false
		}
		list = list[n:]
	}
	return more || len(list) == 0
}

func (s *segment) token(t []byte) (uint32, bool) {
	var buf [8]uint32
	for _, id := range s.tokenTable.find(buf[:0], hashBytes(t)) {
		if int(id) < s.tokens.n && string(s.tokens.item(int(id))) == string(t) {
			return id, true
		}
	}
	return 0, false
}

// Works returns the records that describe the same work as record n, including n: the versions that share an
// identifier or title and authors.
func (x *Index) Works(n int) (list []int, err error) {
	defer guard(&err)
	s, doc, err := x.locate(n)
	if err != nil {
		return nil, err
	}
	base := n - int(doc)
	list = append(list, n)
	for next := s.next(doc); next != doc && len(list) < maxVersions; next = s.next(next) {
		list = append(list, base+int(next))
	}
	if len(x.segments) > 1 {
		list = x.elsewhere(s, doc, list)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// maxVersions bounds the versions of one work.
const maxVersions = 256

// elsewhere adds the versions in other segments.
func (x *Index) elsewhere(s *segment, doc uint32, list []int) []int {
	r := s.record(doc)
	m := s.meta(doc)
	for _, id := range r.Named() {
		list = x.sameAuthor(list, x.byID(id, s), m)
	}
	hits := slices.DeleteFunc(x.byTitle(r.FullTitle(), s), func(h Hit) bool { return h.Score < 1 })
	return x.sameAuthor(list, hits, m)
}

func (x *Index) sameAuthor(list []int, hits []Hit, m meta) []int {
	for _, h := range hits {
		s, doc, err := x.locate(h.N)
		if err == nil && m.family != 0 && s.meta(doc).family == m.family && len(list) < 4*maxVersions {
			list = append(list, h.N)
		}
	}
	return list
}

// Info describes an index.
type Info struct {
	Format   int                  `json:"format"`
	Segments int                  `json:"segments"`
	Records  int                  `json:"records"`
	Works    int                  `json:"works"` // after joining versions within each segment
	Bytes    int64                `json:"bytes"`
	Sources  []SourceCount        `json:"sources"` // most records first
	Notes    []string             `json:"notes,omitempty"`
	Coverage []biblio.CoverageRow `json:"coverage,omitempty"`
}

// Info describes the index.
func (x *Index) Info() (Info, error) {
	info := Info{Format: formatVersion, Segments: len(x.segments), Records: x.n}
	count := map[string]SourceCount{}
	for _, s := range x.segments {
		info.Works += s.info.Works
		info.Bytes += int64(headerSize + len(s.f.data) + len(s.f.sums) + 4 + entrySize*len(s.f.sections))
		for _, c := range s.info.Sources {
			have, again := count[c.Source]
			if again {
				c.Origin = c.Origin.Weaker(have.Origin)
			}
			c.Records += have.Records
			count[c.Source] = c
		}
		if s.info.Note != "" {
			info.Notes = append(info.Notes, s.info.Note)
		}
		rows, err := s.coverage()
		if err != nil {
			return info, err
		}
		info.Coverage = append(info.Coverage, rows...)
	}
	for _, c := range count {
		info.Sources = append(info.Sources, c)
	}
	sortSources(info.Sources)
	return info, nil
}
