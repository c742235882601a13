package index

import (
	"encoding/binary"
)

// A table maps 64-bit hashes to 32-bit values; a hash may have several. The entries are sorted by hash; the
// upper bits of a hash select a bucket of about four entries, the next 32 bits are stored with the value.
// Results must be checked against the item itself: two items may share all stored bits.
type table struct {
	f       *file
	entries span
	starts  span
	bits    uint // of the bucket number
}

func (f *file) table(name string) table {
	t := table{f: f, entries: f.section(name), starts: f.section(name + ".b")}
	for t.starts.len > 4*(1<<t.bits+1) {
		t.bits++
	}
	if t.starts.len != 4*(1<<t.bits+1) || t.entries.len%8 != 0 {
		corrupt("section " + name + " has a wrong size")
	}
	return t
}

// find appends the values of a hash to dst.
func (t *table) find(dst []uint32, hash uint64) []uint32 {
	b := t.f.view(t.starts, 4*bucketOf(hash, t.bits), 8)
	from, to := uint64(u32(b)), uint64(u32(b[4:]))
	if to <= from {
		return dst
	}
	list := t.f.view(t.entries, 8*from, 8*(to-from))
	mark := markOf(hash, t.bits)
	for i := 0; i < len(list); i += 8 {
		if u32(list[i:]) == mark {
			dst = append(dst, u32(list[i+4:]))
		}
	}
	return dst
}

func bucketOf(hash uint64, bits uint) uint64 {
	return hash >> (64 - bits)
}

func markOf(hash uint64, bits uint) uint32 { return uint32(hash << bits >> 32) }

// hashed is an entry of a table.
type hashed struct {
	hash  uint64
	value uint32
}

// tableWriter writes entries in sorted order.
type tableWriter struct {
	w      *fileWriter
	name   string
	start  uint64
	bits   uint
	n      uint32
	starts []byte
	buf    []byte
	last   hashed
}

// newTableWriter starts a table for at most n entries.
func newTableWriter(w *fileWriter, name string, n int) *tableWriter {
	t := &tableWriter{w: w, name: name, start: w.begin()}
	for n>>t.bits > 4 {
		t.bits++
	}
	return t
}

// add appends an entry; a duplicate of the last is skipped.
func (t *tableWriter) add(e hashed) {
	if t.n > 0 && e == t.last {
		return
	}
	t.fill(bucketOf(e.hash, t.bits))
	t.last = e
	t.buf = binary.LittleEndian.AppendUint32(t.buf, markOf(e.hash, t.bits))
	t.buf = binary.LittleEndian.AppendUint32(t.buf, e.value)
	t.n++
	if len(t.buf) >= 1<<16 {
		t.w.Write(t.buf)
		t.buf = t.buf[:0]
	}
}

// fill records where the buckets up to and including b start.
func (t *tableWriter) fill(b uint64) {
	for uint64(len(t.starts)) < 4*(b+1) {
		t.starts = binary.LittleEndian.AppendUint32(t.starts, t.n)
	}
}

func (t *tableWriter) close() {
	t.fill(1 << t.bits)
	t.w.Write(t.buf)
	t.w.end(t.name, t.start)
	t.w.section(t.name+".b", t.starts)
}

// writeTable sorts and writes entries. Those with one hash are in the order of their values.
func writeTable(w *fileWriter, name string, entries []hashed) {
	sorted, _ := sortHashed(entries, make([]hashed, len(entries)))
	t := newTableWriter(w, name, len(entries))
	for _, e := range sorted {
		t.add(e)
	}
	t.close()
}

// A filter tells of a hash that it is certainly not in a set, or that it may be: two bits of a bitmap with some
// sixteen bits per hash. It answers most of the several hundred look-ups for repairing a word.
const filterBits = 16

// makeFilter returns the bitmap of n hashes.
func makeFilter(n int, hash func(i int) uint64) []byte {
	size := 64
	for size < n*filterBits {
		size *= 2
	}
	bitmap := make([]byte, size/8)
	for i := range n {
		h := hash(i)
		for _, at := range [2]uint64{h & uint64(size-1), h >> 32 & uint64(size-1)} {
			bitmap[at/8] |= 1 << (at % 8)
		}
	}
	return bitmap
}

// mayHave reports whether a hash may be in a bitmap, whose size is a power of two.
func mayHave(bitmap []byte, h uint64) bool {
	mask := uint64(len(bitmap))*8 - 1
	a, b := h&mask, h>>32&mask
	return bitmap[a/8]>>(a%8)&1 != 0 && bitmap[b/8]>>(b%8)&1 != 0
}
