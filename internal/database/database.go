// Package database opens the databases of the program, SQLite files and PostgreSQL servers, and has helpers for
// the results of both.
//
// May be imported by: runs, shared, setup, source/offline, claimcheck, jobs, web, cli.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite" // also the driver
)

// Shared are the options of a file that several processes write: writers wait for each other, readers do not wait.
const Shared = "_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)"

// OpenFile opens a SQLite file with options of the driver, joined by "&". No part of the path is interpreted as
// an option or an escape.
func OpenFile(path, options string) (*sql.DB, error) {
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options}
	return sql.Open("sqlite", file.String())
}

// Private creates an empty file for OpenFile that only its owner can read, and takes an existing one from everybody
// who is not of its group. What SQLite writes beside a file has the permissions of the file.
func Private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Mode().Perm()&0o007 != 0 {
		err = f.Chmod(info.Mode().Perm() &^ 0o007)
	}
	return err
}

// The codes of a full disk, of SQLite and of PostgreSQL.
const (
	sqliteFull   = 13
	postgresFull = "53100"
)

// Full reports whether an error, of a database or a file, means that there is no room on its disk.
func Full(err error) bool {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return true
	}
	if file, ok := errors.AsType[*sqlite.Error](err); ok && file.Code()&0xff == sqliteFull {
		return true
	}
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && server.Code == postgresFull
}

// IsAddress reports whether a text is the address of a PostgreSQL database.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Connect opens the database at an address, with at most a number of connections, unless the address sets
// pool_max_conns.
func Connect(ctx context.Context, address string, most int32) (*pgxpool.Pool, error) {
	if !IsAddress(address) {
		return nil, errors.New("the address of a database begins with postgres://")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("the address of the database: %w", err) // it does not show the password
	}
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = most
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// OneAtATime lets one process migrate the tables while others wait.
func OneAtATime() (goose.ProviderOption, error) {
	// polls every second
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300), lock.WithUnlockTimeout(1, 60))
	return goose.WithSessionLocker(locker), err
}

// Passing reports whether an error of a statement may be over in a moment, for instance while a database
// restarts: any error except that a statement was understood and refused.
func Passing(err error) bool {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return true
	}
	switch refused.Code[:min(2, len(refused.Code))] {
	case "08", "40", "53", "55", "57", "58": // connections, conflicts, resources, locks, the operator, the system
		return true
	}
	return false
}

// Plain removes from a text what a database cannot store.
func Plain(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\x00", "")
}

// Querier is a database or a transaction.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is a row of a result.
type Row interface{ Scan(...any) error }

// Each passes on every row of a query's result.
func Each(ctx context.Context, db Querier, take func(Row) error, query string, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	return Over(rows, err, take)
}

// Over passes on every row of a result, unless the query failed.
func Over(rows *sql.Rows, err error, take func(Row) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All returns all rows of a query's result.
func All[T any](ctx context.Context, db Querier, scan func(Row) (T, error), query string,
	args ...any) (list []T, err error) {
	err = Each(ctx, db, func(row Row) error {
		item, err := scan(row)
		list = append(list, item)
		return err
	}, query, args...)
	return list, err
}

// Value reads a row of one column.
func Value[T any](row Row) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}
