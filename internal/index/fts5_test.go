package index

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	_ "modernc.org/sqlite"
)

// heavy skips a measurement of several minutes unless BONAFIDE_BENCH is set.
func heavy(t testing.TB) {
	t.Helper()
	if os.Getenv("BONAFIDE_BENCH") == "" {
		testenv.Missing(t, "measurements", "BONAFIDE_BENCH=1, since it measures for minutes")
	}
}

// ftsDB is the same works in SQLite: the folded titles in FTS5, identifiers
// and records in tables with an index.
type ftsDB struct {
	*sql.DB
	match, id *sql.Stmt
}

func buildFTS(t testing.TB, x *Index, path string) *ftsDB {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite",
		"file:"+path+
			"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-200000)&_pragma=mmap_size(2000000000)")
	must(err)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	for _, s := range []string{
		`create virtual table titles using fts5(title, content='', columnsize=1, tokenize='unicode61')`,
		`create virtual table vocab using fts5vocab(titles, 'row')`,
		`create table ids(id text, n integer)`,
		`create table records(n integer primary key, body text)`,
	} {
		_, err := db.Exec(s)
		must(err)
	}
	tx, err := db.Begin()
	must(err)
	title, err := tx.Prepare(`insert into titles(rowid, title) values(?, ?)`)
	must(err)
	id, err := tx.Prepare(`insert into ids values(?, ?)`)
	must(err)
	rec, err := tx.Prepare(`insert into records values(?, ?)`)
	must(err)
	var f folded
	for n := range x.Len() {
		r, err := x.Record(n)
		must(err)
		f.fold(r.FullTitle())
		_, err = title.Exec(n, string(f.text))
		must(err)
		for _, i := range r.IDs {
			_, err = id.Exec(i.String(), n)
			must(err)
		}
		_, err = rec.Exec(n, r.Title+"\t"+r.Container.Title) // the minimum that a record needs
		must(err)
	}
	must(tx.Commit())
	_, err = db.Exec(`create index byid on ids(id)`)
	must(err)
	_, err = db.Exec(`insert into titles(titles) values('optimize')`)
	must(err)
	d := &ftsDB{DB: db}
	d.match, err = db.Prepare(`select rowid from titles where titles match ? order by rank limit 10`)
	must(err)
	d.id, err = db.Prepare(`select n, body from ids join records using(n) where id = ?`)
	must(err)
	return d
}

// similar queries for any of the rarest words, most relevant first.
func (d *ftsDB) similar(x *Index, q *searcher, title string, rarest int) (list []int, err error) {
	q.fold.fold(title)
	q.setScale(x, x.segments[0])
	type term struct {
		text  string
		count uint32
	}
	var terms []term
	for i := range q.fold.len() {
		if id, ok := x.segments[0].token(q.fold.token(i)); ok { // it gets the counts for free
			terms = append(terms, term{string(q.fold.token(i)), x.segments[0].df(&x.segments[0].words, int(id))})
		}
	}
	slices.SortFunc(terms, func(a, b term) int { return int(a.count) - int(b.count) })
	var words []string
	for _, t := range terms[:min(rarest, len(terms))] {
		words = append(words, `"`+t.text+`"`)
	}
	if len(words) == 0 {
		return nil, nil
	}
	rows, err := d.match.Query(strings.Join(words, " OR "))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, rows.Err()
}

// TestAgainstFTS5 runs the same queries on SQLite's FTS5 and the index.
//
//	BONAFIDE_BENCH=1 go test -run TestAgainstFTS5 -v -timeout 60m ./internal/index/
func TestAgainstFTS5(t *testing.T) {
	heavy(t)
	x := worksIndex(t)
	path := filepath.Join(t.TempDir(), "fts.db")
	start := time.Now()
	db := buildFTS(t, x, path)
	stat, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	info, _ := x.Info()
	t.Logf("sqlite: built in %v, %d bytes (%.0f a record, records cut to title and container); index: %d bytes (%.0f a "+
		"record, records whole)", time.Since(start).Round(time.Second), stat.Size(), float64(stat.Size())/float64(x.Len()),
		info.Bytes, float64(info.Bytes)/float64(x.Len()))
	list := sample(t, x, 2000)
	byID := func(f func(r *biblio.Record) error) *measured {
		var m measured
		for range 2 {
			m.times = m.times[:0]
			for i := range list {
				start := time.Now()
				if err := f(&list[i]); err != nil {
					t.Fatal(err)
				}
				m.times = append(m.times, time.Since(start))
			}
		}
		return &m
	}
	lite := byID(func(r *biblio.Record) error {
		var n int
		var body string
		return db.id.QueryRow(r.IDs[0].String()).Scan(&n, &body)
	})
	ours := byID(func(r *biblio.Record) error { _, err := x.ByID(r.IDs[0]); return err })
	t.Logf("identifier: sqlite p50 %v p99 %v, index p50 %v p99 %v, ratio %.1f", lite.quantile(.5), lite.quantile(.99),
		ours.quantile(.5), ours.quantile(.99), float64(lite.quantile(.5))/float64(ours.quantile(.5)))
	var q searcher
	for _, c := range []change{changes[1], changes[4], changes[6]} { // a word replaced, two slips, cut to 60
		queries := makeQueries(t, x, c, 60, 1)
		ours := measure(t, x, queries, 0)
		for _, rarest := range []int{4, 6} {
			var m measured
			for _, query := range queries {
				start := time.Now()
				got, err := db.similar(x, &q, query.title, rarest)
				m.times = append(m.times, time.Since(start))
				if err != nil {
					t.Fatal(err)
				}
				want := string(x.segments[0].title(nil, uint32(query.n)))
				m.n++
				if slices.ContainsFunc(got, func(n int) bool { return sameTitle(t, x, n, query.n, want, nil) }) {
					m.ten++
				}
			}
			t.Logf("%s: fts5 with the %d rarest words recall@10 %.3f p50 %v p99 %v; index recall@10 %.3f p50 %v p99 %v; ratio of p50 %.0f", c.name, rarest,
				float64(m.ten)/float64(m.n), m.quantile(.5), m.quantile(.99), float64(ours.ten)/float64(ours.n), ours.quantile(.5),
				ours.quantile(.99), float64(m.quantile(.5))/float64(ours.quantile(.5)))
		}
	}
}
