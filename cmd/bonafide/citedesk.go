package main

import (
	"errors"
	"io"
	"maps"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix"
	fixcite "github.com/bonafide-audit/bonafide/internal/fix/cite"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// desk is where queries are asked: of the sources that the user enabled, and,
// for identifiers and addresses, of a translation server too.
type desk struct {
	sources, zotero *setup.Setup // zotero is nil without a server
}

func openDesk(opt citeOptions) (*desk, error) {
	options := opt.sources.Setup()
	d := &desk{}
	var err error
	if opt.zotero != "" && options.Offline {
		return nil, errors.New("--zotero asks a server and --offline forbids it")
	}
	keys := maps.Clone(options.Online.Keys)
	if keys == nil {
		keys = map[string]string{}
	}
	if opt.zotero != "" {
		keys["zotero_url"] = opt.zotero
	}
	options.Online.Keys = keys
	if opt.zotero != "" && !options.Online.Enabled {
		asking := options
		asking.Online.Enabled, asking.Online.Sources = true, []string{"zotero"}
		if d.zotero, err = setup.Open(asking); err != nil {
			return nil, err
		}
	}
	if d.sources, err = setup.Open(options); err != nil {
		return nil, errors.Join(err, d.close(io.Discard))
	}
	return d, nil
}

// close ends what the desk opened, with remarks on w.
func (d *desk) close(w io.Writer) error {
	var err error
	for _, s := range []*setup.Setup{d.sources, d.zotero} {
		if s != nil {
			err = errors.Join(err, closeSetup(w, s))
		}
	}
	return err
}

// answer is what was found for one query.
type answer struct {
	fixcite.Answer
	query   fixcite.Query
	finding audit.Finding
}

// ask asks all queries, in their order: the sources first, the translation server
// about identifiers and addresses that they lack, and the sources again where they
// have the work and not its version that is preferred.
func (d *desk) ask(cmd *cobra.Command, queries []string, prefer fix.Prefer, first bool) ([]answer, error) {
	answers := make([]answer, len(queries))
	for i, text := range queries {
		answers[i].query = fixcite.Parse(text)
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), 0, "looking up")
	defer bar.Finish()
	r := run.New(d.sources, run.Options{Jobs: runtime.NumCPU()})
	defer r.Close()
	chosen := func(a *answer, f audit.Finding) {
		a.finding, a.Answer = f, fixcite.Choose(&a.query, &f, prefer, first)
	}
	err := look(cmd, r, bar, answers, func(a *answer) (biblio.Reference, bool) { return a.query.Ref, true }, chosen)
	if err == nil && d.zotero != nil {
		server := run.New(d.zotero, run.Options{Jobs: runtime.NumCPU()})
		defer server.Close()
		err = look(cmd, server, bar, answers, func(a *answer) (biblio.Reference, bool) {
			return a.query.Ref, a.Work == nil && len(a.Others) == 0 && a.query.Kind == fixcite.Identifier
		}, chosen)
	}
	if err != nil {
		return answers, err
	}
	again := func(a *answer) fixcite.Query { return fixcite.Again(&a.query, &a.Answer) }
	// A main title led to one work: its whole title leads to all its versions.
	err = look(cmd, r, bar, answers, func(a *answer) (ref biblio.Reference, wanted bool) {
		if wanted = a.MainTitle && a.Work != nil; wanted {
			ref = again(a).Ref
		}
		return ref, wanted
	}, func(a *answer, f audit.Finding) {
		q := again(a)
		if next := fixcite.Choose(&q, &f, prefer, first); next.Work != nil {
			next.MainTitle = true
			a.finding, a.Answer = f, next
		}
	})
	if err != nil {
		return answers, err
	}
	return answers, look(cmd, r, bar, answers, func(a *answer) (ref biblio.Reference, wanted bool) {
		if wanted = a.Missing(prefer); wanted {
			ref = again(a).Ref
		}
		return ref, wanted
	}, func(a *answer, f audit.Finding) {
		q := again(a)
		if next := fixcite.Choose(&q, &f, prefer, first); next.Work != nil && !next.Missing(prefer) {
			a.Answer = next
		}
	})
}

// look audits the reference that wanted gives for each answer, where it is wanted,
// and hands take what was found.
func look(cmd *cobra.Command, r *run.Run, bar *cli.Progress, answers []answer, wanted func(*answer) (biblio.Reference, bool), take func(*answer, audit.Finding)) error {
	var refs []biblio.Reference
	var who []*answer
	for i := range answers {
		if ref, ok := wanted(&answers[i]); ok {
			refs, who = append(refs, ref), append(who, &answers[i])
		}
	}
	if len(refs) == 0 {
		return nil
	}
	bar.Grow(len(refs))
	return r.References(cmd.Context(), refs, func(f audit.Finding, _ report.Finding) error {
		take(who[0], f)
		who = who[1:]
		bar.Add(1)
		return nil
	})
}

// unanswered reports that a source asked about a query failed.
func unanswered(f *audit.Finding) bool {
	for _, l := range f.Evidence.Lookups {
		if l.Outcome == source.Failed {
			return true
		}
	}
	return false
}
