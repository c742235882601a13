package transport

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// fakeClock moves only when a caller sleeps.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func newClock() *fakeClock { return &fakeClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (f *fakeClock) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if d > 0 {
		f.now = f.now.Add(d)
		f.slept = append(f.slept, d)
	}
	return ctx.Err()
}

func (f *fakeClock) advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// serve starts a server and a client that sends every request to it.
func serve(t *testing.T, handler http.HandlerFunc, change func(*Options)) (*Client, *fakeClock) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	clock := newClock()
	opts := Options{Via: server.URL, Clock: clock, Jitter: func() float64 { return 0 }, Contact: "someone@example.org"}
	if change != nil {
		change(&opts)
	}
	c := New(opts)
	t.Cleanup(c.Close)
	return c, clock
}

func ask(url string) *Request {
	return &Request{Service: "crossref", URL: url, Types: []string{"application/json"},
		Read: func(r *Response) (bool, error) {
			if !bytes.HasSuffix(bytes.TrimSpace(r.Body), []byte("}")) {
				return false, errors.New("cut short")
			}
			return bytes.Contains(r.Body, []byte(`"none"`)), nil
		}}
}

func kindOf(err error) answer.FailureKind {
	var failure *answer.Failure
	if errors.As(err, &failure) {
		return failure.Kind
	}
	return ""
}

func reply(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, body)
}

func TestWhatIsNoAnswerIsAFailure(t *testing.T) {
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		kind    answer.FailureKind
		tries   int32
	}{
		"bot wall":     {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(202) }, answer.Refused, 1},
		"forbidden":    {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) }, answer.Refused, 1},
		"unauthorised": {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(401) }, answer.Refused, 1},
		"too many":     {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(429) }, answer.RateLimited, 3},
		"server error": {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }, answer.Unreachable, 3},
		"no such page": {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(404) }, answer.BadAnswer, 1},
		"no content":   {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, answer.BadAnswer, 1},
		"truncated":    {func(w http.ResponseWriter, r *http.Request) { reply(w, `{"a":`) }, answer.BadAnswer, 2},
		"empty":        {func(w http.ResponseWriter, r *http.Request) { reply(w, ``) }, answer.BadAnswer, 2},
		"page for data": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "{}")
		}, answer.BadAnswer, 2},
		"cut connection": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			reply(w, `{}`)
		}, answer.BadAnswer, 2},
		"other encoding": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			reply(w, `{}`)
		}, answer.BadAnswer, 1},
		"endless redirect": {func(w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(r.URL.Query().Get("n"))
			http.Redirect(w, r, fmt.Sprintf("https://api.crossref.org/works?n=%d", n+1), http.StatusFound)
		}, answer.BadAnswer, 1},
		"endless redirect to the same": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://api.crossref.org/works?q=1", http.StatusFound)
		}, answer.BadAnswer, 9},
		"redirect to nowhere": {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(302) }, answer.BadAnswer, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var tries atomic.Int32
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { tries.Add(1); c.handler(w, r) }, nil)
			_, err := client.Do(context.Background(), ask("https://api.crossref.org/works?q=1"))
			if kindOf(err) != c.kind {
				t.Errorf("%v, want kind %s", err, c.kind)
			}
			if tries.Load() != c.tries {
				t.Errorf("%d requests, want %d", tries.Load(), c.tries)
			}
			before := tries.Load()
			if _, again := client.Do(context.Background(), ask("https://api.crossref.org/works?q=1")); kindOf(again) != c.kind ||
				tries.Load() != before {
				t.Errorf("asked again in the same run: %v, %d requests", again, tries.Load()-before)
			}
		})
	}
}

func TestGzipBomb(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 40 {
		z.Write(zeros)
	}
	z.Close()
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(bomb.Bytes())
	}, nil)
	if _, err := client.Do(context.Background(), ask("https://api.crossref.org/works")); kindOf(err) != answer.BadAnswer ||
		!strings.Contains(err.Error(), "too long") {
		t.Errorf("%v", err)
	}
}

