package runs

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// ErrNone means that there is no such run, finding or upload, or that it is
// somebody else's.
var ErrNone = errors.New("there is none")

// Store keeps runs. It is safe for concurrent use.
type Store struct {
	db      *sql.DB
	pool    *pgxpool.Pool // that db uses, of PostgreSQL; else nil
	jobs    jobs.Queue
	uploads string // folder of what was uploaded, by digest
	changes changes

	postgres bool
	swept    atomic.Int64 // when uploads that no run has were deleted last, in milliseconds
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the runs in a folder, which is made when it is not there. Address is
// the address of a PostgreSQL database for everything but the uploads; "" means a
// SQLite file in the folder.
func Open(ctx context.Context, folder, address string, log *slog.Logger) (*Store, error) {
	uploads := filepath.Join(folder, "uploads")
	if err := os.MkdirAll(uploads, 0o700); err != nil {
		return nil, err
	}
	s := &Store{uploads: uploads, postgres: address != ""}
	if err := s.connect(ctx, folder, address); err != nil {
		return nil, err
	}
	var err error
	if s.postgres {
		if err = s.migrate(ctx); err == nil {
			s.jobs, err = jobs.OpenRiver(ctx, s.pool, log)
		}
	} else {
		err = alone(ctx, folder, func() (err error) {
			if err = s.migrate(ctx); err == nil {
				s.jobs, err = jobs.OpenLite(ctx, s.db, log)
			}
			return err
		})
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// alone does something while no other process does it in the same folder: SQLite
// locks a file beside that of the runs (opening.sqlite, which stays, empty), since goose locks databases of servers alone.
func alone(ctx context.Context, folder string, do func() error) error {
	db, err := database.OpenFile(filepath.Join(folder, "opening.sqlite"), "_pragma=busy_timeout(60000)&_txlock=exclusive")
	if err != nil {
		return err
	}
	defer db.Close()
	lock, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("wait for other processes that open the runs: %w", err)
	}
	defer func() { _ = lock.Rollback() }()
	return do()
}

// connections bounds those of one process to PostgreSQL, unless its address says so.
const connections = 16

// connect opens the database.
func (s *Store) connect(ctx context.Context, folder, address string) (err error) {
	if s.postgres {
		if s.pool, err = database.Connect(ctx, address, connections); err == nil {
			s.db = stdlib.OpenDBFromPool(s.pool)
		}
		return err
	}
	s.db, err = database.OpenFile(filepath.Join(folder, "runs.sqlite"), database.Shared+"&_pragma=synchronous(NORMAL)&_txlock=immediate")
	return err
}

// migrate brings the tables up to date, one process at a time.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect := goose.DialectSQLite3
	var options []goose.ProviderOption
	if s.postgres {
		dialect = goose.DialectPostgres
		alone, err := database.OneAtATime()
		if err != nil {
			return err
		}
		options = append(options, alone)
	}
	provider, err := goose.NewProvider(dialect, s.db, files, options...)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("the database of runs: %w", err)
	}
	return nil
}

// Close ends the use of the database.
func (s *Store) Close() error {
	err := s.db.Close()
	if s.pool != nil {
		s.pool.Close()
	}
	return err
}

// Ready reports whether the database answers.
func (s *Store) Ready(ctx context.Context) error { return s.db.PingContext(ctx) }

// within does something in one transaction.
func (s *Store) within(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// one makes the want of a row ErrNone.
func one(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNone
	}
	return err
}

// Unread is the error of a text that cannot be checked, for its author.
type Unread struct{ Err error }

// Error says what is wrong with the text.
func (u *Unread) Error() string { return u.Err.Error() }

// Unwrap gives the error of the reader.
func (u *Unread) Unwrap() error { return u.Err }

// CheckText checks the references of a text at once, at most so many, and gives
// their rows. Nothing of it is kept.
func (w *Worker) CheckText(ctx context.Context, name string, text []byte, opt Options, most int) ([]json.RawMessage, error) {
	doc, err := extract.Read(name, text, opt.Reading())
	if err != nil {
		return nil, &Unread{err}
	}
	if len(doc.References) > most {
		return nil, &Unread{fmt.Errorf("%d references are too many for one call: make a run of them, or send at most %d", len(doc.References), most)}
	}
	s, release, err := w.sources(opt)
	if err != nil {
		return nil, err
	}
	defer release()
	labels, err := run.Scheme(cmp.Or(opt.Scheme, judge.Codes))
	if err != nil {
		return nil, &Unread{err}
	}
	one := run.New(s, run.Options{Version: w.Version, Jobs: w.Jobs, Today: run.Day(time.Now()), Within: w.Within, Labels: labels, Explain: opt.Explain})
	defer one.Close()
	rows := []json.RawMessage{}
	err = one.References(ctx, doc.References, func(_ audit.Finding, f report.Finding) error {
		body, err := encode(&f)
		rows = append(rows, json.RawMessage(body))
		return err
	})
	return rows, err
}
