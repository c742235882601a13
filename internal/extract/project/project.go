package project

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// Files is a tree of files by slash-separated names.
type Files interface {
	// Names lists the names in order, or only those at the top if the tree is large.
	Names() []string
	// Has reports whether there is a file with a name.
	Has(name string) bool
	// Read returns a whole file; any error means that it is not available.
	Read(name string) ([]byte, error)
}

// Part is one source file of a project.
type Part struct {
	Name   string
	Source string // in UTF-8
	Masked string // of the same length; comments and verbatim text are blank
}

// Cite is a citation in a part.
type Cite struct {
	latex.Cite
	Part int // index into Project.Parts
}

// Project is one paper in LaTeX.
type Project struct {
	Main  string   // the file that it is named after
	Parts []Part   // the main file, or files, and what they include, in the order of reading
	Cites []Cite   // in the order of the text
	Bibs  []string // .bib files that it names and that exist
	Bbls  []string // .bbl files that belong to it
	Aux   []string // keys that are cited according to its .aux files
	// Missing are files that it names but that do not exist, or lie outside.
	Missing []biblio.Problem
	// Unread are those of them that are parts: source files that may contain citations.
	Unread []string
	// Indirect says that one of its own macros cites, so that not every citation is visible in the text.
	Indirect bool
	// Owned are all files of the tree that belong to it.
	Owned map[string]bool
}

// The bounds of one project.
const (
	maxParts = 2000
	maxDepth = 40 // of parts inside parts
	maxCites = 100_000
	maxFiles = 4000 // source files examined to find main files
)

// Load reads the project of a main file, or of several that are one paper, which is named after the first.
func Load(files Files, mains ...string) *Project {
	t := treeOf(files)
	p := t.load(mains[0])
	for _, main := range mains[1:] {
		p.join(t.load(main))
	}
	return p
}

// LoadAux reads the project of an .aux file: the keys and bibliographies that it names or, if it names none, as with
// biblatex, those of the source file with the same name.
func LoadAux(files Files, name string) *Project {
	t := treeOf(files)
	p := &Project{Main: name, Owned: map[string]bool{name: true}}
	r := &reader{tree: t, p: p, parts: map[string]bool{}, told: map[string]bool{}}
	r.aux(name, 0)
	if source := strings.TrimSuffix(name, path.Ext(name)) + ".tex"; len(p.Bibs) == 0 && files.Has(source) {
		p = t.load(source)
		p.Cites, p.Main = nil, name
	}
	return p
}

func (t *tree) load(main string) *Project {
	p := &Project{Main: main, Owned: map[string]bool{}}
	r := &reader{tree: t, p: p, parts: map[string]bool{}, told: map[string]bool{}}
	r.part(main, "", nil, 0)
	r.finish(main)
	return p
}

// join adds the files of another project that is part of the same paper.
func (p *Project) join(other *Project) {
	shift := len(p.Parts)
	p.Parts = append(p.Parts, other.Parts...)
	for _, c := range other.Cites {
		c.Part += shift
		p.Cites = append(p.Cites, c)
	}
	p.Bibs = union(p.Bibs, other.Bibs)
	p.Bbls = union(p.Bbls, other.Bbls)
	p.Aux = append(p.Aux, other.Aux...)
	p.Missing = append(p.Missing, other.Missing...)
	p.Unread = union(p.Unread, other.Unread)
	p.Indirect = p.Indirect || other.Indirect
	maps.Copy(p.Owned, other.Owned)
}

// tree is a tree of files with lookups that are used repeatedly.
type tree struct {
	Files
	byDir map[string][]string // .bbl and .bib files by folder
	bibs  []string            // all .bib files
}

func treeOf(files Files) *tree {
	t := &tree{Files: files, byDir: map[string][]string{}}
	for _, name := range files.Names() {
		if ext := strings.ToLower(path.Ext(name)); ext == ".bbl" || ext == ".bib" {
			t.byDir[path.Dir(name)] = append(t.byDir[path.Dir(name)], name)
			if ext == ".bib" && len(t.bibs) < maxFiles {
				t.bibs = append(t.bibs, name)
			}
		}
	}
	return t
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
