package runs

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// ErrTooLarge means that an upload is larger than allowed.
var ErrTooLarge = errors.New("too large")

// Input is one file of a run.
type Input struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // SHA-256 in hexadecimal
	Size   int64  `json:"size"`
}

// Save stores the content of a reader, up to a number of bytes, under its digest.
func (s *Store) Save(ctx context.Context, r io.Reader, limit int64) (digest string, size int64, err error) {
	f, err := os.CreateTemp(s.uploads, partNames) // mode 600
	if err != nil {
		return "", 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(f, sum), io.LimitReader(r, limit+1))
	if err == nil && size > limit {
		err = fmt.Errorf("%w: at most %d MB are taken", ErrTooLarge, limit>>20)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return "", 0, err
	}
	digest = hex.EncodeToString(sum.Sum(nil))
	if last := s.swept.Load(); now()-last > unusedFor.Milliseconds() && s.swept.CompareAndSwap(last, now()) {
		if err := s.Sweep(ctx); err != nil {
			return "", 0, err
		}
	}
	// The row comes first: a file without a row would never be swept. A process that deletes the row of the
	// same content removes its file before this one can be inserted.
	_, err = s.db.ExecContext(ctx,
		`INSERT INTO uploads (digest, size, created, pending) VALUES ($1, $2, $3, 1) ON CONFLICT (digest) DO UPDATE SET
		created = excluded.created, pending = CASE WHEN uploads.created < $4 THEN 1 ELSE uploads.pending + 1 END`, digest,
		size, now(), now()-unusedFor.Milliseconds())
	if err != nil {
		return "", 0, err
	}
	return digest, size, os.Rename(f.Name(), s.path(digest))
}

// Release drops uploads that were saved for a run that was not created after all.
func (s *Store) Release(ctx context.Context, inputs []Input) error {
	if len(inputs) == 0 {
		return nil
	}
	err := s.within(ctx, func(tx *sql.Tx) error { return markUsed(ctx, tx, inputs) })
	if err != nil {
		return err
	}
	return s.Sweep(ctx)
}

// Content returns the content stored under a digest.
func (s *Store) Content(digest string) ([]byte, error) {
	if raw, err := hex.DecodeString(digest); err != nil || len(raw) != sha256.Size {
		return nil, ErrNone // never the path of another file
	}
	content, err := os.ReadFile(s.path(digest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if sum := sha256.Sum256(content); err == nil && hex.EncodeToString(sum[:]) != digest {
		return nil, fmt.Errorf("the upload %s is damaged", digest)
	}
	return content, err
}

func (s *Store) path(digest string) string { return filepath.Join(s.uploads, digest) }

// unusedFor is how long an upload is kept without a run: a run is created after its files have arrived.
const unusedFor = time.Hour

// Sweep deletes uploads of no run, present or yet to be created, and leftovers of interrupted ones: within the
// transaction that deletes their rows, so that a process that saves the same content waits.
func (s *Store) Sweep(ctx context.Context) error {
	s.swept.Store(now())
	if err := s.sweepParts(); err != nil {
		return err
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		if s.postgres { // SQLite has only one writer at a time
			if err := exec(ctx, tx, "LOCK TABLE uploads IN SHARE ROW EXCLUSIVE MODE"); err != nil {
				return err
			}
		}
		digests, err := database.All(ctx, tx, database.Value[string], `DELETE FROM uploads
			WHERE (pending <= 0 OR created < $1) AND NOT EXISTS
			(SELECT 1 FROM run_uploads WHERE run_uploads.digest = uploads.digest) RETURNING digest`,
			now()-unusedFor.Milliseconds())
		if err != nil {
			return err
		}
		for _, digest := range digests {
			if err := removed(s.path(digest)); err != nil {
				return err
			}
		}
		return nil
	})
}

const partNames = ".upload-*"

// sweepParts deletes partial uploads of killed processes.
func (s *Store) sweepParts() error {
	parts, err := filepath.Glob(filepath.Join(s.uploads, partNames))
	if err != nil {
		return err
	}
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && time.Since(info.ModTime()) > unusedFor {
			if err := removed(part); err != nil {
				return err
			}
		}
	}
	return nil
}

func removed(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func now() int64 { return time.Now().UnixMilli() }

// today returns the number of days since 1970, UTC.
func today() int64 { return now() / (24 * time.Hour).Milliseconds() }

// readPages adds PDF pages read for an owner, and returns today's total. Deleting a run does not reduce it.
func (s *Store) readPages(ctx context.Context, owner string, n int) (total int, err error) {
	err = s.db.QueryRowContext(ctx, `INSERT INTO pages_read (owner, day, pages) VALUES ($1, $2, $3)
		ON CONFLICT (owner, day) DO UPDATE SET pages = pages_read.pages + excluded.pages RETURNING pages`, owner,
		today(), n).Scan(&total)
	return total, err
}

func (s *Store) pagesToday(ctx context.Context, owner string) (total int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT pages FROM pages_read WHERE owner = $1 AND day = $2", owner,
		today()).Scan(&total)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return total, err
}

func errPages(most int) error {
	return fmt.Errorf("your runs have read %d pages of PDFs today, the most for one day: continue tomorrow (UTC), "+
		"or give bibliographies in place of PDFs", most)
}

// reading counts the pages of a document, and ends the run of a user over the limit.
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

// Fetch fetches an arXiv paper, up to a number of bytes. A *run.Unread is for the user to correct.
func (w *Worker) Fetch(ctx context.Context, text string, most int64) (setup.Paper, error) {
	s, release, err := w.Sources(Options{Online: true})
	if err != nil {
		return setup.Paper{}, err
	}
	defer release()
	paper, err := s.ArXiv(ctx, text, most)
	if errors.Is(err, setup.ErrNotArXiv) || errors.Is(err, setup.ErrNoPaper) || errors.Is(err, setup.ErrElsewhere) ||
		errors.Is(err, setup.ErrNoAnswer) {
		err = &run.Unread{Err: err}
	}
	return paper, err
}
