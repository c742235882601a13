package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// fake answers with a function and counts questions.
type fake struct {
	calls atomic.Int64
	say   func(llm.Request) (llm.Response, error)
}

func (f *fake) Ask(_ context.Context, r llm.Request) (llm.Response, error) {
	f.calls.Add(1)
	return f.say(r)
}

const oneNumber = `{"type":"object","additionalProperties":false,"required":["n"],"properties":{"n":{"type":"integer"}}}`

func number(words string) llm.Request {
	return llm.Request{Role: "verifier", Prompt: "verifier/1", System: "Count.", Name: "n",
		Schema: json.RawMessage(oneNumber), Turns: []llm.Turn{llm.User(words)}, MaxTokens: 50}
}

func saying(text string) *fake {
	return &fake{say: func(llm.Request) (llm.Response, error) {
		return llm.Response{Text: text, Model: "m", Usage: llm.Usage{Input: 100, Output: 10}}, nil
	}}
}

func kind(err error) answer.FailureKind {
	var f *llm.Failure
	if errors.As(err, &f) {
		return f.Kind
	}
	return ""
}

// TestDigest: everything that may change an answer changes the digest, and
// nothing else does.
func TestDigest(t *testing.T) {
	base := func() llm.Request {
		r := number("one")
		r.Turns = append(r.Turns, llm.Turn{Assistant: true, Parts: []llm.Part{{Text: "a"}, {Text: "b"}}})
		return r
	}
	seen := map[string]string{llm.Digest(base()): "base"}
	for name, change := range map[string]func(*llm.Request){
		"prompt": func(r *llm.Request) { r.Prompt = "verifier/2" },
		"system": func(r *llm.Request) { r.System += " " },
		"words":  func(r *llm.Request) { r.Turns[0].Parts[0].Text = "two" },
		"side":   func(r *llm.Request) { r.Turns[1].Assistant = false },
		"join":   func(r *llm.Request) { r.Turns[1].Parts = []llm.Part{{Text: "ab"}} },
		"shift":  func(r *llm.Request) { r.Turns[1].Parts = []llm.Part{{Text: "ab"}, {}} },
		"image":  func(r *llm.Request) { r.Turns[0].Parts[0].Image = []byte{1} },
		"schema": func(r *llm.Request) {
			r.Schema = json.RawMessage(strings.Replace(oneNumber, "integer", "number", 1))
		},
		"name":        func(r *llm.Request) { r.Name = "m" },
		"temperature": func(r *llm.Request) { r.Temperature = 0.7 },
		"seed":        func(r *llm.Request) { r.Seed = 1 },
		"tokens":      func(r *llm.Request) { r.MaxTokens++ },
		"search":      func(r *llm.Request) { r.Search = true },
	} {
		r := base()
		change(&r)
		d := llm.Digest(r)
		if before, twice := seen[d]; twice {
			t.Errorf("%s has the digest of %s", name, before)
		}
		seen[d] = name
	}
	same := base()
	same.Role, same.Schema = "reviewer", json.RawMessage(strings.ReplaceAll(oneNumber, ",", ", "))
	if seen[llm.Digest(same)] != "base" {
		t.Error("the role or the spaces of a schema change the digest")
	}
}

func TestCache(t *testing.T) {
	dir := t.TempDir()
	open := func() *llm.Cache {
		c, err := llm.OpenCache(dir, time.Hour, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	m := saying(`{"n":1}`)
	ask := func(ident string, r llm.Request) llm.Response {
		t.Helper()
		resp, err := open().Over(llm.Checked(m), ident).Ask(context.Background(), r)
		if err != nil || resp.Text != `{"n":1}` {
			t.Fatalf("%+v, %v", resp, err)
		}
		return resp
	}
	if ask("a", number("x")).Cached || !ask("a", number("x")).Cached || ask("b", number("x")).Cached ||
		ask("a", number("y")).Cached || m.calls.Load() != 3 {
		t.Errorf("%d calls", m.calls.Load())
	}
	// Failures and invalid answers are never cached.
	for _, bad := range []*fake{saying(`{"n":"1"}`), saying(""),
		{say: func(llm.Request) (llm.Response, error) { return llm.Response{}, &llm.Failure{Kind: answer.Timeout} }}} {
		for range 2 {
			if _, err := open().Over(llm.Checked(bad), "c").Ask(context.Background(), number("z")); err == nil {
				t.Error("no failure")
			}
		}
		if bad.calls.Load() != 2 {
			t.Error("a failure was kept")
		}
	}
	// A question whose file was changed is asked again.
	files := 0
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, _ error) error {
		if !d.IsDir() {
			files++
			_ = os.WriteFile(path, []byte(`{"text":"{\"n\":\"evil\"}"}`), 0o600)
			if strings.Contains(path, "Count") {
				t.Error("a question is in a name")
			}
		}
		return nil
	})
	if files != 3 || ask("a", number("x")).Cached {
		t.Errorf("%d files", files)
	}
	// The limit holds.
	if _, err := llm.OpenCache(dir, time.Hour, 100); err != nil {
		t.Fatal(err)
	}
	left := 0
	_ = filepath.WalkDir(dir, func(_ string, d os.DirEntry, _ error) error {
		if !d.IsDir() {
			left++
		}
		return nil
	})
	if left > 2 {
		t.Errorf("%d files left", left)
	}
}

