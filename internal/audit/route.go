package audit

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Action is the next step for a reference.
type Action string

// The actions: the stages of the papers' procedure, and its end.
const (
	AskMemory  Action = "memory"  // local sources
	AskWeb     Action = "web"     // pages, registries of identifiers, web search
	AskScholar Action = "scholar" // bibliographic services
	Stop       Action = "stop"
)

// actions lists the actions that ask sources, in the usual order.
var actions = []Action{AskMemory, AskWeb, AskScholar}

// Ran is a completed action, with whether the reference has since been verified beyond change.
type Ran struct {
	Action   Action `json:"stage"`
	Verified bool   `json:"confirmed"`
}

// Progress is how far one reference has got. It contains none of its text.
type Progress struct {
	Citation string   `json:"citation_id"`
	Done     []Ran    `json:"done"`
	Left     []Action `json:"left"`
}

// Routes decides the next action for a reference; usual is what the papers' procedure does next. Stop before the end is
// obeyed only for a reference that is verified beyond change: Routes can neither skip a stage for a reference nor run
// one twice.
type Routes func(ctx context.Context, p Progress, usual Action) Action

// usual returns the next stage of the papers' procedure: memory, then web, then scholar; it stops when one confirms,
// and at the end.
func (p Progress) usual() Action {
	if slices.ContainsFunc(p.Done, func(r Ran) bool { return r.Verified }) {
		return Stop
	}
	for _, a := range actions {
		if slices.Contains(p.Left, a) {
			return a
		}
	}
	return Stop
}

// routedInquiry is an inquiry that takes its own path through the stages.
type routedInquiry struct {
	*inquiry
	progress Progress
}

// routed asks the stages in the order that Routes chooses for each reference. The result does not depend on that
// order except for references that are verified early: lookups are in the order of the stages, as always.
func (w *batch) routed(ctx context.Context, all []*inquiry) {
	var left []Action
	for _, a := range actions {
		if slices.Contains(w.Kinds, a) {
			left = append(left, a)
		}
	}
	open := make([]*routedInquiry, len(all))
	for i, in := range all {
		open[i] = &routedInquiry{in, Progress{Citation: in.Reference.ID, Left: left}}
	}
	for len(open) > 0 {
		chosen := w.choose(ctx, open)
		var rest []*routedInquiry
		for _, action := range actions {
			var group []*inquiry
			var who []*routedInquiry
			for i, t := range open {
				if chosen[i] == action {
					group, who = append(group, t.inquiry), append(who, t)
				}
			}
			w.run(ctx, action, group)
			for _, t := range who {
				t.progress = t.progress.after(action, settled(t.inquiry))
				rest = append(rest, t)
			}
		}
		open = rest
	}
	w.inOrder(all)
}

// choose asks Routes about every reference, concurrently.
func (w *batch) choose(ctx context.Context, open []*routedInquiry) []Action {
	chosen := make([]Action, len(open))
	parallel.Each(len(open), adviseJobs, func(i int) { chosen[i] = next(ctx, w.Routes, open[i].progress) })
	return chosen
}

// next restricts Routes to its permitted choices.
func next(ctx context.Context, r Routes, p Progress) (a Action) {
	usual := p.usual()
	if usual == Stop {
		return Stop
	}
	err := parallel.Try(func() error { a = r(ctx, p, usual); return nil })
	if err != nil || !slices.Contains(p.Left, a) {
		return usual
	}
	return a
}

func (p Progress) after(a Action, verified bool) Progress {
	p.Done = append(slices.Clone(p.Done), Ran{a, verified})
	p.Left = slices.DeleteFunc(slices.Clone(p.Left), func(x Action) bool { return x == a })
	return p
}

// run asks the stages of one action about references.
func (w *batch) run(ctx context.Context, action Action, list []*inquiry) {
	for i, stage := range w.Stages {
		if w.Kinds[i] != action || len(list) == 0 {
			continue
		}
		w.gather(ctx, i+1, stage, list)
		w.each(list)
		list = slices.DeleteFunc(slices.Clone(list), func(in *inquiry) bool { return !w.asksMore(in, i+1) })
	}
}

func settled(in *inquiry) bool { return judge.Settled(in.Verdict) }

// inOrder leaves every reference one lookup per source, in the order of the stages, and judges by these lookups.
func (w *batch) inOrder(all []*inquiry) {
	for _, in := range all {
		have := in.Evidence.Lookups
		in.Evidence.Lookups = nil
		for _, stage := range w.Stages {
			for _, c := range stage {
				at := slices.IndexFunc(have, func(l answer.Lookup) bool { return l.Source.Name == c.Info().Name })
				if in.lookup(c.Info().Name) >= 0 {
					continue
				}
				if at < 0 {
					in.note(0, notNeeded(c), 0, 0)
					continue
				}
				in.Evidence.Lookups = append(in.Evidence.Lookups, have[at])
				have = slices.Delete(slices.Clone(have), at, at+1)
			}
		}
	}
	w.each(all)
}
