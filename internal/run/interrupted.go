package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Interrupted is the error of a run that was cancelled: what it did stands in its
// rows, and what it did not do is said here.
type Interrupted struct {
	Checked int      // references that have a row
	Open    []string // ids of the references that were read and have none
	Err     error    // of the context
}

// Error says in one line what was not done.
func (e *Interrupted) Error() string {
	return fmt.Sprintf("%v: %d references checked, %d read and not checked", e.Err, e.Checked, len(e.Open))
}

// Unwrap gives the error of the context.
func (e *Interrupted) Unwrap() error { return e.Err }

// interrupted turns the end of a context into an account of what is left to do;
// left are references without a row. Other errors stay as they are.
func (r *Run) interrupted(ctx context.Context, err error, left []biblio.Reference) error {
	if err == nil || ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	var told *Interrupted
	if !errors.As(err, &told) {
		told = &Interrupted{Checked: r.summary.References, Err: ctx.Err()}
	}
	for i := range left {
		told.Open = append(told.Open, left[i].ID)
	}
	return told
}
