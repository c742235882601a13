package outfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// alone fails if a folder has anything but the named files.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != len(names) {
		t.Errorf("%v is left, %v", list, err)
	}
}

// TestCommit: the old file stays until the new one is whole, and then nothing else is beside it.
func TestCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "refs.bib")
	for _, before := range []string{"", "old"} { // a new file, and one in place of another
		f, err := Create(path, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("older"); err != nil {
			t.Fatal(err)
		}
		if err := f.Abandon(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(path); (err == nil) != (before != "") || before != "" && content(t, path) != before {
			t.Errorf("after %q nothing was to be written: %v", before, err)
		}
		if err := Write(path, []byte("old"), 0o644); err != nil || content(t, path) != "old" {
			t.Errorf("%q, %v", content(t, path), err)
		}
		alone(t, dir, "refs.bib")
	}
}

// TestNamed: where files have no other names than those of their folder, they are put in place and given up as well.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	for _, keep := range []bool{true, false} {
		path := filepath.Join(dir, "refs.bib")
		f := &File{path: path}
		var err error
		if f.File, f.named, err = open(dir, "refs.bib", 0o644); err != nil {
			t.Fatal(err)
		}
		if keep {
			err = f.Commit()
		} else {
			err = f.Abandon()
		}
		if err != nil && keep {
			t.Error(err)
		}
		alone(t, dir, "refs.bib")
	}
}

// TestLinks: the target of a link is written, and the link stays; all names of a file have the new content; a device
// receives the bytes.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	file, link, twin := filepath.Join(dir, "a.bib"), filepath.Join(dir, "b.bib"), filepath.Join(dir, "c.bib")
	if err := os.WriteFile(file, []byte("old and longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if errors.Join(os.Symlink(file, link), os.Link(file, twin)) != nil {
		testenv.Missing(t, "symlinks", "a file system with links")
	}
	if err := Write(link, []byte("new"), 0o644); err != nil || content(t, file) != "new" || content(t, twin) != "new" {
		t.Errorf("%q, %q, %v", content(t, file), content(t, twin), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || links(info) != 2 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := Write(os.DevNull, []byte("new"), 0o644); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("a device became a file: %v", err)
	}
	alone(t, dir, "a.bib", "b.bib", "c.bib")
}

// TestRefused: a folder and a write-protected file are not replaced, though a rename could replace the file.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "refs.bib")
	if err := os.WriteFile(path, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new"), 0o644); !errors.Is(err, ErrReadOnly) || content(t, path) != "old" {
		t.Errorf("%q, %v", content(t, path), err)
	}
	if err := Write(dir, nil, 0o644); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Error(err)
	}
	missing := filepath.Join(dir, "none", "refs.bib")
	if err := Write(missing, nil, 0o644); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Error(err)
	}
}

// TestOver: an output that is an input is refused by whatever name, and a copy of it is not.
func TestOver(t *testing.T) {
	dir := t.TempDir()
	a, b, link, twin := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c"), filepath.Join(dir, "d")
	for _, name := range []string{a, b} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if errors.Join(os.Symlink(a, link), os.Link(a, twin)) != nil {
		testenv.Missing(t, "symlinks", "a file system with links")
	}
	in, err := os.Open(a)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, c := range []struct {
		to    string
		from  []string
		stdin *os.File
		over  bool
	}{
		{a, []string{b, a}, nil, true}, {link, []string{a}, nil, true}, {twin, []string{link}, nil, true},
		{a, []string{dir + "/./a"}, nil, true},
		{a, []string{"-"}, in, true}, {b, []string{"-"}, in, false}, {a, []string{b}, in, false},
		{b, []string{a}, nil, false}, {"", []string{a}, nil, false}, {filepath.Join(dir, "new"), []string{a}, nil, false},
		{os.DevNull, []string{os.DevNull}, nil, false},
	} {
		if err := Over(c.to, c.from, c.stdin); (err != nil) != c.over {
			t.Errorf("%s from %v: %v", c.to, c.from, err)
		}
	}
	if err := Over(a, []string{"-"}, bytes.NewReader(nil)); err != nil {
		t.Error(err)
	}
}
