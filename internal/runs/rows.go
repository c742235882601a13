package runs

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// recorder stores the rows of a run: settled ones as they come, and the report in the order of the input. A row that
// comes out as an earlier process stored it keeps its number, so that clients see it once.
type recorder struct {
	ctx   context.Context
	store *Store
	run   string

	owner     string
	mostPages int                   // PDF pages read for the owner per day; 0 means no limit
	most      int                   // references of a run; 0 means no limit
	stop      func()                // ends the run
	counted   func(*report.Finding) // nil for none
	// atOnce stores all rows at the end in one transaction: no one follows the run.
	atOnce bool

	mu       sync.Mutex
	number   int64 // of the last change
	position int64 // of the next row in the order of the input
	problems int
	known    int // references announced so far
	head     report.Run
	since    string   // the other version of the program that judged the paper before, "" for none
	rows     []stored // to be stored together
	err      error    // of a row that settled: Settled cannot return it
}

// newRecorder starts or continues the rows of a run.
func (s *Store) newRecorder(ctx context.Context, run string, together bool) (*recorder, error) {
	r := &recorder{ctx: ctx, store: s, run: run, atOnce: together}
	if together {
		return r, nil
	}
	return r, s.within(ctx, r.clearPositions)
}

// clearPositions clears the positions of rows that another process stored.
func (r *recorder) clearPositions(tx *sql.Tx) error {
	return cmp.Or(exec(r.ctx, tx, "UPDATE report_rows SET position = NULL WHERE run = $1", r.run),
		exec(r.ctx, tx, "UPDATE runs SET announced = 0, settled = 0 WHERE id = $1", r.run),
		tx.QueryRowContext(r.ctx, "SELECT COALESCE(MAX(number), 0) FROM report_rows WHERE run = $1", r.run).Scan(&r.number))
}

// announce counts references that are about to be looked up.
func (r *recorder) announce(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known += n; r.most > 0 && r.known > r.most && r.err == nil {
		r.err = fmt.Errorf("there are more than %d references: give fewer papers at once", r.most)
		r.stop()
	}
	r.count("announced", n)
}

// count adds to a number of the run; the caller holds the lock.
func (r *recorder) count(column string, n int) {
	if r.err != nil || r.atOnce {
		return
	}
	r.err = troubled(exec(r.ctx, r.store.db, "UPDATE runs SET "+column+" = "+column+" + $1 WHERE id = $2", n, r.run))
	r.store.changes.happened(r.run)
}

// settled stores the row of a reference that needs no more answers.
func (r *recorder) settled(f report.Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil && !r.atOnce {
		r.err = r.keep(r.store.db, r.findingRow(&f), sql.NullInt64{})
	}
	r.count("settled", 1)
	if r.counted != nil {
		r.counted(&f)
	}
}

func (r *recorder) Begin(head report.Run) error {
	if r.head = head; r.atOnce {
		return troubled(r.judgedBefore())
	}
	return r.setText(r.store.db, "head", head)
}

// judgedBefore finds out whether another version of the program judged the rows before.
func (r *recorder) judgedBefore() error {
	var text string
	var before report.Run
	err := r.store.db.QueryRowContext(r.ctx, "SELECT COALESCE(head, '') FROM runs WHERE id = $1", r.run).Scan(&text)
	if err != nil || json.Unmarshal([]byte(text), &before) != nil { // it was not judged before
		return err
	}
	if before.Version != r.head.Version || before.Rules != r.head.Rules {
		r.since = before.Version + ", rules " + before.Rules
	}
	return nil
}

func (r *recorder) Problem(p report.Problem) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems++
	return r.place(stored{ID: fmt.Sprintf("!%d", r.problems), File: p.File, value: p})
}

func (r *recorder) Finding(f report.Finding) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.place(r.findingRow(&f))
}

