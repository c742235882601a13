package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// deliberation is the state of judging one reference.
type deliberation struct {
	ref   *biblio.Reference
	ev    Evidence
	venue fold.Container // the claimed one
	group []int          // candidates that describe the work, best first
	rival int            // a candidate that describes another work as well as the best does, -1 for none
	world bool           // a lookup says that its works are all there are
	part  []int          // for each of group: its version
	chief int            // the version that the claim is judged against
	state []fieldState   // one per claimed field
	gone  []ident.ID     // identifiers that do not exist
	cover coverageState  // what the silence of sources means
}

func newDeliberation(ref *biblio.Reference, ev Evidence) *deliberation {
	d := &deliberation{ref: ref, ev: ev, venue: fold.ParseContainer(ref.Claimed.Container.Title), rival: -1}
	for _, l := range ev.Lookups {
		if answered(l) && l.Answer.Coverage.Extent == source.World {
			d.world = true
		}
		if answered(l) {
			d.gone = append(d.gone, l.Answer.NoSuchID...)
		}
	}
	d.cover = coverage(ref, ev.Lookups)
	d.gather()
	return d
}

func answered(l source.Lookup) bool {
	return l.Outcome == source.Found || l.Outcome == source.NoMatch
}

// gather collects the candidates that describe the work the reference means:
// the best one and all that describe the same work as it does.
func (d *deliberation) gather() {
	best := d.best()
	if best >= 0 {
		d.group = append(d.group, best)
	}
	for i := range d.ev.Candidates {
		c := &d.ev.Candidates[i]
		if i == best || c.Comparison.SameWork < match.SameWorkThreshold {
			continue
		}
		if d.sameAsBest(best, i) {
			d.group = append(d.group, i)
		} else if d.rival < 0 {
			d.rival = i
		}
	}
	d.split()
}

// best gives the candidate that describes the work most likely, the first of
// equals, -1 when none does.
func (d *deliberation) best() int {
	best := -1
	for i := range d.ev.Candidates {
		same := d.ev.Candidates[i].Comparison.SameWork
		if same >= match.SameWorkThreshold && (best < 0 || same > d.ev.Candidates[best].Comparison.SameWork+0.0005) {
			best = i
		}
	}
	return best
}

// sharedAuthors is the share of authors below which two records of one title
// describe two works: "Deep learning" is a paper and a book.
const sharedAuthors = 0.5

// sameAsBest reports that two candidates describe one work: their titles are
// alike and they share authors, or the claim's title and authors agree with
// both.
func (d *deliberation) sameAsBest(best, i int) bool {
	a, b := &d.ev.Candidates[best], &d.ev.Candidates[i]
	if agreesOn(a, biblio.FieldTitle) && agreesOn(b, biblio.FieldTitle) && agreesOn(a, biblio.FieldAuthors) && agreesOn(b, biblio.FieldAuthors) {
		return true
	}
	c := match.Compare(&a.Hit.Record.Work, &b.Hit.Record.Work)
	if f := c.Of(biblio.FieldAuthors); f.Agreement == match.Differs && f.Score < sharedAuthors {
		return false
	}
	return c.SameWork >= match.SameWorkThreshold
}

func agreesOn(c *match.Candidate, field biblio.Field) bool {
	return c.Comparison.Of(field).Agreed()
}

// candidate gives the n-th member of the group.
func (d *deliberation) candidate(n int) *match.Candidate { return &d.ev.Candidates[d.group[n]] }

// holder finds a candidate outside the group that has an identifier: the
// other work that it belongs to.
func (d *deliberation) holder(id ident.ID) int {
	in := map[int]bool{}
	for _, i := range d.group {
		in[i] = true
	}
	for i := range d.ev.Candidates {
		c := &d.ev.Candidates[i]
		if !in[i] && c.Source.Strength > source.ConfirmOnly && c.Hit.Record.Title != "" && match.Names(&c.Hit.Record, id) {
			return i
		}
	}
	return -1
}

// exists reports that some record found has the identifier.
func (d *deliberation) exists(id ident.ID) bool {
	for i := range d.ev.Candidates {
		if match.Names(&d.ev.Candidates[i].Hit.Record, id) {
			return true
		}
	}
	return false
}

// noSuch reports that a registry, or the closed world, says that an identifier
// does not exist, and that no record has it.
func (d *deliberation) noSuch(id ident.ID) bool {
	if d.exists(id) {
		return false
	}
	for _, g := range d.gone {
		if g == id {
			return true
		}
	}
	return false
}
