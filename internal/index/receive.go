package index

import (
	"fmt"
	"os"
	"path/filepath"
)

// maxReceived bounds the segments of an index received from elsewhere.
const maxReceived = 10_000

// Receive makes the index in dir the one described by a manifest from elsewhere. fetch downloads a segment of
// the given size to a path, or finds it there already. Every byte is compared with its checksum before the
// index in dir changes, in one step; readers of the old one are not disturbed. If it fails, downloaded segments
// stay for the next attempt.
func Receive(dir string, text []byte, fetch func(file string, size int64, path string) error) error {
	var m manifest
	if err := m.parse(text); err != nil {
		return fmt.Errorf("%w: %s: %v", ErrCorrupt, manifestName, err)
	}
	if err := m.valid(); err != nil {
		return err
	}
	if len(m.Segments) > maxReceived || m.Format > formatVersion {
		return fmt.Errorf("%w: %s has %d segments of format %d", ErrCorrupt, manifestName, len(m.Segments), m.Format)
	}
	held, err := hold(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	for _, s := range m.Segments {
		if err := receive(filepath.Join(dir, s.File), s, fetch); err != nil {
			return fmt.Errorf("%s: %w", s.File, err)
		}
	}
	return writeManifest(dir, m)
}

// receive fetches one segment. An invalid one is removed, unless it was there before.
func receive(path string, s listing, fetch func(file string, size int64, path string) error) error {
	_, missing := os.Stat(path)
	if err := fetch(s.File, s.Bytes, path); err != nil {
		return err
	}
	err := whole(path, s)
	if err != nil && missing != nil {
		_ = os.Remove(path)
	}
	return err
}

// whole compares every byte of a segment with its checksum.
func whole(path string, s listing) error {
	got, err := openPath(path)
	if err != nil {
		return err
	}
	x := newIndex([]*segment{got})
	defer x.Close()
	if got.info.Records != s.Records {
		return fmt.Errorf("%w: it has %d records, the manifest says %d", ErrCorrupt, got.info.Records, s.Records)
	}
	return x.Verify()
}
