package runs

import (
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
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/jobs"
)

// ErrNone means that there is no such run, finding or upload, or that it belongs to another owner.
var ErrNone = errors.New("there is none")

// Store stores runs. It is safe for concurrent use.
type Store struct {
	db      *sql.DB
	pool    *pgxpool.Pool // used by db for PostgreSQL; otherwise nil
	jobs    *jobs.Queue
	uploads string // folder of the uploads, by digest
	changes changes

	postgres bool
	swept    atomic.Int64 // when unused uploads were last deleted, in milliseconds
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the runs in a folder, and what is no upload in the PostgreSQL database at address; "" is a SQLite file.
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
			err = s.ownFolder(ctx)
		}
		if err == nil {
			s.jobs, err = jobs.Open(ctx, s.db, true, log)
		}
	} else {
		err = exclusively(ctx, folder, func() (err error) {
			if err = s.migrate(ctx); err == nil {
				s.jobs, err = jobs.Open(ctx, s.db, false, log)
			}
			return err
		})
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// ownFolder returns an error if the folder has none of the uploads of the last runs: it is another one than that of the
// processes that share the database, and every run would fail here.
func (s *Store) ownFolder(ctx context.Context) error {
	digests, err := database.All(ctx, s.db, database.Value[string],
		`SELECT digest FROM uploads WHERE EXISTS (SELECT 1 FROM run_uploads WHERE run_uploads.digest = uploads.digest)
		ORDER BY created DESC LIMIT 5`)
	there := func(digest string) bool {
		_, err := os.Stat(s.path(digest))
		return err == nil
	}
	if err != nil || len(digests) == 0 || slices.ContainsFunc(digests, there) {
		return err
	}
	return errors.New("the folder has none of the files of the runs in the database: give the folder that \"serve\" has")
}

// exclusively calls do while no other process does so in the same folder: SQLite locks a file beside that of the runs
// (opening.sqlite, which stays, empty), since goose locks only databases of servers.
func exclusively(ctx context.Context, folder string, do func() error) error {
	path := filepath.Join(folder, "opening.sqlite")
	if err := database.Private(path); err != nil {
		return err
	}
	db, err := database.OpenFile(path, "_pragma=busy_timeout(60000)&_txlock=exclusive")
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

// connections is the maximum number of connections of one process to PostgreSQL, unless its address sets another.
const connections = 16

func (s *Store) connect(ctx context.Context, folder, address string) (err error) {
	if s.postgres {
		if s.pool, err = database.Connect(ctx, address, connections); err == nil {
			s.db = stdlib.OpenDBFromPool(s.pool)
		}
		return err
	}
	path := filepath.Join(folder, "runs.sqlite")
	if err = database.Private(path); err != nil {
		return err
	}
	s.db, err = database.OpenFile(path, database.Shared+"&_pragma=synchronous(NORMAL)&_txlock=immediate")
	return err
}

// migrate brings the tables up to date, one process at a time.
func (s *Store) migrate(ctx context.Context) error {
	provider, err := s.migrations()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("the database of runs: %w", err)
	}
	return nil
}

// migrations returns the steps from one schema of the tables to the next.
func (s *Store) migrations() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	dialect := goose.DialectSQLite3
	var options []goose.ProviderOption
	if s.postgres {
		dialect = goose.DialectPostgres
		alone, err := database.OneAtATime()
		if err != nil {
			return nil, err
		}
		options = append(options, alone)
	}
	return goose.NewProvider(dialect, s.db, files, options...)
}

// Close closes the database.
func (s *Store) Close() error {
	err := s.db.Close()
	if s.pool != nil {
		s.pool.Close()
	}
	return err
}

// Ready returns an error if the database does not answer.
func (s *Store) Ready(ctx context.Context) error { return s.db.PingContext(ctx) }

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

// exec executes a statement whose result does not matter.
func exec(ctx context.Context, db database.Querier, statement string, args ...any) error {
	_, err := db.ExecContext(ctx, statement, args...)
	return err
}

// decoded reads a row with one column of JSON.
func decoded[T any](row database.Row) (value T, err error) {
	var body []byte
	if err = row.Scan(&body); err == nil {
		err = json.Unmarshal(body, &value)
	}
	return value, err
}

// change executes a statement, and returns none if it changed no row.
func change(ctx context.Context, db database.Querier, none error, statement string, args ...any) error {
	done, err := db.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	n, err := done.RowsAffected()
	if err == nil && n == 0 {
		return none
	}
	return err
}

// The columns of the tables that are read in several places.
var (
	recordColumns = database.Columns[Record]()
	venueColumns  = database.Columns[Venue]()
	paperColumns  = database.Columns[Paper]()
	itemColumns   = database.Columns[Item]()
)

// scan reads a row; ErrNone if there is none.
func scan[T any](row database.Row) (T, error) {
	value, err := database.Scan[T](row)
	return value, one(err)
}

// one turns a missing row into ErrNone.
func one(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNone
	}
	return err
}
