package audit

import (
	"context"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Budget bounds what one reference may cost in online sources; zero means no bound. References that share requests
// share the bounds: n references together may take n times the time and make n times the requests. Which sources a
// reference may ask is decided beforehand, in the order of the sources, as if it asked alone, so that it depends only
// on the reference: each source that can be asked about it counts as one request.
type Budget struct {
	Requests int
	Time     time.Duration
}

// bound returns the context with which n references ask.
func (b Budget) bound(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	if b.Requests > 0 {
		ctx = answer.WithAllowance(ctx, answer.NewAllowance(b.Requests*n))
	}
	if b.Time > 0 {
		return context.WithTimeout(ctx, b.Time*time.Duration(n))
	}
	return ctx, func() {}
}

// share returns, for every source of a stage, which references may ask it.
func (b Budget) share(stage []source.Connector, open []*inquiry) [][]bool {
	may := make([][]bool, len(stage))
	for n := range stage {
		may[n] = make([]bool, len(open))
	}
	for i, in := range open {
		left := b.Requests - in.spent
		for n, c := range stage {
			switch info := c.Info(); {
			case b.Requests <= 0 || !info.Online || !askable(&info, &in.query):
				may[n][i] = true
			case left > 0:
				left--
				may[n][i] = true
			}
		}
	}
	return may
}

// askable reports whether a source could be asked with a query at all.
func askable(info *answer.Info, q *source.Query) bool {
	return info.Titles && q.Claimed.Title != "" || info.Raw && q.Raw != "" ||
		slices.ContainsFunc(q.IDs, func(id ident.ID) bool { return slices.Contains(info.Schemes, id.Scheme) })
}

// cost returns how much a lookup takes from the budget of its reference.
func cost(info answer.Info, l answer.Lookup) int {
	if !info.Online || l.Outcome == answer.NotAsked || l.Failure != nil && l.Failure.Kind == answer.Budget {
		return 0
	}
	return 1
}
