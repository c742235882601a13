package audit

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// All audits references, at most jobs at a time, and hands each finding to
// emit in the order of the references. It stops at the first error of emit and
// when ctx is done.
func (a *Auditor) All(ctx context.Context, refs []biblio.Reference, jobs int, emit func(Finding) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pending := make(chan chan Finding, max(jobs, 1)*4)
	go func() {
		defer close(pending)
		slots := make(chan struct{}, max(jobs, 1))
		for _, ref := range refs {
			done := make(chan Finding, 1)
			select {
			case pending <- done:
			case <-ctx.Done():
				return
			}
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				done <- a.Reference(ctx, ref)
			}()
		}
	}()
	seen := duplicates{}
	for done := range pending {
		select {
		case f := <-done:
			if err := emit(seen.mark(f)); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
