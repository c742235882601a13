package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
)

// tables creates the table of jobs. Times are milliseconds since 1970, by the clock of the database. In place of
// the marks: the type of a number that counts up by itself, and the order of texts by their bytes.
const tables = `
CREATE TABLE IF NOT EXISTS jobs (
	id     %s PRIMARY KEY %s,
	lane   TEXT NOT NULL,
	key    TEXT COLLATE %s NOT NULL,
	part   TEXT NOT NULL,             -- the group
	body   TEXT NOT NULL,
	state  TEXT NOT NULL,             -- waiting, running or dead; a job that is over is gone
	tries  INTEGER NOT NULL DEFAULT 0,
	due    BIGINT NOT NULL DEFAULT 0, -- not before
	holder TEXT NOT NULL DEFAULT '',  -- process that does it
	until  BIGINT NOT NULL DEFAULT 0, -- the process is dead if it has not said by then that it is not
	error  TEXT NOT NULL DEFAULT ''   -- of the last time
);
CREATE UNIQUE INDEX IF NOT EXISTS jobs_once ON jobs (lane, key) WHERE state <> 'dead';
CREATE INDEX IF NOT EXISTS jobs_next ON jobs (lane, state, due, id);
CREATE INDEX IF NOT EXISTS jobs_part ON jobs (part, state);`

// migration locks PostgreSQL until the tables are created: one process at a time may create them.
const migration = "SELECT pg_advisory_xact_lock(8417021);"

// Queue is a queue of jobs. It is safe for concurrent use, also by several processes.
type Queue struct {
	db     *sql.DB
	log    *slog.Logger
	times  times
	holder string // this process
	now    string // SQL: the time
	locked string // SQL: what keeps two processes from taking the same job

	mu    sync.Mutex
	wake  chan struct{} // closed when there may be more to do
	under underWay
}

// Open opens the queue in a PostgreSQL database, or in a SQLite database whose transactions begin with the write
// lock, and creates its tables.
func Open(ctx context.Context, db *sql.DB, postgres bool, log *slog.Logger) (*Queue, error) {
	return openQueue(ctx, db, postgres, log, usual)
}

func openQueue(ctx context.Context, db *sql.DB, postgres bool, log *slog.Logger, t times) (*Queue, error) {
	q := &Queue{db: db, log: log, times: t, holder: rand.Text(), wake: make(chan struct{}),
		now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)"}
	create := fmt.Sprintf(tables, "INTEGER", "AUTOINCREMENT", "BINARY")
	if postgres {
		q.now, q.locked = "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)", "FOR UPDATE SKIP LOCKED"
		create = migration + fmt.Sprintf(tables, "BIGINT", "GENERATED ALWAYS AS IDENTITY", `"C"`)
	}
	if _, err := db.ExecContext(ctx, create); err != nil {
		return nil, fmt.Errorf("the table of jobs: %w", err)
	}
	return q, nil
}

// addedAtOnce is the maximum number of jobs in one statement.
const addedAtOnce = 1000

// Add adds jobs, and returns how many of them are new.
func (q *Queue) Add(ctx context.Context, list ...Job) (added int, err error) {
	defer q.more()
	for part := range slices.Chunk(list, addedAtOnce) {
		var rows []string
		var args []any
		for i, j := range part {
			rows = append(rows, fmt.Sprintf("($%d, $%d, $%d, $%d, 'waiting')", 4*i+1, 4*i+2, 4*i+3, 4*i+4))
			args = append(args, j.Kind, j.Key, j.Group, j.Body)
		}
		made, err := q.db.ExecContext(ctx, "INSERT INTO jobs (lane, key, part, body, state) VALUES "+
			strings.Join(rows, ", ")+" ON CONFLICT DO NOTHING", args...)
		if err != nil {
			return added, err
		}
		n, err := made.RowsAffected()
		if err != nil {
			return added, err
		}
		added += int(n)
	}
	return added, nil
}

// more wakes the workers that wait for jobs.
func (q *Queue) more() {
	q.mu.Lock()
	defer q.mu.Unlock()
	close(q.wake)
	q.wake = make(chan struct{})
}

func (q *Queue) waiting() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wake
}

