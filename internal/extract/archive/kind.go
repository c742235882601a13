package archive

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Kind tells an archive by its first bytes: "zip", "tar", "gzip", "zstd", ""
// for none. Documents that are zip archives inside are "zip" too.
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

// isTar checks the sum over the first header, which even the oldest tar has.
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

// Open gives the files of an archive. Name is the name of its file, which may
// name the only file inside. The error wraps ErrNotArchive when it is none.
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

// OpenFile gives the files of an archive on disk.
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

// stream reads what can only be read from front to end into a spool.
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

// metered ends with errExpands when more comes than may.
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
