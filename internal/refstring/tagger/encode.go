package tagger

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// magic opens the stored form of weights; its number increases when the features change, because weights fit only one
// set of features.
const magic = "refstring-weights-3\n"

// errWeights is returned by Decode for bytes that Encode did not write.
var errWeights = errors.New("refstring weights are damaged")

// Encode returns the stored form of weights, uncompressed.
func (w *Weights) Encode() []byte {
	b := []byte(magic)
	b = appendFloat(b, w.Unit)
	for g := range w.Transitions {
		for p := range w.Transitions[g] {
			for _, v := range w.Transitions[g][p] {
				b = appendFloat(b, v)
			}
		}
	}
	for _, c := range w.Sureness {
		b = appendFloat(appendFloat(b, c[0]), c[1])
	}
	b = appendEntries(b, w.Words, w.Entries)
	b = appendEntries(b, w.Names, w.NameMarks)
	b = appendFloat(appendFloat(b, w.Whole.Scale), w.Whole.Unit)
	b = appendHashes(b, w.Whole.Marks)
	for _, i := range sorted(w.Whole.Marks) {
		b = append(b, byte(w.Whole.Weights[i]))
	}
	order := sorted(w.Hashes)
	b = appendHashes(b, w.Hashes)
	for l := range Labels { // by column: long runs of similar values compress
		for _, i := range order {
			b = append(b, byte(w.Rows[i][l]))
		}
	}
	return b
}

func appendFloat(b []byte, f float32) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
}

func sorted(hashes []uint32) []int {
	order := lists.Numbers(len(hashes))
	slices.SortFunc(order, func(i, j int) int {
		return int(int64(hashes[i]) - int64(hashes[j]))
	})
	return order
}

func appendEntries(b []byte, hashes []uint32, entries []Entry) []byte {
	b = appendHashes(b, hashes)
	for _, i := range sorted(hashes) {
		b = append(b, byte(entries[i]))
	}
	return b
}

func appendHashes(b []byte, hashes []uint32) []byte {
	b = binary.AppendUvarint(b, uint64(len(hashes)))
	last := uint32(0)
	for _, i := range sorted(hashes) {
		b = binary.AppendUvarint(b, uint64(hashes[i]-last))
		last = hashes[i]
	}
	return b
}

// decoder reads the stored form; after a failure it returns zeros.
type decoder struct {
	b      []byte
	failed bool
}

func (d *decoder) take(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.failed = true
		d.b = nil
		return nil
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

func (d *decoder) float() float32 {
	p := d.take(4)
	if p == nil {
		return 0
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(p))
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.take(-1)
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) hashes() []uint32 {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.take(-1)
		return nil
	}
	list := make([]uint32, n)
	last := uint32(0)
	for i := range list {
		last += uint32(d.uvarint())
		list[i] = last
	}
	return list
}

func (d *decoder) entries() ([]uint32, []Entry) {
	hashes := d.hashes()
	entries := make([]Entry, len(hashes))
	for i, v := range d.take(len(hashes)) {
		entries[i] = Entry(v)
	}
	return hashes, entries
}

// Decode reads the stored form of weights.
func Decode(b []byte) (*Weights, error) {
	d := decoder{b: b}
	if string(d.take(len(magic))) != magic {
		return nil, errWeights
	}
	w := &Weights{Unit: d.float()}
	for g := range w.Transitions {
		for p := range w.Transitions[g] {
			for l := range w.Transitions[g][p] {
				w.Transitions[g][p][l] = d.float()
			}
		}
	}
	for l := range w.Sureness {
		w.Sureness[l] = [2]float32{d.float(), d.float()}
	}
	w.Words, w.Entries = d.entries()
	w.Names, w.NameMarks = d.entries()
	w.Whole = Whole{Scale: d.float(), Unit: d.float(), Marks: d.hashes()}
	for _, v := range d.take(len(w.Whole.Marks)) {
		w.Whole.Weights = append(w.Whole.Weights, int8(v))
	}
	w.Hashes = d.hashes()
	w.Rows = make([][Labels]int8, len(w.Hashes))
	for l := range Labels {
		for i, v := range d.take(len(w.Hashes)) {
			w.Rows[i][l] = int8(v)
		}
	}
	if d.failed {
		return nil, errWeights
	}
	return w, nil
}
