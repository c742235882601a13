package extract

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/archive"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
)

// givenFolder names the folder that files make which were handed in together.
const givenFolder = "the files given"

// folder gives the files that were handed in as one folder, where they make one: names
// have folders, or a paper in LaTeX or Markdown names another file of them. Else it is
// nil, and each file stands for itself.
func (p *planner) folder() *archive.Tree {
	if !p.src.Together || len(p.src.Bytes) < 2 {
		return nil
	}
	tree := archive.Given(p.src.Bytes, archive.Limits{FileBytes: p.src.limit()})
	if slices.ContainsFunc(p.src.Names, func(name string) bool { return strings.Contains(name, "/") }) {
		return tree
	}
	for _, paper := range project.Find(tree) {
		for file := range paper.Owned {
			if !slices.Contains(paper.Mains, file) {
				return tree
			}
		}
	}
	if len(namedInMarkdown(tree, map[string]bool{})) > 0 {
		return tree
	}
	return nil
}

// Takes reports whether a file of a folder is looked at, by its name: it is not
// hidden, no picture or the like, and lies within the folder.
func Takes(name string) bool { return archive.Takes(name) }
