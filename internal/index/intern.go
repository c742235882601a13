package index

import "github.com/cespare/xxhash/v2"

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
