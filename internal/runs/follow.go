package runs

import (
	"context"
	"time"
)

// followed is how many rows are read at a time.
const followed = 200

// Follow tells of the findings of a run that have changed since a number, and of
// those that will, until the run is over or ctx is done. told is called now and
// then with the run as it is, at least once and at its end. Every change is told
// once, in order.
func (s *Store) Follow(ctx context.Context, owner, id string, number int64, row func(Item) error, told func(*Record) error) error {
	for {
		changed := s.Changed(id)
		r, err := s.Get(ctx, owner, id) // before its rows: a run that is over has them all
		if err != nil {
			return err
		}
		for {
			list, err := s.After(ctx, id, number, followed)
			if err != nil {
				return err
			}
			for _, item := range list {
				if err := row(item); err != nil {
					return err
				}
				number = item.Number
			}
			if len(list) < followed {
				break
			}
		}
		if err := told(&r); err != nil || r.State.Over() {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-time.After(poll): // another process may be at work
		}
	}
}
