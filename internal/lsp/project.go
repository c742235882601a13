package lsp

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// project knows the keys in the files of a workspace: of open files as in the editor, of the others as on disk.
type project struct {
	mu      sync.Mutex
	folders []string
	files   map[string]*projectFile // by path
	listed  map[string]listing      // by folder
}

// projectFile holds the keys of a file as of its last reading.
type projectFile struct {
	keys
	text    *text
	size    int64
	mtime   time.Time
	reading sync.Once
	refs    []biblio.Reference // set by reading
}

type listing struct {
	files []string
	at    time.Time
}

// The limits of a workspace: anything beyond them is ignored.
const (
	maxVisited = 20_000 // files and folders of a workspace that are listed
	maxFiles   = 1_000  // files whose keys are read
	listedFor  = 10 * time.Second
)

// withKeys are the endings of files with keys, first those of bibliographies.
var withKeys = []string{".bib", ".biblatex", ".tex", ".ltx", ".md", ".markdown", ".qmd", ".rmd", ".typ", ".org", ".rst"}

func hasKeys(name string) bool {
	return slices.Contains(withKeys, strings.ToLower(filepath.Ext(name)))
}

func isBibliography(name string) bool {
	return slices.Contains(withKeys[:2], strings.ToLower(filepath.Ext(name)))
}

// add adds a folder to the workspace; remove removes it.
func (p *project) add(folder string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if folder != "" && !slices.Contains(p.folders, folder) {
		p.folders = append(p.folders, folder)
	}
	p.listed = nil
}

func (p *project) remove(folder string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.folders = slices.DeleteFunc(p.folders, func(f string) bool { return f == folder })
	p.listed = nil
}

// changed drops what was read of a file.
func (p *project) changed(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.files[name]; !known {
		p.listed = nil
	}
	delete(p.files, name)
}

// around returns the folder of a file's project: its workspace folder, else its own without subfolders.
func (p *project) around(name string) (folder string, below bool) {
	for _, f := range p.folders {
		if rel, err := filepath.Rel(f, name); err == nil && filepath.IsLocal(rel) && len(f) > len(folder) {
			folder = f
		}
	}
	if folder != "" {
		return folder, true
	}
	return filepath.Dir(name), false
}

// of returns the files with keys in a file's project; open ones as in the editor. One not on disk is alone.
func (p *project) of(name string, open map[string]*text, utf8 bool) map[string]*projectFile {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := map[string]*projectFile{}
	names := []string{name}
	if filepath.IsAbs(name) {
		names = append(names, p.list(name)...)
	}
	folder, below := p.around(name)
	for other := range open {
		if rel, err := filepath.Rel(folder, other); err == nil && filepath.IsLocal(rel) &&
			(below || filepath.Dir(other) == folder) && hasKeys(other) {
			names = append(names, other)
		}
	}
	for _, n := range names {
		if all[n] == nil && len(all) < maxFiles {
			if f := p.file(n, open[n], utf8); f != nil {
				all[n] = f
			}
		}
	}
	return all
}

// list returns the files with keys in the project of a file on disk.
func (p *project) list(name string) []string {
	root, below := p.around(name)
	if l, ok := p.listed[root]; ok && time.Since(l.at) < listedFor {
		return l.files
	}
	var files []string
	visited := 0
	_ = filepath.WalkDir(root, func(at string, e fs.DirEntry, err error) error {
		if visited++; visited > maxVisited || len(files) >= maxFiles {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be listed has no keys
		case e.IsDir() && at != root && (!below || strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
			return filepath.SkipDir
		case e.Type().IsRegular() && hasKeys(at):
			files = append(files, at)
		}
		return nil
	})
	if p.listed == nil {
		p.listed = map[string]listing{}
	}
	p.listed[root] = listing{files, time.Now()}
	return files
}

// file returns the keys of a file, nil if it cannot be read.
func (p *project) file(name string, open *text, utf8 bool) *projectFile {
	if p.files == nil {
		p.files = map[string]*projectFile{}
	}
	have := p.files[name]
	if open != nil {
		if have == nil || have.text != open {
			have = &projectFile{keys: keysOf(name, open.string), text: open}
			p.files[name] = have
		}
		return have
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > biblio.MaxWorkspaceFile {
		return nil
	}
	if have != nil && have.size == info.Size() && have.mtime.Equal(info.ModTime()) {
		return have
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	have = &projectFile{text: newText(string(src), utf8), size: info.Size(), mtime: info.ModTime()}
	have.keys = keysOf(name, have.text.string)
	p.files[name] = have
	return have
}
