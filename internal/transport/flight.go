package transport

import (
	"context"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// flights joins those who ask the same question at the same time.
type flights struct {
	mu  sync.Mutex
	now map[string]*flight
}

type flight struct {
	done chan struct{}
	resp *Response
	err  error
	left bool // its leader's own time or budget ended: the others ask anew
}

// do runs ask for the first of those who ask and gives its answer to all.
// shared is true for the others.
func (f *flights) do(ctx context.Context, key string, ask func() (*Response, error)) (resp *Response, shared bool, err error) {
	for {
		f.mu.Lock()
		if f.now == nil {
			f.now = map[string]*flight{}
		}
		under := f.now[key]
		if under == nil {
			under = &flight{done: make(chan struct{})}
			f.now[key] = under
			f.mu.Unlock()
			f.lead(ctx, key, under, ask)
			return under.resp, false, under.err
		}
		f.mu.Unlock()
		select {
		case <-under.done:
		case <-ctx.Done():
			return nil, true, contextFailure(ctx)
		}
		if !under.left {
			return under.resp, true, under.err
		}
	}
}

func (f *flights) lead(ctx context.Context, key string, under *flight, ask func() (*Response, error)) {
	defer func() {
		if under.resp == nil && under.err == nil { // ask panicked
			under.err = &source.Failure{Kind: source.BadAnswer, Detail: "reading the answer broke"}
		}
		under.left = under.err != nil && (ctx.Err() != nil || ownEnd(under.err))
		f.mu.Lock()
		delete(f.now, key)
		f.mu.Unlock()
		close(under.done)
	}()
	under.resp, under.err = ask()
}

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
