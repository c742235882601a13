package index

import (
	"bytes"
	"strings"
	"testing"
)

// segmentOf returns the bytes of a segment whose batches end at text bytes of text.
func segmentOf(t *testing.T, n, text int) []byte {
	t.Helper()
	records := someRecords(n, 3)
	for i := range records {
		if i%7 == 0 {
			records[i].Note = strings.Repeat("a long note ", 100)
		}
	}
	var body bytes.Buffer
	w := &fileWriter{w: &body}
	if err := newBuilder(w, &scratch{}, Options{batchText: text}).run(t.Context(), sequence(records)); err != nil {
		t.Fatal(err)
	}
	return body.Bytes()
}

// TestBatchEndsByText ends batches early: the segment must not depend on where they end.
func TestBatchEndsByText(t *testing.T) {
	const n = 1300
	want := segmentOf(t, n, batchText)
	for _, text := range []int{1, 2000, 20_000} {
		if !bytes.Equal(segmentOf(t, n, text), want) {
			t.Errorf("batches of %d bytes give another segment", text)
		}
	}
}

// TestBatchOfMuchText counts the batches of a stream.
func TestBatchOfMuchText(t *testing.T) {
	var sizes []int
	records := someRecords(20, 3)
	var err error
	for b := range feed(t.Context(), sequence(records), 1, &err) {
		sizes = append(sizes, len(b.records))
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(sizes) != 3 || sizes[0] != groupItems || sizes[1] != groupItems || sizes[2] != 4 {
		t.Errorf("batches of %d records", sizes)
	}
	most := 0
	for i := range groupItems {
		most += textSize(&records[i])
	}
	for b := range feed(t.Context(), sequence(records[:2*groupItems]), most, &err) {
		if len(b.records) != 2*groupItems { // the first group has the most that is allowed
			t.Errorf("a batch of %d records", len(b.records))
		}
	}
}
