package index

import (
	"encoding/binary"
	"slices"
)

// Text of records is compressed with a table of up to 255 symbols of one to
// eight bytes; each code byte stands for one symbol, code 255 for the literal
// byte after it. Any record decodes alone, in some tens of nanoseconds. The
// table is trained on a sample of the records it serves, in the manner of
// Boncz, Neumann, Leis: FSST: Fast Random Access String Compression (2020).
const (
	escape      = 255
	symbolBytes = 8
	symbolTable = 256*symbolBytes + 256 // symbols, then their lengths
	trainRounds = 5
	sampleBytes = 48 << 10
)

// symbols is a table ready to encode.
type symbols struct {
	value  [256]uint64 // little endian, zero beyond the length
	length [256]uint8
	n      int
	one    [256]int16         // code of a one-byte symbol, or -1
	two    []int16            // by first two bytes, or -1; one-byte code where there is no two-byte symbol
	hash   [hashSlots]hashSym // symbols of three bytes and more, by their first three
}

const hashSlots = 1 << 11

type hashSym struct {
	value  uint64
	mask   uint64
	code   int16 // -1 for none
	length uint8
}

func hash3(v uint64) uint64 { return (v & 0xFFFFFF) * 0x9E3779B97F4A7C15 >> (64 - 11) }

