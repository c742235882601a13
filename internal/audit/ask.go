package audit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// asked is the result of asking one source about the findings of a stage.
type asked struct {
	lookups []answer.Lookup
	took    time.Duration // for all findings of the request
	shared  int           // the number of those findings
}

// gather asks every source of a stage about all findings concurrently and adds the lookups in the order of the stage.
func (w *batch) gather(ctx context.Context, number int, stage []source.Connector, open []*inquiry) {
	answers := make([]asked, len(stage))
	may := w.Budget.share(stage, open)
	under := newUnderWay(w.Asking, stage, len(open))
	var wg sync.WaitGroup
	for i, c := range stage {
		wg.Go(func() {
			defer under.done(i)
			answers[i] = askAll(ctx, c, open, may[i], w.Budget)
		})
	}
	wg.Wait()
	for i, in := range open {
		for n, a := range answers {
			in.note(number, a.lookups[i], a.took, a.shared)
			in.spent += cost(stage[n].Info(), a.lookups[i])
		}
	}
}

// askAll asks one source about all findings that may ask it, in one call.
func askAll(ctx context.Context, c source.Connector, open []*inquiry, may []bool, b Budget) asked {
	var queries []source.Query
	var who []int
	lookups := make([]answer.Lookup, len(open))
	for i, in := range open {
		query, asks := in.queryOf(c.Info())
		switch {
		case !asks:
			lookups[i] = notNeeded(c)
		case may[i]:
			queries, who = append(queries, query), append(who, i)
		default:
			lookups[i] = answer.NewLookup(c.Info(), answer.Answer{}, b.usedUp())
		}
	}
	start := time.Now()
	for k, l := range lookupAll(ctx, c, queries) {
		lookups[who[k]] = l
	}
	return asked{lookups, time.Since(start), len(queries)}
}

const alreadyVerified = "already verified"

// notNeeded is the lookup of a source that has nothing to add to a verified reference.
func notNeeded(c source.Connector) answer.Lookup {
	return answer.Lookup{Source: c.Info(), Outcome: answer.NotAsked, Reason: alreadyVerified}
}

// lookupAll enforces a source's contract: one lookup for each query, and a panic costs only its own answers.
func lookupAll(ctx context.Context, c source.Connector, queries []source.Query) (lookups []answer.Lookup) {
	if len(queries) == 0 {
		return nil
	}
	err := answer.Broke("connector", parallel.Try(func() error {
		if lookups = source.LookupAll(ctx, c, queries); len(lookups) != len(queries) {
			panic(fmt.Sprintf("%d answers to %d questions", len(lookups), len(queries)))
		}
		return nil
	}))
	if err == nil {
		return lookups
	}
	lookups = make([]answer.Lookup, len(queries))
	for i := range lookups {
		lookups[i] = answer.NewLookup(c.Info(), answer.Answer{}, err)
	}
	return lookups
}

// underWay tracks which sources of a stage have not answered yet.
type underWay struct {
	tell       func(sources []string, references int)
	references int

	mu      sync.Mutex
	waiting []string // "" for those that have answered
}

func newUnderWay(tell func([]string, int), stage []source.Connector, references int) *underWay {
	u := &underWay{tell: tell, references: references}
	if tell == nil {
		return u
	}
	for _, c := range stage { // local sources keep no one waiting
		name := c.Info().Name
		if !c.Info().Online {
			name = ""
		}
		u.waiting = append(u.waiting, name)
	}
	u.say()
	return u
}

// done records that source i has answered.
func (u *underWay) done(i int) {
	if u.tell == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.waiting[i] = ""
	u.say()
}

func (u *underWay) say() {
	var names []string
	for _, name := range u.waiting {
		if name != "" {
			names = append(names, name)
		}
	}
	u.tell(names, u.references)
}
