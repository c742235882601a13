package audit

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// wave is how many references share batches. It bounds what a run holds in
// memory, and how long the first row waits.
const wave = 128

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
		n := min(wave, len(refs))
		findings := a.together(asking, refs[:n])
		refs = refs[n:]
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, f := range findings {
			if err := emit(seen.mark(f)); err != nil {
				return err
			}
		}
	}
	return nil
}
