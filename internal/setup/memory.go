package setup

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/store"
)

// openMemory opens the memory of an online run; nil without an error means that
// the run has none.
func openMemory(opt Online) (*store.Memory, error) {
	path := cmp.Or(opt.Memory, userPath("memory.db"))
	if path == NoMemory || path == "" {
		return nil, nil
	}
	return store.OpenMemory(path, store.DefaultKeep)
}

// learnBatch is how many records are written to the memory at once.
const learnBatch = 200

// Learn keeps what services said of a work that is verified beyond change, for
// later runs.
func (s *Setup) Learn(ctx context.Context, f audit.Finding) error {
	if s.memory == nil {
		return nil
	}
	s.learnt = append(s.learnt, f.Proven()...)
	if len(s.learnt) < learnBatch {
		return nil
	}
	return s.flush(ctx)
}

func (s *Setup) flush(ctx context.Context) error {
	if s.memory == nil || len(s.learnt) == 0 {
		return nil
	}
	learnt := s.learnt
	s.learnt = nil
	return s.memory.Remember(ctx, learnt, time.Now())
}

// closeMemory writes what was learnt last and closes the memory.
func (s *Setup) closeMemory() error {
	if s.memory == nil {
		return nil
	}
	return errors.Join(s.flush(context.Background()), s.memory.Close())
}
