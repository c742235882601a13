package project

import (
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// finish adds what earlier runs of TeX left next to the main file: .bbl and .aux files, and the compiled paper.
func (r *reader) finish(main string) {
	stem := strings.TrimSuffix(main, path.Ext(main))
	r.output(stem)
	for _, part := range r.p.Parts[min(1, len(r.p.Parts)):] {
		r.output(strings.TrimSuffix(part.Name, path.Ext(part.Name)))
	}
	if len(r.p.Bbls) == 0 {
		if only := r.only(path.Dir(main), ".bbl"); only != "" {
			r.p.Bbls = []string{only}
			r.p.Owned[only] = true
		}
	}
	if len(r.p.Bibs) == 0 && len(r.p.Bbls) == 0 {
		if only := r.onlyBib(path.Dir(main)); only != "" {
			r.take(only)
		}
	}
}

// onlyBib returns the only .bib file for a project without a bibliography: that in its folder or, if the project
// names none but cites, the only one in all folders below.
func (r *reader) onlyBib(dir string) string {
	only := r.only(dir, ".bib")
	if len(r.p.Missing) > 0 {
		return only
	}
	if len(r.p.Cites)+len(r.p.Aux) == 0 || slices.ContainsFunc(r.p.Parts, carriesEntries) {
		return ""
	}
	if only != "" {
		return r.ifCited(only)
	}
	for _, name := range r.bibs {
		if dir != "." && !strings.HasPrefix(name, dir+"/") {
			continue
		}
		if only != "" {
			return ""
		}
		only = name
	}
	return r.ifCited(only)
}

// ifCited returns a .bib file that nothing names if it has an entry that the text cites, or else "": a template's
// sample is not the paper's.
func (r *reader) ifCited(name string) string {
	src, err := r.Read(name)
	if err != nil {
		return ""
	}
	text := string(src)
	has := func(key string) bool { return key == biblio.AllEntries || strings.Contains(text, key+",") }
	if slices.ContainsFunc(r.p.Aux, has) || slices.ContainsFunc(r.p.Cites, func(c Cite) bool { return has(c.Key) }) {
		return name
	}
	return ""
}

func carriesEntries(part Part) bool {
	return strings.Contains(part.Masked, "\\bibitem") || strings.Contains(part.Masked, "\\begin{filecontents")
}

func (r *reader) output(stem string) {
	for _, ending := range []string{".pdf", ".bbl", ".aux", ".blg", ".bcf", ".log", ".out"} {
		name := stem + ending
		if !r.Has(name) {
			continue
		}
		r.p.Owned[name] = true
		switch ending {
		case ".bbl":
			r.p.Bbls = union(r.p.Bbls, []string{name})
		case ".aux":
			r.aux(name, 0)
		}
	}
}

// only returns the only file of a folder with an extension, or "" if there are none or several.
func (r *reader) only(dir, ending string) string {
	found := ""
	for _, name := range r.byDir[dir] {
		if strings.EqualFold(path.Ext(name), ending) {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

func (r *reader) aux(name string, depth int) {
	src, err := r.Read(name)
	if err != nil || depth > maxDepth || len(r.p.Aux) > maxCites {
		return
	}
	keys, files, bibs := readAux(string(src))
	r.p.Aux = append(r.p.Aux, keys...)
	if len(r.p.Parts) == 0 { // only the .aux file is available
		for _, bib := range bibs {
			r.bibliography(bib, path.Dir(name), path.Dir(name), nil, bibFiles)
		}
	}
	for _, file := range files {
		below, _ := r.find(file, []string{path.Dir(name), path.Dir(r.p.Main)}, []string{""})
		if below != "" && !r.p.Owned[below] {
			r.p.Owned[below] = true
			r.aux(below, depth+1)
		}
	}
}

// readAux reads an .aux file: the keys that the document cites, the .aux files
// of its parts, and its bibliographies.
func readAux(src string) (keys, parts, bibs []string) {
	for rest := src; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		line = strings.TrimSpace(line)
		for _, row := range []struct {
			command string
			list    *[]string
			skip    bool // an argument comes first
		}{{"\\citation{", &keys, false}, {"\\abx@aux@cite{", &keys, true}, {"\\@input{", &parts, false},
			{"\\bibdata{", &bibs, false}} {
			args, ok := strings.CutPrefix(line, row.command)
			if !ok {
				continue
			}
			first, more, _ := strings.Cut(args, "}")
			if row.skip && strings.HasPrefix(more, "{") {
				first, _, _ = strings.Cut(more[1:], "}")
			}
			for _, name := range strings.Split(first, ",") {
				if name = strings.TrimSpace(name); name != "" && len(*row.list) < maxCites {
					*row.list = append(*row.list, name)
				}
			}
		}
	}
	return keys, parts, bibs
}
