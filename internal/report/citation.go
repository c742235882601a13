package report

import "github.com/bonafide-audit/bonafide/internal/biblio"

// Citation is a mark in the text that points to a reference.
type Citation struct {
	Place
	Mark    string `json:"mark,omitempty"`
	Context string `json:"context,omitempty"` // the sentence around the mark
}

// citationsMax bounds how many citations a row carries.
const citationsMax = 5

// CitationRow makes the row of a citation.
func CitationRow(c biblio.Citation) Citation { return Citation{place(c.Place), c.Mark, c.Context} }

// cite adds who cites a reference, and a notice when nobody does.
func (f *Finding) cite(ref *biblio.Reference) {
	f.Cited = len(ref.Citations)
	for _, c := range ref.Citations[:min(len(ref.Citations), citationsMax)] {
		f.Citations = append(f.Citations, CitationRow(c))
	}
	if ref.Uncited {
		f.Notices = append(f.Notices, Notice{Rule: "uncited", Message: "nothing in the text cites this entry"})
	}
}
