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

// ask asks all queries, in their order.
func (d *desk) ask(cmd *cobra.Command, queries []string, prefer fix.Prefer, first bool) ([]answer, error) {
	parsed := make([]fixcite.Query, len(queries))
	refs := make([]biblio.Reference, len(queries))
	for i, text := range queries {
		parsed[i] = fixcite.Parse(text)
		refs[i] = parsed[i].Ref
	}
	answers := make([]answer, 0, len(queries))
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(queries), "looking up")
	defer bar.Finish()
	opt := audit.Options{Jobs: runtime.NumCPU()}
	r := run.New(d.sources, run.Options{Jobs: opt.Jobs})
	defer r.Close()
	err := r.References(cmd.Context(), refs, func(f audit.Finding, _ report.Finding) error {
		q := parsed[len(answers)]
		a := answer{Answer: fixcite.Choose(&q, &f, prefer, first), query: q, finding: f}
		if a.Work == nil && len(a.Others) == 0 && q.Kind == fixcite.Identifier && d.zotero != nil {
			a.finding = d.zotero.Auditor.Reference(cmd.Context(), q.Ref, opt)
			a.Answer = fixcite.Choose(&q, &a.finding, prefer, first)
		}
		if a.Missing(prefer) {
			again := fixcite.Again(&q, &a.Answer)
			g := d.sources.Auditor.Reference(cmd.Context(), again.Ref, opt)
			if next := fixcite.Choose(&again, &g, prefer, first); next.Work != nil && !next.Missing(prefer) {
				a.Answer = next
			}
		}
		answers = append(answers, a)
		bar.Add(1)
		return nil
	})
	return answers, err
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
