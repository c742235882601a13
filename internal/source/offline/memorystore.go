package offline

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Memory keeps works that were verified before, in one SQLite file or a PostgreSQL database. It is safe for
// concurrent use, even by several processes.
type Memory struct {
	db   *sql.DB
	keep time.Duration
	kind
	ask struct{ exact, byKey, wordings *sql.Stmt } // used for every reference
}

// DefaultKeep is how long a verified work is remembered.
const DefaultKeep = 180 * 24 * time.Hour

// OpenMemory opens the memory in a file, which is created if missing and readable only by its owner, or in the
// PostgreSQL database at an address. Works verified longer than keep ago are forgotten.
func OpenMemory(path string, keep time.Duration) (*Memory, error) {
	if database.IsAddress(path) {
		return openPostgres(path, keep)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := makeFile(path); err != nil {
		return nil, err
	}
	db, err := database.OpenFile(path, database.Shared)
	if err != nil {
		return nil, err
	}
	m, err := newMemory(db, keep, inFile)
	if err != nil {
		return nil, fmt.Errorf("memory %s: %w", path, err)
	}
	return m, nil
}

// connections bounds the connections to a memory. Idle ones are not closed: opening one and preparing its
// statements takes longer than its queries.
const connections = 4

func newMemory(db *sql.DB, keep time.Duration, k kind) (*Memory, error) {
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	m := &Memory{db: db, keep: keep, kind: k}
	err := k.makeTables(db)
	for _, q := range []struct {
		stmt **sql.Stmt
		text string
	}{{&m.ask.exact, k.exact}, {&m.ask.byKey, k.byKey}, {&m.ask.wordings, k.wordings}} {
		if err == nil {
			*q.stmt, err = db.Prepare(q.text)
		}
	}
	if err != nil {
		_ = db.Close()
	}
	return m, err
}

// makeFile creates an empty memory that only its owner can read, if there is none; SQLite gives the files
// beside it the same mode. It is completed under another name and then linked: SQLite does not wait if several
// processes create the first tables of one file, and closing a file releases all locks that the process holds
// on it.
func makeFile(path string) error {
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
	db, err := database.OpenFile(f.Name(), database.Shared)
	if err != nil {
		return err
	}
	if err := errors.Join(makeFileTables(db), db.Close()); err != nil {
		return err
	}
	_ = os.Link(f.Name(), path) // another process was faster, or SQLite creates the file
	return nil
}

// Close closes the memory.
func (m *Memory) Close() error { return m.db.Close() }

// Wording returns the text by which works are compared: the normalised title and the normalised family names.
func Wording(w *biblio.Work) string {
	text := normalise.Title(w.FullTitle())
	for _, a := range w.Authors() {
		if a.Family != "" {
			text += " " + normalise.Text(a.Family)
		}
	}
	return text
}

// names returns the exact keys of a work.
func (m *Memory) names(w *biblio.Work) []string {
	list := lists.Map(w.IDs, func(id ident.ID) string { return m.key(id.String()) })
	if title := normalise.Title(w.FullTitle()); title != "" {
		list = append(list, m.key("title:"+title))
	}
	return list
}

// Remember stores records of works that were verified at a time. A record that is already there is renewed.
func (m *Memory) Remember(ctx context.Context, records []biblio.Record, at time.Time) error {
	list := make([]remembered, len(records))
	for i := range records {
		var err error
		if list[i], err = m.prepared(&records[i]); err != nil {
			return err
		}
	}
	if m.sorted { // concurrent writers of the same works lock them in the same order
		slices.SortStableFunc(list, func(a, b remembered) int { return cmp.Compare(a.digest, b.digest) })
	}
	return m.again(ctx, func() error { return m.write(ctx, list, at) })
}

// remembered is a record being stored.
type remembered struct {
	wording, digest, record string
	names                   []string
}

func (m *Memory) prepared(r *biblio.Record) (remembered, error) {
	data, err := json.Marshal(r)
	wording := Wording(&r.Work) + " @" + r.Source + " " + r.LocalID
	return remembered{m.plain(wording), digest(wording), string(data), m.names(&r.Work)}, err
}

func (m *Memory) write(ctx context.Context, list []remembered, at time.Time) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	work, err := tx.PrepareContext(ctx, m.remember)
	if err != nil {
		return err
	}
	defer work.Close()
	name, err := tx.PrepareContext(ctx, m.name)
	if err != nil {
		return err
	}
	defer name.Close()
	for _, r := range list {
		var id int64
		if err := work.QueryRowContext(ctx, r.wording, r.record, at.Unix(), r.digest).Scan(&id); err != nil {
			return err
		}
		for _, n := range r.names {
			if _, err := name.ExecContext(ctx, n, id); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

// Kept is a remembered record with its key in the memory.
type Kept struct {
	ID     int64
	Record biblio.Record
}

// Exact returns the records that share an identifier or the normalised title with a work, in the order in which
// they were first stored.
func (m *Memory) Exact(ctx context.Context, w *biblio.Work, now time.Time) ([]Kept, error) {
	list := m.names(w)
	if len(list) == 0 {
		return nil, nil
	}
	names, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return m.query(ctx, m.ask.exact, m.since(now), string(names))
}

// ByKey returns remembered records by their keys, in the order of the keys.
func (m *Memory) ByKey(ctx context.Context, ids []int64, now time.Time) ([]Kept, error) {
	var all []Kept
	for _, id := range ids {
		kept, err := m.query(ctx, m.ask.byKey, id, m.since(now))
		if err != nil {
			return nil, err
		}
		all = append(all, kept...)
	}
	return all, nil
}

func (m *Memory) query(ctx context.Context, query *sql.Stmt, args ...any) (list []Kept, err error) {
	var records []string
	err = m.again(ctx, func() error {
		list, records = nil, nil
		rows, err := query.QueryContext(ctx, args...)
		return database.Over(rows, err, func(row database.Row) error {
			var k Kept
			var record string
			err := row.Scan(&k.ID, &record)
			list, records = append(list, k), append(records, record)
			return err
		})
	})
	for i := 0; i < len(records) && err == nil; i++ {
		err = json.Unmarshal([]byte(records[i]), &list[i].Record)
	}
	return list, err
}

func (m *Memory) since(now time.Time) int64 { return now.Add(-m.keep).Unix() }

// Wordings returns the key and wording of the works remembered, in the order of the keys; if there are more
// than most, only the latest.
func (m *Memory) Wordings(ctx context.Context, now time.Time, most int, yield func(id int64, wording string)) error {
	type line struct {
		id      int64
		wording string
	}
	var list []line
	err := m.again(ctx, func() error {
		list = nil
		rows, err := m.ask.wordings.QueryContext(ctx, m.since(now), most)
		return database.Over(rows, err, func(row database.Row) error {
			var l line
			err := row.Scan(&l.id, &l.wording)
			list = append(list, l)
			return err
		})
	})
	for _, l := range list {
		wording, _, _ := strings.Cut(l.wording, " @")
		yield(l.id, wording)
	}
	return err
}

// Len returns the number of remembered records.
func (m *Memory) Len(ctx context.Context, now time.Time) (n int, err error) {
	err = m.again(ctx, func() error { return m.db.QueryRowContext(ctx, m.count, m.since(now)).Scan(&n) })
	return n, err
}

// Forget removes works verified longer ago than the memory keeps them, or everything.
func (m *Memory) Forget(ctx context.Context, now time.Time, everything bool) error {
	before := m.since(now)
	if everything {
		before = 1 << 62
	}
	return m.again(ctx, func() error {
		_, err := m.db.ExecContext(ctx, m.forget, before)
		return err
	})
}