func TestGzipIsRead(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, `{"a":1}`)
		z.Close()
	}, nil)
	resp, err := client.Do(context.Background(), ask("https://api.crossref.org/works"))
	if err != nil || string(resp.Body) != `{"a":1}` {
		t.Errorf("%v %v", resp, err)
	}
}

func TestRetryAfter(t *testing.T) {
	var n atomic.Int32
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(429)
			return
		}
		reply(w, `{}`)
	}, nil)
	if _, err := client.Do(context.Background(), ask("https://api.crossref.org/a")); err != nil {
		t.Fatal(err)
	}
	if len(clock.slept) != 1 || clock.slept[0] != 7*time.Second {
		t.Errorf("slept %v", clock.slept)
	}
}

// TestRetryAfterIsForAll has a service that answers one question with Retry-After: the next question waits as
// long, unless its own time ends earlier.
func TestRetryAfterIsForAll(t *testing.T) {
	var asked []string
	var clock *fakeClock
	began := newClock().Now()
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := r.URL.Query().Get("n")
		asked = append(asked, fmt.Sprint(n, " ", clock.Now().Sub(began)))
		if n == "1" {
			w.Header().Set("Retry-After", "20")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		reply(w, `{}`)
	}, nil)
	if _, err := client.Do(context.Background(),
		ask("https://api.crossref.org/works?n=1")); kindOf(err) != answer.RateLimited {
		t.Error(err)
	}
	deadline := time.Now().Add(time.Hour) // which is never reached here
	clock.advance(deadline.Sub(clock.Now()) - 10*time.Second)
	began = clock.Now().Add(-40 * time.Second)
	client.serviceOf("crossref", false).state.Pause(clock.Now(), 20*time.Second)
	short, stop := context.WithDeadline(context.Background(), deadline)
	defer stop()
	if _, err := client.Do(short, ask("https://api.crossref.org/works?n=2")); kindOf(err) != answer.Budget {
		t.Errorf("a question with less time: %v", err)
	}
	if _, err := client.Do(context.Background(), ask("https://api.crossref.org/works?n=3")); err != nil {
		t.Error(err)
	}
	if got := strings.Join(asked, "; "); got != "1 0s; 1 20s; 1 40s; 3 1m0s" {
		t.Errorf("asked %s", got)
	}
}

func TestLongRetryAfterOpensTheCircuit(t *testing.T) {
	var n atomic.Int32
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(503)
			return
		}
		reply(w, `{}`)
	}, nil)
	ctx := context.Background()
	if _, err := client.Do(ctx, ask("https://api.crossref.org/a")); kindOf(err) != answer.Unreachable {
		t.Fatal(err)
	}
	_, err := client.Do(ctx, ask("https://api.crossref.org/b"))
	if kindOf(err) != answer.Unreachable || !strings.Contains(err.Error(), "not asked") || n.Load() != 1 {
		t.Errorf("%v after %d requests", err, n.Load())
	}
	if len(clock.slept) != 0 {
		t.Errorf("slept %v", clock.slept)
	}
	clock.advance(121 * time.Second)
	if _, err := client.Do(ctx, ask("https://api.crossref.org/b")); err != nil {
		t.Errorf("after the time it asked for: %v", err)
	}
	if s := client.Stats(); len(s) != 1 || s[0].NotAsked != 1 || s[0].Requests != 2 {
		t.Errorf("%+v", s)
	}
}

func TestServiceThatIsDownIsLeftAlone(t *testing.T) {
	var n atomic.Int32
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { n.Add(1); w.WriteHeader(500) }, nil)
	for i := range 40 {
		if _, err := client.Do(context.Background(),
			ask("https://api.crossref.org/"+strconv.Itoa(i))); kindOf(err) != answer.Unreachable {
			t.Fatal(err)
		}
	}
	if n.Load() > 8 {
		t.Errorf("%d requests to a service that is down", n.Load())
	}
}