// TestSameQuestion: a question in progress is not asked again.
func TestSameQuestion(t *testing.T) {
	c, err := llm.OpenCache(t.TempDir(), time.Hour, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	under, answered := make(chan struct{}), make(chan struct{})
	slow := &fake{say: func(llm.Request) (llm.Response, error) {
		close(under) // a second call panics
		<-answered
		return llm.Response{Text: `{"n":1}`}, nil
	}}
	m := c.Over(llm.Checked(slow), "m")
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if resp, err := m.Ask(context.Background(), number("x")); err != nil || resp.Text != `{"n":1}` {
				t.Error(resp, err)
			}
		})
	}
	<-under
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Ask(ctx, number("x")); kind(err) != answer.Timeout {
		t.Errorf("who does not wait: %v", err)
	}
	close(answered)
	wg.Wait()
	if slow.calls.Load() != 1 {
		t.Errorf("asked %d times", slow.calls.Load())
	}
}

func TestTape(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	tape, err := llm.Record(path)
	if err != nil {
		t.Fatal(err)
	}
	m := &fake{say: func(r llm.Request) (llm.Response, error) {
		if r.Turns[0].Parts[0].Text == "bad" {
			return llm.Response{}, &llm.Failure{Kind: answer.Refusal, Detail: "declined"}
		}
		return llm.Response{Text: `{"n":1}`, Citations: []string{"https://example.org/"}, Cached: true}, nil
	}}
	over := tape.Over(m, "p:m")
	want, _ := over.Ask(context.Background(), number("good"))
	_, _ = over.Ask(context.Background(), number("good"))
	_, _ = over.Ask(context.Background(), number("bad"))
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	play, err := llm.Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := play.Over(nil, "p:m").Ask(context.Background(), number("good"))
	if want.Cached = true; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if _, err := play.Over(nil, "p:m").Ask(context.Background(), number("bad")); kind(err) != answer.Refusal {
		t.Errorf("%v", err)
	}
	for _, missing := range []llm.Model{play.Over(nil, "p:other"), play.Over(nil, "p:m")} {
		if _, err := missing.Ask(context.Background(), number("never asked")); kind(err) != answer.Unreachable {
			t.Errorf("%v", err)
		}
	}
	if data, _ := os.ReadFile(path); strings.Count(string(data), "\n") != 2 || strings.Contains(string(data), "Count.") {
		t.Errorf("recording: %s", data)
	}
}

// TestTapeOfSpentBudget: that one asker had used up its budget is not the answer for all others.
func TestTapeOfSpentBudget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	tape, err := llm.Record(path)
	if err != nil {
		t.Fatal(err)
	}
	spent := true
	over := tape.Over(&fake{say: func(llm.Request) (llm.Response, error) {
		if spent {
			return llm.Response{}, &llm.Failure{Kind: answer.Budget}
		}
		return llm.Response{Text: `{"n":1}`}, nil
	}}, "p:m")
	_, _ = over.Ask(t.Context(), number("one"))
	_, _ = over.Ask(t.Context(), number("both"))
	spent = false
	_, _ = over.Ask(t.Context(), number("both"))
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	play, err := llm.Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play.Over(nil, "p:m").Ask(t.Context(), number("both")); err != nil {
		t.Error(err)
	}
	if _, err := play.Over(nil, "p:m").Ask(t.Context(), number("one")); kind(err) != answer.Budget {
		t.Error(err)
	}
}

