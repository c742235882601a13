package fields

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Among returns a function that looks in an index for works from which an entry took values: those with its
// identifiers, those with its title, and those that match its names and place.
func Among(ix *index.Index) Others {
	return func(c *Claim, truth []biblio.Work) []biblio.Work {
		var hits []index.Hit
		for _, id := range c.Work.IDs {
			if id.Scheme == ident.DOI || id.Scheme == ident.ArXiv {
				found, _ := ix.ByID(id) // a damaged part of the index knows no other works
				hits = append(hits, found...)
			}
		}
		found, _ := ix.ByTitle(c.Work.FullTitle())
		hits = append(hits, found...)
		found, _ = ix.ByRaw(printed(&c.Work), 5)
		hits = append(hits, found...)
		var list []biblio.Work
		for _, h := range hits {
			r, err := ix.Record(h.N)
			if err == nil && !anyOf(truth, func(w *biblio.Work) bool { return sameWork(w, &r.Work) }) {
				list = append(list, r.Work)
			}
		}
		return list
	}
}

// Versions returns the works of an index that are versions of a work: those with one of its identifiers, and
// those with its title that share an author.
func Versions(ix *index.Index, w *biblio.Work) []biblio.Work {
	var hits []index.Hit
	for _, id := range w.IDs {
		found, _ := ix.ByID(id)
		hits = append(hits, found...)
	}
	found, _ := ix.ByTitle(w.FullTitle())
	hits = append(hits, found...)
	var list []biblio.Work
	for _, h := range hits {
		if r, err := ix.Record(h.N); err == nil && sameWork(w, &r.Work) && r.Status == biblio.StatusNormal {
			list = append(list, r.Work)
		}
	}
	return list
}

func sameWork(a, b *biblio.Work) bool {
	return normalise.Title(a.FullTitle()) == normalise.Title(b.FullTitle()) &&
		normalise.Jaccard(families(a), families(b)) > 0
}

// printed returns the names and the place of a work as in a reference.
func printed(w *biblio.Work) string {
	var names []string
	for _, c := range w.Authors() {
		names = append(names, c.String())
	}
	return strings.Join(names, ", ") + ". " + w.Container.Title + " " + w.Volume + ", " + w.Pages + " (" +
		w.YearString() + ")."
}