// End stores the summary. Rows of an earlier process that did not come again are deleted.
func (r *recorder) End(s *report.Summary) error {
	if !r.atOnce {
		return r.end(r.store.db, s)
	}
	return troubled(r.store.within(r.ctx, func(tx *sql.Tx) error {
		if err := r.clearPositions(tx); err != nil {
			return err
		}
		for i, row := range r.rows {
			if err := r.keep(tx, row, sql.NullInt64{Int64: int64(i) + 1, Valid: true}); err != nil {
				return err
			}
		}
		return cmp.Or(exec(r.ctx, tx, "UPDATE runs SET announced = $1, settled = $1 WHERE id = $2", r.known, r.run),
			r.setText(tx, "head", r.head), r.end(tx, s))
	}))
}

func (r *recorder) end(db database.Querier, s *report.Summary) error {
	return cmp.Or(troubled(exec(r.ctx, db, "DELETE FROM report_rows WHERE run = $1 AND position IS NULL", r.run)),
		r.setText(db, "summary", s))
}

// stored is one row of the report with its index columns.
type stored struct {
	Run      string        `db:"run"`
	ID       string        `db:"id"`
	Number   int64         `db:"number"`
	Position sql.NullInt64 `db:"position"` // in the order of the input; invalid until it is known
	Finding  bool          `db:"finding"`
	File     string        `db:"file"`
	Outcome  string        `db:"outcome"`
	Gravity  string        `db:"gravity"`
	Grave    int           `db:"grave"`
	Codes    string        `db:"codes"`
	Words    string        `db:"words"`
	Body     string        `db:"body"`
	Strength string        `db:"strength"`
	Topic    string        `db:"topic"`
	Was      string        `db:"was"`   // outcome and codes that another version of the program gave it
	Since    string        `db:"since"` // that version

	value any // the body
}

func (r *recorder) findingRow(f *report.Finding) stored {
	words := []string{f.Key, f.Claimed.Title, f.File, f.Raw}
	return stored{
		ID: f.ID, File: f.File, Outcome: string(f.Outcome), Gravity: f.Gravity, Strength: f.Strength,
		Grave: f.Grave(), Finding: true, Topic: f.Topic(asks(&r.head)),
		Since: r.since,
		Codes: " " + strings.Join(f.Codes, " ") + " ", Words: searched(words), value: f,
	}
}

// asks reports whether a run asks services.
func asks(head *report.Run) bool {
	return slices.ContainsFunc(head.Sources, func(s row.Source) bool { return s.Online })
}

// place stores the next row in the order of the input; the caller holds the lock.
func (r *recorder) place(row stored) error {
	if r.err != nil {
		return r.err
	}
	r.position++
	if r.atOnce {
		r.rows = append(r.rows, row)
		return nil
	}
	return r.keep(r.store.db, row, sql.NullInt64{Int64: r.position, Valid: true})
}

// keepChanged updates a row that exists. A changed row gets the next number; an unchanged one stays dismissed.
var keepChanged = func() string {
	sets := ` ON CONFLICT (run, id) DO UPDATE SET
		number = CASE WHEN report_rows.body = excluded.body THEN report_rows.number ELSE excluded.number END,
		topic = CASE WHEN report_rows.topic = 'dismissed' AND report_rows.body = excluded.body THEN report_rows.topic
		ELSE excluded.topic END,
		was = CASE WHEN excluded.since = '' THEN report_rows.was ELSE report_rows.outcome || report_rows.codes END,
		since = COALESCE(NULLIF(excluded.since, ''), report_rows.since),
		position = COALESCE(excluded.position, report_rows.position)`
	for _, column := range database.Names[stored]() {
		if !slices.Contains([]string{"run", "id", "number", "position", "topic", "was", "since"}, column) {
			sets += ", " + column + " = excluded." + column
		}
	}
	return sets + " RETURNING number"
}()

func (r *recorder) keep(db database.Querier, row stored, position sql.NullInt64) error {
	body, err := report.Marshal(row.value)
	if err != nil {
		return err
	}
	row.Run, row.Number, row.Position, row.Body = r.run, r.number+1, position, string(body)
	query, args := database.Insert("report_rows", &row)
	var kept int64
	if err := db.QueryRowContext(r.ctx, query+keepChanged, args...).Scan(&kept); err != nil {
		return troubled(err)
	}
	r.number = max(r.number, kept)
	r.store.changes.happened(r.run)
	return nil
}

