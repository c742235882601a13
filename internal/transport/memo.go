package transport

import (
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// ownEnd reports that an asker gave up for its own sake, which says nothing to
// others who ask the same.
func ownEnd(err error) bool { return asFailure(err).Kind == source.Budget }

// memo remembers for a while what failed after every attempt, so that one run
// asks no dead question twice and says the same about it each time.
type memo struct {
	life time.Duration
	mu   sync.Mutex
	held map[string]remembered
}

type remembered struct {
	failure *source.Failure
	until   time.Time
}

func (m *memo) get(key string, now time.Time) *source.Failure {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.held[key]; ok && now.Before(r.until) {
		return r.failure
	}
	return nil
}

func (m *memo) put(key string, failure *source.Failure, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil || len(m.held) > 100_000 {
		m.held = map[string]remembered{}
	}
	m.held[key] = remembered{&source.Failure{Kind: failure.Kind, Detail: failure.Detail}, now.Add(m.life)}
}
