package offline

import (
	"context"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Threshold is the cosine at which a remembered work counts as similar to a claimed one (CiteAudit's memory:
// 0.92).
const Threshold = 0.92 // case: TestMemoryLookup

// most bounds how many works one look-up returns.
const most = 8 // case: TestLookupOfMany

// mostAlike is how many remembered works are compared by similarity: the most recent. A memory seeded from a
// corpus holds many more; the corpus has a search of its own.
const mostAlike = 20_000

// recollection queries the memory. A work remembered while it is in use is found by exact key at once, by
// similarity from the next run on.
type recollection struct {
	memory *Memory
	now    func() time.Time

	mu   sync.Mutex // guards like
	like *likeness  // nil until first used
}

// FromMemory returns a connector to a memory; now returns the current time.
func FromMemory(m *Memory, now func() time.Time) source.Connector {
	return &recollection{memory: m, now: now}
}

// Info describes the memory: it can only confirm.
func (c *recollection) Info() answer.Info {
	return answer.Info{
		Name: "memory", Version: 1, Schemes: ident.Schemes, Titles: true,
		Origin: biblio.Origin{Kind: biblio.ConfirmOnly}, OrderedAuthors: true, CompleteAuthors: true,
	}
}

// Lookup searches by exact key, then by similarity.
func (c *recollection) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
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

// alike finds works by the similarity of their wording.
func (c *recollection) alike(ctx context.Context, w *biblio.Work) ([]Kept, error) {
	wording := Wording(w)
	if wording == "" {
		return nil, nil
	}
	like, err := c.likeness(ctx)
	if err != nil {
		return nil, err
	}
	ids := like.above(wording)
	return c.memory.ByKey(ctx, ids[:min(len(ids), most)], c.now())
}

// likeness returns the wordings of the remembered works, read once. If reading fails, for example because a run
// is cancelled, the next query tries again.
func (c *recollection) likeness(ctx context.Context) (*likeness, error) {
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
