package index

// A filter says of a hash that it is surely not among those it was made of,
// or that it may be: two bits of a bitmap of some sixteen bits per hash. It
// answers most of the several hundred questions that repairing a word asks.
const filterBits = 16

// makeFilter gives the bitmap of n hashes.
func makeFilter(n int, hash func(i int) uint64) []byte {
	size := 64
	for size < n*filterBits {
		size *= 2
	}
	bitmap := make([]byte, size/8)
	for i := range n {
		h := hash(i)
		for _, at := range [2]uint64{h & uint64(size-1), h >> 32 & uint64(size-1)} {
			bitmap[at/8] |= 1 << (at % 8)
		}
	}
	return bitmap
}

// mayHave reports whether a hash may be among those of a bitmap, whose size is
// a power of two.
func mayHave(bitmap []byte, h uint64) bool {
	mask := uint64(len(bitmap))*8 - 1
	a, b := h&mask, h>>32&mask
	return bitmap[a/8]>>(a%8)&1 != 0 && bitmap[b/8]>>(b%8)&1 != 0
}
