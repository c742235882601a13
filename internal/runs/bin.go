package runs

import (
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
)

// InBin is how long a deleted run or venue can be restored.
const InBin = time.Hour

// binOwner returns the owner of the runs that a person has deleted: no one's name, so that no page and
// no list shows them.
func binOwner(owner string) string { return ownerPrefix + "/deleted/" + owner }

// Bin deletes a run so that its owner can restore it for as long as InBin. Links to it end at once.
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

// restorable returns the earliest deletion time, in milliseconds, of what can still be restored: the bin is emptied
// only now and then.
func restorable() int64 { return now() - InBin.Milliseconds() }

// Binned returns a deleted run that its owner can restore; ErrNone if there is none.
func (s *Store) Binned(ctx context.Context, owner, id string) (Record, error) {
	return scan[Record](s.db.QueryRowContext(ctx, "SELECT "+recordColumns+
		" FROM runs WHERE id = $1 AND owner = $2 AND deleted >= $3", id, binOwner(owner), restorable()))
}

// Restore returns a deleted run to its owner.
func (s *Store) Restore(ctx context.Context, owner, id string) error {
	row := s.db.QueryRowContext(ctx, "UPDATE runs SET owner = $1, deleted = 0 WHERE id = $2 AND owner = $3 AND "+
		"deleted >= $4 RETURNING id", owner, id, binOwner(owner), restorable())
	return one(row.Scan(&id))
}

// EmptyBinOf permanently deletes what an owner has put into the bin, to make room. It reports whether there was
// anything.
func (s *Store) EmptyBinOf(ctx context.Context, owner string) (bool, error) {
	done, err := s.db.ExecContext(ctx, "DELETE FROM runs WHERE owner = $1", binOwner(owner))
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	return true, s.Sweep(ctx)
}

// BinVenue hides a venue from its members, after all work on it has ended. It can be restored for as long as
// InBin, unless a new venue takes its name.
func (s *Store) BinVenue(ctx context.Context, name string) error {
	v, err := s.Venue(ctx, name)
	if err != nil {
		return err
	}
	if !v.Phase.Over() {
		if err := s.CancelVenue(ctx, name); err != nil {
			return err
		}
	}
	row := s.db.QueryRowContext(ctx, "UPDATE venues SET deleted = $1 WHERE name = $2 AND deleted = 0 RETURNING name", now(),
		name)
	if err := one(row.Scan(&name)); err != nil {
		return err
	}
	s.changes.happened(venueOwner(name))
	return nil
}

// RestoreVenue restores a removed venue for its members.
func (s *Store) RestoreVenue(ctx context.Context, name string) error {
	row := s.db.QueryRowContext(ctx, "UPDATE venues SET deleted = 0 WHERE name = $1 AND deleted >= $2 "+
		"RETURNING name", name, max(restorable(), 1))
	return one(row.Scan(&name))
}

// EmptyBin permanently deletes what was deleted before a time.
func (s *Store) EmptyBin(ctx context.Context, before time.Time) error {
	venues, err := database.All(ctx, s.db, database.Value[string],
		"SELECT name FROM venues WHERE deleted > 0 AND deleted < $1", before.UnixMilli())
	if err != nil {
		return err
	}
	for _, name := range venues {
		// It may have been restored meanwhile, or another venue may have its name.
		if err := s.deleteVenue(ctx, name, "deleted > 0 AND deleted < $2", before.UnixMilli()); err != nil &&
			!errors.Is(err, ErrNone) {
			return err
		}
	}
	done, err := s.db.ExecContext(ctx, "DELETE FROM runs WHERE deleted > 0 AND deleted < $1", before.UnixMilli())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return s.Sweep(ctx)
}
