package index

// A blob is an array of byte strings of any length. Eight items form a group: their eight lengths as numbers,
// then their bytes. The group section holds the start of each group, five bytes each.
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

// item returns the i-th byte string.
func (b *blob) item(i int) []byte {
	if uint(i) >= uint(b.n) {
		corrupt("item number out of range")
	}
	off := b.place(i)
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

// place returns the offset of an item's group.
func (b *blob) place(i int) uint64 {
	off := u40(b.f.view(b.group, uint64(i/groupItems)*5, 5))
	if off > b.data.len {
		corrupt("group lies outside its section")
	}
	return off
}

// sizes decodes the head of a group: it returns where the items begin, how many bytes precede item k, and how
// long item k is.
func sizes(head []byte, k int) (pos int, skip, size uint64) {
	if len(head) >= groupItems {
		if all := u64(head); all&0x8080808080808080 == 0 { // one byte each, as most are: added in lanes
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

// groups holds items written as whole groups.
type groups struct {
	n      int
	out    []byte   // whole groups
	starts []uint64 // start of each in out
	sizes  [groupItems]int
	buf    []byte // items of the open group
}

func (g *groups) add(item []byte) {
	g.buf = append(g.buf, item...)
	g.end(len(item))
}

// end finishes an item whose bytes were appended to buf.
func (g *groups) end(size int) {
	g.sizes[g.n%groupItems] = size
	if g.n++; g.n%groupItems == 0 {
		g.flush()
	}
}

// flush writes the open group, which is full or the last.
func (g *groups) flush() {
	g.starts = append(g.starts, uint64(len(g.out)))
	for _, n := range g.sizes {
		g.out = appendUvarint32(g.out, uint32(n))
	}
	g.out = append(g.out, g.buf...)
	g.buf = g.buf[:0]
	g.sizes = [groupItems]int{}
}

// close writes the open group; no more items can follow.
func (g *groups) close() {
	if g.n%groupItems != 0 {
		g.flush()
	}
}

type blobWriter struct {
	groups
	w     *fileWriter
	name  string
	start uint64
	group []byte
}

const blobBlock = 64 << 10

func newBlobWriter(w *fileWriter, name string) *blobWriter {
	return &blobWriter{w: w, name: name, start: w.begin()}
}

func (b *blobWriter) add(item []byte) {
	b.groups.add(item)
	if len(b.out) >= blobBlock {
		b.write(&b.groups)
	}
}

// addGroups appends items written elsewhere. No group may be open.
func (b *blobWriter) addGroups(g *groups) {
	b.write(&b.groups)
	b.write(g)
}

func (b *blobWriter) write(g *groups) {
	at := b.w.off - b.start
	for _, start := range g.starts {
		b.group = appendU40(b.group, at+start)
	}
	b.w.Write(g.out)
	g.out, g.starts = g.out[:0], g.starts[:0]
}

// close writes the open group and the group section.
func (b *blobWriter) close() {
	b.groups.close()
	b.write(&b.groups)
	b.w.end(b.name, b.start)
	b.w.section(b.name+".g", b.group)
}
