package offline

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// byID adds the records that an identifier led to. An ISBN that many works
// share is that of their container: only the container itself and works
// with the claimed title are then found by it, and the others, which the claim
// does not mean, take no room from what is found by title.
func (a *answer) byID(id ident.ID, hits []index.Hit, claim *biblio.Work) error {
	whole := id.Scheme == ident.ISBN && len(hits) > maxSharing
	for _, h := range hits {
		if whole {
			r, err := a.record(h.N)
			if err != nil {
				return err
			}
			if !container(r.Type) && r.FullTitle() != claim.FullTitle() {
				continue
			}
		}
		a.addVersions(h.N, source.ByIdentifier, id)
	}
	return nil
}

// container reports kinds of works that hold others.
func container(t biblio.Type) bool {
	return t == biblio.Book || t == biblio.Proceedings
}
