package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// memorySchema is the version of the tables; a file of another version is
// refused, never changed.
const memorySchema = 1

const memoryTables = `
CREATE TABLE IF NOT EXISTS work (
	id       INTEGER PRIMARY KEY,
	wording  TEXT NOT NULL UNIQUE, -- folded title and family names, what likeness is measured on
	record   TEXT NOT NULL,        -- biblio.Record as JSON
	verified INTEGER NOT NULL      -- Unix time of the last verification
);
CREATE TABLE IF NOT EXISTS name (
	name TEXT NOT NULL, -- "doi:10.1/x", or "title:" and the folded title
	work INTEGER NOT NULL REFERENCES work(id) ON DELETE CASCADE,
	PRIMARY KEY (name, work)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS name_work ON name(work);`

// Memory keeps works that were verified before, in one SQLite file. It is safe
// for concurrent use, also by several processes.
type Memory struct {
	db   *sql.DB
	keep time.Duration
}

// DefaultKeep is how long a verified work is remembered.
const DefaultKeep = 180 * 24 * time.Hour

// OpenMemory opens the memory in a file, which is made when it is not there,
// readable by its owner alone.
// Works verified longer than keep ago are forgotten.
func OpenMemory(path string, keep time.Duration) (*Memory, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := makeOwn(path); err != nil {
		return nil, err
	}
	dsn := url.URL{Scheme: "file", Opaque: path, RawQuery: "_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	m := &Memory{db: db, keep: keep}
	if err := m.prepare(); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("memory %s: %w", path, err)
	}
	return m, nil
}

// makeOwn makes an empty file that its owner alone may read, where there is none;
// SQLite gives the files beside it the same mode. It is made under another name
// and linked, because closing a file ends all locks that the process has on it.
func makeOwn(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".memory-*") // mode 600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := f.Close(); err != nil {
		return err
	}
	_ = os.Link(f.Name(), path) // another process was first, or SQLite makes the file
	return nil
}

func (m *Memory) prepare() error {
	var version int
	if err := m.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version != 0 && version != memorySchema {
		return fmt.Errorf("its version is %d, this program reads %d", version, memorySchema)
	}
	_, err := m.db.Exec(memoryTables + fmt.Sprintf("; PRAGMA user_version = %d", memorySchema))
	return err
}

// Close ends the use of the file.
func (m *Memory) Close() error { return m.db.Close() }

// Wording is what the likeness of works is measured on: the folded title and
// the folded family names.
func Wording(w *biblio.Work) string {
	text := fold.Title(w.FullTitle())
	for _, a := range w.Authors() {
		if a.Family != "" {
			text += " " + fold.Text(a.Family)
		}
	}
	return text
}

// names lists the exact keys of a work.
func names(w *biblio.Work) []string {
	var list []string
	for _, id := range w.IDs {
		list = append(list, id.String())
	}
	if title := fold.Title(w.FullTitle()); title != "" {
		list = append(list, "title:"+title)
	}
	return list
}

// Remember keeps records of works that were verified at a time. A record that
// is there already is renewed.
func (m *Memory) Remember(ctx context.Context, records []biblio.Record, at time.Time) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	work, err := tx.PrepareContext(ctx, `INSERT INTO work (wording, record, verified) VALUES (?, ?, ?)
		ON CONFLICT (wording) DO UPDATE SET record = excluded.record, verified = excluded.verified RETURNING id`)
	if err != nil {
		return err
	}
	defer work.Close()
	name, err := tx.PrepareContext(ctx, "INSERT OR IGNORE INTO name (name, work) VALUES (?, ?)")
	if err != nil {
		return err
	}
	defer name.Close()
	for i := range records {
		if err := remember(ctx, work, name, &records[i], at); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func remember(ctx context.Context, work, named *sql.Stmt, r *biblio.Record, at time.Time) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	wording := Wording(&r.Work) + " @" + r.Source + " " + r.LocalID
	var id int64
	if err := work.QueryRowContext(ctx, wording, string(data), at.Unix()).Scan(&id); err != nil {
		return err
	}
	for _, name := range names(&r.Work) {
		if _, err := named.ExecContext(ctx, name, id); err != nil {
			return err
		}
	}
	return nil
}

// Kept is a remembered record with its key in the memory.
type Kept struct {
	ID     int64
	Record biblio.Record
}

// Exact gives the records that share an identifier or the folded title with a
// work, in the order in which they were first remembered.
func (m *Memory) Exact(ctx context.Context, w *biblio.Work, now time.Time) ([]Kept, error) {
	list := names(w)
	if len(list) == 0 {
		return nil, nil
	}
	names, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return m.query(ctx, `SELECT DISTINCT work.id, record FROM name JOIN work ON work.id = name.work
		WHERE name IN (SELECT value FROM json_each(?)) AND verified >= ? ORDER BY work.id LIMIT 32`, string(names), m.since(now))
}

// ByKey gives remembered records by their keys, in the order of the keys.
func (m *Memory) ByKey(ctx context.Context, ids []int64, now time.Time) ([]Kept, error) {
	var all []Kept
	for _, id := range ids {
		kept, err := m.query(ctx, "SELECT id, record FROM work WHERE id = ? AND verified >= ?", id, m.since(now))
		if err != nil {
			return nil, err
		}
		all = append(all, kept...)
	}
	return all, nil
}

func (m *Memory) query(ctx context.Context, query string, args ...any) ([]Kept, error) {
	rows, err := m.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Kept
	for rows.Next() {
		var k Kept
		var data string
		if err := rows.Scan(&k.ID, &data); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(data), &k.Record); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, rows.Err()
}

func (m *Memory) since(now time.Time) int64 { return now.Add(-m.keep).Unix() }

// Wordings gives the key and wording of the works remembered, in the order of
// the keys; of more than most those that came last.
func (m *Memory) Wordings(ctx context.Context, now time.Time, most int, yield func(id int64, wording string)) error {
	rows, err := m.db.QueryContext(ctx, `SELECT id, substr(wording, 1, instr(wording, ' @') - 1) FROM
		(SELECT id, wording FROM work WHERE verified >= ? ORDER BY id DESC LIMIT ?) ORDER BY id`, m.since(now), most)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var wording string
		if err := rows.Scan(&id, &wording); err != nil {
			return err
		}
		yield(id, wording)
	}
	return rows.Err()
}

// Len gives how many records are remembered.
func (m *Memory) Len(ctx context.Context, now time.Time) (n int, err error) {
	err = m.db.QueryRowContext(ctx, "SELECT count(*) FROM work WHERE verified >= ?", m.since(now)).Scan(&n)
	return n, err
}

// Forget removes what was verified longer ago than the memory keeps, or
// everything.
func (m *Memory) Forget(ctx context.Context, now time.Time, everything bool) error {
	before := m.since(now)
	if everything {
		before = 1 << 62
	}
	_, err := m.db.ExecContext(ctx, "DELETE FROM work WHERE verified < ?", before)
	return err
}
