package index

import (
	"os"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// scratch keeps what a build sets aside: in one temporary file, or in memory
// when it has none.
type scratch struct {
	mu  sync.Mutex
	f   *os.File
	off int64
	err error
}

const spoolBlock = 256 << 10

// spool is a sequence of items that is written once and read back in order.
type spool struct {
	s      *scratch
	buf    []byte
	blocks []spoolPart
}

type spoolPart struct {
	mem []byte
	off int64
	len int
}

// add appends one item; an item never spans two blocks.
func (p *spool) add(item []byte) {
	if len(p.buf)+len(item) > spoolBlock && len(p.buf) > 0 {
		p.flush()
	}
	p.buf = append(p.buf, item...)
}

func (p *spool) flush() {
	if p.s.f == nil {
		p.blocks = append(p.blocks, spoolPart{mem: p.buf, len: len(p.buf)})
		p.buf = nil
		return
	}
	p.s.mu.Lock()
	off := p.s.off
	p.s.off += int64(len(p.buf))
	_, err := p.s.f.WriteAt(p.buf, off)
	if err != nil && p.s.err == nil {
		p.s.err = err
	}
	p.s.mu.Unlock()
	p.blocks = append(p.blocks, spoolPart{off: off, len: len(p.buf)})
	p.buf = p.buf[:0]
}

// size gives the bytes in the spool.
func (p *spool) size() int {
	n := len(p.buf)
	for _, b := range p.blocks {
		n += b.len
	}
	return n
}

// each calls f with every block in order. Several readers may run at once when
// nothing is added any more.
func (p *spool) each(f func(block []byte)) error {
	var buf []byte
	for _, b := range p.blocks {
		if b.mem != nil {
			f(b.mem)
			continue
		}
		if cap(buf) < b.len {
			buf = make([]byte, max(b.len, spoolBlock))
		}
		if _, err := p.s.f.ReadAt(buf[:b.len], b.off); err != nil {
			return err
		}
		f(buf[:b.len])
	}
	if len(p.buf) > 0 {
		f(p.buf)
	}
	return nil
}

// all appends the whole content to out.
func (p *spool) all(out []byte) ([]byte, error) {
	out = slices.Grow(out, p.size())
	for _, b := range p.blocks {
		if b.mem != nil {
			out = append(out, b.mem...)
			continue
		}
		out = out[:len(out)+b.len]
		if _, err := p.s.f.ReadAt(out[len(out)-b.len:], b.off); err != nil {
			return nil, err
		}
	}
	return append(out, p.buf...), nil
}

// hashSpool collects entries of a table, in parts by the upper bits of their
// hash, so that each part can be sorted in memory.
type hashSpool struct {
	parts [hashParts]spool
	n     int
}

const (
	hashBits  = 4
	hashParts = 1 << hashBits
	hashEntry = 12
)

func newHashSpool(s *scratch) *hashSpool {
	h := &hashSpool{}
	for i := range h.parts {
		h.parts[i].s = s
	}
	return h
}

func (h *hashSpool) add(e hashed) {
	var b [hashEntry]byte
	for i := range 8 {
		b[i] = byte(e.hash >> (8 * i))
	}
	for i := range 4 {
		b[8+i] = byte(e.value >> (8 * i))
	}
	h.parts[e.hash>>(64-hashBits)].add(b[:])
	h.n++
}

// each calls f with the entries of one part after the other, each sorted.
func (h *hashSpool) each(f func(sorted []hashed)) error {
	var data []byte
	var list, swap []hashed
	var err error
	for i := range h.parts {
		if data, err = h.parts[i].all(data[:0]); err != nil {
			return err
		}
		list = slices.Grow(list[:0], len(data)/hashEntry)
		for b := data; len(b) >= hashEntry; b = b[hashEntry:] {
			list = append(list, hashed{u64(b), u32(b[8:])})
		}
		swap = slices.Grow(swap[:0], len(list))[:len(list)]
		list, swap = sortHashed(list, swap)
		f(list)
	}
	return nil
}

// sortHashed sorts by hash and gives the sorted slice and the other one. Entries of
// one hash stay in order. The upper bits are sorted by radix; few hashes differ only
// in the lower ones.
func sortHashed(list, swap []hashed) (sorted, other []hashed) {
	for _, shift := range [...]uint{31, 42, 53} {
		list, swap = sortBits(list, swap, shift), list
	}
	for i := 1; i < len(list); i++ {
		e := list[i]
		j := i
		for ; j > 0 && list[j-1].hash > e.hash; j-- {
			list[j] = list[j-1]
		}
		list[j] = e
	}
	return list, swap
}

// sortBits sorts by eleven bits of the hash.
func sortBits(list, swap []hashed, shift uint) []hashed {
	var count [2048]int
	for _, e := range list {
		count[e.hash>>shift&2047]++
	}
	sum := 0
	for i, n := range count {
		count[i] = sum
		sum += n
	}
	for _, e := range list {
		at := &count[e.hash>>shift&2047]
		swap[*at] = e
		*at++
	}
	return swap
}

// interner numbers byte strings in the order of their first appearance. It
// holds them in one arena without pointers, so that millions cost the
// collector nothing.
type interner struct {
	arena []byte
	ends  []uint32
	slots []uint64 // upper half of the hash and number+1
	count []uint32 // how often each was asked for
}

const maxArena = 1 << 31

func newInterner() *interner { return &interner{slots: make([]uint64, 1<<12)} }

func (t *interner) len() int { return len(t.ends) }

func (t *interner) value(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.arena[start:t.ends[i]]
}

// find gives the number of b; add says whether to give it one.
func (t *interner) find(b []byte, add bool) (uint32, bool) {
	h := xxhash.Sum64(b)
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			if !add || len(t.arena)+len(b) > maxArena {
				return 0, false
			}
			return t.insert(i, h, b), true
		}
		if slot>>32 == h>>32 {
			if n := uint32(slot) - 1; string(t.value(n)) == string(b) {
				t.count[n]++
				return n, true
			}
		}
	}
}

func (t *interner) insert(at, h uint64, b []byte) uint32 {
	n := uint32(len(t.ends))
	t.arena = append(t.arena, b...)
	t.ends = append(t.ends, uint32(len(t.arena)))
	t.count = append(t.count, 1)
	t.slots[at] = h>>32<<32 | uint64(n+1)
	if len(t.ends)*2 > len(t.slots) {
		t.grow()
	}
	return n
}

func (t *interner) grow() {
	t.slots = make([]uint64, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for n := range t.ends {
		h := xxhash.Sum64(t.value(uint32(n)))
		i := h & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = h>>32<<32 | uint64(n+1)
	}
}
