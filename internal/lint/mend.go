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
	var chosen []int
	var edits []bibtex.Edit
	for i := range remarks {
		r := &remarks[i]
		if r.File != f.Name || len(r.Edits) == 0 || contradict(edits, r.Edits) {
			continue
		}
		edits, chosen = append(edits, r.Edits...), append(chosen, i)
	}
	kept := sift(chosen, func(list []int) bool {
		text, err := bibtex.Splice(src, editsOf(remarks, list))
		return err == nil && bibtex.ReadsAlike(f.Bib, bibtex.Parse(text))
	})
	m := Mending{Edits: editsOf(remarks, kept)}
	for i := range remarks {
		if slices.Contains(kept, i) {
			continue
		}
		m.Left = append(m.Left, remarks[i])
		if slices.Contains(chosen, i) {
			m.Refused = append(m.Refused, remarks[i])
		}
	}
	return m
}

// contradict reports edits of which one replaces what another one does.
func contradict(have, more []bibtex.Edit) bool {
	for _, a := range have {
		for _, b := range more {
			if a.Span.Start < b.Span.End && b.Span.Start < a.Span.End || a.Span == b.Span {
				return true
			}
		}
	}
	return false
}

func editsOf(remarks []Remark, list []int) []bibtex.Edit {
	var edits []bibtex.Edit
	for _, i := range list {
		edits = append(edits, remarks[i].Edits...)
	}
	return edits
}

// sift leaves out of a list what is not sound. It halves the list until it knows
// what that is, and leaves out all that is sound in halves but not together.
func sift(list []int, sound func([]int) bool) []int {
	switch {
	case len(list) == 0 || sound(list):
		return list
	case len(list) == 1:
		return nil
	}
	half := len(list) / 2
	kept := slices.Concat(sift(list[:half], sound), sift(list[half:], sound))
	if len(kept) > 0 && !sound(kept) {
		return nil
	}
	return kept
}
