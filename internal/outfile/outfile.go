// Package outfile writes files that people keep: a file is written where nobody sees it and put in its place in one
// step when it is whole. Until then the old file stays, and a killed program leaves nothing beside it. What an old
// file is, stays: its permissions and access lists, its owner, its attributes, its links.
//
// May be imported by: fix/formats, claimcheck, setup, cmd.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrReadOnly means that a file may not be written: putting another in its place would ignore that.
var ErrReadOnly = errors.New("the file is read-only; nothing was written")

// File is a file being written. What is written appears at its path only by Commit.
type File struct {
	*os.File
	path  string // the final path; "" for a device, which is written to directly
	into  bool   // the content is copied into the old file: a new one could not be all that it is
	named bool   // it has a name until it is put in its place
}

// Create begins a file. Links are followed. A new file gets a mode, as far as the user's mask allows it; an old one
// keeps its own. What is not a regular file, such as a pipe, is written to directly. It returns ErrReadOnly for a
// file that may not be written.
func Create(path string, mode fs.FileMode) (*File, error) {
	typed := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	old, err := os.Stat(path)
	switch {
	case err != nil: // a new file
		old = nil
	case old.IsDir():
		return nil, fmt.Errorf("%s is a folder", path)
	case !old.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &File{File: f}, err
	case old.Mode().Perm()&0o200 == 0:
		return nil, fmt.Errorf("%s: %w", path, ErrReadOnly)
	}
	f := &File{path: path}
	f.File, f.named, err = unseen(filepath.Dir(path), filepath.Base(path), mode)
	if err != nil && old != nil && errors.Is(err, fs.ErrPermission) {
		f.into = true
		f.File, f.named, err = unseen(os.TempDir(), filepath.Base(path), 0o600)
	}
	if err != nil {
		if of, ok := errors.AsType[*os.PathError](err); ok { // people know the name that they typed
			of.Path = typed
		}
		return nil, err
	}
	if old != nil && !f.into {
		f.into = links(old) > 1 || !Like(f.File, path, old)
	}
	return f, nil
}

// hidden returns the name of an unfinished file: one for each path and process, so that none is left twice.
func hidden(dir, name string) string {
	return filepath.Join(dir, fmt.Sprintf(".%.200s.%d", name, os.Getpid()))
}

// open begins an unfinished file with a name.
func open(dir, name string, mode fs.FileMode) (f *os.File, named bool, err error) {
	f, err = os.OpenFile(hidden(dir, name), os.O_RDWR|os.O_CREATE|os.O_TRUNC, mode)
	return f, err == nil, err
}

// Commit closes the file and puts it in its place. After an error the old file is there, unless its own disk failed
// while the content was copied into it.
func (f *File) Commit() error {
	if f.path == "" {
		return f.Close()
	}
	err := f.Sync()
	if err == nil {
		err = f.place()
	}
	return errors.Join(err, f.Abandon())
}

func (f *File) place() error {
	if f.into {
		return f.copyInto()
	}
	temp := f.Name()
	if !f.named {
		temp = hidden(filepath.Split(f.path))
		if err := appear(f.File, temp); err != nil {
			return err
		}
	}
	err := os.Rename(temp, f.path)
	if err != nil {
		_ = os.Remove(temp) // the first error counts
	}
	f.named = f.named && err != nil
	return err
}

// copyInto replaces the content of the old file, which stays the file that it is.
func (f *File) copyInto() error {
	old, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Seek(0, io.SeekStart)
	var n int64
	if err == nil {
		n, err = io.Copy(old, f.File)
	}
	if err == nil {
		err = old.Truncate(n)
	}
	return errors.Join(err, old.Sync(), old.Close())
}

// Abandon discards what was written. It returns an error if something of it is left.
func (f *File) Abandon() error {
	err := f.Close()
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Write writes a whole file, as Create and Commit do.
func Write(path string, content []byte, mode fs.FileMode) error {
	f, err := Create(path, mode)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		return errors.Join(err, f.Abandon())
	}
	return f.Commit()
}

// Over returns an error if a file that is to be written is one of those that are read, by whatever name. "-" is
// standard input.
func Over(path string, inputs []string, stdin io.Reader) error {
	to, err := os.Stat(path)
	if path == "" || err != nil || !to.Mode().IsRegular() {
		return nil
	}
	for _, name := range inputs {
		info, err := os.Stat(name)
		if f, ok := stdin.(*os.File); ok && name == "-" {
			info, err = f.Stat()
		}
		if err == nil && os.SameFile(info, to) {
			return fmt.Errorf("-o %s is a file that is read: name another one", path)
		}
	}
	return nil
}
