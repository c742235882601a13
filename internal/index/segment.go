package index

import (
	"encoding/json"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// segmentInfo is the section "info".
type segmentInfo struct {
	Records int           `json:"records"`
	Works   int           `json:"works"`
	Sources []SourceCount `json:"sources"`
	Note    string        `json:"note,omitempty"`
	Shared  int           `json:"shared"`
	Tokens  int           `json:"tokens"`
	Buckets int           `json:"buckets"`
}

// segment is one opened file: the part of an index that one build wrote.
type segment struct {
	f    *file
	info segmentInfo
	// origins of the records by source; empty in an index built without them.
	origins map[string]biblio.Origin

	records, shared, tokens, titles, words, pairs blob
	symbols, metas, lengths, tokenFilter          span
	tokenTable, titleTable, idTable, placeTable   table
	versionTable                                  table
	people                                        blob // empty in a segment of format 1
	peopleBits                                    uint

	coverOnce sync.Once
	cover     []biblio.CoverageRow
	coverErr  error
}

func openSegment(f *file) (s *segment, err error) {
	defer guard(&err)
	s = &segment{f: f}
	info := f.section("info")
	if err := json.Unmarshal(f.view(info, 0, info.len), &s.info); err != nil {
		corrupt("info: " + err.Error())
	}
	s.origins = make(map[string]biblio.Origin, len(s.info.Sources))
	for _, c := range s.info.Sources {
		s.origins[c.Source] = c.Origin
	}
	n := s.info.Records
	if n < 0 || n > maxRecords || s.info.Tokens < 0 || s.info.Shared < 0 || s.info.Buckets < 0 {
		corrupt("info has impossible numbers")
	}
	s.records, s.titles = f.blob("records", n), f.blob("titles", n)
	s.shared, s.tokens, s.words = f.blob("shared", s.info.Shared), f.blob("tokens",
		s.info.Tokens), f.blob("words", s.info.Tokens)
	s.pairs = f.blob("pairs", s.info.Buckets)
	s.symbols, s.metas, s.lengths = f.section("symbols"), f.section("meta"), f.section("lengths")
	s.tokenTable, s.titleTable, s.idTable, s.placeTable = f.table("tokens.t"), f.table("titles.t"), f.table("ids.t"),
		f.table("places.t")
	s.versionTable = f.table("versions.t")
	s.openPeople()
	if s.tokenFilter = f.section("tokens.f"); s.tokenFilter.len < 8 || s.tokenFilter.len&(s.tokenFilter.len-1) != 0 {
		corrupt("the filter of tokens has a wrong size")
	}
	for _, c := range []struct {
		s    span
		size int
	}{{s.symbols, (n + chunkRecords - 1) / chunkRecords * symbolTable}, {s.metas, n * metaSize}, {s.lengths, n}} {
		if c.s.len != uint64(c.size) {
			corrupt("a section has a wrong size")
		}
	}
	return s, nil
}

func (s *segment) meta(doc uint32) meta {
	return readMeta(s.f.view(s.metas, uint64(doc)*metaSize, metaSize))
}

func (s *segment) length(doc uint32) int { return int(s.f.at(s.lengths, uint64(doc))) }

// next returns the next version of the same work, doc itself if it is the only one.
func (s *segment) next(doc uint32) uint32 {
	var buf [2]uint32
	found := s.versionTable.find(buf[:0], docHash(doc))
	if len(found) == 0 {
		return doc
	}
	if found[0] >= uint32(s.info.Records) {
		corrupt("version of a record that is not there")
	}
	return found[0]
}

func (s *segment) record(doc uint32) biblio.Record {
	item := s.records.item(int(doc))
	n, size := uvarint(item)
	item = item[size:]
	if n > uint64(len(item)) {
		corrupt("record is shorter than its numbers")
	}
	tab := s.f.view(s.symbols, uint64(doc/chunkRecords)*symbolTable, symbolTable)
	buf := textPool.Get().(*[]byte)
	text := decodeSymbols((*buf)[:0], item[n:], tab)
	d := decoder{numbers: item[:n], text: string(text), shared: s.sharedString}
	*buf = text
	textPool.Put(buf)
	var r biblio.Record
	d.record(&r)
	r.Origin = s.origins[r.Source]
	return r
}

var textPool = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}

func (s *segment) sharedString(n uint64) string { return string(s.shared.item(int(n))) }

// coverage returns the declared and estimated rows of the segment.
func (s *segment) coverage() ([]biblio.CoverageRow, error) {
	s.coverOnce.Do(func() {
		defer guard(&s.coverErr)
		c := s.f.section("coverage")
		s.coverErr = json.Unmarshal(s.f.view(c, 0, c.len), &s.cover)
	})
	return s.cover, s.coverErr
}
