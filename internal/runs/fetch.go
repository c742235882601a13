package runs

import (
	"context"
	"errors"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Fetch fetches a paper of arXiv by its identifier or address, of at most some bytes.
// The error is an *Unread where who asks can mend it, or nobody here can.
func (w *Worker) Fetch(ctx context.Context, text string, most int64) (setup.Paper, error) {
	s, release, err := w.sources(Options{Online: true})
	if err != nil {
		return setup.Paper{}, err
	}
	defer release()
	paper, err := s.ArXiv(ctx, text, most)
	if errors.Is(err, setup.ErrNotArXiv) || errors.Is(err, setup.ErrNoPaper) || errors.Is(err, setup.ErrElsewhere) || errors.Is(err, setup.ErrNoAnswer) {
		err = &Unread{err}
	}
	return paper, err
}
