package lint

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// Mending is what can be mended of one file.
type Mending struct {
	Edits   []bibtex.Edit
	Left    []Remark // what stays, the remarks on other files included
	Refused []Remark // those of Left after whose edits the file would not be read as before
}

// Mend chooses the remarks on one file, of which src is the text, whose edits do
// not contradict each other and leave the file readable as before.
func Mend(remarks []Remark, f *File, src string) Mending {
	var m Mending
	groups := make([][]bibtex.Edit, len(remarks)) // of the remarks that are chosen
	var edits []bibtex.Edit
	for i := range remarks {
		r := &remarks[i]
		if r.File == f.Name && !contradict(edits, r.Edits) {
			groups[i] = r.Edits
			edits = append(edits, r.Edits...)
		}
	}
	kept := bibtex.Sift(src, groups, func(text []byte) bool { return bibtex.ReadsAlike(f.Bib, bibtex.Parse(text)) })
	for i, edits := range groups {
		if kept[i] && len(edits) > 0 {
			m.Edits = append(m.Edits, edits...)
			continue
		}
		m.Left = append(m.Left, remarks[i])
		if len(edits) > 0 {
			m.Refused = append(m.Refused, remarks[i])
		}
	}
	return m
}

// contradict reports edits of which one replaces what another one does, or says
// something else of the same place.
func contradict(have, more []bibtex.Edit) bool {
	return bibtex.Overlap(have, more) || slices.ContainsFunc(more, func(b bibtex.Edit) bool {
		return slices.ContainsFunc(have, func(a bibtex.Edit) bool { return a.Span == b.Span })
	})
}
