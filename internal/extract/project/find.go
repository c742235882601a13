package project

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Paper is a project in a tree: its main files, beginning with the one that it is named after, and every file that
// belongs to it.
type Paper struct {
	Mains []string
	Owned map[string]bool
}

// Find returns the papers in LaTeX in a tree of files, in the order of their names. Main files of one folder that
// share bibliographies or parts are one paper, named after the one that looks most like the paper itself; so are
// those without a bibliography of their own.
func Find(files Files) []Paper {
	t := treeOf(files)
	mains := notIncluded(lists.Map(t.mainFiles(), t.outline))
	byDir := map[string][]*outline{}
	var dirs []string
	for _, o := range mains {
		dir := path.Dir(o.main)
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], o)
	}
	out := slices.Concat(lists.Map(dirs, func(dir string) []Paper { return papers(byDir[dir]) })...)
	slices.SortFunc(out, func(a, b Paper) int { return strings.Compare(a.Mains[0], b.Mains[0]) })
	return out
}

// outline is what grouping needs to know about a document, without its text.
type outline struct {
	main          string
	parts         []string
	owned         map[string]bool
	lists         int  // number of bibliographies it names
	selfContained bool // it contains its entries itself
	score         int
}

func (t *tree) outline(main string) *outline {
	p := t.load(main)
	o := &outline{main: main, owned: p.Owned, lists: len(p.Bibs) + len(p.Bbls), score: likeness(p)}
	for _, part := range p.Parts {
		o.parts = append(o.parts, part.Name)
		if len(p.Bibs) == 0 && carriesEntries(part) {
			o.selfContained = true
		}
	}
	return o
}

func (t *tree) mainFiles() []string {
	var mains []string
	looked := 0
	names := t.Names()
	for _, name := range names {
		ext := strings.ToLower(path.Ext(name))
		if ext != ".tex" && ext != ".ltx" && ext != ".latex" && len(names) > 1 || looked >= maxFiles {
			continue
		}
		looked++
		src, err := t.Read(name)
		if err != nil || len(src) > biblio.MaxProject {
			continue
		}
		text, _ := reading.ToUTF8(src)
		if IsMain(string(text)) {
			mains = append(mains, name)
		}
	}
	return mains
}

// IsMain reports whether a source is a whole document.
func IsMain(src string) bool {
	src = latex.Mask(src)
	class := strings.Index(src, "\\documentclass")
	if class < 0 {
		class = strings.Index(src, "\\documentstyle")
	}
	if class < 0 || !strings.Contains(src, "\\begin{document}") {
		return false
	}
	name, _, _ := strings.Cut(src[class:min(len(src), class+400)], "}")
	_, name, _ = strings.Cut(name, "{")
	return strings.TrimSpace(name) != "standalone" && strings.TrimSpace(name) != "subfiles"
}

func notIncluded(mains []*outline) []*outline {
	part := map[string]bool{}
	for _, o := range mains {
		for _, of := range o.parts {
			if of != o.main && !part[o.main] {
				part[of] = true
			}
		}
	}
	return slices.DeleteFunc(mains, func(o *outline) bool { return part[o.main] })
}

func papers(same []*outline) []Paper {
	slices.SortStableFunc(same, func(a, b *outline) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.main, b.main))
	})
	var out []Paper
	for _, o := range same {
		at := slices.IndexFunc(out, func(p Paper) bool {
			return !o.selfContained && (o.lists == 0 || o.shares(p.Owned))
		})
		if at < 0 {
			out = append(out, Paper{[]string{o.main}, o.owned})
			continue
		}
		out[at].Mains = append(out[at].Mains, o.main)
		maps.Copy(out[at].Owned, o.owned)
	}
	return out
}

// shares reports whether a document has a bibliography or a part in common with
// others.
func (o *outline) shares(owned map[string]bool) bool {
	for name := range o.owned {
		if owned[name] {
			return true
		}
	}
	return false
}

// mainNames are usual names of the paper itself, most certain first.
var mainNames = []string{"main", "paper", "ms", "article", "manuscript", "root", "arxiv"}

// likeness returns how much a main file looks like the paper itself rather than its supplement, its answer to
// reviewers, or a template.
func likeness(p *Project) int {
	stem := strings.ToLower(strings.TrimSuffix(path.Base(p.Main), path.Ext(p.Main)))
	score := min(len(p.Cites), 500)
	if at := slices.Index(mainNames, stem); at >= 0 {
		score += 1000 - 10*at
	}
	if slices.ContainsFunc(p.Bbls, func(name string) bool {
		return strings.TrimSuffix(name, ".bbl") == strings.TrimSuffix(p.Main, path.Ext(p.Main))
	}) {
		score += 500
	}
	for _, word := range []string{"supp", "appendix", "rebuttal", "response", "template", "sample", "cover",
		"poster", "slides"} {
		if strings.Contains(stem, word) {
			score -= 2000
		}
	}
	return score
}
