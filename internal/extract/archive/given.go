package archive

import (
	"bytes"
	"io"
)

// Given gives the files of a folder that is held in memory, under their names.
func Given(files map[string][]byte, limits Limits) *Tree {
	t := &Tree{limits: limits.withDefaults()}
	for raw, content := range files {
		name := t.admit(raw)
		if name == "" {
			continue
		}
		if !t.add(name, int64(len(content)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }) {
			break
		}
	}
	if t.names == nil {
		return t
	}
	return t.sort()
}

// Takes reports whether a file of a folder is taken by its name: it is not hidden, no
// picture, and lies within.
func Takes(name string) bool {
	t := &Tree{limits: Limits{}.withDefaults()}
	return t.admit(name) != ""
}
