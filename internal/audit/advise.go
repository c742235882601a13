package audit

import (
	"context"
	"fmt"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Adviser says what a model makes of a finding that the rules have judged.
// Before holds the advice of those asked earlier about the same finding. ok is
// false when it has nothing to say. It is safe for concurrent use, changes
// nothing of the finding, and never fails: an answer that did not come is
// advice with Unheard set.
type Adviser interface {
	Name() string
	Advise(ctx context.Context, f *Finding, before []judge.Advice) (advice judge.Advice, ok bool)
}

// Taken is a piece of advice with what it did.
type Taken struct {
	judge.Advice
	Effect judge.Effect
}

// adviseJobs bounds how many findings advisers are asked about at a time.
const adviseJobs = 8

// advisedAtOnce is how many findings wait for each other's advice before they
// are handed on: models are slow, and people wait.
const advisedAtOnce = 2 * adviseJobs

// advise asks the advisers in their order about every finding, several findings
// side by side, and applies what they say. What it leaves does not depend on
// the order in which answers come. First is the number of the first finding.
func (w *batch) advise(ctx context.Context, findings []Finding, first int) {
	if len(w.Advisers) == 0 {
		for i := range findings {
			findings[i].hear(nil)
		}
		return
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
		f.hear(list)
		if w.Settled != nil && w.cancelled() == nil {
			telling.Lock()
			defer telling.Unlock()
			w.Settled(first+i, *f)
		}
	})
}

// ask asks one adviser. One that breaks has given no answer.
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

// hear applies advice to a finding.
func (f *Finding) hear(list []judge.Advice) {
	var effects []judge.Effect
	f.Verdict, effects = judge.Advised(&f.Reference, f.Evidence, f.Verdict, list)
	for i, advice := range list {
		f.Advice = append(f.Advice, Taken{advice, effects[i]})
	}
}
