package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// Kind identifies an archive by its first bytes: "zip", "tar", "gzip", "zstd", or "" if it is none. Documents that
// are zip archives inside are "zip" too.
func Kind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return "zip"
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return "gzip"
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return "zstd"
	case isTar(head):
		return "tar"
	}
	return ""
}

// tarBlock is the size of the header of a file in a tar archive.
const tarBlock = 512

// isTar verifies the checksum of the first header, which even the oldest tar format has.
func isTar(head []byte) bool {
	if len(head) < tarBlock {
		return false
	}
	head = head[:tarBlock]
	field := strings.Trim(string(head[148:156]), " \x00")
	want, err := strconv.ParseInt(field, 8, 32)
	if err != nil || head[0] == 0 {
		return false
	}
	sum := int64(0)
	for i, b := range head {
		if i >= 148 && i < 156 {
			b = ' '
		}
		sum += int64(b)
	}
	return sum == want
}

// Open returns the files of an archive. name is its file name, from which the only file inside may be named. The
// error wraps ErrNotArchive if it is not an archive.
func Open(name string, src io.ReaderAt, size int64, limits Limits) (*Tree, error) {
	t := &Tree{limits: limits.withDefaults()}
	head := make([]byte, tarBlock)
	n, err := src.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	kind := Kind(head[:n])
	if kind == "zip" {
		err = t.zip(src, size)
	} else if kind != "" {
		err = t.stream(name, kind, io.NewSectionReader(src, 0, size), size)
	} else {
		err = ErrNotArchive
	}
	if err != nil {
		_ = t.Close()
		return nil, err
	}
	return t.sort(), nil
}

// OpenFile returns the files of an archive on disk.
func OpenFile(name string, limits Limits) (*Tree, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	t, err := Open(name, f, info.Size(), limits)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	closing := t.close
	t.close = func() error {
		if closing == nil {
			return f.Close()
		}
		return errors.Join(closing(), f.Close())
	}
	return t, nil
}

// stream unpacks formats that can only be read sequentially into a spool.
func (t *Tree) stream(name, kind string, r io.Reader, packed int64) error {
	inside := strings.TrimSuffix(path.Base(strings.ReplaceAll(name, "\\", "/")), path.Ext(name))
	switch kind {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return fmt.Errorf("%w (%v)", errDamaged, err)
		}
		if z.Name != "" {
			inside = path.Base(z.Name)
		}
		r = z
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return fmt.Errorf("%w (%v)", errDamaged, err)
		}
		defer z.Close()
		r = z
	}
	r = &metered{r: r, left: min(t.limits.Bytes, max(packed*t.limits.Ratio, ratioFree))}
	head := make([]byte, tarBlock)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return damaged(err)
	}
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	if isTar(head[:n]) {
		return t.tar(r)
	}
	return t.single(inside, r)
}

// metered fails with errExpands when more than the allowed bytes arrive.
type metered struct {
	r    io.Reader
	left int64
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if m.left -= int64(n); m.left < 0 {
		return 0, errExpands
	}
	return n, err
}

// directoryMax bounds the list of files at the end of a zip archive, which is read at once.
const directoryMax = 64 << 20

// zip adds the files of a zip archive, which are unpacked when they are read.
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
		if !t.add(name, int64(min(f.UncompressedSize64, 1<<62)),
			func() (io.ReadCloser, error) { return openZipped(f, left) }) {
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

// counted fails with errExpands when all files together yield more than the archive is allowed to.
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

// directorySize returns the size of the list of files as the end of the archive states it, or 0 if it states none.
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

// tar adds the regular files of a tar archive. If the archive is truncated, it keeps the files read so far.
func (t *Tree) tar(r io.Reader) error {
	spool := &spool{}
	t.close = spool.Close
	z := tar.NewReader(r)
	for count := 0; ; count++ {
		h, err := z.Next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errExpands):
			return err
		case err != nil && len(t.Files) == 0:
			return damaged(err)
		case err != nil:
			t.Cut = fmt.Sprintf("the archive is damaged behind %s: the rest is not read", t.Files[len(t.Files)-1].Name)
			return nil
		case count > 4*t.limits.Entries:
			t.Cut = "it has too many entries: the rest is not read"
			return nil
		case h.Typeflag == tar.TypeDir, h.Typeflag == tar.TypeXGlobalHeader:
			continue
		case h.Typeflag != tar.TypeReg:
			t.skip(skipLink)
			continue
		}
		name := t.admit(h.Name)
		if name == "" {
			continue
		}
		if h.Size > t.limits.FileBytes {
			if !t.add(name, h.Size, nil) { // Read refuses it
				return nil
			}
			continue
		}
		at, n, err := spool.keep(z)
		if errors.Is(err, errExpands) {
			return err
		}
		if err != nil {
			t.Cut = fmt.Sprintf("the archive is damaged in %s: the rest is not read", name)
			return nil
		}
		if !t.add(name, n, func() (io.ReadCloser, error) { return spool.open(at, n), nil }) {
			return nil
		}
	}
}

func (t *Tree) single(name string, r io.Reader) error {
	spool := &spool{}
	t.close = spool.Close
	if name = t.admit(name); name == "" {
		name = "document"
	}
	at, n, err := spool.keep(io.LimitReader(r, t.limits.FileBytes+1))
	if err != nil {
		return damaged(err)
	}
	t.add(name, n, func() (io.ReadCloser, error) { return spool.open(at, n), nil })
	return nil
}

func damaged(err error) error {
	if errors.Is(err, errExpands) {
		return err
	}
	return fmt.Errorf("%w (%v)", errDamaged, err)
}