// TestBudget: no interleaving of calls spends more than the budget.
func TestBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.IntRange(1, 20000).Draw(t, "budget")
		m := llm.NewMeter(llm.Cap{Tokens: tokens, Dollars: 0.01})
		spent := atomic.Int64{}
		provider := &fake{say: func(r llm.Request) (llm.Response, error) {
			// the maximum possible
			u := llm.Usage{Input: len(r.System) + len(r.Turns[0].Parts[0].Text) + len(r.Schema), Output: r.MaxTokens}
			spent.Add(int64(u.Input + u.Output))
			if u.Input%5 == 0 {
				return llm.Response{}, &llm.Failure{Kind: answer.Cut, Usage: u}
			}
			return llm.Response{Text: `{"n":1}`, Usage: u}, nil
		}}
		asked := m.OverCache(m.OverProvider(provider, llm.Price{Input: 1, Output: 2}))
		var wg sync.WaitGroup
		for i := range rapid.IntRange(1, 20).Draw(t, "questions") {
			words := strings.Repeat("x", rapid.IntRange(0, 2000).Draw(t, "length"))
			wg.Go(func() {
				r := number(words)
				r.MaxTokens = 10 * i // the first without a limit
				_, _ = asked.Ask(context.Background(), r)
			})
		}
		wg.Wait()
		if got := int(spent.Load()); got > tokens {
			t.Fatalf("%d tokens of %d", got, tokens)
		}
		for _, total := range m.Totals() {
			if total.Dollars > 0.01 || total.Usage.Input+total.Usage.Output != int(spent.Load()) ||
				total.Calls != int(provider.calls.Load()) ||
				total.Asked != total.Answered+total.Failed[answer.Cut]+total.Failed[answer.Budget] {
				t.Fatalf("%+v", total)
			}
		}
	})
}

// TestBudgetWaits: a question that fits in the budget once running calls have ended waits for them; one that
// does not is refused at once.
func TestBudgetWaits(t *testing.T) {
	used := llm.Usage{Input: 10, Output: 10}
	under, answered := make(chan struct{}), make(chan struct{})
	provider := &fake{say: func(llm.Request) (llm.Response, error) {
		under <- struct{}{}
		<-answered
		return llm.Response{Text: "x", Usage: used}, nil
	}}
	r := llm.Request{Turns: []llm.Turn{llm.User("?")}, MaxTokens: 400} // at most 501 in and 400 out
	for _, budget := range []llm.Cap{{Tokens: 1000}, {Dollars: 0.001}} {
		m := llm.NewMeter(budget)
		asked := m.OverCache(m.OverProvider(provider, llm.Price{Input: 1, Output: 1}))
		ends := make(chan error)
		for range 5 {
			go func() {
				_, err := asked.Ask(context.Background(), r)
				ends <- err
			}()
		}
		<-under
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := asked.Ask(ctx, r); kind(err) != answer.Timeout {
			t.Errorf("who does not wait for the budget: %v", err)
		}
		large := r
		large.MaxTokens = 600
		if _, err := asked.Ask(context.Background(), large); kind(err) != answer.Budget {
			t.Errorf("what the budget never has: %v", err)
		}
		for n := range 5 { // one after the other, since the maximum of two exceeds the budget
			answered <- struct{}{}
			if err := <-ends; err != nil {
				t.Error(err)
			}
			if n < 4 {
				<-under
			}
		}
		if total := m.Totals()[0]; total.Answered != 5 || total.Usage.Input != 50 {
			t.Errorf("%+v", total)
		}
	}
}

// TestBudgetOfLateCalls: a call that timed out uses all that was reserved for it, one that was never sent nothing.
func TestBudgetOfLateCalls(t *testing.T) {
	r := llm.Request{Turns: []llm.Turn{llm.User("?")}, MaxTokens: 400} // at most 501 in and 400 out
	for _, c := range []struct {
		fails llm.Failure
		calls int
	}{{llm.Failure{Kind: answer.Timeout}, 2}, {llm.Failure{Kind: answer.Timeout, Unsent: true}, 5},
		{llm.Failure{Kind: answer.Refusal}, 5}} {
		provider := &fake{say: func(llm.Request) (llm.Response, error) { f := c.fails; return llm.Response{}, &f }}
		m := llm.NewMeter(llm.Cap{Tokens: 2000})
		asked := m.OverCache(m.OverProvider(provider, llm.Price{}))
		for range 5 {
			_, _ = asked.Ask(context.Background(), r)
		}
		if got := int(provider.calls.Load()); got != c.calls || m.Totals()[0].Failed[answer.Budget] != 5-c.calls {
			t.Errorf("%+v: %d calls, %+v", c.fails, got, m.Totals())
		}
	}
}

