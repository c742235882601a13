package runs

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// pageOfPapers is how many papers are listed at a time.
const pageOfPapers = 500

// CheckVenue checks the papers of a venue that wait, or that another process left,
// several at a time: all without services first, so that every paper has its rows
// early, and then, where the venue's options ask services, again with them. What one
// paper asked is kept for the others. told, which may be nil, is told of each paper as
// it gets its rows, one call after the other. A paper that cannot be read fails alone.
func (w *Worker) CheckVenue(ctx context.Context, name string, several int, told func(Paper)) error {
	v, err := w.Store.Venue(ctx, name)
	if err != nil {
		return err
	}
	if err := w.Store.SetPhase(ctx, name, Unasked, ""); err != nil {
		return err
	}
	for _, state := range []PaperState{PaperChecking, PaperWaiting} {
		if err := w.eachPaper(ctx, name, state, several, told, func(p *Paper) error {
			if err := w.Store.SetPaperState(ctx, name, p.ID, p.Version, PaperChecking, ""); err != nil {
				return err
			}
			return w.checkPaper(ctx, p, false, PaperOffline)
		}); err != nil {
			return err
		}
	}
	if v.Options.Online {
		if err := w.Store.SetPhase(ctx, name, Asking, ""); err != nil {
			return err
		}
	}
	err = w.eachPaper(ctx, name, PaperOffline, several, nil, func(p *Paper) error {
		if v.Options.Online {
			return w.checkPaper(ctx, p, true, PaperSettled)
		}
		return w.Store.PaperDone(ctx, name, p.ID, p.Version, PaperSettled)
	})
	if err != nil {
		return err
	}
	return w.Store.SetPhase(ctx, name, Finished, "")
}

// eachPaper does something with every paper that is in a state when it begins.
func (w *Worker) eachPaper(ctx context.Context, venue string, state PaperState, several int, told func(Paper), do func(*Paper) error) error {
	behind := ""
	for {
		list, err := w.Store.PapersIn(ctx, venue, state, behind, pageOfPapers)
		if err != nil || len(list) == 0 {
			return err
		}
		done := make(chan Paper)
		var group errgroup.Group
		group.SetLimit(max(1, several))
		go func() {
			for i := range list {
				group.Go(func() error {
					err := ctx.Err()
					if err == nil {
						err = do(&list[i])
					}
					done <- list[i]
					return err
				})
			}
		}()
		for range list {
			if p := <-done; told != nil {
				told(p)
			}
		}
		if err := group.Wait(); err != nil {
			return err
		}
		behind = list[len(list)-1].ID
	}
}

// checkPaper checks one version of a paper, with services or without.
func (w *Worker) checkPaper(ctx context.Context, p *Paper, online bool, then PaperState) error {
	_, r, err := w.Store.PaperVersion(ctx, p.Venue, p.ID, p.Version)
	if err != nil {
		return err
	}
	r.Options.Online = online
	if err := w.check(ctx, r); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return w.Store.SetPaperState(ctx, p.Venue, p.ID, p.Version, PaperFailed, err.Error())
	}
	return w.Store.PaperDone(ctx, p.Venue, p.ID, p.Version, then)
}
