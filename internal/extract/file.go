package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ReadFile reads the references of a file on disk. An input larger than the limit is refused before it is read.
func ReadFile(path string, opt Options) (Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return Document{Name: path}, plain(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Document{Name: path}, plain(path, err)
	}
	if info.IsDir() {
		return Document{Name: path}, fmt.Errorf("%s: %w", path, errDirectory)
	}
	if limit := opt.limit(); info.Mode().IsRegular() && info.Size() > limit {
		return Document{Name: path}, tooLarge(path, limit)
	}
	return readSized(f, path, opt, info.Size())
}

// readSized reads a stream whose size is known, or zero if unknown.
func readSized(r io.Reader, name string, opt Options, size int64) (Document, error) {
	limit := opt.limit()
	src := bytes.NewBuffer(make([]byte, 0, min(max(size, 0), limit)+bytes.MinRead))
	if _, err := src.ReadFrom(io.LimitReader(r, limit+1)); err != nil {
		return Document{Name: name}, plain(name, err)
	}
	if int64(src.Len()) > limit {
		return Document{Name: name}, tooLarge(name, limit)
	}
	return Read(name, src.Bytes(), opt)
}

func (o Options) limit() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return DefaultMaxBytes
}

func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s: %w: more than %d MB; split it", name, ErrTooLarge, limit>>20)
}

// plain words an error of the file system for users.
func plain(name string, err error) error {
	var path *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", name)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: permission denied", name)
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", name, path.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}
