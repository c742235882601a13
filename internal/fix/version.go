package fix

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// versionWeights are the fields in which versions of a work differ, with their
// weight in choosing the version that a reference means: the judge's.
var versionWeights = []struct {
	field  biblio.Field
	weight float64
}{
	{biblio.FieldVenue, 2}, {biblio.FieldYear, 1}, {biblio.FieldDOI, 1.5}, {biblio.FieldArXiv, 0.5}, {biblio.FieldPages, 1},
	{biblio.FieldVolume, 1}, {biblio.FieldIssue, 0.5}, {biblio.FieldPublisher, 0.5}, {biblio.FieldLocation, 0.5},
	{biblio.FieldTitle, 4}, {biblio.FieldAuthors, 4}, // a namesake by other people is no version
}

// choose finds the record whose values are taken: of the strong records that
// describe the work, the one that contradicts the reference least, in the
// version preferred. false means that there is none.
func (p *planner) choose() bool {
	best := p.f.Verdict.Best
	if best < 0 {
		return false
	}
	chief := &p.f.Evidence.Candidates[best]
	bestCost := 0.0
	var costs []float64
	var group []*match.Candidate
	for i := range p.f.Evidence.Candidates {
		c := &p.f.Evidence.Candidates[i]
		if !p.mayCorrect(c) || c != chief && !sameWork(chief, c) {
			continue
		}
		cost := p.cost(c)
		group, costs = append(group, c), append(costs, cost)
		if p.base == nil || cost < bestCost {
			p.base, bestCost = c, cost
		}
	}
	for i, c := range group {
		switch {
		case c == p.base:
		case sameVersion(&p.base.Hit.Record, &c.Hit.Record):
			p.same = append(p.same, c)
		case costs[i] == bestCost:
			p.rival = append(p.rival, c)
		}
	}
	if p.base != nil {
		p.out.Work = p.base.Hit.Record.Work
	}
	return p.base != nil
}

// mayCorrect reports a record that is strong and complete enough to be copied.
func (p *planner) mayCorrect(c *match.Candidate) bool {
	r := &c.Hit.Record
	return c.Source.Strength == source.Strong && c.Comparison.SameWork >= match.SameWorkThreshold && !c.Suspicious &&
		r.Status != biblio.StatusRejected && r.Status != biblio.StatusWithdrawn &&
		r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0
}

func sameWork(a, b *match.Candidate) bool {
	return match.SameWork(&a.Hit.Record.Work, &b.Hit.Record.Work)
}

// cost is how much a record contradicts the reference in the fields that
// versions differ in, and how much it says otherwise than the verdict reports.
func (p *planner) cost(c *match.Candidate) float64 {
	cost := 0.0
	for _, vw := range versionWeights {
		switch f := c.Comparison.Of(vw.field); {
		case f.Agreement == match.Differs:
			cost += vw.weight
		case f.Agreement == match.Unrecorded:
			cost += 0.2 * vw.weight
		case f.Agreement == match.Variant && f.Kind == match.KindPreprint:
			cost += 0.5 * vw.weight
		}
	}
	for _, r := range p.f.Verdict.Reasons {
		if f := c.Comparison.Of(r.Field); isWrong(r) && r.Recorded != "" && f.Agreement == match.Differs && f.Recorded != r.Recorded && !r.Field.Identifier() {
			cost++ // not the record that the verdict speaks of
		}
	}
	if p.opt.Prefer == Published && isPreprint(&c.Hit.Record) || p.opt.Prefer == Preprint && !isPreprint(&c.Hit.Record) {
		cost += 100
	}
	return cost
}

// isPreprint reports a record that describes a preprint.
func isPreprint(r *biblio.Record) bool {
	if r.Container.Title != "" {
		name := fold.ParseContainer(r.Container.Title)
		return name.Head == fold.Preprints
	}
	return r.Type == biblio.Preprint
}

// sameVersion reports that two records of one work describe one version of it.
func sameVersion(a, b *biblio.Record) bool {
	x, y := a.ID(ident.DOI), b.ID(ident.DOI)
	if !x.IsZero() && !y.IsZero() {
		return x == y
	}
	n, m := fold.ParseContainer(a.Container.Title), fold.ParseContainer(b.Container.Title)
	return !n.IsZero() && !m.IsZero() && fold.CompareContainers(&n, &m) >= fold.SeriesOf && a.Issued.Year == b.Issued.Year
}
