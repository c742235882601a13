// Package venuetest puts venues with papers and rows into a database for tests of their
// pages, without checking anything.
package venuetest

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/row"
)

// Filler puts rows into the database of a store.
type Filler struct {
	Store    *runs.Store
	db       *sql.DB
	postgres bool
}

// New returns a filler for the store in a folder, or in a PostgreSQL database.
func New(t testing.TB, store *runs.Store, folder, database string) *Filler {
	t.Helper()
	driver, address := "pgx", database
	if database == "" {
		driver, address = "sqlite", "file:"+filepath.Join(folder, "runs.sqlite")+
			"?_pragma=busy_timeout(60000)&_pragma=synchronous(OFF)&_txlock=immediate"
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return &Filler{store, db, database != ""}
}

// Size returns the bytes of the database on disk.
func (f *Filler) Size(t testing.TB) (size int64) {
	t.Helper()
	question := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if f.postgres {
		question = "SELECT pg_database_size(current_database())"
	}
	if err := f.db.QueryRowContext(t.Context(), question).Scan(&size); err != nil {
		t.Fatal(err)
	}
	return size
}

// Analyze makes the database analyze its content, as it eventually does by itself.
func (f *Filler) Analyze(t testing.TB) {
	t.Helper()
	statement := "PRAGMA wal_checkpoint(TRUNCATE)"
	if f.postgres {
		statement = "VACUUM ANALYZE"
	}
	if _, err := f.db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// Paper adds a paper with rows to a venue, as if it had been checked, and returns it. Its one file has the
// content.
func (f *Filler) Paper(t testing.TB, venue string, n runs.NewPaper, content string, rows ...report.Finding) runs.Paper {
	t.Helper()
	digest, size, err := f.Store.Save(t.Context(), strings.NewReader(content), 8<<20)
	if err != nil {
		t.Fatal(err)
	}
	n.Inputs = []runs.Input{{Name: n.ID + ".pdf", Digest: digest, Size: size}}
	p, _, err := f.Store.AddPaper(t.Context(), venue, n)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		return p
	}
	f.keep(t, p, rows)
	if err := f.Store.PaperDone(t.Context(), venue, p.ID, p.Version, runs.PaperSettled); err != nil {
		t.Fatal(err)
	}
	return p
}

// keep stores rows as a worker would.
func (f *Filler) keep(t testing.TB, p runs.Paper, rows []report.Finding) {
	t.Helper()
	tx, err := f.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	summary := report.NewSummary(row.Run{})
	for i, row := range rows {
		row.File = p.ID + ".pdf"
		summary.Add(row)
		words := strings.ToLower(row.Key + "\n" + row.Claimed.Title + "\n" + row.File + "\n" + row.Raw)
		_, err := tx.ExecContext(t.Context(),
			`INSERT INTO report_rows (run, id, number, position, finding, file, outcome, gravity, strength, grave, codes, words, body)
			VALUES ($1, $2, $3, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11)`,
			p.Run, row.ID, i+1, row.File, row.Outcome, row.Gravity, row.Strength, row.Grave(),
			" "+strings.Join(row.Codes, " ")+" ", words, line(t, func(w report.Writer) error { return w.Finding(row) }))
		if err != nil {
			t.Fatal(err)
		}
	}
	head := line(t, func(w report.Writer) error {
		return w.Begin(row.Run{Version: "before", Rules: "test", Inputs: []string{p.ID + ".pdf"}})
	})
	end := line(t, func(w report.Writer) error { return w.End(summary) })
	if _, err := tx.ExecContext(t.Context(),
		"UPDATE runs SET head = $1, summary = $2, announced = $3, settled = $3 WHERE id = $4", head, end, len(rows),
		p.Run); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// line returns a row as in JSON Lines.
func line(t testing.TB, write func(report.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	w, err := report.New("jsonl", &b, report.Options{})
	if err == nil {
		err = write(w)
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Row returns a row about a reference that claims something.
func Row(key, claims, outcome, gravity, code string) report.Finding {
	f := report.Finding{Finding: row.Finding{
		Kind: row.KindFinding, ID: key, Key: key, Outcome: row.Outcome(outcome), Class: outcome, Gravity: gravity,
		Codes: []string{code}, Fields: []string{}, Digest: fmt.Sprintf("%016x", len(claims)) + claims,
		Claimed: row.Work{Title: claims, Authors: []string{"Ada Author", "Bo Writer"}, Venue: "Journal of Tests",
			Year: "2020"}, Reasons: []row.Reason{}, Lookups: []row.Lookup{},
	}}
	if gravity != "none" {
		f.Reasons = append(f.Reasons, row.Reason{Rule: "not-found", Message: "no source has the work", Gravity: gravity})
	}
	return f
}

// Read parses a row from JSON Lines.
func Read(t testing.TB, body json.RawMessage) (f report.Finding) {
	t.Helper()
	if err := json.Unmarshal(body, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// Like returns a copy of a row under another name, with another title and digest.
func Like(f report.Finding, key string, n int) report.Finding {
	f.ID, f.Key, f.Digest = key, key, fmt.Sprintf("%016x", n)
	f.Claimed.Title = fmt.Sprintf("%s %d", f.Claimed.Title, n)
	return f
}
