package index

import "encoding/binary"

// A chunk is a run of records that share a symbol table.
const chunkRecords = 1 << 16

// chunk holds encoded records until their text is compressed.
type chunk struct {
	data []byte // numbers and text of each record
	ends []int  // two per record: end of numbers, end of text
	item []byte // compressed items, one after the other
	size []int
	tab  []byte
	done chan struct{}
}

func newChunk() *chunk { return &chunk{done: make(chan struct{})} }

func (c *chunk) len() int { return len(c.ends) / 2 }

func (c *chunk) add(numbers, text []byte) {
	c.data = append(c.data, numbers...)
	c.ends = append(c.ends, len(c.data))
	c.data = append(c.data, text...)
	c.ends = append(c.ends, len(c.data))
}

func (c *chunk) record(i int) (numbers, text []byte) {
	start := 0
	if i > 0 {
		start = c.ends[2*i-1]
	}
	return c.data[start:c.ends[2*i]], c.data[c.ends[2*i]:c.ends[2*i+1]]
}

// compress trains the table on evenly spread records and encodes all. Without a
// trainer text is kept as it is.
func (c *chunk) compress(t *trainer) {
	defer close(c.done)
	s := newSymbols()
	if t != nil {
		s = t.train(c.samples())
	}
	c.tab = s.bytes()
	c.item = make([]byte, 0, len(c.data)/2+64)
	for i := range c.len() {
		numbers, text := c.record(i)
		start := len(c.item)
		c.item = binary.AppendUvarint(c.item, uint64(len(numbers)))
		c.item = append(c.item, numbers...)
		c.item = s.encode(c.item, text)
		c.size = append(c.size, len(c.item)-start)
	}
	c.data = nil
}

// samples gives the text of evenly spread records.
func (c *chunk) samples() (list [][]byte) {
	step := max(1, len(c.data)/sampleBytes)
	for i, total := 0, 0; i < c.len() && total < sampleBytes; i += step {
		_, text := c.record(i)
		text = text[:min(len(text), 2048)]
		list = append(list, text)
		total += len(text)
	}
	return list
}
