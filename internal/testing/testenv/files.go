package testenv

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// EachShared gives every file below a folder of the shared data, named from its
// folder data.
func EachShared(t testing.TB, do func(path string, src []byte), name ...string) {
	t.Helper()
	root := filepath.Join(append([]string{Shared(t), "data"}, name...)...)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			do(path, src)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Files is a tree of files in memory, by name.
type Files map[string]string

// Names gives the names in order.
func (f Files) Names() []string { return slices.Sorted(maps.Keys(f)) }

// Has reports a file.
func (f Files) Has(name string) bool {
	_, ok := f[name]
	return ok
}

// Read gives a file.
func (f Files) Read(name string) ([]byte, error) {
	if !f.Has(name) {
		return nil, fs.ErrNotExist
	}
	return []byte(f[name]), nil
}
