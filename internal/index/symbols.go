package index

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Text of records is compressed with a table of 4096 symbols of one to eight bytes; two codes of twelve bits
// take three bytes. The first 256 symbols are the single bytes, so any text can be encoded. Each record can be
// decoded on its own, in some hundred nanoseconds. The table is trained on a sample of the records it serves,
// following Boncz, Neumann, Leis: FSST: Fast Random Access String Compression (2020).
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
	list  [symbolCount]symbol
	n     int
	two   []int16          // by the first two bytes; 0 if none
	slots [hashSlots]int16 // longest symbol of three or more bytes, by the first three; 0 if none
}

type symbol struct {
	value  uint64 // little endian, zero beyond the length
	length uint8
	beyond uint8 // unused bits of a value
	next   int16 // shorter symbol with the same first three bytes, or 0
}

func makeSymbol(value uint64, length uint8, next int16) symbol {
	return symbol{value, length, 64 - 8*length, next}
}

func hash3(v uint64) uint64 { return (v & 0xFFFFFF) * 0x9E3779B97F4A7C15 >> (64 - 13) }

func newSymbols() *symbols {
	s := &symbols{two: make([]int16, 1<<16)}
	for i := range 256 {
		s.list[i] = makeSymbol(uint64(i), 1, 0)
	}
	s.n = 256
	return s
}

func (s *symbols) build(list []symbolGain) {
	clear(s.two)
	s.slots = [hashSlots]int16{}
	s.n = 256
	slices.SortFunc(list, func(a, b symbolGain) int { // longest last, so that it heads its chain
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.value, b.value))
	})
	for _, c := range list {
		code := int16(s.n)
		if c.length == 2 {
			s.two[c.value] = code
			s.list[s.n] = makeSymbol(c.value, 2, 0)
		} else {
			slot := &s.slots[hash3(c.value)]
			s.list[s.n] = makeSymbol(c.value, c.length, *slot)
			*slot = code
		}
		s.n++
	}
}

// load8 reads up to eight bytes at i, with zeros beyond the end.
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

// match returns the code of the longest symbol at position i of b.
func (s *symbols) match(b []byte, i int) (code, n int) {
	v := load8(b, i)
	left := len(b) - i
	for c := s.slots[hash3(v)]; c != 0; {
		e := &s.list[c&(symbolCount-1)]
		if (v^e.value)<<(e.beyond&63) == 0 && int(e.length) <= left {
			return int(c), int(e.length)
		}
		c = e.next
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

// bytes returns the stored form of the table.
func (s *symbols) bytes() []byte {
	out := make([]byte, 0, symbolTable)
	for i := range s.n {
		out = binary.LittleEndian.AppendUint64(out, s.list[i].value)
	}
	out = out[:symbolCount*symbolBytes]
	for i := range s.n {
		out = append(out, s.list[i].length)
	}
	return out[:symbolTable]
}

// decodeSymbols appends the original of b, given a stored table. A code without a symbol decodes to nothing.
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

// candidateSymbol is a symbol that may go into a table.
type candidateSymbol struct {
	value  uint64
	length uint8
}

// symbolGain is a candidate with the bytes it would save.
type symbolGain struct {
	candidateSymbol
	gain uint32
}

// trainer holds the counters of training, for reuse.
type trainer struct {
	single      [symbolCount]uint32
	pairs, swap []uint32 // two codes of twelve bits each
	gains       map[candidateSymbol]uint32
}

func (t *trainer) train(samples [][]byte) *symbols {
	s := newSymbols()
	for range trainRounds {
		t.count(s, samples)
		s.build(t.best(s))
	}
	return s
}

// count counts the codes of the samples and the pairs of adjacent codes.
func (t *trainer) count(s *symbols, samples [][]byte) {
	t.single = [symbolCount]uint32{}
	t.pairs = t.pairs[:0]
	for _, b := range samples {
		last := -1 // the start of a possible longer symbol
		for i := 0; i < len(b); {
			code, n := s.match(b, i)
			t.single[code]++
			if last >= 0 {
				t.pairs = append(t.pairs, uint32(last<<12|code))
				if n > 1 { // a longer symbol may end inside this one
					t.pairs = append(t.pairs, uint32(last<<12|int(b[i])))
				}
			}
			if last = code; n == symbolBytes {
				last = -1
			}
			i += n
		}
	}
}

func (t *trainer) best(s *symbols) []symbolGain {
	if t.gains == nil {
		t.gains = map[candidateSymbol]uint32{}
	}
	clear(t.gains)
	for code, n := range t.single {
		if e := &s.list[code]; n > 0 && e.length > 1 {
			t.gains[candidateSymbol{e.value, e.length}] += n * uint32(e.length)
		}
	}
	t.sortPairs()
	for rest := t.pairs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0] {
			n++
		}
		if n >= 3 {
			a, b := &s.list[rest[0]>>12], &s.list[rest[0]&0xFFF]
			size := min(a.length+b.length, symbolBytes)
			t.gains[candidateSymbol{a.value | b.value<<(8*a.length), size}] += uint32(n) * uint32(size)
		}
		rest = rest[n:]
	}
	return most(t.gains, symbolCount-256)
}

// sortPairs sorts by radix.
func (t *trainer) sortPairs() {
	t.swap = slices.Grow(t.swap[:0], len(t.pairs))[:len(t.pairs)]
	for shift := 0; shift < 24; shift += 12 {
		var at [symbolCount]int32
		for _, p := range t.pairs {
			at[p>>shift&0xFFF]++
		}
		sum := int32(0)
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		for _, p := range t.pairs {
			i := &at[p>>shift&0xFFF]
			t.swap[*i] = p
			*i++
		}
		t.pairs, t.swap = t.swap, t.pairs
	}
}

// most returns the n symbols with the greatest gain, in any order; among equal gains the longest, then by
// value.
func most(gains map[candidateSymbol]uint32, n int) []symbolGain {
	var have [1 << 12]int // symbols by gain, the last for all greater ones
	for _, gain := range gains {
		have[min(int(gain), len(have)-1)]++
	}
	least := len(have) - 1
	for sum := have[least]; least > 1 && sum < n; sum += have[least] {
		least--
	}
	var list []symbolGain
	for c, gain := range gains {
		if int(gain) >= least {
			list = append(list, symbolGain{c, gain})
		}
	}
	slices.SortFunc(list, func(a, b symbolGain) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(b.length, a.length), cmp.Compare(a.value, b.value))
	})
	return list[:min(n, len(list))]
}
