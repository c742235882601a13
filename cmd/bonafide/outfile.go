package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
)

// outFile is a file that is written under another name in the same folder and renamed in one step when it is
// complete. Until then the old file stays. Links are followed and permissions stay. What is not a regular file,
// such as a pipe, and a file in a folder where no other can be created are written in place.
type outFile struct {
	*os.File
	path string // final path, "" if written in place
}

// createFile creates a file.
func createFile(path string) (*outFile, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	there := err == nil
	if there && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &outFile{File: f}, err
	}
	if there && info.Mode().Perm()&0o200 == 0 { // a rename would ignore the permission
		return nil, fmt.Errorf("%s: %w", path, formats.ErrReadOnly)
	}
	dir, name := filepath.Split(path)
	f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf(".%.200s.%d", name, os.Getpid())),
		os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil && there && os.IsPermission(err) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
		return &outFile{File: f}, err
	}
	if err != nil {
		if of, ok := errors.AsType[*os.PathError](err); ok { // people know the name that they typed
			of.Path = path
		}
		return nil, err
	}
	if there {
		err = f.Chmod(info.Mode().Perm())
	}
	out := &outFile{f, path}
	if err != nil {
		out.abandon()
	}
	return out, err
}

// commit closes the file and renames it to its final path.
func (f *outFile) commit() error {
	err := f.Close()
	if f.path == "" {
		return err
	}
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error counts
	}
	return err
}

// abandon discards the new file and leaves the old one.
func (f *outFile) abandon() {
	_ = f.Close() // nothing of it is kept
	if f.path != "" {
		_ = os.Remove(f.Name())
	}
}

// writeWhole writes a file in one step.
func writeWhole(path string, content []byte) error {
	f, err := createFile(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		f.abandon()
		return err
	}
	return f.commit()
}

// lazyFile is a file that is created when something is written to it; without a path it is standard output.
type lazyFile struct {
	path string
	std  io.Writer
	file *outFile
}

func (f *lazyFile) Write(p []byte) (n int, err error) {
	if f.path == "" {
		return f.std.Write(p)
	}
	if f.file == nil {
		if f.file, err = createFile(f.path); err != nil {
			f.file = nil
			return 0, cli.UsageError(err)
		}
	}
	return f.file.Write(p)
}

// end commits the file, if there is one, or abandons it if err is set; it returns the first error.
func (f *lazyFile) end(err error) error {
	if f.file == nil {
		return err
	}
	if err != nil {
		f.file.abandon()
		return err
	}
	return f.file.commit()
}
