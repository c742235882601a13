package project

import (
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// reader follows the files of one project.
type reader struct {
	*tree
	p     *Project
	parts map[string]bool // read, or being read
	size  int
	told  map[string]bool // missing files already reported
}

// part reads a source file and what it includes, once. base is the folder in which names are looked up in addition to
// that of the main file.
func (r *reader) part(name, base string, from *place, depth int) {
	if r.parts[name] || depth > maxDepth || len(r.p.Parts) >= maxParts {
		return
	}
	r.parts[name] = true
	src, err := r.Read(name)
	if err != nil || r.size+len(src) > biblio.MaxProject {
		r.missing(from, name, "which cannot be read")
		r.p.Unread = union(r.p.Unread, []string{name})
		return
	}
	r.size += len(src)
	text, _ := reading.ToUTF8(src)
	part := Part{Name: name, Source: string(text)}
	part.Masked = untilEnd(latex.Mask(part.Source))
	r.p.Owned[name] = true
	r.p.Parts = append(r.p.Parts, part)
	r.walk(len(r.p.Parts)-1, base, depth)
}

// untilEnd blanks everything after the end of the document, which TeX does not read.
func untilEnd(masked string) string {
	at := strings.Index(masked, "\\end{document}")
	if at < 0 {
		return masked
	}
	out := []byte(masked)
	for i := at; i < len(out); i++ {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	return string(out)
}

// place is the location where a file is named.
type place struct {
	part   int
	offset int
}

// walk collects the citations of a part and follows the files that it names, in the order of the text.
func (r *reader) walk(n int, base string, depth int) {
	masked, name := r.p.Parts[n].Masked, r.p.Parts[n].Name
	cites := latex.Cites(masked)
	upTo := func(offset int) {
		for len(cites) > 0 && cites[0].Start < offset {
			if len(r.p.Cites) < maxCites {
				r.p.Cites = append(r.p.Cites, Cite{cites[0], n})
			}
			cites = cites[1:]
		}
	}
	r.p.Indirect = r.p.Indirect || Indirect(masked)
	for _, c := range commandsIn(masked) {
		upTo(c.at)
		from := &place{n, c.at}
		for _, file := range c.names {
			switch c.kind {
			case includes:
				r.include(file, base, from, depth)
			case importsFrom:
				r.include(path.Join(c.dir, file), base, from, depth)
			case styleFiles:
				r.style(file, base, path.Dir(name), 0)
			default:
				r.bibliography(file, base, path.Dir(name), from, c.kind)
			}
		}
	}
	upTo(len(masked) + 1)
}

// Indirect reports whether a source defines a macro that passes its argument to a citation command, so that not every
// citation is visible.
func Indirect(masked string) bool {
	for i := 0; ; {
		n := strings.Index(masked[i:], "{#")
		if n < 0 {
			return false
		}
		i += n
		before := masked[max(0, i-40):i]
		if at := strings.LastIndexByte(before, '\\'); at >= 0 && strings.Contains(strings.ToLower(before[at:]), "cite") {
			return true
		}
		i += 2
	}
}

func (r *reader) include(file, base string, from *place, depth int) {
	dirs := []string{path.Dir(r.p.Main), base, path.Dir(r.p.Parts[from.part].Name)}
	name, outside := r.find(file, dirs, []string{".tex", "", ".ltx"})
	switch {
	case outside:
		r.missing(from, file, "which lies outside of its folder: name the folder above both")
		r.p.Unread = union(r.p.Unread, []string{file})
	case name == "":
		// a missing part rarely cites: figures, tables, macros of a class
	case strings.HasSuffix(name, ".bbl"):
		r.p.Bbls = union(r.p.Bbls, []string{name})
		r.p.Owned[name] = true
	default:
		r.part(name, path.Dir(name), from, depth+1)
	}
}

// style adds the bibliographies named by a class or package that is among the files of the project. If a class names
// a file that does not exist, nothing is lost: it is often an example.
func (r *reader) style(file, base, dir string, depth int) {
	name, _ := r.find(file, []string{path.Dir(r.p.Main), base, dir}, []string{""})
	if name == "" || r.parts[name] || len(r.parts) >= maxParts || depth > maxDepth {
		return
	}
	r.parts[name] = true
	src, err := r.Read(name)
	if err != nil || r.size+len(src) > biblio.MaxProject {
		return
	}
	r.size += len(src)
	text, _ := reading.ToUTF8(src)
	for _, c := range commandsIn(latex.Mask(string(text))) {
		for _, file := range c.names {
			switch c.kind {
			case styleFiles:
				r.style(file, base, path.Dir(name), depth+1)
			case bibFiles, bibResource, bibPerhaps:
				r.bibliography(file, base, path.Dir(name), nil, bibPerhaps)
			}
		}
	}
}

// stringFiles are .bib files that come with TeX and only define names of journals.
var stringFiles = []string{"ieeeabrv", "ieeefull", "ieeetranbstctl", "ieeebstcontrol", "mrabbrev", "acmabbrv",
	"biblatex-examples", "xampl"}

func (r *reader) bibliography(file, base, dir string, from *place, kind kind) {
	dirs := []string{path.Dir(r.p.Main), base, dir}
	if strings.Contains(file, "://") {
		r.missing(from, file, "which is not fetched")
		return
	}
	name, outside := r.find(file, dirs, []string{".bib", ""})
	switch {
	case name != "":
		r.take(name)
	case r.glob(file, dirs), kind == bibPerhaps:
	case outside:
		r.missing(from, file, "which lies outside of its folder: name the folder above both")
	case !slices.Contains(stringFiles, strings.ToLower(strings.TrimSuffix(path.Base(file), ".bib"))):
		r.missing(from, file, "which is not there")
	}
}

func (r *reader) take(name string) {
	r.p.Bibs = union(r.p.Bibs, []string{name})
	r.p.Owned[name] = true
}

// glob adds the .bib files of the first folder with files that match a pattern, as in
// \addbibresource[glob]{bib/*.bib}; it returns false if there are none.
func (r *reader) glob(pattern string, dirs []string) bool {
	if !strings.ContainsAny(pattern, "*?[") {
		return false
	}
	for _, dir := range dirs {
		full := path.Join(dir, pattern)
		found := false
		for _, name := range r.bibs {
			if ok, _ := path.Match(full, name); ok {
				r.take(name)
				found = true
			}
		}
		if found {
			return true
		}
	}
	return false
}

// find returns the file that a name means in the first folder that has it. outside says that the name leads out of
// the tree and matches nothing in it.
func (r *reader) find(file string, dirs, endings []string) (name string, outside bool) {
	file = strings.ReplaceAll(file, "\\", "/")
	for _, dir := range dirs {
		for _, ending := range endings {
			full := path.Join(dir, file+ending)
			if path.IsAbs(file) || full == ".." || strings.HasPrefix(full, "../") {
				outside = true
				continue
			}
			if ending == "" && path.Ext(file) == "" || ending != "" && strings.HasSuffix(file, ending) {
				continue
			}
			if r.Has(full) {
				return full, false
			}
		}
	}
	return "", outside
}

func (r *reader) missing(from *place, file, why string) {
	if r.told[file] || len(r.told) > 100 {
		return
	}
	r.told[file] = true
	at := biblio.Place{File: r.p.Main, Line: 1}
	if from != nil {
		part := r.p.Parts[from.part]
		at = biblio.Place{File: part.Name, Line: 1 + strings.Count(part.Masked[:from.offset], "\n")}
	}
	r.p.Missing = append(r.p.Missing,
		biblio.Problem{Place: at, Rule: "missing-file", Message: "the document names " + file + ", " + why})
}
