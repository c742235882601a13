package fix

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// undecided maps the outcomes that prove nothing wrong and identify no work to the reason why nothing is
// corrected.
var undecided = map[judge.Outcome]string{
	judge.NotFound:     "no such work was found: nothing to correct it from",
	judge.Ambiguous:    "several works fit: the reference does not say which",
	judge.Inconclusive: "not decided: nothing is proved wrong",
}

// suspect returns why nothing in a reference is changed, "" if it is a real work's: the doubt whether it may be another
// work or none, if there is one, and a sentence.
func (p *planner) suspect() (doubt judge.Doubt, why string) {
	v := &p.f.Verdict
	switch why := undecided[v.Outcome]; {
	case why != "" || v.Outcome != judge.Discrepant && v.Outcome != judge.Doubtful:
		return judge.NoDoubt, why
	case v.Best < 0:
		return judge.NoDoubt, "no work was found: nothing to correct it from"
	}
	doubt = judge.OfOtherWork(&p.f.Reference, p.found(), v.Reasons, p.opt.TrustIDs)
	return doubt, doubt.Sentence()
}

// doubted returns why nothing that was asked for may be added to an entry: a record contradicts its title or its
// authors, and no correction follows: a completed entry would look checked. It is "" for any other. Corrected reports
// whether what is proved wrong in a field is corrected.
func (p *planner) doubted(corrected func(biblio.Field) bool) string {
	for _, r := range p.f.Verdict.Reasons {
		named := r.Field == biblio.FieldTitle || r.Field == biblio.FieldAuthors
		contested := r.Status == judge.Contested && !r.Doubt.OfEntry()
		if named && (contested || r.Status.Wrong() && !corrected(r.Field)) {
			return "a record has other " + map[biblio.Field]string{biblio.FieldTitle: "words in the title",
				biblio.FieldAuthors: "authors"}[r.Field] + ": nothing is added until you have checked them"
		}
	}
	return ""
}

// found returns the record that the verdict is about.
func (p *planner) found() *match.Candidate { return &p.f.Evidence.Candidates[p.f.Verdict.Best] }

// identified reports whether the best record has an identifier of the reference.
func (p *planner) identified() bool { return p.found().Comparison.SharesIdentifier() }

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
