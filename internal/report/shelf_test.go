package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
)

// A shelf returns its parts in the order of their ranks, from memory or its file, and is empty afterwards.
func TestShelf(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	sizes := []int{10, shelfMemory - 10, 0, 1, 3*shelfMemory + 7, 5}
	var s shelf
	put := func(at section, p float64, size int) {
		t.Helper()
		f := Finding{}
		f.P = &p
		err := s.put(&f, at, func(w io.Writer) error {
			_, err := w.Write(bytes.Repeat([]byte{byte('a' + size%7)}, size))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	got := func() (list []int) {
		err := s.each(func(part []byte) error {
			if want := bytes.Repeat([]byte{byte('a' + len(part)%7)}, len(part)); !bytes.Equal(part, want) {
				t.Errorf("a part of %d bytes is another", len(part))
			}
			list = append(list, len(part))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for round := range 2 {
		for i, size := range sizes {
			put(section(i%2)*doubtful, float64(len(sizes)-i), size) // only every second one is ranked
		}
		if s.held > shelfMemory || (s.file == nil) || s.size < 3*shelfMemory {
			t.Errorf("%d bytes are held, %d in the file", s.held, s.size)
		}
		want := []int{10, 0, 3*shelfMemory + 7, 5, 1, shelfMemory - 10}
		for i, size := range got() {
			if size != want[i] {
				t.Errorf("round %d, part %d has %d bytes, not %d", round, i, size, want[i])
			}
		}
		if rest := got(); len(rest) > 0 {
			t.Errorf("%d parts are left", len(rest))
		}
	}
	put(fabricated, 0, shelfMemory+1)
	stop := errors.New("stop")
	if err := s.each(func([]byte) error { return stop }); !errors.Is(err, stop) || s.file != nil {
		t.Errorf("a writer that fails: %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("%d files are left: %v", len(left), err)
	}
}
