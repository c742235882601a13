package cite

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// Found is a record of a corpus with how like it is to what was asked.
type Found struct {
	Score   float64     `json:"score"`
	Source  string      `json:"source"`
	LocalID string      `json:"local_id,omitempty"`
	Fields  biblio.Flat `json:"fields"`
}

// Find looks a query up in corpora as an identifier, else as a title, else as a
// similar title, of which it lists so many, else as a whole reference.
func Find(ix *index.Index, query string, limit int) ([]Found, error) {
	var hits []index.Hit
	var err error
	if id, ok := ident.Parse(query); ok {
		hits, err = ix.ByID(id)
	} else if hits, err = ix.ByTitle(query); err == nil && len(hits) == 0 {
		hits, err = ix.Similar(&biblio.Work{Title: query}, limit)
		if err == nil && len(hits) == 0 {
			hits, err = ix.ByRaw(query, limit)
		}
	}
	if err != nil {
		return nil, err
	}
	var found []Found
	for _, h := range hits {
		r, err := ix.Record(h.N)
		if err != nil {
			return nil, err
		}
		found = append(found, Found{h.Score, r.Source, r.LocalID, r.Flat()})
	}
	return found, nil
}
