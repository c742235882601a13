package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// engines open a queue as one more process on the same database.
var engines = map[string]func(t *testing.T) (process func(times) *Queue){
	"sqlite": func(t *testing.T) func(times) *Queue {
		file := filepath.Join(t.TempDir(), "jobs.sqlite")
		return func(tt times) *Queue {
			db, err := sql.Open("sqlite",
				"file:"+file+"?_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)&_txlock=immediate")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			q, err := openQueue(t.Context(), db, false, slog.New(slog.DiscardHandler), tt)
			if err != nil {
				t.Fatal(err)
			}
			return q
		}
	},
	"postgres": func(t *testing.T) func(times) *Queue {
		address := testenv.Postgres(t)
		return func(tt times) *Queue {
			pool, err := pgxpool.New(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(pool.Close)
			q, err := openQueue(t.Context(), stdlib.OpenDBFromPool(pool), true, slog.New(slog.DiscardHandler), tt)
			if err != nil {
				t.Fatal(err)
			}
			return q
		}
	},
}

// Even on a busy machine no process is considered dead, unless a test wants it.
var quick = times{beat: 50 * time.Millisecond, lost: time.Minute, first: time.Millisecond}

// each runs a test with both engines.
func each(t *testing.T, do func(t *testing.T, process func(times) *Queue)) {
	for _, name := range slices.Sorted(maps.Keys(engines)) {
		t.Run(name, func(t *testing.T) { do(t, engines[name](t)) })
	}
}

// working lets a process work until stop is called.
func working(t *testing.T, q *Queue, handlers map[string]Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- q.Work(ctx, handlers) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

// until waits for something that other goroutines do.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	testenv.Until(t, what, ok)
}

func nothingOpen(t *testing.T, q *Queue) func() bool {
	return func() bool {
		n, err := q.Open(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		return n == 0
	}
}

func add(t *testing.T, q *Queue, want int, list ...Job) {
	t.Helper()
	if got, err := q.Add(t.Context(), list...); err != nil || got != want {
		t.Fatalf("%d jobs were added, want %d: %v", got, want, err)
	}
}

// tally counts how often each job was started.
type tally struct {
	mu    sync.Mutex
	began map[string]int
}

func (c *tally) add(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.began == nil {
		c.began = map[string]int{}
	}
	c.began[key]++
	return c.began[key]
}

func (c *tally) of(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.began[key]
}

// TestOnce: two processes do jobs of two handlers, each once, with all its data, and no kind has more running
// jobs than allowed.
func TestOnce(t *testing.T) {
	each(t, func(t *testing.T, process func(times) *Queue) {
		first, second := process(quick), process(quick)
		var list []Job
		for i := range 300 {
			list = append(list,
				Job{Kind: []string{"one", "two"}[i%2], Key: fmt.Sprint(i), Group: "all", Body: fmt.Sprintf(`{"n": %d}`, i)})
		}
		add(t, first, 300, list...)
		add(t, second, 0, list...)
		var did tally
		var mu sync.Mutex
		var now, most int
		handlers := map[string]Handler{
			"one": {Workers: 2, Do: func(_ context.Context, j Job) error {
				mu.Lock()
				now++
				most = max(most, now)
				mu.Unlock()
				defer func() { mu.Lock(); now--; mu.Unlock() }()
				want := list[did.number(j)]
				if want.Try = 1; j != want {
					t.Errorf("%+v is not what was added", j)
				}
				return nil
			}},
			"two": {Workers: 1, Do: func(_ context.Context, j Job) error { did.number(j); return nil }},
		}
		working(t, first, handlers)
		working(t, second, handlers)
		until(t, "all are done", nothingOpen(t, first))
		for i := range 300 {
			if n := did.of(fmt.Sprint(i)); n != 1 {
				t.Errorf("job %d was done %d times", i, n)
			}
		}
		if most > 4 {
			t.Errorf("%d jobs of a kind at the same time in two processes that may do two each", most)
		}
		add(t, first, 1, list[0]) // a finished job may come again
		until(t, "it is done again", func() bool { return did.of("0") == 2 })
	})
}

func (c *tally) number(j Job) int {
	c.add(j.Key)
	var n int
	_, _ = fmt.Sscan(j.Key, &n)
	return n
}

// TestFailure: a job that fails, panics or asks for more time is tried again, and one that never succeeds is
// put aside with its last error.
func TestFailure(t *testing.T) {
	each(t, func(t *testing.T, process func(times) *Queue) {
		q := process(quick)
		var did tally
		working(t, q, map[string]Handler{"lane": {Workers: 3, Do: func(_ context.Context, j Job) error {
			n := did.add(j.Key)
			switch {
			case j.Key == "fails twice" && n <= 2:
				return errors.New("not yet")
			case j.Key == "breaks" && n == 1:
				panic("for a test")
			case j.Key == "later" && n <= Tries+2:
				return Later(time.Millisecond)
			case j.Key == "hopeless":
				return fmt.Errorf("time %d", n)
			}
			return nil
		}}})
		for _, key := range []string{"fails twice", "breaks", "later", "hopeless"} {
			add(t, q, 1, Job{Kind: "lane", Key: key, Group: "group", Body: "body of " + key})
		}
		until(t, "all are over", nothingOpen(t, q))
		for key, want := range map[string]int{"fails twice": 3, "breaks": 2, "later": Tries + 3, "hopeless": Tries} {
			if n := did.of(key); n != want {
				t.Errorf("%q was begun %d times, want %d", key, n, want)
			}
		}
		dead, err := q.Dead(t.Context(), "group", "", 10)
		want := Dead{Job{Kind: "lane", Key: "hopeless", Group: "group", Body: "body of hopeless"},
			fmt.Sprintf("time %d", Tries)}
		if err != nil || len(dead) != 1 || dead[0] != want {
			t.Errorf("dead are %+v, want %+v: %v", dead, want, err)
		}
		if dead, err = q.Dead(t.Context(), "group", "hopeless", 10); len(dead) > 0 || err != nil {
			t.Errorf("behind the last there are %+v, %v", dead, err)
		}
		for _, want := range []map[Count]int{{{"lane", Failed}: 1}, {}} {
			counts, err := q.Counts(t.Context())
			if err != nil || !maps.Equal(counts, want) {
				t.Errorf("counts are %v, want %v: %v", counts, want, err)
			}
			if err := q.Bury(t.Context(), "group"); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestCancel cancels the jobs of one group, including one that another process is doing.
func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, process func(times) *Queue) {
		here, there := process(quick), process(quick)
		var did tally
		ended := make(chan struct{})
		working(t, there, map[string]Handler{"lane": {Workers: 1, Do: func(ctx context.Context, j Job) error {
			did.add(j.Key)
			if j.Group == "mine" {
				<-ctx.Done()
				close(ended)
				return ctx.Err()
			}
			return nil
		}}})
		add(t, here, 1, Job{Kind: "lane", Key: "under way", Group: "mine"})
		until(t, "it is begun", func() bool { return did.of("under way") == 1 })
		add(t, here, 2, Job{Kind: "lane", Key: "waits", Group: "mine"}, Job{Kind: "lane", Key: "other", Group: "other"})
		if err := here.Cancel(t.Context(), "mine"); err != nil {
			t.Fatal(err)
		}
		<-ended
		until(t, "the other is done", func() bool { return did.of("other") == 1 })
		until(t, "nothing is open", nothingOpen(t, here))
		if did.of("waits") != 0 || did.of("under way") != 1 {
			t.Errorf("a cancelled job was begun: %v", did.began)
		}
	})
}

// TestEnd ends a process with a running job: the next process gets it at once, and the end does not
// count as a failure.
func TestEnd(t *testing.T) {
	each(t, func(t *testing.T, process func(times) *Queue) {
		first, second := process(usual), process(usual)
		began := make(chan struct{})
		stop := working(t, first, map[string]Handler{"lane": {Workers: 1, Do: func(ctx context.Context, _ Job) error {
			close(began)
			<-ctx.Done()
			return ctx.Err()
		}}})
		add(t, first, 1, Job{Kind: "lane", Key: "job"})
		<-began
		stop()
		if n, err := second.Open(t.Context(), ""); n != 1 || err != nil {
			t.Fatalf("%d jobs are open, want 1: %v", n, err)
		}
		var did tally
		working(t, second,
			map[string]Handler{"lane": {Workers: 1, Do: func(_ context.Context, j Job) error { did.add(j.Key); return nil }}})
		until(t, "it is done", nothingOpen(t, second))
		if did.of("job") != 1 {
			t.Errorf("it was done %d times", did.of("job"))
		}
	})
}

// TestDeath: the job of a silent process is taken over.
func TestDeath(t *testing.T) {
	each(t, func(t *testing.T, process func(times) *Queue) {
		brief := quick
		brief.lost = time.Second
		silent := brief
		silent.beat = time.Hour
		dies, lives := process(silent), process(brief)
		began, release := make(chan struct{}), make(chan struct{})
		stop := working(t, dies, map[string]Handler{"lane": {Workers: 1, Do: func(context.Context, Job) error {
			close(began)
			<-release
			return nil
		}}})
		add(t, dies, 1, Job{Kind: "lane", Key: "job", Body: "body"})
		<-began
		var did tally
		again := make(chan struct{})
		working(t, lives, map[string]Handler{"lane": {Workers: 1, Do: func(_ context.Context, j Job) error {
			if did.add(j.Key) == 1 {
				<-again
			}
			return nil
		}}})
		until(t, "another has it", func() bool { return did.of("job") == 1 })
		close(release) // it was not dead after all: its result does not count
		stop()
		if n, err := lives.Open(t.Context(), ""); n != 1 || err != nil {
			t.Errorf("%d jobs are open, want 1: %v", n, err)
		}
		close(again)
		until(t, "it is done", nothingOpen(t, lives))
		if did.of("job") != 1 {
			t.Errorf("it was done %d times by who lives", did.of("job"))
		}
	})
}
