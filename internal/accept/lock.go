package accept

import (
	"path/filepath"
	"slices"
)

// Lock keeps other processes from changing files of accepted findings until release is called, so that changes
// are made to what was read. Paths are locked by their folders, in one order, so that two processes never wait
// for each other.
func Lock(paths []string) (release func(), err error) {
	var folders []string
	for _, path := range paths {
		dir, err := resolved(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		folders = append(folders, dir)
	}
	slices.Sort(folders)
	var held []func()
	release = func() {
		for _, done := range held {
			done()
		}
	}
	for _, dir := range slices.Compact(folders) {
		done, err := lockFolder(dir)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, done)
	}
	return release, nil
}
