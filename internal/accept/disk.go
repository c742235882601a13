package accept

import (
	"cmp"
	"os"
	"path"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// disk gives access to the bibliographies, and the files beside them.
type disk interface {
	has(name string) bool            // whether there is a file of this name, not inside an archive
	find(dir string) string          // the FileName that applies to a folder, "" for none
	load(path string) (*File, error) // what such a file accepts
	bibliography(name string) []byte // nil if it cannot be read
}

// onDisk accesses the files of this machine.
type onDisk struct{}

func (onDisk) has(name string) bool   { return IsFile(name) }
func (onDisk) find(dir string) string { return Find(dir) }

func (onDisk) load(path string) (*File, error) {
	data, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parse(path, data)
}

func (onDisk) bibliography(name string) []byte {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > biblio.MaxDocument {
		return nil
	}
	data, _ := os.ReadFile(name)
	return data
}

// handedIn accesses uploaded files, by their names.
type handedIn struct {
	read func(name string) ([]byte, error)
}

func (h handedIn) has(name string) bool {
	_, err := h.read(name)
	return err == nil
}

// find looks in the folder and in those above it.
func (h handedIn) find(dir string) string {
	for dir = path.Clean(filepath.ToSlash(dir)); ; dir = path.Dir(dir) {
		if name := path.Join(dir, FileName); h.has(name) {
			return name
		}
		if dir == path.Dir(dir) {
			return ""
		}
	}
}

func (h handedIn) load(path string) (*File, error) {
	data, err := h.read(path)
	if err = cmp.Or(err, bounded(path, data)); err != nil {
		return nil, err
	}
	return parse(path, data)
}

func (h handedIn) bibliography(name string) []byte {
	data, _ := h.read(name)
	return data
}

// IsFile reports whether a name is that of a regular file, which is not inside an archive: those are called
// "archive.zip!file".
func IsFile(name string) bool {
	for i := range len(name) {
		if name[i] == '!' && regular(name[:i]) {
			return false
		}
	}
	return regular(name)
}

func regular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
