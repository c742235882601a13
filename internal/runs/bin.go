package runs

import (
	"context"
	"time"
)

// InBin is how long a deleted run can be restored.
const InBin = time.Hour

// binOwner returns the owner of the runs that a person has deleted: nobody's name, so that no
// page and no list has them.
func binOwner(owner string) string { return ownerPrefix + "/deleted/" + owner }

// Bin takes a run away from its owner, who may have it restored for as long as InBin. Links to it end at once.
func (s *Store) Bin(ctx context.Context, owner, id string) error {
	if err := s.Cancel(ctx, owner, id); err != nil {
		return err
	}
	if err := s.Unshare(ctx, owner, id); err != nil {
		return err
	}
	row := s.db.QueryRowContext(ctx, `UPDATE runs SET owner = $1, deleted = $2, once = NULL WHERE id = $3 AND owner = $4
		RETURNING id`, binOwner(owner), now(), id, owner)
	if err := one(row.Scan(&id)); err != nil {
		return err
	}
	s.changes.happened(id)
	return nil
}

// Binned returns a run that its owner has deleted and may have restored; ErrNone for none.
func (s *Store) Binned(ctx context.Context, owner, id string) (Record, error) {
	return s.Get(ctx, binOwner(owner), id)
}

// Restore returns a deleted run to its owner.
func (s *Store) Restore(ctx context.Context, owner, id string) error {
	row := s.db.QueryRowContext(ctx, "UPDATE runs SET owner = $1, deleted = 0 WHERE id = $2 AND owner = $3 RETURNING id",
		owner, id, binOwner(owner))
	return one(row.Scan(&id))
}

// EmptyBin deletes for good what was deleted before a time.
func (s *Store) EmptyBin(ctx context.Context, before time.Time) error {
	done, err := s.db.ExecContext(ctx, "DELETE FROM runs WHERE deleted > 0 AND deleted < $1", before.UnixMilli())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return s.Sweep(ctx)
}
