package transport

import (
	"context"
	"sync"
)

// Join lets those who ask the same at the same time share one answer.
type Join[T any] struct {
	mu  sync.Mutex
	now map[string]*asking[T]
}

// asking is a question under way. Its fields are set when done is closed.
type asking[T any] struct {
	done   chan struct{}
	answer T
	left   bool // who asked gave up for its own sake: the others ask anew
}

// claim gives the questions under way among those of keys, in their order, and nil
// for each that is now the caller's to ask, who must call end. All are claimed in
// one step, so that of several callers one asks them together.
func (j *Join[T]) claim(keys ...string) []*asking[T] {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now == nil {
		j.now = map[string]*asking[T]{}
	}
	under := make([]*asking[T], len(keys))
	for i, key := range keys {
		if under[i] = j.now[key]; under[i] == nil {
			j.now[key] = &asking[T]{done: make(chan struct{})}
		}
	}
	return under
}

// end gives the answer of a claimed question to those who wait.
func (j *Join[T]) end(key string, answer T, left bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	under := j.now[key]
	under.answer, under.left = answer, left
	delete(j.now, key)
	close(under.done)
}

// wait gives another's answer; false means that it gave none, or that the own
// time is over.
func (a *asking[T]) wait(ctx context.Context) (answer T, ok bool) {
	select {
	case <-a.done:
		return a.answer, !a.left
	case <-ctx.Done():
		return answer, false
	}
}

// Do calls ask for the first of those who ask and gives its answer to all;
// shared is true for the others. ask says whether its answer is for it alone, so
// that the others ask anew. The error is that of a context that is done.
func (j *Join[T]) Do(ctx context.Context, key string, ask func() (answer T, left bool)) (answer T, shared bool, err error) {
	for {
		under := j.claim(key)[0]
		if under == nil {
			left := true
			defer func() { j.end(key, answer, left) }() // also when ask panics
			answer, left = ask()
			return answer, false, nil
		}
		if answer, ok := under.wait(ctx); ok {
			return answer, true, nil
		}
		if ctx.Err() != nil {
			return answer, true, ctx.Err()
		}
	}
}
