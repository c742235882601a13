package extract

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/project"
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

// Sources are the files of a paper in LaTeX, and what they cite.
type Sources struct {
	Texts    []string // the main file and all that it includes, in the order of reading
	Bibs     []string // bibliographies that they name and that exist
	Cited    []string // keys
	Unread   []string // source files that they include but that cannot be read
	Indirect bool     // one of their own macros cites: not every citation is visible
}

// maxAbove bounds how many folders above its own a paper may include files from.
const maxAbove = 3

// ReadSources follows the main file of a paper to everything that it includes, also in folders above its own.
func ReadSources(main string) (Sources, error) {
	if main == "-" {
		return Sources{}, errors.New("standard input is not a LaTeX source that includes others: name a file")
	}
	dir, base := filepath.Split(main)
	dir = filepath.Clean(dir)
	found, err := sourcesIn(dir, base)
	for above := 1; err == nil && len(found.Unread) > 0 && above <= maxAbove; above++ {
		whole, err := filepath.Abs(dir)
		if err != nil || filepath.Dir(whole) == whole {
			break
		}
		dir, base = filepath.Join(dir, ".."), path.Join(filepath.Base(whole), base)
		higher, err := sourcesIn(dir, base)
		if err != nil {
			break
		}
		if len(higher.Unread) < len(found.Unread) || len(higher.Texts) > len(found.Texts) {
			found = higher
		}
	}
	return found, err
}

func sourcesIn(dir, main string) (found Sources, err error) {
	files, err := openBeside(dir)
	if err != nil {
		return found, plain(filepath.Join(dir, main), err)
	}
	defer files.Close()
	if _, err := files.Read(main); err != nil {
		return found, plain(filepath.Join(dir, main), err)
	}
	p := project.Load(files, main)
	shown := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, part := range p.Parts {
		found.Texts = append(found.Texts, shown(part.Name))
	}
	for _, name := range p.Bibs {
		found.Bibs = append(found.Bibs, shown(name))
	}
	for _, c := range p.Cites {
		found.Cited = append(found.Cited, c.Key)
	}
	found.Unread, found.Indirect = p.Unread, p.Indirect
	return found, nil
}
