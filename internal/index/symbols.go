package index

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Text of records is compressed with a table of 4096 symbols of one to eight
// bytes; two codes of twelve bits take three bytes. The first 256 symbols are
// the single bytes, so any text can be written. A record decodes alone, in
// some hundred nanoseconds. The table is trained on a sample of the records it
// serves, in the manner of Boncz, Neumann, Leis: FSST: Fast Random Access
// String Compression (2020).
const (
	symbolCount = 4096
	symbolBytes = 8
	symbolTable = symbolCount*symbolBytes + symbolCount // symbols, then their lengths
	trainRounds = 6
	sampleBytes = 384 << 10
	hashSlots   = 1 << 13
)

// symbols is a table ready to encode.
type symbols struct {
	value  [symbolCount]uint64 // little endian, zero beyond the length
	mask   [symbolCount]uint64
	length [symbolCount]uint8
	next   [symbolCount]int16 // shorter symbol of the same first three bytes, or 0
	n      int
	two    []int16          // by the first two bytes; 0 for none
	slots  [hashSlots]int16 // longest symbol of three bytes and more, by the first three; 0 for none
}

func hash3(v uint64) uint64 { return (v & 0xFFFFFF) * 0x9E3779B97F4A7C15 >> (64 - 13) }

func newSymbols() *symbols {
	s := &symbols{two: make([]int16, 1<<16)}
	for i := range 256 {
		s.value[i], s.length[i], s.mask[i] = uint64(i), 1, 0xFF
	}
	s.n = 256
	return s
}

// build takes the candidates, best first, until the table is full.
func (s *symbols) build(candidates []symbolGain) {
	clear(s.two)
	s.slots = [hashSlots]int16{}
	s.n = 256
	list := candidates[:min(len(candidates), symbolCount-256)]
	slices.SortFunc(list, func(a, b symbolGain) int { // longest last, so that it heads its chain
		if a.length != b.length {
			return int(a.length) - int(b.length)
		}
		return compare64(a.value, b.value)
	})
	for _, c := range list {
		code := int16(s.n)
		s.value[s.n], s.length[s.n], s.mask[s.n] = c.value, c.length, ^uint64(0)>>(64-8*uint(c.length))
		if c.length == 2 {
			s.two[c.value] = code
		} else {
			slot := &s.slots[hash3(c.value)]
			s.next[s.n] = *slot
			*slot = code
		}
		s.n++
	}
}

