package fix

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// unchecked are the doubts for which nothing is added to an entry until a field is checked.
var unchecked = map[biblio.Field]judge.Doubt{biblio.FieldTitle: judge.TitleUnchecked,
	biblio.FieldAuthors: judge.NamesUnchecked}

// doubted returns why nothing that was asked for may be added to an entry: a record contradicts its title or its
// authors, and no correction follows: a completed entry would look checked. Corrected reports whether what is proved
// wrong in a field is corrected.
func (p *planner) doubted(corrected func(biblio.Field) bool) judge.Doubt {
	for _, r := range p.f.Verdict.Reasons {
		contested := r.Status == judge.Contested && !r.Doubt.OfEntry()
		if doubt := unchecked[r.Field]; doubt != "" && (contested || r.Status.Wrong() && !corrected(r.Field)) {
			return doubt
		}
	}
	return judge.NoDoubt
}

// found returns the record that the verdict is about.
func (p *planner) found() *match.Candidate { return &p.f.Evidence.Candidates[p.f.Verdict.Best] }

// nearest lists the real works that a suspected reference resembles most.
func nearest(f *audit.Finding) []Nearest {
	const most, least = 3, 30
	var list []Nearest
	var shown []*match.Candidate
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		r := &c.Hit.Record
		if len(list) == most || r.Title == "" || c.Comparison.TitleSimilarity < least || Shown(shown, c) {
			continue
		}
		shown = append(shown, c)
		list = append(list, Nearest{
			Title: r.FullTitle(), Authors: names(r.Authors()), Year: r.YearString(), Venue: r.Container.Title,
			DOI: r.ID("doi").Value, Source: c.Source.Name, Similarity: c.Comparison.TitleSimilarity,
		})
	}
	return list
}

// Shown reports whether a list already contains a record of the same version.
func Shown(list []*match.Candidate, c *match.Candidate) bool {
	return slices.ContainsFunc(list, func(have *match.Candidate) bool {
		return SameVersion(&have.Hit.Record, &c.Hit.Record) && match.SameWork(&have.Hit.Record.Work, &c.Hit.Record.Work)
	})
}
