package judge

import (
	"cmp"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// deliberation is the state of judging one reference.
type deliberation struct {
	ref         *biblio.Reference
	ev          Evidence
	venue       normalise.Container // the claimed container
	closedWorld bool                // a lookup says that its works are all there are

	records []judgedRecord // of the cited work, best first
	titled  bool           // a record has the claimed title and authors
	rival   int            // the first candidate that describes another work than the records, or -1 if there is none
	cited   int            // the version that the claim is judged against
	claim   *match.Claim   // see slipsOf

	state       []fieldState  // one per claimed field
	weights     *Weights      // of the evidence on differences
	nonexistent []ident.ID    // identifiers that do not exist
	cover       coverageState // what the silence of sources means
}

func newDeliberation(ref *biblio.Reference, ev Evidence) *deliberation {
	d := &deliberation{ref: ref, ev: ev, venue: normalise.ParseContainer(ref.Claimed.Container.Title), rival: -1,
		weights: cmp.Or(ev.Weights, ShippedWeights())}
	for _, l := range ev.Lookups {
		if answered(l) && l.Answer.Coverage.Extent == answer.World {
			d.closedWorld = true
		}
		if answered(l) {
			d.nonexistent = append(d.nonexistent, l.Answer.NoSuchID...)
		}
	}
	d.cover = coverage(ref, ev.Lookups)
	d.collectRecords()
	return d
}

func answered(l answer.Lookup) bool {
	return l.Outcome == answer.Found || l.Outcome == answer.NoMatch
}

// collectRecords selects the candidates that describe the work that the reference means: the best one and all that
// describe the same work.
func (d *deliberation) collectRecords() {
	d.titled = slices.ContainsFunc(d.ev.Candidates, func(c match.Candidate) bool {
		return c.Comparison.SameWork >= match.SameWorkThreshold && sameTitleAndAuthors(&c.Comparison)
	})
	best := d.best()
	if best >= 0 {
		d.records = append(d.records, d.newRecord(best))
	}
	for i := range d.ev.Candidates {
		c := &d.ev.Candidates[i]
		if i == best || !d.describes(c) {
			continue
		}
		if d.sameAsBest(best, i) {
			d.records = append(d.records, d.newRecord(i))
		} else if d.rival < 0 {
			d.rival = i
		}
	}
	if !slices.ContainsFunc(d.records, func(r judgedRecord) bool { return r.identity > otherWork }) {
		d.records = nil // what was found is another work
	}
	d.splitVersions()
}

// best returns the candidate that most likely describes the work, the first of equals, or -1 if there is none.
func (d *deliberation) best() int {
	best := -1
	for i := range d.ev.Candidates {
		same := d.ev.Candidates[i].Comparison.SameWork
		if d.describes(&d.ev.Candidates[i]) && (best < 0 || same > d.ev.Candidates[best].Comparison.SameWork+0.0005) {
			best = i
		}
	}
	return best
}

// describes reports whether a candidate may describe the cited work: judging by everything compared, or, under
// another title, by the identifier and the names, as for renamed papers.
func (d *deliberation) describes(c *match.Candidate) bool {
	return c.Comparison.SameWork >= match.SameWorkThreshold && !(d.titled && otherTitle(&c.Comparison)) || d.renamed(c)
}

// sameTitleAndAuthors reports whether a record has the claimed title and authors.
func sameTitleAndAuthors(c *match.Comparison) bool {
	return c.AgreesOn(biblio.FieldTitle) && c.AgreesOn(biblio.FieldAuthors)
}

// otherTitle reports whether a record, where another has the claimed title and authors, is of a different work by the
// same people, such as the next part of a series: the number in its title differs, little of the title is shared, or
// the authors differ too.
func otherTitle(c *match.Comparison) bool {
	title := c.Of(biblio.FieldTitle)
	return title.Agreement == match.Differs &&
		(title.Kind == match.KindNumber || c.TitleSimilarity < otherTitleSimilarity || !c.AgreesOn(biblio.FieldAuthors))
}

// otherTitleSimilarity is the title similarity, in percent, below which titles are of two works if a record has the
// claimed one.
const otherTitleSimilarity = 80 // case: TestOtherTitle; kaneko2020blur (sensors_uwsbel)

// renamed reports whether a record has an identifier that the reference states and the authors of the reference,
// whatever its title.
func (d *deliberation) renamed(c *match.Candidate) bool {
	return d.sharesIdentifier(c) && shareOfNames(c.Comparison.Of(biblio.FieldAuthors)) >= someNames && !d.numberedApart(c)
}

// numberedApart reports whether arXiv has the claimed work under another number than record c, which is then of
// another work by the same people.
func (d *deliberation) numberedApart(c *match.Candidate) bool {
	id := c.Hit.Record.ID(ident.ArXiv)
	if !d.titled || id.IsZero() || !otherTitle(&c.Comparison) || c.Comparison.TitleSimilarity >= sameTitleFrom {
		return false
	}
	return slices.ContainsFunc(d.ev.Candidates, func(o match.Candidate) bool {
		other := o.Hit.Record.ID(ident.ArXiv)
		return o.Origin.Kind > biblio.PersonalList && !other.IsZero() && other != id && sameTitleAndAuthors(&o.Comparison)
	})
}

// sharedAuthors is the share of authors below which two records with one title describe two works: "Deep learning" is
// a paper and a book.
const sharedAuthors = 0.5 // case: TestOwnPageOnly; nguyen2016ms (nlp_cestwc)

// sameAsBest reports whether two candidates describe one work: their titles are similar and they share authors, or
// the claim's title and authors agree with both.
func (d *deliberation) sameAsBest(best, i int) bool {
	a, b := &d.ev.Candidates[best], &d.ev.Candidates[i]
	if sameTitleAndAuthors(&a.Comparison) && sameTitleAndAuthors(&b.Comparison) {
		return true
	}
	c := match.Compare(&a.Hit.Record.Work, &b.Hit.Record.Work)
	if f := c.Of(biblio.FieldAuthors); f.Agreement == match.Differs && f.Score < sharedAuthors {
		return false
	}
	return c.SameWork >= match.SameWorkThreshold
}

// noSuch reports whether a registry, or the closed world, says that an identifier does not exist, and no record has it.
func (d *deliberation) noSuch(id ident.ID) bool {
	return slices.Contains(d.nonexistent, id) && !slices.ContainsFunc(d.ev.Candidates, func(c match.Candidate) bool {
		return match.Names(&c.Hit.Record, id)
	})
}
