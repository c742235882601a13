package transport

import (
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// do asks until there is an answer or none is to be had, and gives the last
// error. It begins no pause that would end after the context's deadline.
func (r Retry) do(ctx context.Context, clock Clock, jitter func() float64, once func() error) error {
	for n := 0; ; n++ {
		err := once()
		var f *failed
		if err == nil || !errors.As(err, &f) {
			return err
		}
		if f.moved {
			n = -1
		}
		if !f.again || f.after > r.Bearable || n+1 >= r.attempts(f) {
			return err
		}
		wait := r.pause(max(n, 0), f.after, jitter)
		if deadline, ok := ctx.Deadline(); ok && !clock.Now().Add(wait).Before(deadline) {
			return err
		}
		if clock.Sleep(ctx, wait) != nil {
			return err
		}
	}
}

// attempts gives how many there may be after a failure. An answer that cannot be
// read is an accident once.
func (r Retry) attempts(f *failed) int {
	if f.Kind == source.BadAnswer && r.Unreadable > 0 {
		return r.Unreadable
	}
	return r.Attempts
}

// pause gives that after attempt n, from 0.
func (r Retry) pause(n int, asked time.Duration, jitter func() float64) time.Duration {
	pause := r.First
	for range n {
		pause = min(pause*time.Duration(r.Factor), r.Longest)
	}
	if r.Spread {
		pause = pause/2 + time.Duration(jitter()*float64(pause))
	}
	return max(pause, asked)
}
