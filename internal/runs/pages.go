package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/bonafide-audit/bonafide/internal/extract"
)

// today counts the days since 1970, UTC.
func today() int64 { return now() / (24 * time.Hour).Milliseconds() }

// readPages counts pages of PDFs that were read for an owner, and gives how many they
// are today. Deleting a run does not give its pages back.
func (s *Store) readPages(ctx context.Context, owner string, n int) (total int, err error) {
	err = s.db.QueryRowContext(ctx, `INSERT INTO pages_read (owner, day, pages) VALUES ($1, $2, $3)
		ON CONFLICT (owner, day) DO UPDATE SET pages = pages_read.pages + excluded.pages RETURNING pages`, owner, today(), n).Scan(&total)
	return total, err
}

// pagesToday gives how many pages of PDFs were read for an owner today.
func (s *Store) pagesToday(ctx context.Context, owner string) (total int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT pages FROM pages_read WHERE owner = $1 AND day = $2", owner, today()).Scan(&total)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return total, err
}

// errPages says that a person has had as many pages read as are his.
func errPages(most int) error {
	return fmt.Errorf("your runs have read %d pages of PDFs today, which is all that is yours in a day: go on tomorrow (UTC), or give bibliographies in place of PDFs then", most)
}

// reading counts the pages of a document, and ends the run of who had too many read.
func (r *recorder) reading(read extract.Result) {
	n := read.Document.Pages
	if n == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return
	}
	total, err := r.store.readPages(r.ctx, r.owner, n)
	if err = troubled(err); err == nil && r.mostPages > 0 && total > r.mostPages {
		err = errPages(r.mostPages)
	}
	if err != nil {
		r.err = err
		r.stop()
	}
}