// Semantic Scholar without a key rejects most requests: two in a row are enough to leave it alone.
func TestServiceWithoutItsKey(t *testing.T) {
	for key, most := range map[bool]int32{false: 2, true: 8} {
		var n atomic.Int32
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { n.Add(1); w.WriteHeader(429) },
			func(o *Options) { o.Keys = map[string]bool{"semanticscholar": key} })
		for i := range 4 {
			req := ask("https://api.semanticscholar.org/" + strconv.Itoa(i))
			req.Service = "semanticscholar"
			if _, err := client.Do(context.Background(), req); kindOf(err) != answer.RateLimited {
				t.Fatal(err)
			}
		}
		if n.Load() > most || key && n.Load() <= 2 {
			t.Errorf("with a key %t: %d requests", key, n.Load())
		}
	}
}

func TestPaceAndConnections(t *testing.T) {
	var now, most atomic.Int32
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(2 * time.Millisecond)
		now.Add(-1)
		reply(w, `{}`)
	}, nil)
	start := clock.Now()
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			req := ask("https://export.arxiv.org/" + strconv.Itoa(i))
			req.Service = "arxiv"
			client.Do(context.Background(), req)
		})
	}
	wg.Wait()
	if most.Load() != 1 {
		t.Errorf("%d connections at once", most.Load())
	}
	if took := clock.Now().Sub(start); took < 27*time.Second {
		t.Errorf("ten requests in %s", took)
	}
}

func TestStatedPaceIsHeeded(t *testing.T) {
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Rate-Limit-Limit", "1")
		w.Header().Set("X-Rate-Limit-Interval", "5s")
		reply(w, `{}`)
	}, nil)
	start := clock.Now()
	for i := range 8 {
		client.Do(context.Background(), ask("https://api.crossref.org/"+strconv.Itoa(i)))
	}
	if took := clock.Now().Sub(start); took < 20*time.Second {
		t.Errorf("eight requests in %s", took)
	}
}

func TestDailyBudget(t *testing.T) {
	var n atomic.Int32
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset", "4000")
		reply(w, `{}`)
	}, nil)
	req := func(i int) *Request {
		r := ask("https://api.openalex.org/" + strconv.Itoa(i))
		r.Service = "openalex"
		return r
	}
	if _, err := client.Do(context.Background(), req(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Do(context.Background(), req(2)); kindOf(err) != answer.RateLimited || n.Load() != 1 {
		t.Errorf("%v, %d requests", err, n.Load())
	}
}

func TestAllowanceAndDeadline(t *testing.T) {
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) { reply(w, `{}`) }, nil)
	run := WithAccount(context.Background(), NewAccount(5))
	ctx := answer.WithAllowance(run, answer.NewAllowance(2))
	for i := range 3 {
		_, err := client.Do(ctx, ask("https://api.crossref.org/"+strconv.Itoa(i)))
		if (i == 2) != (kindOf(err) == answer.Budget) {
			t.Errorf("request %d: %v", i, err)
		}
	}
	for i := range 4 {
		_, err := client.Do(run, ask("https://api.crossref.org/run"+strconv.Itoa(i)))
		if (i == 3) != (kindOf(err) == answer.Budget) {
			t.Errorf("request %d of the run: %v", i, err)
		}
	}
	other := NewAccount(1)
	for i := range 2 {
		_, err := client.Do(WithAccount(context.Background(), other), ask("https://api.crossref.org/other"+strconv.Itoa(i)))
		if (i == 1) != (kindOf(err) == answer.Budget) {
			t.Errorf("request %d of another run: %v", i, err)
		}
	}
	if n, services := other.Requests(); n != 1 || services != 1 || !other.Asked("crossref") || other.Asked("arxiv") {
		t.Errorf("another run: %d requests to %d services", n, services)
	}
	clock.advance(100 * 365 * 24 * time.Hour) // the deadline does not pass during the test
	late, cancel := context.WithDeadline(context.Background(), clock.Now().Add(time.Second))
	defer cancel()
	for i := range 2 { // the second one's turn is three seconds later
		req := ask("https://export.arxiv.org/" + strconv.Itoa(i))
		req.Service = "arxiv"
		if _, err := client.Do(late, req); (i == 1) != (kindOf(err) == answer.Budget) {
			t.Errorf("request %d before a deadline: %v", i, err)
		}
	}
}

