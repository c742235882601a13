package extract

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// folder is the files of a folder as they are asked for: what lies below is
// seen when a .tex file names it, and nothing outside is.
type folder struct {
	root  *os.Root
	names []string // of the files at the top, and the .bib files in the folders there
}

// How many files and folders beside a main file are looked at at most.
const (
	besideFiles   = 20_000
	besideFolders = 100
)

// openBeside opens the folder of a main file.
func openBeside(dir string) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{root: root}
	top, err := root.Open(".")
	if err != nil {
		return f, nil // files that are named can be read all the same
	}
	defer top.Close()
	entries, _ := top.ReadDir(besideFiles)
	folders := 0
	for _, e := range entries {
		switch {
		case e.Type().IsRegular():
			f.names = append(f.names, e.Name())
		case e.IsDir() && folders < besideFolders:
			folders++
			f.names = append(f.names, f.bibs(e.Name())...)
		}
	}
	slices.Sort(f.names)
	return f, nil
}

// bibs lists the .bib files of a folder at the top.
func (f *folder) bibs(dir string) (names []string) {
	below, err := f.root.Open(dir)
	if err != nil {
		return nil
	}
	defer below.Close()
	entries, _ := below.ReadDir(besideFiles / besideFolders)
	for _, e := range entries {
		if e.Type().IsRegular() && strings.EqualFold(filepath.Ext(e.Name()), ".bib") {
			names = append(names, dir+"/"+e.Name())
		}
	}
	return names
}

// Names lists the files at the top and the .bib files one folder below, in order.
func (f *folder) Names() []string { return f.names }

// Has reports a file that Read may give.
func (f *folder) Has(name string) bool {
	info, err := f.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Read returns a file; links that lead outside of the folder are errors.
func (f *folder) Read(name string) ([]byte, error) {
	if !f.Has(name) {
		return nil, fs.ErrNotExist
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	src, err := io.ReadAll(io.LimitReader(file, DefaultMaxBytes+1))
	if err == nil && len(src) > DefaultMaxBytes {
		err = ErrTooLarge
	}
	return src, err
}

func (f *folder) Close() error { return f.root.Close() }
