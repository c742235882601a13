// Package database opens the databases that things are kept in, files of SQLite and
// servers of PostgreSQL, and has what is done with the answers of both.
//
// May be imported by: runs, shared, setup, source/memory, claimcheck, jobs.
package database

import (
	"database/sql"
	"net/url"

	_ "modernc.org/sqlite" // the driver
)

// Shared are the options of a file that several processes write: they wait for each
// other, and those who read do not wait.
const Shared = "_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)"

// OpenFile opens a file of SQLite with options of the driver, joined by "&". Nothing in the path is
// taken for an option or an escape.
func OpenFile(path, options string) (*sql.DB, error) {
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options}
	return sql.Open("sqlite", file.String())
}
