package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
)

// liteTables are the tables of the queue in SQLite. Times are milliseconds since 1970.
const liteTables = `
CREATE TABLE IF NOT EXISTS jobs (
	id     INTEGER PRIMARY KEY AUTOINCREMENT,
	lane   TEXT NOT NULL,
	key    TEXT NOT NULL,
	part   TEXT NOT NULL,              -- the group
	body   TEXT NOT NULL,
	state  TEXT NOT NULL,              -- waiting, running or dead; a job that is over is gone
	tries  INTEGER NOT NULL DEFAULT 0,
	due    INTEGER NOT NULL DEFAULT 0, -- not before
	holder TEXT NOT NULL DEFAULT '',   -- process that does it
	until  INTEGER NOT NULL DEFAULT 0, -- the process is dead if it has not said by then that it is not
	error  TEXT NOT NULL DEFAULT ''    -- of the last time
);
CREATE UNIQUE INDEX IF NOT EXISTS jobs_once ON jobs (lane, key) WHERE state <> 'dead';
CREATE INDEX IF NOT EXISTS jobs_next ON jobs (lane, state, due, id);
CREATE INDEX IF NOT EXISTS jobs_part ON jobs (part, state);`

// lite is the queue in SQLite.
type lite struct {
	db     *sql.DB
	log    *slog.Logger
	times  times
	holder string // this process

	mu    sync.Mutex
	wake  chan struct{} // closed when there may be more to do
	under underWay
}

// OpenLite opens the queue in a SQLite database whose transactions begin with the write lock.
func OpenLite(ctx context.Context, db *sql.DB, log *slog.Logger) (Queue, error) {
	return openLite(ctx, db, log, usual)
}

func openLite(ctx context.Context, db *sql.DB, log *slog.Logger, t times) (*lite, error) {
	_, err := db.ExecContext(ctx, liteTables)
	return &lite{db: db, log: log, times: t, holder: rand.Text(), wake: make(chan struct{})}, err
}

func (q *lite) Add(ctx context.Context, list ...Job) (added int, err error) {
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	for _, j := range list {
		made, err := tx.ExecContext(ctx,
			"INSERT INTO jobs (lane, key, part, body, state) VALUES ($1, $2, $3, $4, 'waiting') ON CONFLICT DO NOTHING", j.Kind,
			j.Key, j.Group, j.Body)
		if err != nil {
			return 0, err
		}
		n, err := made.RowsAffected()
		if err != nil {
			return 0, err
		}
		added += int(n)
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	q.more()
	return added, nil
}

// more wakes the workers that wait for jobs.
func (q *lite) more() {
	q.mu.Lock()
	defer q.mu.Unlock()
	close(q.wake)
	q.wake = make(chan struct{})
}

func (q *lite) waiting() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wake
}

