package source

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Query is what a source is asked about one reference: everything claimed. Claimed fields affect the ranking;
// none of them filters.
type Query struct {
	IDs     []ident.ID // to be resolved exactly
	Proven  []ident.ID // DOIs that other services have for the work, which is verified: for sources with Notices
	Claimed biblio.Work
	Raw     string // the whole reference string, for sources that can use it
	Printed bool   // Raw is printed text, from which Claimed was parsed
	Limit   int    // most records wanted by similarity; 0 means the source's default
}

// Connector queries one source. No records and a nil error mean searched, not there; answer.ErrNotAsked means
// that this source cannot be asked with this query; a *answer.Failure means that it did not answer. Only the
// first says anything about the work, and only within the coverage that the answer states. A connector
// translates; it never judges. It is safe for concurrent use.
type Connector interface {
	Info() answer.Info
	Lookup(ctx context.Context, q Query) (answer.Answer, error)
}
