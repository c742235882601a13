package setup

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/store"
)

// openMemory opens the memory of a run; nil without an error means that the run
// has none. A run that asks nobody learns nothing, and makes no file.
func openMemory(opt Online) (*store.Memory, error) {
	path := memoryPath(opt)
	if path == NoMemory || path == "" {
		return nil, nil
	}
	if _, err := os.Stat(path); err != nil && !opt.Enabled {
		return nil, nil
	}
	return store.OpenMemory(path, memoryKeep(opt))
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
