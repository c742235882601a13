package tagger

import (
	"encoding/binary"
	"math/bits"
)

// featureTable holds the weights of features: open addressing by hash, with the fingerprints separate from the
// weights, so that four slots are compared at once and the fingerprints of all features stay in the cache.
type featureTable struct {
	prints []byte // two bytes a slot: 0 for an empty one, else its fingerprint
	mask   uint32
	rows   []row // the row of slot k is k+1; the first has no weights
}

// row is the weights of one feature, a byte each, offset by bias.
type row [2]uint64

const bias = 128

// noWeights is the row of a feature that is not in the table.
var noWeights = row{bias * 0x0101010101010101, bias * 0x0101010101010101}

const (
	window = 4                  // slots that are compared at once
	each   = 0x0001000100010001 // the lowest bit of each
	highs  = each << 15
)

func newFeatureTable(w *Weights) featureTable {
	size := uint32(1024)
	for 4*int(size) < 5*len(w.Hashes) { // at most four fifths full: a small table stays in the cache
		size *= 2
	}
	t := featureTable{prints: make([]byte, 2*(size+window)), mask: size - 1, rows: make([]row, size+1)}
	t.rows[0] = noWeights
	for i, h := range w.Hashes {
		k := h & t.mask
		for t.prints[2*k] != 0 {
			k = (k + 1) & t.mask
		}
		binary.LittleEndian.PutUint16(t.prints[2*k:], fingerprint(h))
		for l, v := range w.Rows[i] {
			t.rows[k+1][l/8] |= uint64(uint8(int(v)+bias)) << (8 * (l % 8))
		}
	}
	copy(t.prints[2*size:], t.prints) // the first slots follow the last one
	return t
}

// fingerprint returns the bits that distinguish features that begin at the same slot. It is odd, and so never 0, and
// has 15 bits.
func fingerprint(h uint32) uint16 { return uint16(h*0x9e3779b1>>17 | 1) }

// compare looks for a fingerprint in the window of slots from slot k. It returns a bit for the first slot that has
// it, if no empty one precedes it, and one for empty slots.
func compare(prints []byte, k uint32, print uint16) (same, empty uint64) {
	w := binary.LittleEndian.Uint64(prints[2*k:])
	x := w ^ uint64(print)*each
	same, empty = (x-each)&highs, (w-each)&highs // where the lowest one is, there is a 0
	return same & (empty&-empty - 1), empty
}

// batch is the number of tokens that are looked up together.
const batch = 32

// lookup is the working space for looking up the features of a batch.
type lookup struct {
	hashes  [batch * MaxFeatures]uint32
	rows    [batch * MaxFeatures]uint32
	waiting [batch*MaxFeatures + 1]uint16 // features not yet decided
	read    uint64                        // keeps reads from being optimised away
}

// find writes the row of each of the first n features. Most are decided without branches that depend on the result,
// because these would be mispredicted. All fingerprints are read before any is compared, and all rows at the end, so
// that the waits for memory overlap.
func (t *featureTable) find(l *lookup, n int) {
	prints, mask := t.prints, t.mask
	read := uint64(0)
	for _, h := range l.hashes[:n] {
		read |= uint64(prints[2*(h&mask)])
	}
	left := 0
	for k, h := range l.hashes[:n] {
		at := h & mask
		same, empty := compare(prints, at, fingerprint(h))
		r := (at+uint32(bits.TrailingZeros64(same))/16)&mask + 1
		if same == 0 {
			r = 0
		}
		l.rows[k] = r
		l.waiting[left] = uint16(k)
		if same|empty == 0 {
			left++
		}
	}
	for _, k := range l.waiting[:left] {
		h := l.hashes[k]
		for at := (h + window) & mask; ; at = (at + window) & mask {
			same, empty := compare(prints, at, fingerprint(h))
			if same != 0 {
				l.rows[k] = (at+uint32(bits.TrailingZeros64(same))/16)&mask + 1
			}
			if same|empty != 0 {
				break
			}
		}
	}
	for _, r := range l.rows[:n] {
		read |= t.rows[r][0]
	}
	l.read = read
}

// sum adds the weights of the features of a token. Sixteen sums are computed in parallel in four words of four lanes.
func (t *featureTable) sum(own, shared []uint32, unit float32, out *Scores) {
	const lanes = 0x00ff00ff00ff00ff
	var even0, odd0, even1, odd1 uint64
	for _, list := range [2][]uint32{own, shared} {
		for _, r := range list {
			row := &t.rows[r]
			even0 += row[0] & lanes
			odd0 += row[0] >> 8 & lanes
			even1 += row[1] & lanes
			odd1 += row[1] >> 8 & lanes
		}
	}
	const off = MaxFeatures * bias
	for l := 0; l < 4; l++ {
		sh := 16 * l
		out[2*l] = float32(int32(even0>>sh&0xffff)-off) * unit
		out[2*l+1] = float32(int32(odd0>>sh&0xffff)-off) * unit
		out[8+2*l] = float32(int32(even1>>sh&0xffff)-off) * unit
		out[8+2*l+1] = float32(int32(odd1>>sh&0xffff)-off) * unit
	}
}

func (m *Model) emit(t *Text, l *lookup, out []Scores) {
	for from := 0; from < len(t.Tokens); from += batch {
		to := min(from+batch, len(t.Tokens))
		n := (to - from) * ownFeatures // the shared features follow
		var shared [batch]int          // where those of each token begin
		for i := from; i < to; i++ {
			k := i - from
			t.own(i, (*[ownFeatures]uint32)(l.hashes[k*ownFeatures:]))
			if k > 0 && t.shares(i) {
				shared[k] = shared[k-1]
				continue
			}
			t.shared(i, (*[sharedFeatures]uint32)(l.hashes[n:]))
			shared[k] = n
			n += sharedFeatures
		}
		m.features.find(l, n)
		for i := from; i < to; i++ {
			k := i - from
			m.features.sum(l.rows[k*ownFeatures:(k+1)*ownFeatures], l.rows[shared[k]:shared[k]+sharedFeatures], m.scale, &out[i])
		}
	}
}
