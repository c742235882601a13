package setup

import (
	"context"
	"os"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/source/memory"
)

// openMemory opens the memory of a run; nil without an error means that the run
// has none. A run that asks nobody learns nothing, and makes no file.
func openMemory(opt Online) (*memory.Store, error) {
	path := memoryPath(opt)
	if path == NoMemory || path == "" {
		return nil, nil
	}
	if !opt.Enabled && !database.IsAddress(path) {
		if _, err := os.Stat(path); err != nil {
			return nil, nil
		}
	}
	return memory.Open(path, memoryKeep(opt))
}

// recall opens the memory. One that the user did not name is done without when
// it cannot be used: it saves questions and decides nothing.
func (s *Setup) recall(opt Online) (err error) {
	if s.memory, err = openMemory(opt); err != nil && opt.Memory == "" {
		s.remark(notRemembered, err)
		return nil
	}
	return err
}

// learnBatch is how many records are written to the memory at once.
const learnBatch = 200

// Learning keeps what services said of the works that one run verified beyond
// change, for later runs. It is of one goroutine at a time; Close must follow.
type Learning struct {
	setup  *Setup
	learnt []biblio.Record // on their way to the memory
}

// Learning begins to learn. In a setup without a memory nothing is kept.
func (s *Setup) Learning() *Learning { return &Learning{setup: s} }

// Take learns from a finding. What a memory cannot keep is given up with a remark;
// the error is that of the context, and nothing is lost with it.
func (l *Learning) Take(ctx context.Context, f audit.Finding) error {
	if l.setup.memory == nil {
		return nil
	}
	l.learnt = append(l.learnt, f.Proven()...)
	if len(l.learnt) < learnBatch {
		return nil
	}
	l.write(ctx)
	return ctx.Err()
}

// Close writes what was learnt last, of a run that was cancelled too.
func (l *Learning) Close() { l.write(context.Background()) }

func (l *Learning) write(ctx context.Context) {
	learnt := l.learnt
	l.learnt = nil
	if len(learnt) == 0 {
		return
	}
	switch err := l.setup.memory.Remember(ctx, learnt, time.Now()); {
	case err == nil:
	case ctx.Err() != nil: // Close writes it
		l.learnt = learnt
	default:
		l.setup.remark(notRemembered, err)
	}
}

// notRemembered is the remark of a memory that cannot be used.
const notRemembered = "works are not remembered: %w"

func (s *Setup) closeMemory() {
	if s.memory == nil {
		return
	}
	if err := s.memory.Close(); err != nil {
		s.remark(notRemembered, err)
	}
	s.memory = nil
}
