package index

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestSizes reads the lengths of a group whether each has one byte or some have more.
func TestSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, most := range []uint64{1, 0x80, 0x81, 1 << 20} {
		for range 200 {
			var head []byte
			var want [groupItems]uint64
			for i := range want {
				want[i] = r.Uint64N(most)
				head = binary.AppendUvarint(head, want[i])
			}
			before, start := uint64(0), len(head)
			head = append(head, "items"...)
			for k, size := range want {
				if pos, skip, got := sizes(head, k); pos != start || skip != before || got != size {
					t.Fatalf("item %d of %v: begins at %d+%d, %d long", k, want, pos, skip, got)
				}
				before += size
			}
		}
	}
}
