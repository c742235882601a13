package answer

import (
	"context"
	"sync/atomic"
)

// Allowance counts and bounds the requests that leave the machine for one piece of work, a reference or a document.
type Allowance struct {
	limit int64 // 0 means no limit
	spent atomic.Int64
}

// NewAllowance allows at most limit requests; 0 means that it only counts.
func NewAllowance(limit int) *Allowance { return &Allowance{limit: int64(limit)} }

// Spend takes one request and reports whether one was left.
func (b *Allowance) Spend() bool {
	n := b.spent.Add(1)
	if b.limit > 0 && n > b.limit {
		b.spent.Add(-1)
		return false
	}
	return true
}

// Spent returns the number of requests made so far.
func (b *Allowance) Spent() int { return int(b.spent.Load()) }

type allowanceKey struct{}

// WithAllowance makes requests under the context count against b.
func WithAllowance(ctx context.Context, b *Allowance) context.Context {
	return context.WithValue(ctx, allowanceKey{}, b)
}

// AllowanceOf returns the allowance of a context, or nil if it has none.
func AllowanceOf(ctx context.Context) *Allowance {
	b, _ := ctx.Value(allowanceKey{}).(*Allowance)
	return b
}
