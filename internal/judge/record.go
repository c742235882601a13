package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// judgedRecord is a record of the cited work, with what is worked out of it once.
type judgedRecord struct {
	*match.Candidate
	at        int // index into Evidence.Candidates
	identity  identity
	version   int            // everyVersion when it does not say which
	container fold.Container // where it says the work appeared
	preprint  bool           // it describes a preprint
	linked    bool           // it states an identifier that the reference states too
	slips     *[]match.Slip  // nil until asked for
}

func (d *deliberation) newRecord(at int) judgedRecord {
	c := &d.ev.Candidates[at]
	r := judgedRecord{Candidate: c, at: at, container: fold.ParseContainer(containerOf(&c.Hit.Record)), linked: d.sharesIdentifier(c)}
	r.identity = d.identify(c, r.linked)
	r.preprint = c.Origin.Kind == biblio.PreprintServer || preprintRecord(&c.Hit.Record, &r.container)
	return r
}

// ownPage reports a record that is the page or file whose address the reference
// itself states: whoever wrote the reference may have written that too.
func (r *judgedRecord) ownPage() bool { return r.Hit.How == source.ByURL }

// slipsOf gives the places in which the claim and a record differ by a letter or two.
func (d *deliberation) slipsOf(r *judgedRecord) []match.Slip {
	if r.slips == nil {
		if d.claim == nil {
			d.claim = match.NewClaim(&d.ref.Claimed)
		}
		list := d.claim.Slips(&r.Hit.Record.Work)
		r.slips = &list
	}
	return *r.slips
}

// containerOf gives the container of a record; a record with nothing but an
// arXiv identifier is in arXiv.
func containerOf(r *biblio.Record) string {
	switch {
	case r.Container.Title != "":
		return r.Container.Title
	case r.Container.Short != "":
		return r.Container.Short
	case preprintByID(r):
		return "arXiv"
	}
	return ""
}

// preprintRecord reports a record that describes a preprint, by its container or,
// where it names none, by its type and identifiers.
func preprintRecord(r *biblio.Record, container *fold.Container) bool {
	if r.Container.Title != "" {
		return container.Head == fold.Preprints
	}
	return preprintByID(r)
}

func preprintByID(r *biblio.Record) bool {
	doi := r.ID(ident.DOI)
	return r.Type == biblio.Preprint || !r.ID(ident.ArXiv).IsZero() && (doi.IsZero() || !match.AliasOf(doi).IsZero())
}