// build fills the look-up structures; a symbol whose slot is taken by a better
// one is dropped, so the candidates must come best first.
func (s *symbols) build(candidates []symbolGain) {
	s.n = 0
	for i := range s.one {
		s.one[i] = -1
	}
	if s.two == nil {
		s.two = make([]int16, 1<<16)
	}
	for i := range s.two {
		s.two[i] = -1
	}
	for i := range s.hash {
		s.hash[i] = hashSym{code: -1}
	}
	s.value, s.length = [256]uint64{}, [256]uint8{}
	for _, c := range candidates {
		if s.n == escape {
			break
		}
		code := int16(s.n)
		switch c.length {
		case 1:
			s.one[c.value] = code
		case 2:
			s.two[c.value] = code
		default:
			slot := &s.hash[hash3(c.value)]
			if slot.code >= 0 {
				continue
			}
			*slot = hashSym{c.value, ^uint64(0) >> (64 - 8*uint(c.length)), code, c.length}
		}
		s.value[s.n], s.length[s.n] = c.value, c.length
		s.n++
	}
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

// next gives the code at position i of b and the bytes it stands for; code is
// negative when the byte must be escaped.
func (s *symbols) next(b []byte, i int) (code int16, n int) {
	v := load8(b, i)
	left := len(b) - i
	if h := &s.hash[hash3(v)]; h.code >= 0 && v&h.mask == h.value && int(h.length) <= left {
		return h.code, int(h.length)
	}
	if left >= 2 {
		if c := s.two[v&0xFFFF]; c >= 0 {
			return c, 2
		}
	}
	return s.one[byte(v)], 1
}

// encode appends the compressed form of b.
func (s *symbols) encode(dst, b []byte) []byte {
	for i := 0; i < len(b); {
		code, n := s.next(b, i)
		if code < 0 {
			dst = append(dst, escape, b[i])
		} else {
			dst = append(dst, byte(code))
		}
		i += n
	}
	return dst
}

// bytes gives the stored form of the table.
func (s *symbols) bytes() []byte {
	out := make([]byte, 0, symbolTable)
	for _, v := range s.value {
		out = binary.LittleEndian.AppendUint64(out, v)
	}
	return append(out, s.length[:]...)
}

// decodeSymbols appends the original of b under a stored table. A code without
// a symbol stands for nothing.
func decodeSymbols(dst, b, tab []byte) []byte {
	_ = tab[symbolTable-1]
	for i := 0; i < len(b); i++ {
		code := b[i]
		if code == escape {
			if i++; i == len(b) {
				corrupt("escape without a byte")
			}
			dst = append(dst, b[i])
			continue
		}
		n := len(dst)
		size := int(tab[256*symbolBytes+int(code)])
		if size > symbolBytes {
			corrupt("symbol is too long")
		}
		if cap(dst)-n >= symbolBytes {
			wide := dst[n : n+symbolBytes]
			copy(wide, tab[symbolBytes*int(code):symbolBytes*int(code)+symbolBytes])
			dst = dst[:n+size]
			continue
		}
		dst = append(dst, tab[symbolBytes*int(code):symbolBytes*int(code)+size]...)
	}
	return dst
}

// symbolGain is a candidate with the bytes it would save.
type symbolGain struct {
	value  uint64
	length uint8
	gain   uint32
}

// trainer holds the counters of training, to be used again.
type trainer struct {
	single [512]uint32
	pair   []uint32 // by first and second code; bytes are 256+byte
	used   []uint32 // which of pair are not zero
	cand   map[[9]byte]uint32
}

// train makes a table for texts like those in samples.
func (t *trainer) train(samples [][]byte) *symbols {
	s := &symbols{}
	s.build(nil)
	if t.pair == nil {
		t.pair = make([]uint32, 512*512)
		t.cand = map[[9]byte]uint32{}
	}
	for round := range trainRounds {
		t.count(s, samples)
		s.build(t.best(s, round == trainRounds-1))
	}
	return s
}

func (t *trainer) count(s *symbols, samples [][]byte) {
	t.single = [512]uint32{}
	for _, at := range t.used {
		t.pair[at] = 0
	}
	t.used = t.used[:0]
	for _, b := range samples {
		last := -1
		for i := 0; i < len(b); {
			c, n := s.next(b, i)
			code := int(c)
			if c < 0 {
				code = 256 + int(b[i])
			}
			t.single[code]++
			if n > 1 { // the first byte alone may be the better symbol
				t.single[256+int(b[i])]++
			}
			if last >= 0 {
				t.countPair(last, code)
				if n > 1 {
					t.countPair(last, 256+int(b[i]))
				}
			}
			last = code
			i += n
		}
	}
}

func (t *trainer) countPair(a, b int) {
	at := uint32(a*512 + b)
	if t.pair[at] == 0 {
		t.used = append(t.used, at)
	}
	t.pair[at]++
}

// best gives the candidates of the counters, best first.
func (t *trainer) best(s *symbols, last bool) []symbolGain {
	clear(t.cand)
	for code, n := range t.single {
		if n > 0 {
			v, size := s.symbol(code)
			weight := uint32(size)
			if size == 1 {
				weight = 8 // an escape costs two bytes; single bytes are worth more than their length
			}
			t.offer(v, size, n*weight)
		}
	}
	for _, at := range t.used {
		n := t.pair[at]
		if n < 4 {
			continue
		}
		v1, n1 := s.symbol(int(at / 512))
		v2, n2 := s.symbol(int(at % 512))
		size := n1 + n2
		if n1 == symbolBytes {
			continue
		}
		if size > symbolBytes {
			size = symbolBytes
		}
		v := v1 | v2<<(8*uint(n1))
		t.offer(v, size, n*uint32(size))
	}
	list := make([]symbolGain, 0, len(t.cand))
	for k, gain := range t.cand {
		list = append(list, symbolGain{u64(k[:8]), k[8], gain})
	}
	slices.SortFunc(list, func(a, b symbolGain) int {
		switch {
		case a.gain != b.gain:
			return int(int64(b.gain) - int64(a.gain))
		case a.length != b.length:
			return int(b.length) - int(a.length)
		case a.value < b.value:
			return -1
		}
		return 1
	})
	return list
}

func (t *trainer) offer(v uint64, size int, gain uint32) {
	var k [9]byte
	binary.LittleEndian.PutUint64(k[:], v)
	k[8] = byte(size)
	t.cand[k] += gain
}

// symbol gives value and length of a code of the counters.
func (s *symbols) symbol(code int) (uint64, int) {
	if code >= 256 {
		return uint64(code - 256), 1
	}
	return s.value[code], int(s.length[code])
}
