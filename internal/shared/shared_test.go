package shared

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestMain(m *testing.M) { testenv.RunWaiting(m) }

// opened opens a database as one process does.
func opened(t testing.TB, address string, change func(*times)) *Database {
	t.Helper()
	times := usual
	if change != nil {
		change(&times)
	}
	d, err := open(t.Context(), address, times)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// processes opens a database several times at once.
func processes(t testing.TB, address string, n int, change func(*times)) []*Database {
	t.Helper()
	list := make([]*Database, n)
	var wg sync.WaitGroup
	for i := range list {
		wg.Go(func() { list[i] = opened(t, address, change) })
	}
	wg.Wait()
	return list
}

// server is a service whose answers take a while, and which records its requests.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	asked   map[string]int
	now     int
	most    int // concurrent requests
	arrived []time.Time
}

func newServer(t testing.TB, handle func(w http.ResponseWriter, r *http.Request)) *server {
	s := &server{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.RequestURI()]++
		s.arrived = append(s.arrived, time.Now())
		s.now++
		s.most = max(s.most, s.now)
		s.mu.Unlock()
		handle(w, r)
		s.mu.Lock()
		s.now--
		s.mu.Unlock()
	}))
	t.Cleanup(s.Close)
	return s
}

// kept checks that the server was asked as one client may ask it: never more often than the pace allows, except
// for requests delayed on their way.
func (s *server) kept(t *testing.T, pace transport.Pace) {
	t.Helper()
	for i, from := range s.arrived {
		for k, to := range s.arrived[i:] {
			if within := to.Sub(from); k+1 > pace.Burst+pace.Connections+1+int(within/pace.Every) {
				t.Fatalf("%d requests in %v", k+1, within)
			}
		}
	}
	if s.most > pace.Connections {
		t.Errorf("%d connections", s.most)
	}
}

// once checks that each question of a path or a batch was asked once.
func (s *server) once(t *testing.T, questions int) {
	t.Helper()
	once := map[string]int{}
	for uri, n := range s.asked {
		_, list, together := strings.Cut(uri, "batch?")
		if !together {
			list = uri
		}
		for _, q := range strings.Split(list, "|") {
			once[q] += n
		}
	}
	for q, n := range once {
		if n != 1 {
			t.Errorf("%s: asked %d times", q, n)
		}
	}
	if len(once) != questions {
		t.Errorf("%d questions", len(once))
	}
}

