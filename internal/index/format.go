package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// The layout is described in doc/index-format.md, with the history of versions. A reader accepts a file if its
// own version is at least the file's minimum and the file's version is at least minVersion.
const (
	magic         = "BONAFIDE"
	formatVersion = 2
	minVersion    = 1 // oldest version that this program reads
	readableFrom  = 1 // oldest program version that reads what this one writes
	headerSize    = 4096
	pageSize      = 1 << 14 // bytes per checksum
	nameSize      = 16
	entrySize     = nameSize + 16
)

// ErrCorrupt means that a file is not an index, or not one that can be
// trusted: foreign, truncated, damaged, or of a version that this program
// cannot read.
var ErrCorrupt = errors.New("index cannot be used")

// corruption is what corrupt panics with; guard turns it into an error.
type corruption struct{ why string }

func corrupt(why string) { panic(corruption{why}) }

// guard turns the panics caused by a damaged file into an error. A damaged offset causes a slice out of range,
// which means the same.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case corruption:
		*err = fmt.Errorf("%w: %s", ErrCorrupt, r.why)
	case interface {
		error
		RuntimeError()
	}:
		*err = fmt.Errorf("%w: damaged content: %v", ErrCorrupt, r)
	default:
		panic(r)
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// span is a byte range of the body.
type span struct{ off, len uint64 }

// file is an opened segment file. Pages of the body are checked against their checksum at the first read.
type file struct {
	data     []byte // body, without header and table
	sums     []byte // four bytes per page
	checked  []uint32
	sections map[string]span
	close    func() error
}

// openFile parses header and table of a whole file.
func openFile(all []byte, closer func() error) (f *file, err error) {
	defer guard(&err)
	if len(all) < headerSize || string(all[:8]) != magic {
		return nil, fmt.Errorf("%w: not a bonafide index", ErrCorrupt)
	}
	if u64(all[56:]) != xxhash.Sum64(all[:56]) {
		return nil, fmt.Errorf("%w: header is damaged", ErrCorrupt)
	}
	version, readable, folding := u32(all[8:]), u32(all[12:]), u32(all[48:])
	if readable > formatVersion || version < minVersion || folding != foldVersion {
		return nil,
			fmt.Errorf(
				"%w: format %d (readable from %d, keys %d) is not read by this program (format %d, keys %d): build it again",
				ErrCorrupt, version, readable, folding, formatVersion, foldVersion)
	}
	size, off, n := u64(all[16:]), u64(all[24:]), u64(all[32:])
	if size != uint64(len(all)) || off < headerSize || off > size || n != size-off {
		return nil, fmt.Errorf("%w: file has %d bytes, its header says %d: truncated or damaged", ErrCorrupt, len(all), size)
	}
	table := all[off:]
	if u64(all[40:]) != xxhash.Sum64(table) {
		return nil, fmt.Errorf("%w: section table is damaged", ErrCorrupt)
	}
	f = &file{data: all[headerSize:off], sections: map[string]span{}, close: closer}
	count := u32(table)
	table = table[4:]
	for range count {
		name := string(bytes.TrimRight(table[:nameSize], "\x00"))
		s := span{u64(table[nameSize:]), u64(table[nameSize+8:])}
		if s.off > uint64(len(f.data)) || s.len > uint64(len(f.data))-s.off {
			corrupt("section " + name + " lies outside the file")
		}
		f.sections[name] = s
		table = table[entrySize:]
	}
	f.sums = table
	pages := (len(f.data) + pageSize - 1) / pageSize
	if len(f.sums) != 4*pages {
		corrupt("checksums are missing")
	}
	f.checked = make([]uint32, (pages+31)/32)
	return f, nil
}

func (f *file) section(name string) span {
	s, ok := f.sections[name]
	if !ok {
		corrupt("section " + name + " is missing")
	}
	return s
}

// view returns n bytes of a section at off, checked.
func (f *file) view(s span, off, n uint64) []byte {
	if off > s.len || n > s.len-off {
		corrupt("offset lies outside its section")
	}
	start := s.off + off
	if n > 0 {
		for p, last := start/pageSize, (start+n-1)/pageSize; p <= last; p++ {
			if atomic.LoadUint32(&f.checked[p/32])&(1<<(p%32)) == 0 {
				f.check(p)
			}
		}
	}
	return f.data[start : start+n : start+n]
}

