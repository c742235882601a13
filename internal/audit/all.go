package audit

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// together is how many references share batches. It bounds what a run holds in
// memory, and how long the first row waits.
const together = 128

// All audits the references of a run and hands each finding to emit in the order
// of the references. It stops at the first error of emit and when ctx is done.
func (a *Auditor) All(ctx context.Context, refs []biblio.Reference, opt Options, emit func(Finding) error) error {
	asking := ctx
	if !opt.Until.IsZero() {
		var cancel context.CancelFunc
		asking, cancel = context.WithDeadline(ctx, opt.Until)
		defer cancel()
	}
	w := wave{Auditor: a, Options: opt, cancelled: ctx.Err}
	seen := duplicates{}
	for _, c := range opt.Before {
		seen.add(c)
	}
	for batch := range slices.Chunk(refs, together) {
		findings := w.together(asking, batch)
		for part := range slices.Chunk(findings, advisedTogether) {
			w.advise(asking, part, w.first)
			w.first += len(part)
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, f := range part {
				if err := emit(seen.mark(f)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
