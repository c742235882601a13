package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/bonafide-audit/bonafide/internal/database"
)

// carried is the queue in PostgreSQL, built on River. It adds that a job of a dead process is done again within
// seconds: River waits for as long as any job may take.
type carried struct {
	pool   *pgxpool.Pool
	db     *sql.DB // over the same pool
	log    *slog.Logger
	times  times
	client *river.Client[pgx.Tx] // adds and cancels jobs
	holder string                // this process
	under  underWay
}

// args are the arguments of all jobs.
type args struct {
	Queue string `json:"lane" river:"unique"`
	Key   string `json:"key" river:"unique"`
	Group string `json:"group"`
	Body  string `json:"body"`
}

func (args) Kind() string { return "bonafide" }

func (a args) job() Job { return Job{Kind: a.Queue, Key: a.Key, Group: a.Group, Body: a.Body} }

// notOver are the states in which a key allows only one job.
var notOver = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning,
	rivertype.JobStateRetryable, rivertype.JobStateScheduled}

// theirs maps River's states to ours.
const theirs = "CASE state WHEN 'running' THEN 'running' WHEN 'discarded' THEN 'dead' ELSE 'waiting' END"

// left selects our unfinished jobs and those that failed for good, as the index of groups does; open selects
// only the former.
const (
	left = "kind = 'bonafide' AND state NOT IN ('completed', 'cancelled')"
	open = left + " AND state <> 'discarded'"
)

// additions are what River's tables lack: the living workers, and an index of the jobs of a group.
const additions = `CREATE TABLE IF NOT EXISTS job_workers (id TEXT PRIMARY KEY, seen TIMESTAMPTZ NOT NULL);
	CREATE INDEX IF NOT EXISTS river_job_group ON river_job ((args->>'group'), state) WHERE ` + left

// keptOver is how long finished jobs stay in the database.
const keptOver = 24 * time.Hour

// OpenRiver opens the queue in a PostgreSQL database, and creates its tables.
func OpenRiver(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) (Queue, error) {
	return openRiver(ctx, pool, log, usual)
}

func openRiver(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger, t times) (*carried, error) {
	if err := migrate(ctx, pool); err != nil {
		return nil, fmt.Errorf("the tables of jobs: %w", err)
	}
	q := &carried{pool: pool, db: stdlib.OpenDBFromPool(pool), log: log, times: t, holder: rand.Text()}
	var err error
	q.client, err = river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: quiet(log)})
	return q, err
}

// quiet drops River's messages about its own work.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(leveled{log.Handler()}) }

// leveled passes on only warnings and errors.
type leveled struct{ slog.Handler }

func (l leveled) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && l.Handler.Enabled(ctx, level)
}

// migration is the lock under which one process creates the tables.
const migration = 8_417_021

func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", migration); err != nil {
		return err
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migration) }()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, additions)
	return err
}

// addedAtOnce is the maximum number of jobs in one statement.
const addedAtOnce = 1000

func (q *carried) Add(ctx context.Context, list ...Job) (added int, err error) {
	for part := range slices.Chunk(list, addedAtOnce) {
		params := make([]river.InsertManyParams, len(part))
		for i, j := range part {
			params[i] = river.InsertManyParams{Args: args{j.Kind, j.Key, j.Group, j.Body}, InsertOpts: &river.InsertOpts{
				Queue: j.Kind, MaxAttempts: Tries, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: notOver}}}
		}
		done, err := q.client.InsertMany(ctx, params)
		if err != nil {
			return added, err
		}
		for _, one := range done {
			if !one.UniqueSkippedAsDuplicate {
				added++
			}
		}
	}
	return added, nil
}

func (q *carried) Work(ctx context.Context, handlers map[string]Handler) error {
	queues := map[string]river.QueueConfig{}
	for name, handler := range handlers {
		queues[name] = river.QueueConfig{MaxWorkers: handler.Workers}
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[args]) error {
		return q.do(ctx, handlers[job.Args.Queue], job)
	}))
	client, err := river.NewClient(riverpgxv5.New(q.pool), &river.Config{
		ID: q.holder, Logger: quiet(q.log), Queues: queues, Workers: workers, RetryPolicy: growing{q.times}, JobTimeout: -1,
		FetchCooldown: 20 * time.Millisecond, CompletedJobRetentionPeriod: keptOver,
	})
	if err != nil {
		return err
	}
	alive, stop := context.WithCancel(context.WithoutCancel(ctx)) // as long as any job is running
	defer stop()
	if err := q.sayAlive(alive); err != nil { // before the first job: a worker that is not alive loses it
		return err
	}
	var beats sync.WaitGroup
	beats.Go(func() {
		q.under.beats(alive, q.times, q.log, q.beat)
		_, _ = q.db.ExecContext(context.WithoutCancel(alive), "DELETE FROM job_workers WHERE id = $1", q.holder)
	})
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	<-ctx.Done()
	err = client.StopAndCancel(alive)
	stop()
	beats.Wait()
	return err
}

