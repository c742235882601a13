package generate

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
)

// InCorpus looks works up in an index: by the identifier that a query is or has
// in it, else by its title.
func InCorpus(ix *index.Index) Lookup {
	return func(_ context.Context, query string) Found {
		for _, f := range ident.Find(query) {
			if hits, err := ix.ByID(f.ID); err == nil && len(hits) > 0 {
				return foundAt(ix, hits[0].N)
			}
		}
		if id, ok := ident.Parse(query); ok {
			if hits, err := ix.ByID(id); err == nil && len(hits) > 0 {
				return foundAt(ix, hits[0].N)
			}
			return Found{}
		}
		hits, err := ix.Similar(&biblio.Work{Title: query}, 5)
		if err != nil || len(hits) == 0 {
			return Found{}
		}
		return foundAt(ix, hits[0].N)
	}
}

func foundAt(ix *index.Index, n int) Found {
	r, err := ix.Record(n)
	if err != nil {
		return Found{}
	}
	flat := corrupt.Claim(&r)
	return Found{BibTeX: corrupt.BibTeX(&flat, "found"), Title: r.FullTitle(), OK: true}
}
