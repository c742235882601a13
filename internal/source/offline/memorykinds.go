package offline

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// kind is how the two kinds of memories differ.
type kind struct {
	remember, name, exact, byKey, wordings, count, forget string // statements

	makeTables func(*sql.DB) error

	sorted bool                     // records are written in the order of their digests, see Remember
	plain  func(text string) string // makes a text storable
	key    func(name string) string // makes a name usable as a key
	// again repeats an operation until it succeeds or fails for good.
	again func(ctx context.Context, do func() error) error
}

// memorySchema is the version of the tables; a memory of another version is rejected, never changed.
const memorySchema = 1

const fileTables = `
CREATE TABLE IF NOT EXISTS work (
	id       INTEGER PRIMARY KEY,
	wording  TEXT NOT NULL UNIQUE, -- normalised title and family names, what likeness is measured on
	record   TEXT NOT NULL,        -- biblio.Record as JSON
	verified INTEGER NOT NULL      -- Unix time of the last verification
);
CREATE TABLE IF NOT EXISTS name (
	name TEXT NOT NULL, -- "doi:10.1/x", or "title:" and the normalised title
	work INTEGER NOT NULL REFERENCES work(id) ON DELETE CASCADE,
	PRIMARY KEY (name, work)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS name_work ON name(work);`

var inFile = kind{
	// $4, the digest, is only used by PostgreSQL.
	remember: `INSERT INTO work (wording, record, verified) SELECT $1, $2, $3 WHERE $4 = $4
		ON CONFLICT (wording) DO UPDATE SET record = excluded.record, verified = excluded.verified RETURNING id`,
	name: "INSERT INTO name (name, work) VALUES ($1, $2) ON CONFLICT DO NOTHING",
	exact: `SELECT DISTINCT work.id, record FROM name JOIN work ON work.id = name.work
		WHERE verified >= $1 AND name IN (SELECT value FROM json_each($2)) ORDER BY work.id LIMIT 32`,
	byKey:    "SELECT id, record FROM work WHERE id = $1 AND verified >= $2",
	wordings: "SELECT id, wording FROM (SELECT id, wording FROM work WHERE verified >= $1 ORDER BY id DESC LIMIT $2) ORDER BY id",
	count:    "SELECT count(*) FROM work WHERE verified >= $1",
	forget:   "DELETE FROM work WHERE verified < $1",

	makeTables: makeFileTables,

	plain: func(text string) string { return text },
	key:   func(name string) string { return name },
	again: func(_ context.Context, do func() error) error { return do() },
}

func makeFileTables(db *sql.DB) error {
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version != 0 && version != memorySchema {
		return otherVersion(version)
	}
	_, err := db.Exec(fileTables + fmt.Sprintf("; PRAGMA user_version = %d", memorySchema))
	return err
}

func otherVersion(version int) error {
	return fmt.Errorf("its version is %d, this program reads %d", version, memorySchema)
}

const databaseTables = `
CREATE TABLE IF NOT EXISTS memory_version (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS memory_work (
	id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	digest   TEXT NOT NULL UNIQUE, -- of the wording
	wording  TEXT NOT NULL,        -- normalised title and family names, what likeness is measured on
	record   TEXT NOT NULL,        -- biblio.Record as JSON
	verified BIGINT NOT NULL       -- Unix time of the last verification
);
CREATE TABLE IF NOT EXISTS memory_name (
	name TEXT NOT NULL, -- "doi:10.1/x", or "title:" and the normalised title
	work BIGINT NOT NULL REFERENCES memory_work (id) ON DELETE CASCADE,
	PRIMARY KEY (name, work)
);
CREATE INDEX IF NOT EXISTS memory_name_work ON memory_name (work);
INSERT INTO memory_version SELECT %d WHERE NOT EXISTS (SELECT FROM memory_version);`

// In a database works are ordered by their digests, not by the order in which processes happened to remember
// them.
var inDatabase = kind{
	remember: `INSERT INTO memory_work (wording, record, verified, digest) VALUES ($1, $2, $3, $4)
		ON CONFLICT (digest) DO UPDATE SET record = excluded.record, verified = excluded.verified RETURNING id`,
	name: "INSERT INTO memory_name (name, work) VALUES ($1, $2) ON CONFLICT DO NOTHING",
	exact: `SELECT id, record FROM memory_work WHERE verified >= $1 AND id IN (SELECT work FROM memory_name WHERE name IN (SELECT json_array_elements_text($2)))
		ORDER BY digest LIMIT 32`,
	byKey: "SELECT id, record FROM memory_work WHERE id = $1 AND verified >= $2",
	wordings: "SELECT id, wording FROM (SELECT id, wording, digest FROM memory_work WHERE verified >= $1 ORDER BY id " +
		"DESC LIMIT $2) AS last ORDER BY digest",
	count:  "SELECT count(*) FROM memory_work WHERE verified >= $1",
	forget: "DELETE FROM memory_work WHERE verified < $1",

	makeTables: makeDatabaseTables,

	sorted: true,
	plain:  database.Plain,
	key:    keyOf,
	again:  again,
}

func openPostgres(address string, keep time.Duration) (*Memory, error) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return nil, err
	}
	m, err := newMemory(db, keep, inDatabase)
	if err != nil {
		return nil, fmt.Errorf("the memory in the database: %w", err)
	}
	return m, nil
}

// makeDatabaseTables creates the tables, in one process at a time.
func makeDatabaseTables(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.Exec("SELECT pg_advisory_xact_lock(hashtext('bonafide memory'))"); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf(databaseTables, memorySchema)); err != nil {
		return err
	}
	var version int
	if err := tx.QueryRow("SELECT version FROM memory_version").Scan(&version); err != nil {
		return err
	}
	if version != memorySchema {
		return otherVersion(version)
	}
	return tx.Commit()
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// longestKey is the longest key in PostgreSQL, with a margin.
const longestKey = 1000

func keyOf(name string) string {
	if name = database.Plain(name); len(name) > longestKey {
		return name[:16] + " " + digest(name)
	}
	return name
}

// How long, and how often, to wait for a database that is restarting.
const (
	patience = time.Minute
	between  = 250 * time.Millisecond
)

// again retries after a failure of the connection to the database or a conflict with another transaction.
func again(ctx context.Context, do func() error) error {
	for began := time.Now(); ; {
		err := do()
		if err == nil || ctx.Err() != nil || !database.Passing(err) || time.Since(began) > patience {
			return err
		}
		if err := transport.Sleep(ctx, between); err != nil {
			return err
		}
	}
}