// growing is the pause between tries.
type growing struct{ times }

func (g growing) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(g.pause(job.Attempt))
}

func (q *carried) do(ctx context.Context, handler Handler, job *river.Job[args]) error {
	own, ended := q.under.begin(ctx, job.ID)
	defer ended()
	if handler.Do == nil {
		return fmt.Errorf("this program has no handler for jobs of the kind %q", job.Args.Queue)
	}
	j := job.Args.job()
	j.Try = job.Attempt
	err := handler.do(own, j)
	var again *later
	switch {
	case err == nil:
		return nil
	case errors.As(err, &again):
		return river.JobSnooze(again.after)
	case ctx.Err() != nil &&
		!errors.Is(context.Cause(ctx), rivertype.ErrJobCancelledRemotely), errors.Is(context.Cause(own), errLost):
		return river.JobSnooze(0) // the process ends
	}
	return err
}

// beat reports that this process is alive, and takes over jobs of dead ones.
func (q *carried) beat(ctx context.Context) error {
	if err := q.sayAlive(ctx); err != nil {
		return err
	}
	return q.rescue(ctx)
}

func (q *carried) sayAlive(ctx context.Context) error {
	_, err := q.db.ExecContext(ctx,
		"INSERT INTO job_workers (id, seen) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen = now()", q.holder)
	return err
}

// rescue makes jobs wait again whose process is dead, and those of this process that it does not know: River
// could not record how they ended.
func (q *carried) rescue(ctx context.Context) error {
	var under []string
	for _, id := range q.under.ids() {
		under = append(under, strconv.FormatInt(id, 10))
	}
	lost := fmt.Sprintf("%d milliseconds", q.times.lost.Milliseconds())
	done, err := q.db.ExecContext(ctx, `UPDATE river_job SET
			state = CASE WHEN attempt < max_attempts THEN 'available' ELSE 'discarded' END::river_job_state,
			finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE now() END,
			scheduled_at = now(),
			errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt, 'error', 'it was under way in a process that died', 'trace', ''))
		WHERE `+left+` AND state = 'running' AND attempted_at < now() - $1::interval AND (
			attempted_by[array_upper(attempted_by, 1)] NOT IN (SELECT id FROM job_workers WHERE seen > now() - $1::interval)
			OR attempted_by[array_upper(attempted_by, 1)] = $2 AND NOT (id::text = ANY (string_to_array($3, ','))) AND attempted_at < now() - 6 * $1::interval)`,
		lost, q.holder, strings.Join(under, ","))
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err == nil && n > 0 {
		q.log.Warn("jobs of a process that died are done again", "jobs", n)
	}
	_, err = q.db.ExecContext(ctx, "DELETE FROM job_workers WHERE seen < now() - interval '1 day'")
	return err
}

func (q *carried) Cancel(ctx context.Context, group string) error {
	_, err := q.db.ExecContext(ctx, "UPDATE river_job SET state = 'cancelled', finalized_at = now() WHERE "+left+
		" AND args->>'group' = $1 AND state IN ('available', 'pending', 'retryable', 'scheduled')", group)
	if err != nil {
		return err
	}
	list, err := database.All(ctx, q.db, database.Value[int64],
		"SELECT id FROM river_job WHERE "+left+" AND args->>'group' = $1 AND state = 'running'", group)
	for _, id := range list {
		_, one := q.client.JobCancel(ctx, id)
		if !errors.Is(one, river.ErrNotFound) {
			err = cmp.Or(err, one)
		}
	}
	return err
}

func (q *carried) Open(ctx context.Context, group string) (n int, err error) {
	question, args := "SELECT COUNT(*) FROM river_job WHERE "+open, []any{}
	if group != "" {
		question, args = question+" AND args->>'group' = $1", append(args, group)
	}
	err = q.db.QueryRowContext(ctx, question, args...).Scan(&n)
	return n, err
}

func (q *carried) Dead(ctx context.Context, group, behind string, most int) ([]Dead, error) {
	return database.All(ctx, q.db, scanDead,
		`SELECT args->>'lane', args->>'key', args->>'group', args->>'body', COALESCE(errors[array_upper(errors, 1)]->>'error', '')
		FROM river_job WHERE `+left+
			` AND state = 'discarded' AND args->>'group' = $1 AND args->>'key' COLLATE "C" > $2 ORDER BY args->>'key' COLLATE "C" LIMIT $3`, group, behind, most)
}

func (q *carried) Bury(ctx context.Context, group string) error {
	_, err := q.db.ExecContext(ctx, "DELETE FROM river_job WHERE "+left+" AND state = 'discarded' AND args->>'group' = $1",
		group)
	return err
}

func (q *carried) Counts(ctx context.Context) (map[Count]int, error) {
	return countsOf(ctx, q.db, "SELECT args->>'lane', "+theirs+", COUNT(*) FROM river_job WHERE "+left+" GROUP BY 1, 2")
}