func reply(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"a":1}`)
}

func (s *server) client(t testing.TB, d *Database, change func(*transport.Options)) *transport.Client {
	opts := transport.Options{Via: s.URL, State: d.State, Cache: transport.NewCache(d),
		Jitter: func() float64 { return 0 }, Contact: "someone@example.org"}
	if change != nil {
		change(&opts)
	}
	c := transport.New(opts)
	t.Cleanup(c.Close)
	return c
}

func ask(path string) *transport.Request {
	return &transport.Request{Service: "crossref", URL: "https://api.crossref.org/" + path,
		Types: []string{"application/json"}, Read: func(r *transport.Response) (bool, error) { return false, nil }}
}

// TestPaceOfAll: four processes together get their turns no faster than one may.
func TestPaceOfAll(t *testing.T) {
	t.Parallel()
	const each, burst, every = 10, 3, 100 * time.Millisecond
	list := processes(t, testenv.Postgres(t), 4, nil)
	began := time.Now()
	var mu sync.Mutex
	var last time.Time
	var wg sync.WaitGroup
	for _, d := range list {
		s := d.State("x", transport.Policy{}, transport.Pace{Every: every, Burst: burst, Connections: 1})
		wg.Go(func() {
			for range each {
				wait, _, err := s.Reserve(t.Context(), time.Now(), 0)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				if at := time.Now().Add(wait); at.After(last) {
					last = at
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if took, least := last.Sub(began), (4*each-burst)*every; took < least {
		t.Errorf("%d turns in %v, want at least %v", 4*each, took, least)
	}
}

// overlapping has four processes ask the same questions, singly and in batches. It calls begun when half of the
// single ones of one process are answered.
func overlapping(t *testing.T, s *server, address string, questions int, pace transport.Pace, begun func()) {
	t.Helper()
	var wg sync.WaitGroup
	for k, d := range processes(t, address, 4, nil) {
		c := s.client(t, d, func(o *transport.Options) { o.Paces = map[string]transport.Pace{"crossref": pace} })
		b := transport.Batch{Service: "crossref", Kind: "doi", Max: 7,
			Ask: func(ctx context.Context, list []string) (map[string][]byte, error) {
				got := map[string][]byte{}
				for _, q := range list {
					got[q] = []byte(strings.ToUpper(q))
				}
				req := ask("batch?" + strings.Join(list, "|"))
				req.Transient = true
				_, err := c.Do(ctx, req)
				return got, err
			}}
		wg.Go(func() {
			for i := range questions {
				if i == questions/2 && k == 0 {
					begun()
				}
				if _, err := c.Do(t.Context(), ask(fmt.Sprint("one/", i))); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for i := range questions / 4 { // batches overlap
				var list []string
				for n := range 8 {
					list = append(list, fmt.Sprintf("d%02d", min(4*i+n, questions-1)))
				}
				for q, r := range c.Gather(t.Context(), b, list) {
					if string(r.Body) != strings.ToUpper(q) {
						t.Errorf("%s: %q, %v", q, r.Body, r.Err)
					}
				}
			}
		})
	}
	wg.Wait()
	s.once(t, 2*questions)
	s.kept(t, pace)
}

// TestNoQuestionTwice: four processes with the same questions ask each once.
func TestNoQuestionTwice(t *testing.T) {
	t.Parallel()
	overlapping(t, newServer(t, reply), testenv.Postgres(t), 40,
		transport.Pace{Every: time.Millisecond, Burst: 1, Connections: 2}, func() {})
}

// TestTakenOver: what a dead process held is taken over when the lease ends, and not before.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	short := func(ti *times) { ti.lease, ti.renew = 2*time.Second, time.Hour }
	list := processes(t, testenv.Postgres(t), 2, short)
	dead, other := list[0], list[1]
	key := strings.Repeat("ab", 32)
	pace := transport.Pace{Connections: 1}
	if claims, err := dead.Claim(t.Context(), []string{key}); err != nil || claims[0].Ticket == 0 {
		t.Fatal(claims, err)
	}
	if _, err := dead.State("x", transport.Policy{}, pace).(transport.Connections).Connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if claims, err := other.Claim(t.Context(), []string{key}); err != nil || claims[0].Ticket != 0 {
		t.Error("taken at once", claims, err)
	}
	if _, err := other.State("x", transport.Policy{}, pace).(transport.Connections).Connect(t.Context()); err != nil {
		t.Error(err)
	}
	for {
		claims, err := other.Claim(t.Context(), []string{key})
		if err != nil {
			t.Fatal(err)
		}
		if claims[0].Ticket != 0 {
			break
		}
	}
}

// TestFailureIsTold: what failed for one process is not asked by others for a while.
func TestFailureIsTold(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) })
	list := processes(t, testenv.Postgres(t), 3, nil)
	for _, d := range list {
		_, err := s.client(t, d, nil).Do(t.Context(), ask("x"))
		if f, ok := err.(*answer.Failure); !ok || f.Kind != answer.Refused {
			t.Error(err)
		}
	}
	if len(s.arrived) != 1 {
		t.Errorf("%d requests", len(s.arrived))
	}
}

// TestRestart: the database is killed and restarted, twice, while four processes ask.
func TestRestart(t *testing.T) {
	t.Parallel()
	pg := testenv.NewPostgres(t)
	half := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		<-half
		for range 2 {
			pg.Kill()
			pg.Start()
		}
	})
	overlapping(t, newServer(t, reply), pg.Address, 60,
		transport.Pace{Every: 10 * time.Millisecond, Burst: 2, Connections: 3}, func() { close(half) })
	wg.Wait()
}

// TestProcessDies: what a process was asking when it died is asked by another, on the connection that it had.
func TestProcessDies(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	asked, died := make(chan struct{}), make(chan struct{})
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			close(asked)
			<-died
		}
		reply(w, r)
	})
	list := processes(t, testenv.Postgres(t), 2,
		func(ti *times) { ti.lease, ti.renew = 2*time.Second, 200*time.Millisecond })
	pace := func(o *transport.Options) { o.Paces = map[string]transport.Pace{"crossref": {Connections: 1}} }
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = s.client(t, list[0], pace).Do(t.Context(), ask("x")) })
	<-asked
	list[0].stop()
	list[0].pool.Close()
	if _, err := s.client(t, list[1], pace).Do(t.Context(), ask("x")); err != nil || n.Load() != 2 {
		t.Errorf("asked %d times: %v", n.Load(), err)
	}
	close(died)
	wg.Wait()
}

// TestUnreachable: without the database no process asks, and the failure says nothing about a work.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	pg := testenv.NewPostgres(t)
	s := newServer(t, reply)
	c := s.client(t, opened(t, pg.Address, func(ti *times) { ti.patience = 100 * time.Millisecond }), nil)
	pg.Kill()
	_, err := c.Do(t.Context(), ask("x"))
	if f, ok := err.(*answer.Failure); !ok || f.Kind != answer.Unreachable || !f.Unsent || len(s.arrived) > 0 {
		t.Error(err, len(s.arrived))
	}
	pg.Start()
	if _, err := c.Do(t.Context(), ask("x")); err != nil {
		t.Error(err)
	}
}

// BenchmarkGrants measures the turns that eight processes get for fourteen services from a database that writes
// each turn to disk.
func BenchmarkGrants(b *testing.B) {
	pg := testenv.NewPostgres(b, "fsync=on")
	list := processes(b, pg.Address, 8, nil)
	b.ResetTimer()
	var wg sync.WaitGroup
	for _, d := range list {
		wg.Go(func() {
			var states []transport.State
			for i := range 14 {
				states = append(states, d.State(fmt.Sprint(i), transport.Policy{}, transport.Pace{}))
			}
			for i := range b.N/len(list) + 1 {
				if _, _, err := states[i%len(states)].Reserve(b.Context(), time.Now(), 0); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "grants/s")
}

// TestHeldWhileAlive: work that takes longer than a lease keeps its holder, also if the database was down for
// longer than that.
func TestHeldWhileAlive(t *testing.T) {
	t.Parallel()
	pg := testenv.NewPostgres(t)
	const lease = 1500 * time.Millisecond
	list := processes(t, pg.Address, 2, func(ti *times) { ti.lease, ti.renew = lease, 100*time.Millisecond })
	key := strings.Repeat("ab", 32)
	connect := func(d *Database) (func(), error) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*lease)
		defer cancel()
		return d.State("x", transport.Policy{}, transport.Pace{Connections: 1}).(transport.Connections).Connect(ctx)
	}
	mine, err := list[0].Claim(t.Context(), []string{key})
	if err != nil {
		t.Fatal(err)
	}
	leave, err := connect(list[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, away := range []bool{false, true} {
		if away {
			pg.Kill()
			time.Sleep(2 * lease)
			pg.Start()
		}
		if _, err := connect(list[1]); err == nil {
			t.Errorf("away %v: the connection was taken", away)
		}
		if claims, err := list[1].Claim(t.Context(), []string{key}); err != nil || claims[0].Ticket != 0 {
			t.Errorf("away %v: the question was taken: %v", away, err)
		}
	}
	leave()
	list[0].End(mine, nil)
	if _, err := connect(list[1]); err != nil {
		t.Errorf("given back: %v", err)
	}
	if claims, err := list[1].Claim(t.Context(), []string{key}); err != nil || claims[0].Ticket == 0 {
		t.Errorf("given back: %v", err)
	}
}

// BenchmarkAsked measures a question of one process to a service that answers at once, including all writes to disk.
func BenchmarkAsked(b *testing.B) {
	s := newServer(b, reply)
	c := s.client(b, opened(b, testenv.NewPostgres(b, "fsync=on").Address, nil), func(o *transport.Options) {
		o.Paces = map[string]transport.Pace{"crossref": {Connections: 4}}
	})
	n := 0
	for b.Loop() {
		n++
		if _, err := c.Do(b.Context(), ask(fmt.Sprint(n))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkKept measures a question with a cached answer.
func BenchmarkKept(b *testing.B) {
	s := newServer(b, reply)
	c := s.client(b, opened(b, testenv.Postgres(b), nil), nil)
	for b.Loop() {
		if _, err := c.Do(b.Context(), ask("x")); err != nil {
			b.Fatal(err)
		}
	}
}
