package archive

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// errNone is the error for a name that no file has.
var errNone = fs.ErrNotExist

// Folder gives the files below a folder. Links are left out, wherever they
// lead.
func Folder(dir string, limits Limits) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &Tree{limits: limits.withDefaults(), close: root.Close}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == "." && err == nil:
			return nil
		case err != nil && name == ".":
			return err
		case err != nil:
			t.skip("unreadable")
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if hidden(d.Name()) || depth(name) > t.limits.Depth {
				t.skip(skipHidden)
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			t.skip(skipLink)
			return nil
		}
		if t.admit(name) == "" {
			return nil
		}
		size := int64(0)
		if info, err := d.Info(); err == nil {
			size = info.Size()
		}
		if !t.add(name, size, func() (io.ReadCloser, error) { return root.Open(name) }) {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return t.sort(), nil
}

func depth(name string) int {
	n := 0
	for _, c := range name {
		if c == '/' {
			n++
		}
	}
	return n
}
