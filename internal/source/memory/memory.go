package memory

import (
	"context"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Threshold is the cosine from which a remembered work is taken to be like a
// claimed one (CiteAudit's memory: 0.92).
const Threshold = 0.92 // case: TestLookup

// most bounds how many works one look-up gives.
const most = 8 // case: TestLookupOfMany

// mostAlike is how many remembered works are compared by likeness: those that
// came last. A memory seeded from a corpus holds many more; the corpus has a
// search of its own.
const mostAlike = 20_000

// Connector asks the memory. What is remembered while it is in use is found by
// exact key at once, by likeness from the next run on.
type Connector struct {
	memory *Store
	now    func() time.Time

	dense *dense // nil without a model of vectors

	mu   sync.Mutex // for like
	like *likeness  // nil until it is asked for
}

// New returns a connector over a memory; now tells the time.
func New(m *Store, now func() time.Time) *Connector {
	return &Connector{memory: m, now: now}
}

// With returns the connector with a model of vectors in place of n-grams. Where
// the model does not answer, n-grams do.
func (c *Connector) With(e Embedder) *Connector {
	return &Connector{memory: c.memory, now: c.now, dense: &dense{embedder: e}}
}

// Info declares the memory: it may only confirm.
func (c *Connector) Info() answer.Info {
	return answer.Info{
		Name: "memory", Version: 1, Schemes: ident.Schemes, Titles: true,
		Origin: biblio.Origin{Kind: biblio.ConfirmOnly}, OrderedAuthors: true, CompleteAuthors: true,
	}
}

// Lookup asks by exact key, then by likeness.
func (c *Connector) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	kept, err := c.memory.Exact(ctx, &q.Claimed, c.now())
	if err == nil && len(kept) == 0 {
		kept, err = c.alike(ctx, &q.Claimed)
	}
	if err != nil {
		return answer.Answer{}, &answer.Failure{Kind: answer.BadAnswer, Detail: "the memory cannot be read", Err: err}
	}
	var reply answer.Answer
	for _, k := range kept {
		reply.Hits = append(reply.Hits, answer.Hit{Record: k.Record, How: answer.ByMemory})
	}
	return reply, nil
}

// alike finds works by the likeness of their wording.
func (c *Connector) alike(ctx context.Context, w *biblio.Work) ([]Kept, error) {
	wording := Wording(w)
	if wording == "" {
		return nil, nil
	}
	if c.dense != nil {
		if ids, err := c.dense.above(ctx, c.memory, c.now(), wording, Threshold); err == nil {
			return c.memory.ByKey(ctx, ids[:min(len(ids), most)], c.now())
		}
	}
	like, err := c.likeness(ctx)
	if err != nil {
		return nil, err
	}
	ids := like.above(wording)
	return c.memory.ByKey(ctx, ids[:min(len(ids), most)], c.now())
}

// likeness returns the wordings of what is remembered, read once. A reading that failed,
// as that of a cancelled run, is tried again by the next question.
func (c *Connector) likeness(ctx context.Context) (*likeness, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.like != nil {
		return c.like, nil
	}
	like := newLikeness(Threshold)
	if err := c.memory.Wordings(ctx, c.now(), mostAlike, like.add); err != nil {
		return nil, err
	}
	like.list()
	c.like = like
	return like, nil
}
