package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// reviseJobs bounds how many entries are put to a model at a time.
const reviseJobs = 8

// proposed asks the model that revises, where that role is on, about the entries
// in which the rules leave fields open, and gives the policy what it says.
func proposed(cmd *cobra.Command, s *setup.Setup, r *run.Run, findings []audit.Finding, policy fix.Options) fix.Options {
	reviser, on := s.Reviser()
	if !on {
		return policy
	}
	openings, open := make([]fix.Opening, len(findings)), []int(nil)
	for i := range findings {
		if openings[i] = fix.Open(&findings[i], policy); len(openings[i].Fields) > 0 {
			open = append(open, i)
		}
	}
	said := make(map[*audit.Finding]fix.Proposals, len(open))
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(open), "revising")
	ctx := r.Context(cmd.Context())
	var mu sync.Mutex
	parallel.Each(len(open), reviseJobs, func(k int) {
		i := open[k]
		p := reviser.Revise(ctx, &findings[i], openings[i])
		mu.Lock()
		defer mu.Unlock()
		bar.Add(1)
		said[&findings[i]] = p
	})
	bar.Finish()
	policy.Propose = func(f *audit.Finding) fix.Proposals {
		if p, ok := said[f]; ok {
			return p
		}
		return fix.Proposals{Unheard: "it was not asked"}
	}
	return policy
}

// tellUnheard says once in how many entries of a file the model that revises did
// not count, so that the rules stand alone there; --json says in which and why.
func tellUnheard(w io.Writer, name string, out fix.Result) {
	n, why := 0, ""
	for _, e := range out.Entries {
		for _, u := range e.Unactionable {
			if u.Rule == fix.ModelUnheard {
				if n++; n == 1 {
					why = u.Why
				}
			}
		}
	}
	if n > 0 {
		fmt.Fprintf(w, "%s: entries revised by the rules alone: %d (%s)\n", report.Visible(name), n, why)
	}
}
