package web

import (
	"context"
	"sync"
)

// turnsMost is how many questions of one person are worked on at the same time;
// others of his wait.
const turnsMost = 16

// turns bound what one person has worked on at the same time, so that he keeps
// nobody else waiting.
type turns struct {
	mu      sync.Mutex
	persons map[string]*turn
}

// turn is what one person has.
type turn struct {
	slots   chan struct{}
	holders int // who hold a slot or wait for one
}

// take waits for a turn of a person, or until ctx is done; done gives it back.
func (t *turns) take(ctx context.Context, person string) (done func(), err error) {
	one := t.enter(person)
	select {
	case one.slots <- struct{}{}:
		return func() { <-one.slots; t.leave(person, one) }, nil
	case <-ctx.Done():
		t.leave(person, one)
		return nil, ctx.Err()
	}
}

func (t *turns) enter(person string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.persons == nil {
		t.persons = map[string]*turn{}
	}
	one := t.persons[person]
	if one == nil {
		one = &turn{slots: make(chan struct{}, turnsMost)}
		t.persons[person] = one
	}
	one.holders++
	return one
}

func (t *turns) leave(person string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.holders--; one.holders == 0 {
		delete(t.persons, person)
	}
}
