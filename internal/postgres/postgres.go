// Package postgres is what those have in common who keep something in PostgreSQL.
//
// May be imported by: shared, setup, store.
package postgres

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsAddress reports the address of a database.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
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
