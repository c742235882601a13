package runs

import (
	"context"
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

// Binned returns a deleted run that its owner can restore; ErrNone if there is none.
func (s *Store) Binned(ctx context.Context, owner, id string) (Record, error) {
	return s.Get(ctx, binOwner(owner), id)
}

// Restore returns a deleted run to its owner.
func (s *Store) Restore(ctx context.Context, owner, id string) error {
	row := s.db.QueryRowContext(ctx, "UPDATE runs SET owner = $1, deleted = 0 WHERE id = $2 AND owner = $3 RETURNING id",
		owner, id, binOwner(owner))
	return one(row.Scan(&id))
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
	row := s.db.QueryRowContext(ctx, "UPDATE venues SET deleted = 0 WHERE name = $1 AND deleted > 0 RETURNING name", name)
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
		if err := s.DeleteVenue(ctx, name); err != nil {
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
