package runs

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver of PostgreSQL
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver of SQLite
)

// ErrNone means that there is no such run, finding or upload, or that it is
// somebody else's.
var ErrNone = errors.New("there is none")

// Store keeps runs. It is safe for concurrent use.
type Store struct {
	db      *sql.DB
	uploads string // folder of what was uploaded, by digest
	changes changes

	postgres bool
	swept    atomic.Int64 // when uploads that no run has were deleted last, in milliseconds
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the runs in a folder, which is made when it is not there. Database is
// the address of a PostgreSQL database for everything but the uploads; "" means a
// SQLite file in the folder.
func Open(ctx context.Context, folder, database string) (*Store, error) {
	uploads := filepath.Join(folder, "uploads")
	if err := os.MkdirAll(uploads, 0o700); err != nil {
		return nil, err
	}
	dialect, db, err := connect(folder, database)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, dialect, db); err != nil {
		_ = db.Close()
		return nil, err
	}
	return &Store{db: db, uploads: uploads, postgres: dialect == goose.DialectPostgres}, nil
}

func connect(folder, database string) (goose.Dialect, *sql.DB, error) {
	if database != "" {
		if !strings.HasPrefix(database, "postgres://") && !strings.HasPrefix(database, "postgresql://") {
			return "", nil, fmt.Errorf("the address of a database begins with postgres://")
		}
		db, err := sql.Open("pgx", database)
		return goose.DialectPostgres, db, err
	}
	file := url.URL{
		Scheme: "file", Opaque: filepath.Join(folder, "runs.sqlite"),
		RawQuery: "_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)&_txlock=immediate",
	}
	db, err := sql.Open("sqlite", file.String())
	return goose.DialectSQLite3, db, err
}

func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db, files)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("the database of runs: %w", err)
	}
	return nil
}

// Close ends the use of the database.
func (s *Store) Close() error { return s.db.Close() }

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
