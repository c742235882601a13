package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// openMemory opens the memory of a run; nil without an error means that the run has none. A run that asks no
// services learns nothing, and creates no file.
func openMemory(opt Online) (*offline.Memory, error) {
	path := memoryPath(opt)
	if path == NoMemory || path == "" {
		return nil, nil
	}
	if !opt.Enabled && !database.IsAddress(path) {
		if _, err := os.Stat(path); err != nil {
			return nil, nil
		}
	}
	return offline.OpenMemory(path, memoryKeep(opt))
}

// recall opens the memory. If the user did not name one and it cannot be used, the run continues without: it
// saves requests and decides nothing.
func (s *Setup) recall(opt Online) (err error) {
	if s.memory, err = openMemory(opt); err != nil && opt.Memory == "" {
		s.remark(notRemembered, err)
		return nil
	}
	return err
}

// learnBatch is how many records are written to the memory at a time.
const learnBatch = 200

// Learning stores for later runs what services said about the works that one run verified beyond doubt. It must
// not be used concurrently; call Close at the end.
type Learning struct {
	setup  *Setup
	learnt []biblio.Record // not yet written to the memory
}

// Learning starts to learn. In a setup without a memory nothing is stored.
func (s *Setup) Learning() *Learning { return &Learning{setup: s} }

// Take learns from a finding. If the memory fails, learning is given up with a remark; the error is that of the
// context, and nothing is lost with it.
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

// Close writes what was learnt last, also for a cancelled run.
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

// notRemembered is the remark about a memory that cannot be used.
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

// MemoryInfo describes the memory of a configuration.
type MemoryInfo struct {
	File  string `json:"file"`
	Works int    `json:"works"`
	Days  int    `json:"days"` // after which a work is forgotten
}

// withMemory opens the memory of a configuration, which is created if it does not exist, while fn runs.
func withMemory(opt Online, fn func(m *offline.Memory, path string) error) error {
	path := memoryPath(opt)
	if path == NoMemory || path == "" {
		return errors.New("this configuration has no memory: name a file with --memory")
	}
	m, err := offline.OpenMemory(path, memoryKeep(opt))
	if err != nil {
		return err
	}
	return errors.Join(fn(m, path), m.Close())
}

func memoryPath(opt Online) string {
	return cmp.Or(opt.Memory, opt.Shared.Memory, userPath("memory.db"))
}

// shown returns a path as it may be shown: the address of a database without its password.
func shown(path string) string {
	u, err := url.Parse(path)
	switch {
	case !database.IsAddress(path):
		return path
	case err != nil:
		return "the database"
	}
	u.RawQuery = ""
	return u.Redacted()
}

func memoryKeep(opt Online) time.Duration { return cmp.Or(opt.MemoryKeep, offline.DefaultKeep) }

// DescribeMemory describes the memory of a configuration.
func DescribeMemory(ctx context.Context, opt Online) (info MemoryInfo, err error) {
	err = withMemory(opt, func(m *offline.Memory, path string) error {
		n, err := m.Len(ctx, time.Now())
		info = MemoryInfo{File: shown(path), Works: n, Days: int(memoryKeep(opt).Hours() / 24)}
		return err
	})
	return info, err
}

// ForgetMemory removes what is older than the configuration keeps, or everything.
func ForgetMemory(ctx context.Context, opt Online, everything bool) error {
	return withMemory(opt, func(m *offline.Memory, _ string) error { return m.Forget(ctx, time.Now(), everything) })
}

// seedBatch is how many records are written at a time.
const seedBatch = 2000

// SeedMemory puts into the memory the works of the corpora that have title, authors and year. It returns how
// many there were; told is called now and then with how many have been read, and of how many.
func SeedMemory(ctx context.Context, opt Options, told func(done, total int)) (works int, err error) {
	if len(opt.Corpora) == 0 {
		return 0, errors.New("name the corpus to seed the memory from with --corpus")
	}
	ix, err := OpenCorpus(opt.Corpora)
	if err != nil {
		return 0, err
	}
	defer ix.Close()
	err = withMemory(opt.Online, func(m *offline.Memory, _ string) error {
		var batch []biblio.Record
		read := 0
		write := func() error {
			works += len(batch)
			err := m.Remember(ctx, batch, time.Now())
			batch = batch[:0]
			told(read, ix.Len())
			return err
		}
		for r, err := range ix.Records() {
			if err != nil {
				return fmt.Errorf("corpus: %w", err)
			}
			if read++; r.Title != "" && len(r.Authors()) > 0 && r.Issued.Year != 0 {
				batch = append(batch, *r)
			}
			if len(batch) == seedBatch {
				if err := write(); err != nil {
					return err
				}
			}
		}
		return write()
	})
	return works, err
}
