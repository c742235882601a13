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

// recall opens the memory. One that the user did not name is done without when
// it cannot be used: it saves questions and decides nothing.
func (s *Setup) recall(opt Online) (err error) {
	if s.memory, err = openMemory(opt); err != nil && opt.Memory == "" {
		s.remark("works are not remembered: %w", err)
		return nil
	}
	return err
}

// learnBatch is how many records are written to the memory at once.
const learnBatch = 200

// Learn keeps what services said of a work that is verified beyond change, for
// later runs. A memory that cannot be written is given up with a remark; the
// error is that of the context.
func (s *Setup) Learn(ctx context.Context, f audit.Finding) error {
	if s.memory == nil {
		return nil
	}
	s.learnt = append(s.learnt, f.Proven()...)
	if len(s.learnt) < learnBatch {
		return nil
	}
	if err := s.flush(ctx); err != nil {
		s.remark("works are not remembered: %w", err)
	}
	return ctx.Err()
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
func (s *Setup) closeMemory() {
	if s.memory == nil {
		return
	}
	if err := errors.Join(s.flush(context.Background()), s.memory.Close()); err != nil {
		s.remark("works are not remembered: %w", err)
	}
	s.memory = nil
}
