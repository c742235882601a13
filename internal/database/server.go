package database

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// IsAddress reports the address of a database of PostgreSQL.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Connect opens the database at an address, with at most so many connections where the
// address says nothing of pool_max_conns.
func Connect(ctx context.Context, address string, most int32) (*pgxpool.Pool, error) {
	if !IsAddress(address) {
		return nil, errors.New("the address of a database begins with postgres://")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("the address of the database: %w", err) // it hides the password
	}
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = most
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// OneAtATime has the tables brought up to date by one process while others wait.
func OneAtATime() (goose.ProviderOption, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300), lock.WithUnlockTimeout(1, 60)) // looks every second
	return goose.WithSessionLocker(locker), err
}

// Passing reports an error of a statement that may be over in a moment, as while a
// database is started again: everything but a statement that it understood and refused.
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

// Plain takes out of a text what a database cannot hold.
func Plain(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\x00", "")
}