// Work does jobs until ctx is done and its handlers have returned. Jobs that are interrupted are done again by the
// next worker.
func (q *Queue) Work(ctx context.Context, handlers map[string]Handler) error {
	if err := q.rescue(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	var all sync.WaitGroup
	alive, stop := context.WithCancel(context.WithoutCancel(ctx)) // as long as any job is running
	defer stop()
	var beats sync.WaitGroup
	beats.Go(func() { q.under.beats(alive, q.times, q.log, q.beat) })
	for name, handler := range handlers {
		for range handler.Workers {
			all.Go(func() { q.work(ctx, name, handler) })
		}
	}
	all.Wait()
	stop()
	beats.Wait()
	return nil
}

// work does the jobs of a kind, one after the other.
func (q *Queue) work(ctx context.Context, name string, handler Handler) {
	for ctx.Err() == nil {
		more := q.waiting()
		id, j, err := q.take(ctx, name)
		if err == nil {
			q.do(ctx, handler, id, j)
			continue
		}
		if !errors.Is(err, sql.ErrNoRows) && ctx.Err() == nil {
			q.log.Error("no job could be taken", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-more:
		case <-time.After(time.Second): // another process may have added some, or one may have become due
		}
	}
}

func (q *Queue) take(ctx context.Context, lane string) (id int64, j Job, err error) {
	err = q.db.QueryRowContext(ctx, "UPDATE jobs SET state = 'running', holder = $1, until = "+q.now+" + $2, "+
		"tries = tries + 1 WHERE id = (SELECT id FROM jobs WHERE lane = $3 AND state = 'waiting' AND due <= "+q.now+
		" ORDER BY due, id LIMIT 1 "+q.locked+") RETURNING id, tries, lane, key, part, body",
		q.holder, q.times.lost.Milliseconds(), lane).Scan(&id, &j.Try, &j.Kind, &j.Key, &j.Group, &j.Body)
	return id, j, err
}

// do does a job and records how it ended, unless another process has taken it by now.
func (q *Queue) do(ctx context.Context, handler Handler, id int64, j Job) {
	own, ended := q.under.begin(ctx, id)
	defer ended()
	err := handler.do(own, j)
	if cause := context.Cause(own); errors.Is(cause, errCancelled) || errors.Is(cause, errLost) {
		return
	}
	end, args := "DELETE FROM jobs", []any{id, q.holder}
	again := func(set string, wait time.Duration, more ...any) {
		time.AfterFunc(wait, q.more)
		end, args = "UPDATE jobs SET state = 'waiting', due = "+q.now+" + $3"+set,
			append(append(args, wait.Milliseconds()), more...)
	}
	var later *later
	switch {
	case err == nil:
	case ctx.Err() != nil: // the process ends
		again(", tries = tries - 1", 0)
	case errors.As(err, &later):
		again(", tries = tries - 1", later.after)
	case j.Try < Tries:
		again(", error = $4", q.times.pause(j.Try), database.Plain(err.Error()))
	default:
		end, args = "UPDATE jobs SET state = 'dead', error = $3", append(args, database.Plain(err.Error()))
	}
	ctx = context.WithoutCancel(ctx)
	for begun := time.Now(); ; time.Sleep(q.times.beat) {
		_, err := q.db.ExecContext(ctx, end+" WHERE id = $1 AND holder = $2 AND state = 'running'", args...)
		if err == nil {
			return
		}
		if !database.Passing(err) || time.Since(begun) > q.times.lost { // it is done again
			q.log.Error("the end of a job could not be kept", "lane", j.Kind, "job", j.Key, "error", err)
			return
		}
	}
}

// beat renews the running jobs, ends cancelled ones, and takes over those of dead processes.
func (q *Queue) beat(ctx context.Context) error {
	if ids := q.under.ids(); len(ids) > 0 {
		mine, err := database.All(ctx, q.db, database.Value[int64], "UPDATE jobs SET until = "+q.now+
			" + $1 WHERE holder = $2 AND state = 'running' AND id IN ("+strings.ReplaceAll(strings.Trim(fmt.Sprint(ids), "[]"), " ", ",")+") RETURNING id",
			q.times.lost.Milliseconds(), q.holder)
		if err != nil {
			return err
		}
		q.under.cancel(errCancelled, func(id int64) bool { return slices.Contains(ids, id) && !slices.Contains(mine, id) })
	}
	return q.rescue(ctx)
}

// rescue makes the jobs of dead processes wait again.
func (q *Queue) rescue(ctx context.Context) error {
	done, err := q.db.ExecContext(ctx, "UPDATE jobs SET state = CASE WHEN tries < $1 THEN 'waiting' ELSE 'dead' END, "+
		"holder = '', error = 'it was under way in a process that died' WHERE state = 'running' AND until < "+q.now, Tries)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err == nil && n > 0 {
		q.log.Warn("jobs of a process that died are done again", "jobs", n)
		q.more()
	}
	return nil
}

// Cancel cancels the jobs of a group. The contexts of running ones are done soon, whichever process runs them.
func (q *Queue) Cancel(ctx context.Context, group string) error {
	gone, err := database.All(ctx, q.db, database.Value[int64], "DELETE FROM jobs WHERE part = $1 RETURNING id", group)
	q.under.cancel(errCancelled, func(id int64) bool { return slices.Contains(gone, id) })
	return err
}

// Open counts the unfinished jobs of a group, or of all groups for "".
func (q *Queue) Open(ctx context.Context, group string) (n int, err error) {
	err = q.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM jobs WHERE state <> 'dead' AND (part = $1 OR $1 = '')",
		group).Scan(&n)
	return n, err
}

// Dead returns jobs of a group that have failed for good, in the order of their keys from the one after behind.
func (q *Queue) Dead(ctx context.Context, group, behind string, most int) ([]Dead, error) {
	return database.All(ctx, q.db, func(row database.Row) (d Dead, err error) {
		err = row.Scan(&d.Kind, &d.Key, &d.Group, &d.Body, &d.Error)
		return d, err
	},
		"SELECT lane, key, part, body, error FROM jobs WHERE state = 'dead' AND part = $1 AND key > $2 ORDER BY key LIMIT $3",
		group, behind, most)
}

// Bury deletes the jobs of a group that have failed for good.
func (q *Queue) Bury(ctx context.Context, group string) error {
	_, err := q.db.ExecContext(ctx, "DELETE FROM jobs WHERE state = 'dead' AND part = $1", group)
	return err
}

// Counts counts the unfinished jobs, and those that failed for good, by kind and state.
func (q *Queue) Counts(ctx context.Context) (map[Count]int, error) {
	counts := map[Count]int{}
	err := database.Each(ctx, q.db, func(row database.Row) error {
		var c Count
		var n int
		err := row.Scan(&c.Kind, &c.State, &n)
		counts[c] = n
		return err
	}, "SELECT lane, state, COUNT(*) FROM jobs GROUP BY lane, state")
	return counts, err
}
