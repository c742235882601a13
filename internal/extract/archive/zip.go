package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sync/atomic"
)

// directoryMax bounds the list of files at the end of a zip archive, which is
// read as a whole.
const directoryMax = 64 << 20

// zip takes the files of a zip archive, which are unpacked when they are read.
func (t *Tree) zip(src io.ReaderAt, size int64) error {
	if directorySize(src, size) > directoryMax {
		return fmt.Errorf("%w: its list of files is too long", errTooLarge)
	}
	z, err := zip.NewReader(src, size)
	if err != nil {
		return damaged(err)
	}
	left := &atomic.Int64{}
	left.Store(min(t.limits.Bytes, max(size*t.limits.Ratio, ratioFree)))
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		if !f.Mode().IsRegular() {
			t.skip(skipLink)
			continue
		}
		name := t.admit(f.Name)
		if name == "" {
			continue
		}
		if !t.add(name, int64(min(f.UncompressedSize64, 1<<62)), func() (io.ReadCloser, error) { return openZipped(f, left) }) {
			break
		}
	}
	return nil
}

func openZipped(f *zip.File, left *atomic.Int64) (io.ReadCloser, error) {
	if f.Flags&1 != 0 {
		return nil, errEncrypted
	}
	r, err := f.Open()
	if err != nil {
		return nil, damaged(err)
	}
	return &counted{ReadCloser: r, left: left}, nil
}

// counted ends with errExpands when all files together give more than may
// come out of the archive.
type counted struct {
	io.ReadCloser
	left *atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if c.left.Add(-int64(n)) < 0 {
		return 0, errExpands
	}
	if err != nil && err != io.EOF {
		err = damaged(err)
	}
	return n, err
}

// directorySize gives the size of the list of files as the end of the archive
// states it, 0 when it states none.
func directorySize(src io.ReaderAt, size int64) uint64 {
	tail := make([]byte, min(size, 1<<16+22+20))
	if _, err := src.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return 0
	}
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || at+22 > len(tail) {
		return 0
	}
	stated := uint64(binary.LittleEndian.Uint32(tail[at+12:]))
	if stated != 1<<32-1 || at < 20 {
		return stated
	}
	wide := make([]byte, 56) // the record of large archives
	if _, err := src.ReadAt(wide, int64(binary.LittleEndian.Uint64(tail[at-20+8:])&(1<<62-1))); err != nil {
		return stated
	}
	return binary.LittleEndian.Uint64(wide[40:])
}
