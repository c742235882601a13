package index

import (
	"context"
	"encoding/binary"
	"os"
	"slices"
	"sync"
)

// scratch holds the intermediate data of a build: in one temporary file, or in memory if there is none.
type scratch struct {
	mu  sync.Mutex
	f   *os.File
	off int64
	err error
}

const spoolBlock = 256 << 10

// spool is a sequence of items that is written once and read in order.
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

// size returns the bytes in the spool.
func (p *spool) size() int {
	n := len(p.buf)
	for _, b := range p.blocks {
		n += b.len
	}
	return n
}

// close ends writing and makes all data available in blocks: the last one is in memory.
func (p *spool) close() {
	if len(p.buf) > 0 {
		p.blocks = append(p.blocks, spoolPart{mem: p.buf, len: len(p.buf)})
	}
	p.buf = nil
}

// block appends a block to out. It is safe for concurrent use.
func (p *spool) block(i int, out []byte) ([]byte, error) {
	b := p.blocks[i]
	if b.mem != nil {
		return append(out, b.mem...), nil
	}
	out = slices.Grow(out, b.len)[:len(out)+b.len]
	_, err := p.s.f.ReadAt(out[len(out)-b.len:], b.off)
	return out, err
}

// each calls f with every block in order.
func (p *spool) each(f func(block []byte)) (err error) {
	p.close()
	var buf []byte
	for i := range p.blocks {
		if buf, err = p.block(i, buf[:0]); err != nil {
			return err
		}
		f(buf)
	}
	return nil
}

// take appends the whole content to out and releases it.
func (p *spool) take(out []byte) ([]byte, error) {
	defer func() { p.blocks = nil }()
	return p.all(out)
}

// all appends the whole content to out.
func (p *spool) all(out []byte) (_ []byte, err error) {
	p.close()
	out = slices.Grow(out, p.size())
	for i := range p.blocks {
		if out, err = p.block(i, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// hashSpool collects entries of a table, split by the upper bits of their hash, so that each part can be sorted
// in memory.
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

// addAll adds entries with values relative to base.
func (h *hashSpool) addAll(list []hashed, base uint32) {
	h.n += len(list)
	for _, e := range list {
		p := &h.parts[e.hash>>(64-hashBits)]
		if len(p.buf)+hashEntry > spoolBlock {
			p.flush()
		}
		p.buf = binary.LittleEndian.AppendUint64(p.buf, e.hash)
		p.buf = binary.LittleEndian.AppendUint32(p.buf, base+e.value)
	}
}

// sortedPart is a part of the entries, with the memory for sorting it.
type sortedPart struct{ list, swap []hashed }

var partPool = sync.Pool{New: func() any { return &sortedPart{} }}

// sortedAtOnce bounds the parts in memory, regardless of the number of processors: each is a sixteenth of all
// entries.
const sortedAtOnce = 2

// each calls f with the sorted entries of each part in turn.
func (h *hashSpool) each(ctx context.Context, workers int, f func(sorted []hashed)) error {
	return inOrder(ctx, hashParts, min(workers, sortedAtOnce), h.sort, func(p *sortedPart) {
		f(p.list)
		partPool.Put(p)
	})
}

func (h *hashSpool) sort(i int) (*sortedPart, error) {
	p, part := partPool.Get().(*sortedPart), &h.parts[i]
	p.list = slices.Grow(p.list[:0], part.size()/hashEntry)
	err := part.each(func(b []byte) {
		for ; len(b) >= hashEntry; b = b[hashEntry:] {
			p.list = append(p.list, hashed{u64(b), u32(b[8:])})
		}
	})
	if err != nil {
		return nil, err
	}
	part.blocks = nil
	p.swap = slices.Grow(p.swap[:0], len(p.list))[:len(p.list)]
	p.list, p.swap = sortHashed(p.list, p.swap)
	return p, nil
}

// sortHashed sorts by hash and returns the sorted slice and the other one. Entries with the same hash keep
// their order. The upper bits are sorted by radix; few hashes differ only in the lower ones.
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

// interner numbers byte strings in the order of their first appearance. It holds them in one arena without
// pointers, so that millions of them cost the garbage collector nothing.
type interner struct {
	arena   []byte
	entries []interned
	slots   []uint64 // upper half of the hash and number+1
}

type interned struct {
	end   uint32 // offset in the arena
	count uint32 // how often it was looked up
}

const maxArena = 1 << 31

func newInterner() *interner { return &interner{slots: make([]uint64, 1<<12)} }

func (t *interner) len() int { return len(t.entries) }

func (t *interner) value(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = t.entries[i-1].end
	}
	return t.arena[start:t.entries[i].end]
}

func (t *interner) clear() {
	t.arena, t.entries = t.arena[:0], t.entries[:0]
	clear(t.slots)
}

// find returns the number of b, whose hash is h, and counts it.
func (t *interner) find(h uint64, b []byte, count uint32) (n uint32, ok bool) {
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; t.slots[i] != 0; i = (i + 1) & mask {
		if slot := t.slots[i]; slot>>32 == h>>32 {
			if n := uint32(slot) - 1; string(t.value(n)) == string(b) {
				t.entries[n].count += count
				return n, true
			}
		}
	}
	return 0, false
}

// number returns the number of b like find, assigning one if it is new; ok is false if there is no room.
func (t *interner) number(h uint64, b []byte, count uint32) (n uint32, ok bool) {
	if n, ok := t.find(h, b, count); ok {
		return n, true
	}
	if len(t.arena)+len(b) > maxArena {
		return 0, false
	}
	t.arena = append(t.arena, b...)
	t.entries = append(t.entries, interned{uint32(len(t.arena)), count})
	if len(t.entries)*2 > len(t.slots) {
		t.slots = make([]uint64, 2*len(t.slots))
		for i := range t.entries {
			t.place(hashBytes(t.value(uint32(i))), i)
		}
	} else {
		t.place(h, len(t.entries)-1)
	}
	return uint32(len(t.entries) - 1), true
}

func (t *interner) place(h uint64, number int) {
	mask := uint64(len(t.slots) - 1)
	i := h & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = h>>32<<32 | uint64(number+1)
}