func TestLimit(t *testing.T) {
	const most = 3
	var now atomic.Int64
	under := make(chan struct{}, most)
	answered := make(chan struct{})
	m := llm.NewMeter(llm.Cap{}).Limit(&fake{say: func(llm.Request) (llm.Response, error) {
		if n := now.Add(1); n > most {
			t.Errorf("%d at once", n)
		}
		under <- struct{}{}
		<-answered
		now.Add(-1)
		return llm.Response{}, nil
	}}, most, time.Hour)
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() { _, _ = m.Ask(context.Background(), llm.Request{}) })
	}
	for range most {
		<-under
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Ask(ctx, llm.Request{}); kind(err) != answer.Timeout {
		t.Errorf("who does not wait for a place: %v", err)
	}
	go func() {
		for range 30 - most {
			<-under
		}
	}()
	close(answered)
	wg.Wait()
}

func TestHeadroom(t *testing.T) {
	for asked, want := range map[int]int{0: 0, 50: 150} {
		m := &fake{say: func(r llm.Request) (llm.Response, error) {
			if r.MaxTokens != want {
				t.Errorf("%d became %d", asked, r.MaxTokens)
			}
			return llm.Response{}, nil
		}}
		_, _ = llm.Headroom(m, 100).Ask(context.Background(), llm.Request{MaxTokens: asked})
	}
}

// TestPictures: what no provider would accept is not sent.
func TestPictures(t *testing.T) {
	m := saying(`{"n":1}`)
	for name, p := range map[string]llm.Part{"large": {Image: make([]byte, 6<<20), Media: "image/png"},
		"type": {Image: []byte{1}, Media: "image/svg+xml"}} {
		r := number("x")
		r.Turns[0].Parts = append(r.Turns[0].Parts, p)
		if _, err := llm.Checked(m).Ask(context.Background(), r); kind(err) != answer.Unsupported || m.calls.Load() != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkKept(b *testing.B) {
	c, err := llm.OpenCache(b.TempDir(), time.Hour, 1<<20)
	if err != nil {
		b.Fatal(err)
	}
	m := c.Over(llm.Checked(saying(`{"n":1}`)), "m")
	r := number(strings.Repeat("some words of a reference ", 100))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Ask(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDigest(b *testing.B) {
	r := number(strings.Repeat("some words of a reference ", 100))
	b.ReportAllocs()
	for b.Loop() {
		llm.Digest(r)
	}
}

// TestThoughts: an answer in words is what follows the thoughts.
func TestThoughts(t *testing.T) {
	for answered, want := range map[string]string{"<think>The tags are " +
		"<bibtex></bibtex>.</think>\n<bibtex>@misc{a}</bibtex>": "<bibtex>@misc{a}</bibtex>",
		"Yes.": "Yes.", "<think>hm": ""} {
		resp, err := llm.Checked(saying(answered)).Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("?")}})
		if resp.Text != want || (want == "") != (kind(err) == answer.Malformed) {
			t.Errorf("%q: %q, %v", answered, resp.Text, err)
		}
	}
}

// timed answers after a time, unless its question ends before.
type timed time.Duration

func (d timed) Ask(ctx context.Context, _ llm.Request) (llm.Response, error) {
	select {
	case <-time.After(time.Duration(d)):
		return llm.Response{}, nil
	case <-ctx.Done():
		return llm.Response{}, context.Cause(ctx)
	}
}

// TestClockStartsWithTheSlot: every question has its whole time, however many wait before it, and a run that ends
// names those that never had their turn.
func TestClockStartsWithTheSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		meter := llm.NewMeter(llm.Cap{})
		m := meter.Limit(timed(10*time.Second), 1, 15*time.Second)
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if _, err := m.Ask(t.Context(), llm.Request{Role: "verifier"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if total := meter.Totals()[0]; total.Waited != 190*time.Second {
			t.Errorf("the last waited %v", total.Waited)
		}
		slow := meter.Limit(timed(time.Minute), 1, 15*time.Second)
		if _, err := slow.Ask(t.Context(), llm.Request{}); !errors.Is(err, transport.ErrLate) {
			t.Errorf("a late answer: %v", err)
		}
	})
}
