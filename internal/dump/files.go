package dump

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxFiles is the maximum number of files in a folder.
const maxFiles = 1_000_000

// file is one file of a dump on disk.
type file struct {
	path string // to open it
	name string // relative to the given path, with slashes; the base name for a single file
	size int64
}

// listFiles returns the files below a path in the order of their names, hidden
// ones left out.
func listFiles(path string) ([]file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []file{{path, filepath.Base(path), info.Size()}}, nil
	}
	var list []file
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p != path && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir() || !d.Type().IsRegular():
			return nil
		case len(list) == maxFiles:
			return fmt.Errorf("more than %d files", maxFiles)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(path, p)
		if err != nil {
			return err
		}
		list = append(list, file{p, filepath.ToSlash(name), info.Size()})
		return nil
	})
	if err == nil && len(list) == 0 {
		err = errors.New("no files in the folder")
	}
	return list, err
}
