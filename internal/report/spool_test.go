package report

import (
	"bytes"
	"testing"
)

// A spool returns what was written, from memory or its file, and is empty afterwards.
func TestSpool(t *testing.T) {
	for _, size := range []int{0, 10, spoolMemory, spoolMemory + 1, 3*spoolMemory + 7} {
		var s spool
		want := bytes.Repeat([]byte("0123456789abcde\n"), size/16+1)[:size]
		for at := 0; at < size; at += 70_000 {
			if _, err := s.Write(want[at:min(at+70_000, size)]); err != nil {
				t.Fatal(err)
			}
		}
		var got bytes.Buffer
		if err := s.moveTo(&got); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%d bytes became %d: %v", size, got.Len(), err)
		}
		got.Reset()
		if err := s.moveTo(&got); err != nil || got.Len() > 0 {
			t.Errorf("%d bytes are left: %v", got.Len(), err)
		}
	}
}
