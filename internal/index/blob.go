package index

import (
	"encoding/binary"
)

// A blob is an array of byte strings of any length. Eight items form a group:
// their eight lengths as numbers, then their bytes. The group section holds
// where each group starts, five bytes each.
const groupItems = 8

type blob struct {
	f     *file
	data  span
	group span
	n     int
}

func (f *file) blob(name string, n int) blob {
	b := blob{f: f, data: f.section(name), group: f.section(name + ".g"), n: n}
	if b.group.len != uint64((n+groupItems-1)/groupItems)*5 {
		corrupt("section " + name + " has another number of items")
	}
	return b
}

// item gives the i-th byte string.
func (b *blob) item(i int) []byte {
	if uint(i) >= uint(b.n) {
		corrupt("item number out of range")
	}
	off := u40(b.f.view(b.group, uint64(i/groupItems)*5, 5))
	if off > b.data.len {
		corrupt("group lies outside its section")
	}
	head := b.f.view(b.data, off, min(80, b.data.len-off))
	pos, skip, size := sizes(head, i%groupItems)
	if skip > b.data.len || size > b.data.len {
		corrupt("item lies outside its section")
	}
	start := uint64(pos) + skip
	if end := start + size; end <= uint64(len(head)) {
		return head[start:end:end]
	}
	return b.f.view(b.data, off+start, size)
}

// sizes reads the lengths at the head of a group: where its items begin, how many bytes
// stand before item k, and how long it is.
func sizes(head []byte, k int) (pos int, skip, size uint64) {
	if len(head) >= groupItems {
		if all := u64(head); all&0x8080808080808080 == 0 { // a byte each, as most are: added in lanes
			before := all & (1<<(8*k) - 1)
			before = before&0x00ff00ff00ff00ff + before>>8&0x00ff00ff00ff00ff
			return groupItems, before * 0x0001000100010001 >> 48, uint64(head[k])
		}
	}
	for i := range groupItems {
		v, n := uvarint(head[pos:])
		pos += n
		if i < k {
			skip += v
		} else if i == k {
			size = v
		}
	}
	return pos, skip, size
}

// blobWriter collects items and writes whole groups.
type blobWriter struct {
	w     *fileWriter
	name  string
	start uint64
	n     int
	sizes [groupItems]int
	buf   []byte // items of the open group
	out   []byte
	group []byte
}

func newBlobWriter(w *fileWriter, name string) *blobWriter {
	return &blobWriter{w: w, name: name, start: w.begin()}
}

// add appends one item.
func (b *blobWriter) add(item []byte) {
	b.sizes[b.n%groupItems] = len(item)
	b.buf = append(b.buf, item...)
	b.n++
	if b.n%groupItems == 0 {
		b.flush()
	}
}

func (b *blobWriter) flush() {
	b.group = appendU40(b.group, b.w.off-b.start)
	b.out = b.out[:0]
	for _, n := range b.sizes {
		b.out = binary.AppendUvarint(b.out, uint64(n))
	}
	b.out = append(b.out, b.buf...)
	b.w.Write(b.out)
	b.buf = b.buf[:0]
	b.sizes = [groupItems]int{}
}

// close writes the open group and the group section.
func (b *blobWriter) close() {
	if b.n%groupItems != 0 {
		b.flush()
	}
	b.w.end(b.name, b.start)
	b.w.section(b.name+".g", b.group)
}
