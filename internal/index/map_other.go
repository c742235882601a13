//go:build !unix

package index

import (
	"io"
	"os"
)

// mapFile reads a file into memory on systems where it cannot be mapped.
func mapFile(f *os.File, size int) ([]byte, func() error, error) {
	b := make([]byte, size)
	_, err := io.ReadFull(f, b)
	return b, func() error { return nil }, err
}

// lock does nothing: this system does not prevent two concurrent builds in one folder.
func lock(*os.File) error { return nil }

func syncDir(string) error { return nil }
