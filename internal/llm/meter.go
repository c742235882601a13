package llm

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Price is what a model costs, in US dollars.
type Price struct {
	Input  float64 `json:"input"`  // per million tokens
	Output float64 `json:"output"` // per million tokens
	Search float64 `json:"search"` // per thousand searches of the provider
}

func (p Price) cost(u Usage) float64 {
	return (p.Input*float64(u.Input)+p.Output*float64(u.Output))/1e6 + p.Search*float64(u.Searches)/1e3
}

// Cap is the maximum use of a run; 0 means no limit.
type Cap struct {
	Dollars float64
	Tokens  int // of requests and answers together
}

// Total is what one role used.
type Total struct {
	Role     string
	Asked    int // questions
	Answered int // with a valid answer
	Cached   int // from the cache or a recording
	Calls    int // to a provider
	Failed   map[answer.FailureKind]int
	Failure  string // the first failure, described for people
	Usage    Usage
	Dollars  float64
	Median   time.Duration // of calls
	Slowest  time.Duration
	Waited   time.Duration // longest wait for a turn
}

// Meter counts what roles use and keeps a run within its budget.
type Meter struct {
	budget Cap
	now    func() time.Time

	mu       sync.Mutex
	roles    map[string]*tally
	spent    Usage
	dollars  float64
	held     Usage // maximum use of running calls
	heldCost float64
	calls    int           // running
	settled  chan struct{} // closed when one of them ends, and then replaced
}

// tally is a Total being counted.
type tally struct {
	Total
	times []time.Duration
}

// mostTimes is the maximum number of latencies stored per role.
const mostTimes = 1 << 16

// NewMeter returns a meter that starts at zero.
func NewMeter(b Cap) *Meter {
	return &Meter{budget: b, now: time.Now, roles: map[string]*tally{}, settled: make(chan struct{})}
}

type meterKey struct{}

// WithMeter makes questions under the context count on m instead of the meter that their models are wrapped in.
func WithMeter(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// of returns the meter on which questions under a context count.
func (m *Meter) of(ctx context.Context) *Meter {
	if own, ok := ctx.Value(meterKey{}).(*Meter); ok {
		return own
	}
	return m
}

// OverCache counts questions and answers. It wraps a cache.
func (m *Meter) OverCache(model Model) Model { return counted{model, m} }

// OverProvider counts calls, tokens and cost, and refuses what might exceed the budget. It wraps a provider directly.
func (m *Meter) OverProvider(model Model, p Price) Model { return gated{model, m, p} }

type counted struct {
	Model
	meter *Meter
}

func (c counted) Ask(ctx context.Context, r Request) (Response, error) {
	resp, err := c.Model.Ask(ctx, r)
	m := c.meter.of(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tally(r.Role)
	t.Asked++
	var f *Failure
	switch {
	case err == nil:
		t.Answered++
		if resp.Cached {
			t.Cached++
		}
	case errors.As(err, &f):
		t.Failed[f.Kind]++
	default:
		t.Failed[answer.Unreachable]++
	}
	if err != nil && t.Failure == "" {
		t.Failure = err.Error()
	}
	return resp, err
}

func (m *Meter) tally(role string) *tally {
	t := m.roles[role]
	if t == nil {
		t = &tally{Total: Total{Role: role, Failed: map[answer.FailureKind]int{}}}
		m.roles[role] = t
	}
	return t
}

type gated struct {
	Model
	meter *Meter
	price Price
}

// Ask asks if the call cannot exceed the budget.
func (g gated) Ask(ctx context.Context, r Request) (Response, error) {
	m := g.meter.of(ctx)
	if m.budget != (Cap{}) && r.MaxTokens == 0 {
		r.MaxTokens = defaultTokens
	}
	most := mostUsage(r)
	if err := m.hold(ctx, most, g.price.cost(most)); err != nil {
		return Response{}, err
	}
	start := m.now()
	resp, err := g.Model.Ask(ctx, r)
	m.settle(call{r.Role, g.price, most, used(r, resp, err), m.now().Sub(start), err})
	return resp, err
}

// Limit returns a model that is asked at most n questions at the same time, and has the given time for each. The
// time begins when the question has its slot, however long it waited for one.
func (m *Meter) Limit(model Model, n int, each time.Duration) Model {
	return limited{model, m, make(chan struct{}, max(n, 1)), each}
}

type limited struct {
	Model
	meter *Meter
	slots chan struct{}
	each  time.Duration
}

// Ask waits for a free slot and asks.
func (l limited) Ask(ctx context.Context, r Request) (Response, error) {
	m, start := l.meter.of(ctx), l.meter.now()
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return Response{},
			&Failure{Kind: answer.Timeout, Detail: "the run ended before its turn", Err: ctx.Err(), Unsent: true}
	}
	defer func() { <-l.slots }()
	m.waited(r.Role, m.now().Sub(start))
	ctx, cancel := context.WithTimeoutCause(ctx, l.each, transport.ErrLate)
	defer cancel()
	return l.Model.Ask(ctx, r)
}

// waited counts how long a question waited for its turn.
func (m *Meter) waited(role string, d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tally(role)
	t.Waited = max(t.Waited, d)
}

// Headroom returns a model whose token limit is raised by n, for models that count their thoughts as part of an
// answer. A request without a limit stays without one.
func Headroom(m Model, n int) Model { return roomy{m, n} }

type roomy struct {
	Model
	more int
}

// Ask asks with the higher limit.
func (h roomy) Ask(ctx context.Context, r Request) (Response, error) {
	if r.MaxTokens > 0 {
		r.MaxTokens += h.more
	}
	return h.Model.Ask(ctx, r)
}
