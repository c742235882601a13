package llm

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// defaultTokens limits answers in a run with a budget if the request does not.
const defaultTokens = 8192

// mostUsage returns the maximum that a request can use: no token is shorter than a byte. The margins for the
// frame, images and searches are above what providers bill.
func mostUsage(r Request) Usage {
	u := Usage{Input: 500, Output: r.MaxTokens}
	bytes, images := size(r)
	u.Input += bytes + 6000*images
	if r.Search {
		u.Searches = 10
		u.Input += 50000 // pages that the provider puts into the conversation
	}
	return u
}

func size(r Request) (bytes, images int) {
	bytes = len(r.System) + len(r.Schema)*2
	for _, t := range r.Turns {
		for _, p := range t.Parts {
			if bytes += len(p.Text); p.Image != nil {
				images++
			}
		}
	}
	return bytes, images
}

// used returns what a call is billed for; if the provider does not say, an estimate from its text at
// four bytes a token.
func used(r Request, resp Response, err error) Usage {
	u := resp.Usage
	if f, ok := errors.AsType[*Failure](err); ok {
		if u = f.Usage; f.Kind != answer.Timeout {
			return u
		}
	}
	if u.Input == 0 && u.Output == 0 || absurd(u, r) {
		u.Input, u.Output, u.Searches = 0, 0, min(max(u.Searches, 0), mostUsage(r).Searches)
		bytes, images := size(r)
		u.Input, u.Output = bytes/4+1500*images, len(resp.Text)/4
	}
	return u
}

// absurd reports whether counts are impossible: they would use up the budget, or return some of it. Models that
// think may exceed the limit of their answers.
func absurd(u Usage, r Request) bool {
	most := mostUsage(r)
	return min(u.Input, u.Output, u.Searches) < 0 || u.Input > most.Input || u.Output > 16*max(most.Output, defaultTokens)
}

// hold reserves the maximum that a call can use. If running calls hold what it needs, it waits for them to end,
// when most of that is released. It returns an error if too little is left, or the question is cancelled.
func (m *Meter) hold(ctx context.Context, u Usage, cost float64) error {
	for {
		held, settled, err := m.tryHold(u, cost)
		if held || err != nil {
			return err
		}
		select {
		case <-settled:
		case <-ctx.Done():
			return &Failure{Kind: answer.Timeout, Detail: "given up", Err: ctx.Err(), Unsent: true}
		}
	}
}

// tryHold reserves what is available. settled is closed when a call has ended.
func (m *Meter) tryHold(u Usage, cost float64) (held bool, settled <-chan struct{}, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.beyond(m.spent.Plus(u), m.dollars+cost) {
		return false, nil, &Failure{Kind: answer.Budget, Detail: "the budget of this run for models is used up"}
	}
	if m.beyond(m.spent.Plus(m.held).Plus(u), m.dollars+m.heldCost+cost) {
		return false, m.settled, nil
	}
	m.held, m.heldCost = m.held.Plus(u), m.heldCost+cost
	m.calls++
	return true, nil, nil
}

// beyond reports whether a use exceeds the budget.
func (m *Meter) beyond(u Usage, dollars float64) bool {
	b := m.budget
	return b.Tokens > 0 && u.Input+u.Output > b.Tokens || b.Dollars > 0 && dollars > b.Dollars
}

// call is one finished call of a provider.
type call struct {
	role  string
	price Price
	most  Usage // what was reserved for it
	used  Usage // what it is billed for, as far as known
	took  time.Duration
	err   error
}

// settle releases the reservation of a call, and counts its actual use instead. For a call that timed out the
// provider may bill all that it was allowed, so that counts.
func (m *Meter) settle(c call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held.Input, m.held.Output, m.held.Searches = m.held.Input-c.most.Input, m.held.Output-c.most.Output,
		m.held.Searches-c.most.Searches
	if m.calls--; m.calls > 0 {
		m.heldCost = max(m.heldCost-c.price.cost(c.most), 0)
	} else {
		m.heldCost = 0 // without rounding errors
	}
	close(m.settled) // waiting calls look again when this is done
	m.settled = make(chan struct{})
	var f *Failure
	failed := errors.As(c.err, &f)
	if failed && f.Unsent { // no request was made
		return
	}
	billed := c.used
	if failed && f.Kind == answer.Timeout {
		billed = c.most
	}
	m.spent, m.dollars = m.spent.Plus(billed), m.dollars+c.price.cost(billed)
	t := m.tally(c.role)
	t.Calls++
	t.Usage, t.Dollars = t.Usage.Plus(c.used), t.Dollars+c.price.cost(c.used)
	t.Slowest = max(t.Slowest, c.took)
	if len(t.times) < mostTimes {
		t.times = append(t.times, c.took)
	}
}

// Totals lists what was used by role, sorted by name.
func (m *Meter) Totals() []Total {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Total
	for _, t := range m.roles {
		total := t.Total
		total.Failed = map[answer.FailureKind]int{}
		maps.Copy(total.Failed, t.Failed)
		if times := slices.Sorted(slices.Values(t.times)); len(times) > 0 {
			total.Median = times[len(times)/2]
		}
		list = append(list, total)
	}
	slices.SortFunc(list, func(a, b Total) int { return cmp.Compare(a.Role, b.Role) })
	return list
}
