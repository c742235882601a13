package lint

import (
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// SameWorks gives the pairs of references, the later one first, of which rule
// "duplicate" says that they are of one work, and those that share their key too.
// Nothing of them need be looked up.
func SameWorks(refs []biblio.Reference) [][2]int {
	file := File{Findings: make([]audit.Finding, len(refs))}
	number := map[*biblio.Reference]int{}
	for i := range refs {
		file.Findings[i].Reference = refs[i]
		number[&file.Findings[i].Reference] = i
	}
	var pairs [][2]int
	l := &linter{opt: Options{Only: []string{"duplicate"}}}
	l.pair = func(ref, first *biblio.Reference) {
		if !versions(&ref.Claimed, &first.Claimed) {
			pairs = append(pairs, [2]int{number[ref], number[first]})
		}
	}
	l.works([]File{file})
	return pairs
}