func (r *recorder) setText(db database.Querier, column string, value any) error {
	text, err := report.Marshal(value)
	if err == nil {
		err = troubled(exec(r.ctx, db, "UPDATE runs SET "+column+" = $1 WHERE id = $2", string(text), r.run))
	}
	return err
}

// Report writes the report of a run as check would have written it, as far as it exists, with marks of decisions.
func (s *Store) Report(ctx context.Context, r *Record, w io.Writer) error {
	reviews, err := s.Reviews(ctx, r.ID)
	if err != nil {
		return err
	}
	maps.DeleteFunc(reviews, func(_ string, r Review) bool { return !r.settles() })
	if len(reviews) == 0 || r.Head == nil {
		return s.rows(ctx, r, w)
	}
	out, err := report.New("jsonl", w, report.Options{})
	if err != nil {
		return err
	}
	stream, feed := io.Pipe()
	go func() { feed.CloseWithError(s.rows(ctx, r, feed)) }()
	defer stream.Close()
	marked := &reviewed{Writer: out, reviews: reviews}
	_, err = report.Replay(stream, marked)
	return err
}

func (s *Store) rows(ctx context.Context, r *Record, w io.Writer) error {
	if r.Head == nil {
		return nil
	}
	if _, err := fmt.Fprintf(w, "%s\n", r.Head); err != nil {
		return err
	}
	err := database.Each(ctx, s.db, func(row database.Row) error {
		var body sql.RawBytes
		err := row.Scan(&body)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n", body)
		}
		return err
	}, "SELECT body FROM report_rows WHERE run = $1 AND position IS NOT NULL ORDER BY position", r.ID)
	if r.Summary != nil && err == nil {
		_, err = fmt.Fprintf(w, "%s\n", r.Summary)
	}
	return err
}

// Render writes the report of a run in a format of package report.
func (s *Store) Render(ctx context.Context, r *Record, format string, w io.Writer) error {
	out, err := report.New(format, w, report.Options{})
	if err != nil {
		return err
	}
	stream, feed := io.Pipe()
	go func() { feed.CloseWithError(s.Report(ctx, r, feed)) }()
	defer stream.Close()
	_, err = report.Replay(stream, out)
	return err
}

const followed = 200

// Follow calls row for the findings of a run that have changed since a number, each change once and in order, until the
// run is over or ctx is done, and told with the run, at least once and at its end.
func (s *Store) Follow(ctx context.Context, owner, id string, number int64, row func(Item) error,
	told func(*Record) error) error {
	for {
		changed := s.Changed(id)
		r, err := s.Get(ctx, owner, id) // read before its rows: a run that is over has them all
		if err != nil {
			return err
		}
		for {
			list, err := s.After(ctx, id, number, followed)
			if err != nil {
				return err
			}
			for _, item := range list {
				if err := row(item); err != nil {
					return err
				}
				number = item.Number
			}
			if len(list) < followed {
				break
			}
		}
		if err := told(&r); err != nil || r.State.Over() {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-time.After(poll): // another process may have changed it
		}
	}
}

// changes notifies waiters when a run changes.
type changes struct {
	mu      sync.Mutex
	waiting map[string]chan struct{}
}

// next returns a channel that is closed at the next change of a run. A caller that calls it before reading
// misses no change.
func (c *changes) next(run string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[string]chan struct{}{}
	}
	if c.waiting[run] == nil {
		c.waiting[run] = make(chan struct{})
	}
	return c.waiting[run]
}

func (c *changes) happened(run string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if wake := c.waiting[run]; wake != nil {
		close(wake)
		delete(c.waiting, run)
	}
}

// Changed returns a channel that is closed at the next change of a run in this process: call it before reading.
func (s *Store) Changed(run string) <-chan struct{} { return s.changes.next(run) }
