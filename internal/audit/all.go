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
		asked, known := opt.known(batch)
		tell := func(fresh ...Finding) error { // and what is known of the references before them
			for len(known) > 0 && (known[0] != nil || len(fresh) > 0) {
				f := known[0]
				if known = known[1:]; f == nil {
					f, fresh = &fresh[0], fresh[1:]
				}
				if err := emit(seen.mark(*f)); err != nil {
					return err
				}
			}
			return nil
		}
		for part := range slices.Chunk(w.together(asking, asked), advisedTogether) {
			w.advise(asking, part, w.first)
			w.first += len(part)
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := tell(part...); err != nil {
				return err
			}
		}
		if err := tell(); err != nil {
			return err
		}
	}
	return nil
}
