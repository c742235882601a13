package index

import "encoding/binary"

// A chunk is a run of records that share a symbol table.
const chunkRecords = 1 << 16

// chunk holds encoded records until their text is compressed.
type chunk struct {
	data []byte // numbers and text of each record
	ends []int  // two per record: end of numbers, end of text
	item []byte // compressed items, one after another
	size []int
	tab  []byte
}

// newChunk returns a chunk with about the capacity of the previous one, if any, to avoid copying some tens of
// megabytes as it grows.
func newChunk(before *chunk) *chunk {
	c := &chunk{}
	if before != nil {
		c.data = make([]byte, 0, len(before.data)+len(before.data)/16)
		c.ends = make([]int, 0, len(before.ends))
	}
	return c
}

func (c *chunk) len() int { return len(c.ends) / 2 }

// add appends a record: its numbers and its text, with its shared strings inserted.
func (c *chunk) add(numbers, text []byte, refs []ref, numbersAt, textAt uint32) {
	for i := range refs {
		r := &refs[i]
		c.data = append(c.data, numbers[:r.numbers-numbersAt]...)
		c.data = appendUvarint32(c.data, r.number)
		numbers, numbersAt = numbers[r.numbers-numbersAt:], r.numbers
	}
	c.data = append(c.data, numbers...)
	c.ends = append(c.ends, len(c.data))
	for i := range refs {
		if r := &refs[i]; r.number == 0 {
			c.data = append(c.data, text[:r.text-textAt]...)
			c.data = appendText(c.data, r.s)
			text, textAt = text[r.text-textAt:], r.text
		}
	}
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

// compress trains the table on evenly spaced records and encodes all. Without a trainer the text is stored as
// it is.
func (c *chunk) compress(t *trainer) {
	s := newSymbols()
	if t != nil {
		s = t.train(c.samples())
	}
	c.tab = s.bytes()
	c.item = make([]byte, 0, len(c.data)/2+64)
	c.size = make([]int, 0, c.len())
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

// samples returns the text of evenly spaced records.
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