func TestAnswersAreKeptAndFailuresAreNot(t *testing.T) {
	var n atomic.Int32
	mode := "{}"
	dir := t.TempDir()
	start := func() (*Client, *fakeClock) {
		return serve(t, func(w http.ResponseWriter, r *http.Request) {
			n.Add(1)
			if mode == "down" {
				w.WriteHeader(500)
				return
			}
			reply(w, mode)
		}, func(o *Options) {
			o.Cache = keptIn(t, dir)
		})
	}
	get := func(c *Client, q string) (*Response, error) {
		return c.Do(context.Background(), ask("https://api.crossref.org/"+q))
	}
	c, _ := start()
	get(c, "found")
	mode = `{"none":1}`
	get(c, "none")
	mode = "down"
	get(c, "down")
	n.Store(0)
	c, clock := start()
	if r, err := get(c, "found"); err != nil || !r.Cached || n.Load() != 0 {
		t.Errorf("found: %v %v, %d requests", r, err, n.Load())
	}
	if r, err := get(c, "none"); err != nil || !r.Cached || n.Load() != 0 {
		t.Errorf("none: %v %v, %d requests", r, err, n.Load())
	}
	mode = "{}"
	if r, err := get(c, "down"); err != nil || r.Cached || n.Load() != 1 {
		t.Errorf("down was kept: %v %v", r, err)
	}
	clock.advance(25 * time.Hour)
	n.Store(0)
	get(c, "none")
	get(c, "found")
	if n.Load() != 1 {
		t.Errorf("a day later: %d requests, want that for the none only", n.Load())
	}
}