func (q *lite) Work(ctx context.Context, handlers map[string]Handler) error {
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
func (q *lite) work(ctx context.Context, name string, handler Handler) {
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

// take takes the next job of a kind.
func (q *lite) take(ctx context.Context, lane string) (id int64, j Job, err error) {
	now := time.Now()
	err = q.db.QueryRowContext(ctx, `UPDATE jobs SET state = 'running', holder = $1, until = $2, tries = tries + 1
		WHERE id = (SELECT id FROM jobs WHERE lane = $3 AND state = 'waiting' AND due <= $4 ORDER BY due, id LIMIT 1) RETURNING id, tries, lane, key, part, body`,
		q.holder, now.Add(q.times.lost).UnixMilli(), lane, now.UnixMilli()).Scan(&id, &j.Try, &j.Kind,
		&j.Key, &j.Group, &j.Body)
	return id, j, err
}

// do does a job and records how it ended, unless another process has taken it by now.
func (q *lite) do(ctx context.Context, handler Handler, id int64, j Job) {
	own, ended := q.under.begin(ctx, id)
	err := handler.do(own, j)
	cause := context.Cause(own)
	if ended(); errors.Is(cause, errCancelled) || errors.Is(cause, errLost) {
		return
	}
	end, args := "DELETE FROM jobs", []any{id, q.holder}
	after := func(wait time.Duration) int64 {
		time.AfterFunc(wait, q.more)
		return time.Now().Add(wait).UnixMilli()
	}
	var again *later
	switch {
	case err == nil:
	case ctx.Err() != nil:
		end = "UPDATE jobs SET state = 'waiting', tries = tries - 1"
	case errors.As(err, &again):
		end, args = "UPDATE jobs SET state = 'waiting', tries = tries - 1, due = $3", append(args, after(again.after))
	case j.Try < Tries:
		end, args = "UPDATE jobs SET state = 'waiting', due = $3, error = $4", append(args,
			after(q.times.pause(j.Try)), err.Error())
	default:
		end, args = "UPDATE jobs SET state = 'dead', error = $3", append(args, err.Error())
	}
	if _, err := q.db.ExecContext(context.WithoutCancel(ctx), end+" WHERE id = $1 AND holder = $2 AND state = 'running'",
		args...); err != nil {
		q.log.Error("the end of a job could not be kept", "lane", j.Kind, "job", j.Key, "error", err) // done again
	}
}

// beat renews the running jobs, ends cancelled ones, and takes over those of dead processes.
func (q *lite) beat(ctx context.Context) error {
	if err := q.keep(ctx); err != nil {
		return err
	}
	return q.rescue(ctx)
}

func (q *lite) keep(ctx context.Context) error {
	if len(q.under.ids()) == 0 {
		return nil
	}
	mine, err := database.All(ctx, q.db, database.Value[int64],
		"UPDATE jobs SET until = $1 WHERE holder = $2 AND state = 'running' RETURNING id",
		time.Now().Add(q.times.lost).UnixMilli(), q.holder)
	if err != nil {
		return err
	}
	q.under.cancel(errCancelled, func(id int64) bool { return !slices.Contains(mine, id) && !q.held(ctx, id) })
	return nil
}

// held reports whether this process does a job: it may have taken it a moment ago.
func (q *lite) held(ctx context.Context, id int64) bool {
	var n int
	err := q.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM jobs WHERE id = $1 AND holder = $2 AND state = 'running'",
		id, q.holder).Scan(&n)
	return err != nil || n > 0
}

// rescue makes the jobs of dead processes wait again.
func (q *lite) rescue(ctx context.Context) error {
	const dead = "it was under way in a process that died"
	done, err := q.db.ExecContext(ctx,
		"UPDATE jobs SET state = CASE WHEN tries < $1 THEN 'waiting' ELSE 'dead' END, holder = '', error = $2 WHERE state "+
			"= 'running' AND until < $3",
		Tries, dead, time.Now().UnixMilli())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err == nil && n > 0 {
		q.log.Warn("jobs of a process that died are done again", "jobs", n)
		q.more()
	}
	return nil
}

func (q *lite) Cancel(ctx context.Context, group string) error {
	gone, err := database.All(ctx, q.db, database.Value[int64], "DELETE FROM jobs WHERE part = $1 RETURNING id", group)
	q.under.cancel(errCancelled, func(id int64) bool { return slices.Contains(gone, id) })
	return err
}

func (q *lite) Open(ctx context.Context, group string) (n int, err error) {
	err = q.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM jobs WHERE state <> 'dead' AND (part = $1 OR $1 = '')",
		group).Scan(&n)
	return n, err
}

func (q *lite) Dead(ctx context.Context, group, behind string, most int) ([]Dead, error) {
	return database.All(ctx, q.db, scanDead,
		"SELECT lane, key, part, body, error FROM jobs WHERE state = 'dead' AND part = $1 AND key > $2 ORDER BY key LIMIT $3",
		group, behind, most)
}

func (q *lite) Bury(ctx context.Context, group string) error {
	_, err := q.db.ExecContext(ctx, "DELETE FROM jobs WHERE state = 'dead' AND part = $1", group)
	return err
}

func scanDead(row database.Row) (d Dead, err error) {
	err = row.Scan(&d.Kind, &d.Key, &d.Group, &d.Body, &d.Error)
	return d, err
}

func (q *lite) Counts(ctx context.Context) (map[Count]int, error) {
	return countsOf(ctx, q.db, "SELECT lane, state, COUNT(*) FROM jobs GROUP BY lane, state")
}

func countsOf(ctx context.Context, db database.Querier, query string) (map[Count]int, error) {
	counts := map[Count]int{}
	err := database.Each(ctx, db, func(row database.Row) error {
		var c Count
		var n int
		err := row.Scan(&c.Kind, &c.State, &n)
		counts[c] += n
		return err
	}, query)
	return counts, err
}
