package fix

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// contradiction is the cost of contradicting a reference in a field: the judge's weights for choosing a
// version, and more for a work of the same title by other people, which is not a version.
var contradiction = slices.Concat(judge.VersionFields,
	[]judge.FieldWeight{{Field: biblio.FieldTitle, Weight: 4}, {Field: biblio.FieldAuthors, Weight: 4}})

// otherKindCost only decides between versions that fit equally well; costs that differ by at most alike count as equal.
const (
	otherKindCost = 0.3
	alike         = 0.1
	oneTitle      = 90.0 // the similarity of two spellings of one title
)

// choose selects the version whose values are used (the one that the reference was judged against, unless another is
// preferred) and in it the record that contradicts the reference least. It returns false if no record may be copied.
func (p *planner) choose() bool {
	p.preprint = match.CitesPreprint(&p.f.Reference.Claimed)
	for _, version := range p.preferred() {
		list, cost := p.copied(version)
		switch {
		case len(list) == 0:
		case p.base == nil, p.prefer() == AsCited && cost < p.baseCost && p.otherKind(p.base) && !p.otherKind(list[0]):
			p.version, p.base, p.baseCost = list, list[0], cost
		}
		if p.prefer() == AsCited && (p.base == nil || !p.otherKind(p.base)) {
			break
		}
	}
	if p.base == nil {
		return false
	}
	p.version = p.ofOneWork()
	p.findRivals()
	p.out.Work = p.canonical()
	return true
}

// copied returns the records of a version that may be copied, the one that contradicts the reference least
// first, and its cost.
func (p *planner) copied(version []int) (list []*match.Candidate, cost float64) {
	for _, i := range version {
		c := &p.f.Evidence.Candidates[i]
		if !judge.Copied(c) {
			continue
		}
		list = append(list, c)
		if now := p.cost(c); len(list) == 1 || now < cost {
			cost = now
			list[0], list[len(list)-1] = c, list[0]
		}
	}
	return list, cost
}

// ofOneWork returns the chosen record and those of its version that surely describe
// the same work: by their DOI, or by the same title and authors.
func (p *planner) ofOneWork() []*match.Candidate {
	base := &p.base.Hit.Record
	list := []*match.Candidate{p.base}
	for _, c := range p.version {
		r := &c.Hit.Record
		doi := r.ID(ident.DOI)
		switch {
		case c == p.base:
		case !doi.IsZero() && doi == base.ID(ident.DOI),
			sameTitle(p.base, c) && match.Compare(&base.Work, &r.Work).Of(biblio.FieldAuthors).Agreement != match.Differs:
			list = append(list, c)
		}
	}
	return list
}

// otherKind reports whether a record is a preprint's while the reference cites a publication, or vice versa.
func (p *planner) otherKind(c *match.Candidate) bool {
	return p.f.Reference.Claimed.Container.Title != "" && p.preprint != match.IsPreprint(&c.Hit.Record)
}

func (p *planner) prefer() Prefer { return cmp.Or(p.opt.Prefer, AsCited) }

// preferred returns the versions of the work in order of preference.
func (p *planner) preferred() [][]int {
	versions := p.f.Verdict.Versions
	if p.prefer() == AsCited {
		return versions
	}
	var first, rest [][]int
	for _, v := range versions {
		if len(v) > 0 && match.IsPreprint(&p.f.Evidence.Candidates[v[0]].Hit.Record) == (p.opt.Prefer == Preprint) {
			first = append(first, v)
		} else {
			rest = append(rest, v)
		}
	}
	return append(first, rest...)
}

// findRivals collects the records of other versions that fit the reference as well as the chosen one does.
func (p *planner) findRivals() {
	for _, version := range p.f.Verdict.Versions {
		for _, i := range version {
			c := &p.f.Evidence.Candidates[i]
			if !judge.Copied(c) || slices.Contains(p.version, c) {
				continue
			}
			p.others++
			if p.prefer() == AsCited && p.cost(c) <= p.baseCost+alike && !SameVersion(&p.base.Hit.Record, &c.Hit.Record) {
				p.rival = append(p.rival, c)
			}
		}
	}
}

// cost is how much a record contradicts the reference in the fields in which versions differ, and how far it
// deviates from what the verdict reports.
func (p *planner) cost(c *match.Candidate) float64 {
	cost := 0.0
	for _, vw := range contradiction {
		switch f := c.Comparison.Of(vw.Field); {
		case f.Agreement == match.Differs:
			cost += vw.Weight
		case f.Agreement == match.Unrecorded:
			cost += 0.2 * vw.Weight
		case f.Agreement == match.Variant && f.Kind == match.KindPreprint:
			cost += 0.5 * vw.Weight
		}
	}
	for _, r := range p.f.Verdict.Reasons {
		f := c.Comparison.Of(r.Field)
		if !r.Status.Wrong() || r.Recorded == "" || f.Agreement != match.Differs || f.Recorded == r.Recorded ||
			r.Field.Identifier() {
			continue
		}
		if r.Field != biblio.FieldTitle ||
			normalise.Similarity(normalise.Title(f.Recorded), normalise.Title(r.Recorded)) < oneTitle {
			cost++ // not the record that the verdict is about
		}
	}
	if p.otherKind(c) {
		cost += otherKindCost
	}
	cost += (100 - c.Comparison.TitleSimilarity) / 1000 // of records that contradict equally, prefer the closer title
	if strings.ContainsRune(c.Hit.Record.Title, '\\') { // a title that its source did not parse
		cost += alike / 2
	}
	return cost
}

// SameVersion reports whether two records of one work describe one version of it.
func SameVersion(a, b *biblio.Record) bool {
	x, y := a.ID(ident.DOI), b.ID(ident.DOI)
	if !x.IsZero() && !y.IsZero() {
		return x == y
	}
	n, m := normalise.ParseContainer(a.Container.Title), normalise.ParseContainer(b.Container.Title)
	return !n.IsZero() && !m.IsZero() && normalise.CompareContainers(&n, &m) >= normalise.SeriesOf &&
		a.Issued.Year == b.Issued.Year
}
