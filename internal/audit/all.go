package audit

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// together is how many references share batches. It bounds what a run holds in
// memory, and how long the first row waits.
const together = 128

// All audits references and hands each finding to emit in the order of the
// references. It stops at the first error of emit and when ctx is done.
func (a *Auditor) All(ctx context.Context, refs []biblio.Reference, emit func(Finding) error) error {
	asking := ctx
	if a.Within > 0 {
		var cancel context.CancelFunc
		asking, cancel = context.WithTimeout(ctx, a.Within)
		defer cancel()
	}
	seen := duplicates{}
	for len(refs) > 0 {
		n := min(together, len(refs))
		findings := a.together(asking, refs[:n])
		refs = refs[n:]
		for part := range slices.Chunk(findings, advisedTogether) {
			a.advise(asking, part)
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