// at returns one byte of a section, checked.
func (f *file) at(s span, off uint64) byte {
	if off >= s.len {
		corrupt("offset lies outside its section")
	}
	off += s.off
	if p := off / pageSize; atomic.LoadUint32(&f.checked[p/32])&(1<<(p%32)) == 0 {
		f.check(p)
	}
	return f.data[off]
}

// check compares one page with its checksum.
func (f *file) check(p uint64) {
	end := min((p+1)*pageSize, uint64(len(f.data)))
	if crc32.Checksum(f.data[p*pageSize:end], castagnoli) != u32(f.sums[4*p:]) {
		corrupt(fmt.Sprintf("content is damaged near byte %d", headerSize+p*pageSize))
	}
	atomic.OrUint32(&f.checked[p/32], 1<<(p%32))
}

// verify checks every page.
func (f *file) verify() (err error) {
	defer guard(&err)
	for p := uint64(0); p*pageSize < uint64(len(f.data)); p++ {
		f.check(p)
	}
	return nil
}

// fileWriter writes a body as a stream, then table and header.
type fileWriter struct {
	w        io.Writer // positioned at headerSize
	off      uint64
	crc      uint32
	sums     []byte
	sections []byte
	count    uint32
	err      error
}

// Write appends to the body.
func (w *fileWriter) Write(b []byte) (int, error) {
	n := len(b)
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
	for len(b) > 0 {
		room := min(pageSize-int(w.off%pageSize), len(b))
		w.crc = crc32.Update(w.crc, castagnoli, b[:room])
		w.off += uint64(room)
		b = b[room:]
		if w.off%pageSize == 0 {
			w.sums = binary.LittleEndian.AppendUint32(w.sums, w.crc)
			w.crc = 0
		}
	}
	return n, w.err
}

// begin starts a section at a multiple of eight and returns its offset.
func (w *fileWriter) begin() uint64 {
	w.Write(make([]byte, (8-w.off%8)%8))
	return w.off
}

// end records the section that begin started.
func (w *fileWriter) end(name string, start uint64) {
	entry := make([]byte, entrySize)
	copy(entry[:nameSize], name)
	binary.LittleEndian.PutUint64(entry[nameSize:], start)
	binary.LittleEndian.PutUint64(entry[nameSize+8:], w.off-start)
	w.sections = append(w.sections, entry...)
	w.count++
}

func (w *fileWriter) section(name string, b []byte) {
	start := w.begin()
	w.Write(b)
	w.end(name, start)
}

// finish writes the table and returns the header, to be written at the start.
func (w *fileWriter) finish() ([]byte, error) {
	if w.off%pageSize != 0 {
		w.sums = binary.LittleEndian.AppendUint32(w.sums, w.crc)
	}
	table := binary.LittleEndian.AppendUint32(nil, w.count)
	table = append(append(table, w.sections...), w.sums...)
	if w.err == nil {
		_, w.err = w.w.Write(table)
	}
	h := make([]byte, headerSize)
	copy(h, magic)
	le := binary.LittleEndian
	le.PutUint32(h[8:], formatVersion)
	le.PutUint32(h[12:], readableFrom)
	le.PutUint64(h[16:], headerSize+w.off+uint64(len(table)))
	le.PutUint64(h[24:], headerSize+w.off)
	le.PutUint64(h[32:], uint64(len(table)))
	le.PutUint64(h[40:], xxhash.Sum64(table))
	le.PutUint32(h[48:], foldVersion)
	le.PutUint64(h[56:], xxhash.Sum64(h[:56]))
	return h, w.err
}

// uvarint reads a number of at most 64 bits from the start of b. It panics with errCorrupt if b ends inside the
// number; the guard at the package's border turns that into an error.
func uvarint(b []byte) (uint64, int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	v, n := binary.Uvarint(b)
	if n <= 0 {
		corrupt("number runs over its end")
	}
	return v, n
}

func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func u64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// u40 reads five bytes, little endian: enough for a terabyte.
func u40(b []byte) uint64 {
	_ = b[4]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32
}

func appendU40(b []byte, v uint64) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32))
}
