package audit

import (
	"context"
	"fmt"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

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
