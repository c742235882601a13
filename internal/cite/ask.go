// Package cite interprets queries for works, finds the records that answer them and writes their entries, for
// every front end: the command, the API, agents and programs. Several works are never narrowed to one; several
// versions of one work are, by a stated preference.
//
// May be imported by: lab, doors.
package cite

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Resolver resolves queries with the sources of the user and, for identifiers and addresses, a translation server.
type Resolver struct {
	Sources *setup.Setup
	Server  *setup.Setup // nil if there is none
	// Asking is called with the number of look-ups that begin, Asked with those done, to show progress; may be nil.
	Asking func(n int)
	Asked  func(n int64)
}

// Options choose the version of a work.
type Options struct {
	Prefer fix.Prefer
	First  bool // the first of several works
	Pick   int  // which of the works that are found otherwise, counted from 1 as they are told; 0 for the one meant
}

// Answer is the result of one query.
type Answer struct {
	Choice
	Query   Query
	Finding audit.Finding
}

// Ask resolves all queries, in their order: it asks the sources first, the translation server about identifiers
// and addresses that they lack, and the sources again if they have the work but not its preferred version.
func (d *Resolver) Ask(ctx context.Context, queries []string, opt Options) ([]Answer, error) {
	answers := make([]Answer, len(queries))
	for i, text := range queries {
		answers[i].Query = Parse(text)
	}
	r := run.New(d.Sources, run.Options{Jobs: runtime.NumCPU()})
	defer r.Close()
	take := func(a *Answer, f audit.Finding, c Choice) { a.Finding, a.Choice = f, c }
	err := d.look(ctx, r, answers, opt, func(a *Answer) *Query { return &a.Query }, take)
	if err == nil && d.Server != nil {
		server := run.New(d.Server, run.Options{Jobs: runtime.NumCPU()})
		defer server.Close()
		err = d.look(ctx, server, answers, opt, func(a *Answer) *Query {
			if a.Work == nil && len(a.Others) == 0 && a.Query.Kind == Identifier {
				return &a.Query
			}
			return nil
		}, take)
	}
	if err != nil {
		return answers, err
	}
	if err := d.byWords(ctx, r, answers, opt, take); err != nil {
		return answers, err
	}
	// A main title led to one work: its full title leads to all its versions.
	err = d.look(ctx, r, answers, opt, func(a *Answer) *Query {
		if a.MainTitle && a.Work != nil {
			return a.Again()
		}
		return nil
	}, func(a *Answer, f audit.Finding, next Choice) {
		if next.Work != nil {
			next.MainTitle = true
			a.Finding, a.Choice = f, next
		}
	})
	if err != nil {
		return answers, err
	}
	err = d.versions(ctx, r, answers, opt)
	for i := range answers {
		answers[i].pick(opt.Pick)
	}
	return answers, err
}

// versions asks for the preferred version of works, and for that of a preprint that was asked for by its identifier.
func (d *Resolver) versions(ctx context.Context, r *run.Run, answers []Answer, opt Options) error {
	return d.look(ctx, r, answers, opt, func(a *Answer) *Query {
		alone := a.Query.Kind == Identifier && len(a.Others) == 0 && opt.Prefer != fix.Preprint
		if a.Missing(opt.Prefer) || alone && a.Missing(fix.Published) {
			return a.Again()
		}
		return nil
	}, func(a *Answer, _ audit.Finding, next Choice) {
		switch {
		case next.Work == nil:
		case a.Missing(opt.Prefer):
			if !next.Missing(opt.Prefer) {
				a.Choice = next
			}
		case !next.Missing(fix.Published):
			a.Others = append(a.Others, next.Work)
		}
	})
}

// pick takes one of the works that were found.
func (a *Answer) pick(n int) {
	if list := a.Works(); n > 0 && n <= len(list) {
		a.Choice = Choice{Work: complete(&a.Finding, list[n-1])}
		for _, c := range slices.Delete(list, n-1, n) {
			if both := []*match.Candidate{a.Work, c}; oneWork(both) && oneTeam(both) {
				a.Others = append(a.Others, c)
			}
		}
	}
}

// byWords searches the corpora for queries without a match by title: a work that a few words identify with
// certainty is taken, and others are listed.
func (d *Resolver) byWords(ctx context.Context, r *run.Run, answers []Answer, opt Options,
	take func(*Answer, audit.Finding, Choice)) error {
	sure := map[*Answer]*Query{}
	for i := range answers {
		a := &answers[i]
		if a.Query.Kind == Identifier || a.Work != nil || len(a.Query.Ref.Claimed.IDs) > 0 {
			continue
		}
		works, err := ByWords(d.Sources.Corpus(), a.Query.Text, maxNearest)
		if err != nil || len(works) == 0 {
			continue // the look-ups report what a damaged index lacks
		}
		if near := candidates(works); len(a.Others) == 0 {
			a.Nearest = near
		} else {
			meant := func(c *match.Candidate) int {
				return slices.IndexFunc(works, func(w Worded) bool { return match.SameWork(&w.Record.Work, &c.Hit.Record.Work) })
			}
			slices.SortStableFunc(a.Others, func(x, y *match.Candidate) int {
				return cmp.Compare(uint(meant(x)), uint(meant(y)))
			})
			continue
		}
		if works[0].Sure {
			sure[a] = described(&a.Query, &works[0].Record.Work)
		}
	}
	return d.look(ctx, r, answers, opt, func(a *Answer) *Query { return sure[a] },
		func(a *Answer, f audit.Finding, next Choice) {
			if next.Work != nil {
				take(a, f, next)
			}
		})
}

// Works returns the works that were found, the one meant first.
func (a *Answer) Works() []*match.Candidate {
	list := slices.Concat(a.Others, a.Nearest)
	if a.Work != nil {
		list = append([]*match.Candidate{a.Work}, list...)
	}
	return list
}

// One resolves one query.
func (d *Resolver) One(ctx context.Context, query string, opt Options) (*Answer, error) {
	answers, err := d.Ask(ctx, []string{query}, opt)
	if err != nil {
		return nil, err
	}
	return &answers[0], nil
}

// look asks a query for each answer, none where query returns nil, and passes the results to take.
func (d *Resolver) look(ctx context.Context, r *run.Run, answers []Answer, opt Options, query func(*Answer) *Query,
	take func(*Answer, audit.Finding, Choice)) error {
	var refs []biblio.Reference
	var asked []*Query
	var who []*Answer
	for i := range answers {
		if q := query(&answers[i]); q != nil {
			refs, asked, who = append(refs, q.Ref), append(asked, q), append(who, &answers[i])
		}
	}
	if len(refs) == 0 {
		return nil
	}
	if d.Asking != nil {
		d.Asking(len(refs))
	}
	return r.References(ctx, refs, func(f audit.Finding, _ report.Finding) error {
		take(who[0], f, Choose(asked[0], &f, opt.Prefer, opt.First))
		who, asked = who[1:], asked[1:]
		if d.Asked != nil {
			d.Asked(1)
		}
		return nil
	})
}

// Unanswered reports whether a source that was asked about the query failed.
func (a *Answer) Unanswered() bool {
	return slices.ContainsFunc(a.Finding.Evidence.Lookups,
		func(l answer.Lookup) bool { return l.Outcome == answer.Failed })
}
