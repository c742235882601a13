package shared

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Database is one process's access to the shared state. It is safe for concurrent use. It stores the states of
// services, and implements transport.Answers and transport.Claims.
type Database struct {
	pool   *pgxpool.Pool
	holder string // this process
	times  times

	tickets    atomic.Int64
	down       atomic.Bool               // a wait for it was in vain
	lastAnswer atomic.Pointer[time.Time] // when any service last answered this process

	mu     sync.Mutex
	leases map[int64]int // how much is held under each ticket, to be renewed
	lost   error         // why an answer was not cached
	after  sync.WaitGroup
	stop   context.CancelFunc
	closed <-chan struct{}
	swept  chan struct{} // closed when the first sweep has ended
}

// times are the durations in use; tests shorten them.
type times struct {
	lease    time.Duration // until another process takes what a dead one held
	renew    time.Duration // between renewals
	patience time.Duration // with an unreachable database
	told     time.Duration // how long a failure is reported instead of asking
	keep     time.Duration // how long an answer is cached
}

var usual = times{lease: 15 * time.Second, renew: 4 * time.Second, patience: time.Minute, told: 10 * time.Minute,
	keep: 90 * 24 * time.Hour}

// mostConnections is the maximum number of connections of one process, unless the database address sets
// pool_max_conns.
const mostConnections = 6

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the database at an address, and creates or migrates its tables.
func Open(ctx context.Context, address string) (*Database, error) { return open(ctx, address, usual) }

func open(ctx context.Context, address string, times times) (*Database, error) {
	pool, err := database.Connect(ctx, address, mostConnections)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, pool); err != nil {
		pool.Close()
		return nil, fmt.Errorf("the shared database: %w", err)
	}
	d := &Database{pool: pool, holder: rand.Text(), times: times, leases: map[int64]int{}, swept: make(chan struct{})}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	d.stop, d.closed = stop, background.Done()
	d.after.Go(func() { d.maintain(background) })
	return d, nil
}

// migrate brings the tables up to date, in one process at a time.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	alone, err := database.OneAtATime()
	if err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithTableName("shared_version"), alone)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Close releases what this process still holds, and closes the database.
func (d *Database) Close() {
	select {
	case <-d.closed:
		return
	default:
	}
	d.stop()
	d.after.Wait()
	for _, statement := range []string{
		"DELETE FROM shared_asking WHERE holder = $1",
		"UPDATE shared_connection SET holder = '' WHERE holder = $1",
	} {
		_ = d.attempt(context.Background(), statement, d.holder) // otherwise leases end
	}
	d.pool.Close()
}

// Pauses between attempts to reach the database, and the timeout of one attempt.
const (
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
	oneAttempt   = 10 * time.Second
)

// try runs do again and again while the database cannot be reached, but not for long if another call has waited
// in vain. The error is that of the context, or a failure that says nothing about any work.
func (d *Database) try(ctx context.Context, do func(ctx context.Context) error) error {
	began := time.Now()
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := d.once(ctx, do)
		switch {
		case err == nil:
			d.down.Store(false)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !database.Passing(err):
			return unavailable("failed", err)
		case d.down.Load() || time.Since(began) >= d.times.patience:
			d.down.Store(true)
			return unavailable("cannot be reached", err)
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-d.closed:
			timer.Stop()
			return unavailable("is no longer used", err)
		}
	}
}

func (d *Database) once(ctx context.Context, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, oneAttempt)
	defer cancel()
	return do(ctx)
}

// attempt runs a statement once.
func (d *Database) attempt(ctx context.Context, statement string, args ...any) error {
	return d.once(ctx, func(ctx context.Context) error {
		_, err := d.pool.Exec(ctx, statement, args...)
		return err
	})
}

func unavailable(what string, err error) error {
	return &answer.Failure{Kind: answer.Unreachable, Detail: "the database that processes share " + what,
		Err: err, Unsent: true}
}

// lately is the time within which some service has answered a machine whose network works.
const lately = time.Minute

// reached records that a service answered.
func (d *Database) reached() {
	now := time.Now()
	d.lastAnswer.Store(&now)
}

// mayBeOurs reports whether a failure may be due to this machine's network and not the service: there was no
// status, and no service has answered lately.
func (d *Database) mayBeOurs(f *answer.Failure) bool {
	if f.Kind != answer.Unreachable && f.Kind != answer.Timeout || strings.HasPrefix(f.Detail, "HTTP ") {
		return false
	}
	heard := d.lastAnswer.Load()
	return heard == nil || time.Since(*heard) > lately
}

// exec runs a statement, and returns how many rows it changed.
func (d *Database) exec(ctx context.Context, statement string, args ...any) (rows int64, err error) {
	err = d.try(ctx, func(ctx context.Context) error {
		tag, err := d.pool.Exec(ctx, statement, args...)
		rows = tag.RowsAffected()
		return err
	})
	return rows, err
}

// row runs a statement and reads the row that it returns; false if there is none.
func (d *Database) row(ctx context.Context, statement string, args []any, into ...any) (found bool, err error) {
	err = d.try(ctx, func(ctx context.Context) error {
		switch err := d.pool.QueryRow(ctx, statement, args...).Scan(into...); {
		case errors.Is(err, pgx.ErrNoRows):
			found = false
			return nil
		case err != nil:
			return err
		}
		found = true
		return nil
	})
	return found, err
}

// unhurried ends the condition of a statement whose last few executions the database may lose without harm if
// it is killed: it need not be flushed to disk before it returns.
const unhurried = " AND set_config('synchronous_commit', 'off', true) IS NOT NULL"

// giveBack runs a statement that releases something. No caller waits for an unreachable database: it is tried
// in the background, and after that leases end.
func (d *Database) giveBack(statement string, args ...any) {
	if d.attempt(context.Background(), statement, args...) == nil {
		return
	}
	select {
	case <-d.closed:
		return
	default:
	}
	d.after.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), d.times.lease)
		defer cancel()
		_, _ = d.exec(ctx, statement, args...)
	})
}

func duration(seconds float64) time.Duration {
	return time.Duration(max(seconds, 0) * float64(time.Second))
}

var (
	_ transport.Answers = (*Database)(nil)
	_ transport.Claims  = (*Database)(nil)
)
