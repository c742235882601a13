package audit

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/judge"
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
			lookups[i] = answer.NewLookup(c.Info(), answer.Answer{}, &answer.Failure{Kind: answer.Budget,
				Detail: fmt.Sprintf("skipped: the %d requests of this reference are used up", b.Requests)})
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
	u.tell(slices.DeleteFunc(slices.Clone(u.waiting), func(name string) bool { return name == "" }), u.references)
}

// Adviser asks a model about a finding that the rules have judged. before holds the advice of earlier advisers about
// the same finding. ok is false if it has nothing to say. An Adviser is safe for concurrent use, does not change the
// finding, and never fails: a missing answer is advice with Unheard set.
type Adviser interface {
	Name() string
	Advise(ctx context.Context, f *Finding, before []judge.Advice) (advice judge.Advice, ok bool)
}

// Taken is a piece of advice and its effect.
type Taken struct {
	judge.Advice
	Effect judge.Effect
}

// adviseJobs bounds how many findings advisers are asked about at the same time.
const adviseJobs = 8

// advisedAtOnce is the number of findings that wait for one another's advice before they are passed on: models are
// slow, and users wait.
const advisedAtOnce = 2 * adviseJobs

// advise asks the advisers in order about every finding, several findings concurrently, and applies their advice. The
// result does not depend on the order in which answers arrive. first is the number of the first finding.
func (w *batch) advise(ctx context.Context, findings []Finding, first int) {
	if len(w.Advisers) == 0 {
		for i := range findings {
			findings[i].applyAdvice(nil)
		}
		return
	}
	if w.Asking != nil {
		w.Asking([]string{"the language model"}, len(findings))
		defer w.Asking(nil, 0)
	}
	var telling sync.Mutex
	parallel.Each(len(findings), adviseJobs, func(i int) {
		f := &findings[i]
		var list []judge.Advice
		for _, adviser := range w.Advisers {
			if advice, ok := ask(ctx, adviser, f, list); ok {
				list = append(list, advice)
			}
		}
		f.applyAdvice(list)
		if w.Settled != nil && w.cancelled() == nil {
			telling.Lock()
			defer telling.Unlock()
			w.Settled(first+i, *f)
		}
	})
}

// ask asks one adviser. An adviser that panics has given no answer.
func ask(ctx context.Context, adviser Adviser, f *Finding, before []judge.Advice) (advice judge.Advice, ok bool) {
	err := parallel.Try(func() error {
		advice, ok = adviser.Advise(ctx, f, before)
		return nil
	})
	if err != nil {
		return judge.Advice{Role: adviser.Name(), Record: -1, Unheard: "broken: " + fmt.Sprintf("%.100v", err)}, true
	}
	return advice, ok
}

func (f *Finding) applyAdvice(list []judge.Advice) {
	var effects []judge.Effect
	f.Verdict, effects = judge.Advised(&f.Reference, f.Evidence, f.Verdict, list)
	for i, advice := range list {
		f.Advice = append(f.Advice, Taken{advice, effects[i]})
	}
}
