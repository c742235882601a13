package database

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestPath: a file is created under exactly the given name.
func TestPath(t *testing.T) {
	for _, folder := range []string{"plain", "a?b", "a#b", "a%41b", "a b", "50%", "ü&mode=ro"} {
		path := filepath.Join(t.TempDir(), folder, "x.sqlite")
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		db, err := OpenFile(path, Shared)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("CREATE TABLE t (x)"); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: no file, %v", folder, err)
		}
	}
}

// TestPrivate: a new file and what SQLite writes beside it are its owner's alone, and one that everybody could read is
// taken from those who are not of its group.
func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	fresh, old := filepath.Join(dir, "a.sqlite"), filepath.Join(dir, "b.sqlite")
	if err := os.WriteFile(old, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{fresh: 0o600, old: 0o640} {
		if err := Private(path); err != nil {
			t.Fatal(err)
		}
		db, err := OpenFile(path, Shared)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("CREATE TABLE t (x)"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, path + "-wal", path + "-shm"} {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v", filepath.Base(name), info, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := Private(filepath.Join(dir, "none", "c.sqlite")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestFull: a full disk is told from other errors, whichever database meets it.
func TestFull(t *testing.T) {
	db, err := OpenFile(filepath.Join(t.TempDir(), "x.sqlite"), "_pragma=max_page_count(2)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, full := db.Exec("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(100000))")
	_, other := db.Exec("SELECT * FROM nowhere")
	for _, c := range []struct {
		err  error
		want bool
	}{
		{full, true}, {fmt.Errorf("writing: %w", full), true}, {other, false}, {nil, false},
		{&os.PathError{Op: "write", Err: syscall.ENOSPC}, true}, {&os.PathError{Op: "write", Err: syscall.EDQUOT}, true},
		{&os.PathError{Op: "write", Err: syscall.EACCES}, false}, {&pgconn.PgError{Code: "53100"}, true},
		{&pgconn.PgError{Code: "53200"}, false},
	} {
		if got := Full(c.err); got != c.want {
			t.Errorf("%v: %t", c.err, got)
		}
	}
}

// TestColumns: what is inserted is read back, in the types that both databases have.
func TestColumns(t *testing.T) {
	type embedded struct {
		N int `db:"n"`
	}
	type word string
	type thing struct {
		Word word `db:"word"`
		embedded
		Yes    bool            `db:"yes"`
		At     time.Time       `db:"at"`
		Never  time.Time       `db:"never"`
		List   []string        `db:"list"`
		Raw    json.RawMessage `db:"raw"`
		None   json.RawMessage `db:"none"`
		Unkept string
	}
	db, err := OpenFile(filepath.Join(t.TempDir(), "x.sqlite"), Shared)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE things (word TEXT, n BIGINT, yes BIGINT, at BIGINT, never BIGINT,
		list TEXT, raw TEXT, none TEXT, more TEXT)`); err != nil {
		t.Fatal(err)
	}
	one := thing{Word: "w", embedded: embedded{3}, Yes: true, At: time.UnixMilli(1700000000123).UTC(),
		List: []string{"a", "b"}, Raw: json.RawMessage(`{"a": "<"}`)}
	for _, want := range []thing{one, {}} {
		query, args := Insert("things", &want, Column{"more", "m"})
		if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
		row := db.QueryRowContext(t.Context(), "DELETE FROM things WHERE more = 'm' RETURNING "+Columns[thing]())
		if got, err := Scan[thing](row); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	stored := ""
	query, args := Insert("things", &one)
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRowContext(t.Context(),
		"SELECT word || n || ' ' || yes || ' ' || at || ' ' || never || list || raw || none FROM things").Scan(
		&stored); err != nil || stored != `w3 1 1700000000123 0["a","b"]{"a": "<"}` {
		t.Errorf("%q, %v", stored, err)
	}
}
