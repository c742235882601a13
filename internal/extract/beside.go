package extract

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// folder reads files of a folder on demand: files in subfolders are found when a .tex file names them, and nothing
// outside is.
type folder struct {
	root  *os.Root
	names []string // of the files at the top, and the .bib files in the folders there
}

// The maximum number of files and folders examined next to a main file.
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
		return f, nil // named files can still be read
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

// bibs lists the .bib files in a top-level folder.
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

// Has reports whether there is a file that Read can return.
func (f *folder) Has(name string) bool {
	info, err := f.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Read returns a file; links that lead outside the folder are errors.
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
