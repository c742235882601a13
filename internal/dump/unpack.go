package dump

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxMembers is the maximum number of members in an archive.
const maxMembers = 5_000_000

// counted counts the bytes read of a file on disk.
type counted struct {
	r io.Reader
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// errStop ends a walk over members.
var errStop = errors.New("stop")

// eachMember calls fn for every plain file in a file of a dump: the decompressed file itself, or, if it is an
// archive, each decompressed member. The member's name is "" for the file itself. It adds the number of bytes
// read from the file to read.
func eachMember(f file, read *atomic.Int64, fn func(member string, r *bufio.Reader) error) error {
	disk, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer disk.Close()
	head := make([]byte, 4)
	if n, _ := disk.ReadAt(head, 0); n == 4 && string(head) == "PK\x03\x04" {
		return eachZip(disk, f.size, read, fn)
	}
	plain, done, err := decompress(bufio.NewReaderSize(counted{disk, read}, 256<<10), 2)
	if err != nil {
		return err
	}
	defer done()
	if head, _ := plain.Peek(263); len(head) == 263 && string(head[257:262]) == "ustar" {
		return eachTar(plain, fn)
	}
	return fn("", plain)
}

func eachTar(r io.Reader, fn func(string, *bufio.Reader) error) error {
	t := tar.NewReader(r)
	for range maxMembers {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := member(h.Name, t, fn); err != nil {
			return err
		}
	}
	return errors.New("archive has too many members")
}

func eachZip(disk *os.File, size int64, read *atomic.Int64, fn func(string, *bufio.Reader) error) error {
	z, err := zip.NewReader(disk, size)
	if err != nil {
		return err
	}
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return fmt.Errorf("%.200q: %w", f.Name, err)
		}
		err = member(f.Name, r, fn)
		read.Add(int64(f.CompressedSize64))
		r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func member(name string, r io.Reader, fn func(string, *bufio.Reader) error) error {
	plain, done, err := decompress(bufio.NewReaderSize(r, 64<<10), 1)
	if err != nil {
		return fmt.Errorf("%.200q: %w", name, err)
	}
	defer done()
	return fn(name, plain)
}

// decompress removes up to layers layers of compression, recognised by their first bytes. done releases
// its resources.
func decompress(r *bufio.Reader, layers int) (plain *bufio.Reader, done func(), err error) {
	done = func() {}
	for range layers {
		head, _ := r.Peek(6)
		var inner io.Reader
		switch {
		case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
			z, err := gzip.NewReader(r)
			if err != nil {
				return nil, done, err
			}
			inner = z
		case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) || len(head) >= 4 && head[0]&0xf0 == 0x50 &&
			bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18}):
			z, err := zstd.NewReader(r, zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderMaxWindow(256<<20),
				zstd.WithDecoderConcurrency(1))
			if err != nil {
				return nil, done, err
			}
			before := done
			done = func() { z.Close(); before() }
			inner = z
		case bytes.HasPrefix(head, []byte("BZh")):
			inner = bzip2.NewReader(r)
		case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
			return nil, done, errors.New("xz is not read: unpack the file first")
		default:
			return r, done, nil
		}
		r = bufio.NewReaderSize(inner, 512<<10)
	}
	return r, done, nil
}
