package setup

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
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

// Learn keeps what services said of a reference that nothing can unsettle any
// more, for later runs. Only the records of the verified work enter the memory,
// and only what bibliographic services stated.
func (s *Setup) Learn(ctx context.Context, f audit.Finding) error {
	if s.memory == nil || !judge.Settled(f.Verdict) {
		return nil
	}
	for i, c := range f.Evidence.Candidates {
		same := i == f.Verdict.Best || c.Comparison.SameWork >= match.SameWorkThreshold
		if same && c.Source.Online && c.Source.Strength > source.ConfirmOnly {
			s.learnt = append(s.learnt, c.Hit.Record)
		}
	}
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
