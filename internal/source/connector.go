package source

import "context"

// Connector asks one source. No records and a nil error mean searched, not
// there; ErrNotAsked means that this source cannot be asked with this query; a
// *Failure means that it did not answer. Only the first says anything about
// the work, and only within the coverage that the answer states. A connector
// translates; it never judges. It is safe for concurrent use.
type Connector interface {
	Info() Info
	Lookup(ctx context.Context, q Query) (Answer, error)
}
