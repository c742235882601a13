package runs

import (
	"context"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/correct"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// Correct corrects a file of a run as fix does: its references are judged again,
// from answers that were kept. Wanted picks the findings whose corrections are
// made; nil makes all.
func (w *Worker) Correct(ctx context.Context, r *Record, name string, wanted func(finding string) bool) (correct.Correction, error) {
	at := slices.IndexFunc(r.Inputs, func(in Input) bool { return in.Name == name })
	if at < 0 {
		return correct.Correction{}, ErrNone
	}
	src, err := w.Store.Content(r.Inputs[at].Digest)
	if err != nil {
		return correct.Correction{}, err
	}
	s, release, err := w.sources(r.Options)
	if err != nil {
		return correct.Correction{}, err
	}
	defer release()
	return correct.File(ctx, s, run.Options{Reading: r.Options.Reading(), Jobs: w.Jobs, Today: run.Day(time.Now()), Within: w.Within}, name, src, wanted)
}
