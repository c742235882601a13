package pdf

// grown is memory on the Go heap, for systems without mapped memory.
type grown struct{ data []byte }

// Reallocate returns size bytes that begin with those returned before.
func (g *grown) Reallocate(size uint64) []byte {
	if size > uint64(cap(g.data)) {
		data := make([]byte, size, size+size/4)
		copy(data, g.data)
		g.data = data
	}
	g.data = g.data[:size]
	return g.data
}

// Free drops the memory.
func (g *grown) Free() { g.data = nil }