func TestRevalidation(t *testing.T) {
	var full, confirmed atomic.Int32
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"x"` {
			confirmed.Add(1)
			w.WriteHeader(304)
			return
		}
		full.Add(1)
		w.Header().Set("ETag", `"x"`)
		reply(w, `{"a":2}`)
	}, nil)
	for range 3 {
		r, err := client.Do(context.Background(), ask("https://api.crossref.org/x"))
		if err != nil || string(r.Body) != `{"a":2}` {
			t.Fatal(r, err)
		}
		clock.advance(31 * 24 * time.Hour)
	}
	if full.Load() != 1 || confirmed.Load() != 2 {
		t.Errorf("%d whole answers, %d confirmations", full.Load(), confirmed.Load())
	}
}

// TestUnreadableAnswerIsNotConfirmed: an expired answer that an older program cached and this one cannot read
// is requested as if it had never been cached.
func TestUnreadableAnswerIsNotConfirmed(t *testing.T) {
	client, clock := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(304)
			return
		}
		w.Header().Set("ETag", `"x"`)
		reply(w, `{"a":2}`)
	}, nil)
	older, newer := ask("https://api.crossref.org/a"), ask("https://api.crossref.org/a")
	newer.Read = func(r *Response) (bool, error) {
		if r.Cached {
			return false, errors.New("a form that is read no more")
		}
		return false, nil
	}
	if _, err := client.Do(context.Background(), older); err != nil {
		t.Fatal(err)
	}
	clock.advance(31 * 24 * time.Hour)
	for range 2 {
		if r, err := client.Do(context.Background(), newer); err != nil || r.Cached {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

func TestSameQuestionAtOnce(t *testing.T) {
	var n atomic.Int32
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		time.Sleep(30 * time.Millisecond)
		reply(w, `{}`)
	}, nil)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := client.Do(context.Background(), ask("https://api.crossref.org/x")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n.Load() != 1 {
		t.Errorf("%d requests", n.Load())
	}
}

func TestSecretsAndIdentity(t *testing.T) {
	var seen *http.Request
	dir := t.TempDir()
	var events []Event
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen = r
		reply(w, `{"echo":"`+r.URL.RawQuery+`"}`)
	}, func(o *Options) {
		o.Cache = keptIn(t, dir)
		o.Tape, _ = Record(filepath.Join(dir, "tape"))
		o.Version = "1.2"
		o.Trace = func(e Event) { events = append(events, e) }
	})
	req := ask("https://api.crossref.org/works?query=x")
	req.Secret = url.Values{"api_key": {"hunter2hunter2"}}
	req.SecretHeader = http.Header{"Authorization": {"Bearer swordfish99"}}
	if _, err := client.Do(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	client.opts.Tape.Close()
	if seen.URL.RawQuery != "query=x&api_key=hunter2hunter2" || seen.Header.Get("Authorization") == "" {
		t.Errorf("keys were not sent: %s", seen.URL)
	}
	if ua := seen.Header.Get("User-Agent"); ua != "bonafide/1.2 (+https://github.com/bonafide-audit/bonafide; "+
		"mailto:someone@example.org)" {
		t.Error(ua)
	}
	e := client.cache.get(t.Context(), req.key())
	tape := readFile(t, filepath.Join(dir, "tape"))
	for name, text := range map[string]string{"cache": string(e.body) + e.URL, "tape": tape, "trace": fmt.Sprint(events)} {
		if strings.Contains(text, "hunter2") || strings.Contains(text, "swordfish") || strings.Contains(text, "someone@") {
			t.Errorf("%s has a secret: %s", name, text)
		}
	}
}

func TestRecordAndReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	tape, err := Record(path)
	if err != nil {
		t.Fatal(err)
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "bad") {
			w.WriteHeader(403)
			return
		}
		reply(w, `{"path":"`+r.URL.Path+`"}`)
	}
	batch := func(c *Client) Batch {
		return Batch{Service: "crossref", Kind: "doi", Max: 2,
			Ask: func(ctx context.Context, q []string) (map[string][]byte, error) {
				req := ask("https://api.crossref.org/batch?q=" + strings.Join(q, "|"))
				req.Transient = true
				if _, err := c.Do(ctx, req); err != nil {
					return nil, err
				}
				return map[string][]byte{"a": []byte("A"), "c": []byte("C")}, nil
			}}
	}
	run := func(c *Client, questions ...string) string {
		var b strings.Builder
		for _, q := range []string{"x", "bad", "y"} {
			r, err := c.Do(context.Background(), ask("https://api.crossref.org/"+q))
			if err != nil {
				fmt.Fprintln(&b, q, err)
			} else {
				fmt.Fprintln(&b, q, string(r.Body))
			}
		}
		for _, q := range questions {
			r := c.Gather(context.Background(), batch(c), questions)[q]
			fmt.Fprintln(&b, q, string(r.Body), r.Err)
		}
		return b.String()
	}
	c, _ := serve(t, handler, func(o *Options) { o.Tape = tape })
	want := run(c, "a", "b", "c")
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	played, err := Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	c, _ = serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("a replay asked", r.URL) },
		func(o *Options) { o.Tape = played })
	if got := run(c, "c", "b", "a"); len(got) != len(want) || !strings.HasPrefix(got, want[:strings.Index(want, "a A")]) {
		t.Errorf("replay gives\n%s\nnot\n%s", got, want)
	}
	if r := c.Gather(context.Background(), batch(c), []string{"z"})["z"]; kindOf(r.Err) != answer.Unreachable {
		t.Errorf("a question not recorded: %+v", r)
	}
}

// TestSpentBudgetIsNoAnswer: if one caller's budget is exhausted, the tape has the answer that others got; it
// has the failure if there was none.
func TestSpentBudgetIsNoAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	tape, err := Record(path)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { reply(w, `{}`) }, func(o *Options) { o.Tape = tape })
	batch := func(c *Client) Batch {
		return Batch{Service: "crossref", Kind: "doi", Max: 9,
			Ask: func(ctx context.Context, q []string) (map[string][]byte, error) {
				req := ask("https://api.crossref.org/batch?q=" + strings.Join(q, "|"))
				req.Transient = true
				_, err := c.Do(ctx, req)
				return map[string][]byte{"both": []byte("B")}, err
			}}
	}
	asked := func(c *Client, ctx context.Context, question string) string {
		_, err := c.Do(ctx, ask("https://api.crossref.org/"+question))
		r := c.Gather(ctx, batch(c), []string{question})[question]
		return fmt.Sprint(kindOf(err), kindOf(r.Err), string(r.Body))
	}
	spent := answer.NewAllowance(1)
	spent.Spend()
	poor := answer.WithAllowance(t.Context(), spent)
	failed := fmt.Sprint(answer.Budget, answer.Budget, "")
	for _, q := range []string{"one", "both"} {
		if got := asked(c, poor, q); got != failed {
			t.Errorf("%s: %s", q, got)
		}
	}
	if got := asked(c, t.Context(), "both"); got != "B" {
		t.Error(got)
	}
	if got := asked(c, poor, "both"); got != "B" { // cached
		t.Error(got)
	}
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	played, err := Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	c, _ = serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("a replay asked", r.URL) },
		func(o *Options) { o.Tape = played })
	if one, both := asked(c, t.Context(), "one"), asked(c, t.Context(), "both"); one != failed || both != "B" {
		t.Errorf("replayed %q and %q", one, both)
	}
}

func TestGather(t *testing.T) {
	var n atomic.Int32
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		if strings.Contains(r.URL.RawQuery, "poison") {
			w.WriteHeader(400)
			return
		}
		reply(w, `{}`)
	}, nil)
	b := Batch{Service: "crossref", Kind: "doi", Max: 50}
	b.Ask = func(ctx context.Context, questions []string) (map[string][]byte, error) {
		req := ask("https://api.crossref.org/?q=" + strings.Join(questions, "|"))
		req.Transient = true
		if _, err := client.Do(ctx, req); err != nil {
			return nil, err
		}
		got := map[string][]byte{}
		for _, q := range questions {
			if q[0] == 'd' {
				got[q] = []byte(strings.ToUpper(q))
			}
		}
		return got, nil
	}
	var questions []string
	for i := range 99 {
		questions = append(questions, "d"+strconv.Itoa(i))
	}
	questions = append(questions, "absent", "d1", "d2")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got := client.Gather(context.Background(), b, questions)
			if len(got) != 100 || string(got["d7"].Body) != "D7" || got["absent"].Body != nil || got["absent"].Err != nil {
				t.Errorf("%d replies, %+v", len(got), got["absent"])
			}
		})
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Errorf("%d requests for 100 questions asked four times", n.Load())
	}
	got := client.Gather(context.Background(), b, []string{"d200", "d201", "d202", "poison"})
	if kindOf(got["poison"].Err) != answer.BadAnswer || string(got["d202"].Body) != "D202" ||
		string(got["d200"].Body) != "D200" {
		t.Errorf("one bad question spoils the others: %+v", got)
	}
}

// A caller that waits for another caller's batch does not share its deadline.
func TestGatherAfterLeaver(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("asked", r.URL) }, nil)
	asked := make(chan struct{}, 2)
	b := Batch{Service: "crossref", Kind: "doi", Max: 50}
	b.Ask = func(ctx context.Context, questions []string) (map[string][]byte, error) {
		asked <- struct{}{}
		if ctx.Value(hangs{}) != nil {
			<-ctx.Done()
			return nil, contextFailure(ctx)
		}
		return map[string][]byte{"d1": []byte("D1")}, nil
	}
	leaving, leave := context.WithCancel(context.WithValue(context.Background(), hangs{}, true))
	var wg sync.WaitGroup
	wg.Go(func() {
		if r := client.Gather(leaving, b, []string{"d1"})["d1"]; r.Err == nil {
			t.Errorf("a batch that was given up has %q", r.Body)
		}
	})
	<-asked
	wg.Go(func() {
		if r := client.Gather(context.Background(), b, []string{"d1"})["d1"]; string(r.Body) != "D1" {
			t.Errorf("another's deadline: %+v", r)
		}
	})
	leave()
	wg.Wait()
}

type hangs struct{}