func compare64(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// load8 reads up to eight bytes at i, zero beyond the end.
func load8(b []byte, i int) uint64 {
	if i+8 <= len(b) {
		return u64(b[i:])
	}
	var v uint64
	for k := len(b) - 1; k >= i; k-- {
		v = v<<8 | uint64(b[k])
	}
	return v
}

// match gives the code of the longest symbol at position i of b.
func (s *symbols) match(b []byte, i int) (code, n int) {
	v := load8(b, i)
	left := len(b) - i
	for c := s.slots[hash3(v)]; c != 0; c = s.next[c] {
		if v&s.mask[c] == s.value[c] && int(s.length[c]) <= left {
			return int(c), int(s.length[c])
		}
	}
	if left >= 2 {
		if c := s.two[v&0xFFFF]; c != 0 {
			return int(c), 2
		}
	}
	return int(byte(v)), 1
}

// encode appends the compressed form of b.
func (s *symbols) encode(dst, b []byte) []byte {
	half, open := 0, false
	for i := 0; i < len(b); {
		code, n := s.match(b, i)
		if open {
			dst = append(dst, byte(half), byte(half>>8|code<<4), byte(code>>4))
		}
		half, open = code, !open
		i += n
	}
	if open {
		dst = append(dst, byte(half), byte(half>>8))
	}
	return dst
}

// bytes gives the stored form of the table.
func (s *symbols) bytes() []byte {
	out := make([]byte, 0, symbolTable)
	for i, v := range s.value {
		if i >= s.n {
			v = 0
		}
		out = binary.LittleEndian.AppendUint64(out, v)
	}
	for i, n := range s.length {
		if i >= s.n {
			n = 0
		}
		out = append(out, n)
	}
	return out
}

// decodeSymbols appends the original of b under a stored table. A code without
// a symbol stands for nothing.
func decodeSymbols(dst, b, tab []byte) []byte {
	tab = tab[:symbolTable]
	for len(b) >= 3 {
		pair := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		dst = appendSymbol(dst, tab, pair&0xFFF)
		dst = appendSymbol(dst, tab, pair>>12)
		b = b[3:]
	}
	switch len(b) {
	case 1:
		corrupt("half a code")
	case 2:
		dst = appendSymbol(dst, tab, (uint32(b[0])|uint32(b[1])<<8)&0xFFF)
	}
	return dst
}

func appendSymbol(dst, tab []byte, code uint32) []byte {
	size := int(tab[symbolCount*symbolBytes+int(code)])
	if size > symbolBytes {
		corrupt("symbol is too long")
	}
	at := symbolBytes * int(code)
	n := len(dst)
	if cap(dst)-n >= symbolBytes {
		copy(dst[n:n+symbolBytes], tab[at:at+symbolBytes])
		return dst[:n+size]
	}
	return append(dst, tab[at:at+size]...)
}

// symbolGain is a candidate with the bytes it would save.
type symbolGain struct {
	value  uint64
	length uint8
	gain   uint32
}

// trainer holds the counters of training, to be used again.
type trainer struct {
	single [symbolCount]uint32
	pairs  counter // of codes
	cand   counter // gain by value, and length in the key's second part
}

// train makes a table for texts like those in samples.
func (t *trainer) train(samples [][]byte) *symbols {
	s := newSymbols()
	for range trainRounds {
		t.count(s, samples)
		s.build(t.best(s))
	}
	return s
}

func (t *trainer) count(s *symbols, samples [][]byte) {
	t.single = [symbolCount]uint32{}
	t.pairs.reset()
	for _, b := range samples {
		last := -1
		for i := 0; i < len(b); {
			code, n := s.match(b, i)
			t.single[code]++
			if last >= 0 {
				t.pairs.add(uint64(last)<<12|uint64(code), 0, 1)
				if n > 1 { // a longer symbol may end inside this one
					t.pairs.add(uint64(last)<<12|uint64(b[i]), 0, 1)
				}
			}
			last = code
			i += n
		}
	}
}

// best gives the candidates of the counters, best first.
func (t *trainer) best(s *symbols) []symbolGain {
	t.cand.reset()
	for code, n := range t.single {
		if n > 0 && s.length[code] > 1 {
			t.cand.add(s.value[code], s.length[code], n*uint32(s.length[code]))
		}
	}
	for i := range t.pairs.slots {
		p := &t.pairs.slots[i]
		if p.count < 3 {
			continue
		}
		a, b := p.key>>12, p.key&0xFFF
		n := uint(s.length[a])
		if n == symbolBytes {
			continue
		}
		size := min(uint8(n)+s.length[b], symbolBytes)
		t.cand.add(s.value[a]|s.value[b]<<(8*n), size, p.count*uint32(size))
	}
	list := make([]symbolGain, 0, t.cand.n)
	for _, c := range t.cand.slots {
		if c.count > 0 {
			list = append(list, symbolGain{c.key, c.kind, c.count})
		}
	}
	slices.SortFunc(list, func(a, b symbolGain) int {
		switch {
		case a.gain != b.gain:
			return int(int64(b.gain) - int64(a.gain))
		case a.length != b.length:
			return int(b.length) - int(a.length)
		}
		return compare64(a.value, b.value)
	})
	return list
}

// counter is a hash table of counts.
type counter struct {
	slots []count
	n     int
}

type count struct {
	key   uint64
	count uint32
	kind  uint8
}

func (c *counter) reset() {
	if c.slots == nil {
		c.slots = make([]count, 1<<15)
	}
	clear(c.slots)
	c.n = 0
}

func (c *counter) add(key uint64, kind uint8, n uint32) {
	shift := uint(64 - bits.Len(uint(len(c.slots)-1)))
	mask := uint64(len(c.slots) - 1)
	for i := (key + uint64(kind)) * 0x9E3779B97F4A7C15 >> shift; ; i = (i + 1) & mask {
		e := &c.slots[i]
		if e.count == 0 {
			*e = count{key, n, kind}
			if c.n++; 2*c.n > len(c.slots) {
				c.grow()
			}
			return
		}
		if e.key == key && e.kind == kind {
			e.count += n
			return
		}
	}
}

func (c *counter) grow() {
	old := c.slots
	c.slots, c.n = make([]count, 2*len(old)), 0
	for _, e := range old {
		if e.count > 0 {
			c.add(e.key, e.kind, e.count)
		}
	}
}
