package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// deliver writes or shows one tidied file, and says what a person should know.
func (o *tidyOptions) deliver(cmd *cobra.Command, name string, src []byte, out tidy.Result) error {
	notes, visible := cmd.ErrOrStderr(), report.Visible(name)
	changed := 0
	if !bytes.Equal(src, out.Bytes) {
		changed = 1
	}
	switch {
	case o.write || o.output != "":
		place := fixOptions{write: o.write, output: o.output}
		if err := place.writeOut(cmd, name, src, fix.Result{Bytes: out.Bytes, Changed: changed}); err != nil {
			return err
		}
	case !o.check:
		if _, err := cmd.OutOrStdout().Write(unified(name, src, out.Bytes)); err != nil {
			return err
		}
	}
	for _, n := range out.Notes {
		left := ""
		if n.Left {
			left = "not changed: "
		}
		if !n.Left || !o.quiet {
			fmt.Fprintf(notes, "%s: %s: %s%s\n", entryPlace(name, n.Line, n.Key), n.Kind, left, report.Visible(n.Message))
		}
	}
	if o.required {
		o.sayMissing(cmd, name, out.Bytes)
	}
	fmt.Fprintf(notes, "%s: %s\n", visible, summed(out.Counts, changed > 0, o.write || o.output != ""))
	return nil
}

// summed says what was changed.
func summed(counts []tidy.Count, changed, written bool) string {
	if !changed {
		return "nothing to change"
	}
	done := "to change"
	if written {
		done = "changed"
	}
	var list []string
	for _, c := range counts {
		list = append(list, fmt.Sprintf("%s %d", c.Kind, c.Entries))
	}
	if len(list) == 0 {
		return done
	}
	return done + ", entries by kind: " + strings.Join(list, ", ")
}

// unified gives a unified diff that patch and git apply read.
func unified(name string, old, now []byte) []byte {
	name = strings.TrimLeft(filepath.ToSlash(name), "/")
	out := diff.Diff("a/"+name, old, "b/"+name, now)
	if i := bytes.IndexByte(out, '\n'); i >= 0 {
		out = out[i+1:] // the command line that made it
	}
	return out
}

// sayMissing lists the fields that entries lack.
func (o *tidyOptions) sayMissing(cmd *cobra.Command, name string, src []byte) {
	files := []lint.File{{Name: name, Bib: bibtex.Parse(src)}}
	for _, r := range lint.Check(files, lint.Options{Only: []string{"missing-field"}}) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: required: %s\n", entryPlace(name, r.Line, r.Key), report.Visible(r.Message))
	}
}

// proven gives a file with what records prove of --published and --fill.
func (o *tidyOptions) proven(cmd *cobra.Command, name string, src []byte) (_ []byte, err error) {
	if !o.published && !o.fill {
		return src, nil
	}
	s, err := setup.Open(o.sources.Setup())
	if err != nil {
		return nil, cli.UsageError(err)
	}
	defer func() {
		if unwritten := closeSetup(cmd.ErrOrStderr(), s); err == nil && unwritten != nil {
			err = cli.Failure(unwritten)
		}
	}()
	r := run.New(s, run.Options{Jobs: runtime.NumCPU(), Today: run.Day(time.Now())})
	defer r.Close()
	policy := fix.Options{Prefer: fix.AsCited, Accept: o.accept}
	if o.published {
		policy.Prefer = fix.Published
	}
	out, err := fixed(cmd, s, r, name, src, fixOptions{}, policy)
	return out.Bytes, err
}

// accept takes of the corrections of fix those that are asked for.
func (o *tidyOptions) accept(_ *biblio.Reference, patches []fix.Patch) bool {
	for _, p := range patches {
		if (!o.published || p.Rule != fix.PublishedVersion) && (!o.fill || p.Action != fix.Add) {
			return false
		}
	}
	return true
}

// deliverAll writes or shows all files: sources before bibliographies when they are
// written, so that no bibliography lacks what its sources still cite by an old key.
func (o *tidyOptions) deliverAll(cmd *cobra.Command, bibs, texts []*draft) error {
	list := slices.Concat(bibs, texts)
	if o.write {
		list = slices.Concat(texts, bibs)
	}
	var written []string
	for _, d := range list {
		if err := o.deliver(cmd, d.name, d.src, d.out); err != nil {
			if o.write && len(list) > 1 {
				fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s is not written; written before: %s\n", report.Visible(d.name), cmp.Or(report.Visible(strings.Join(written, ", ")), "nothing"))
			}
			return err
		}
		if d.changed() {
			written = append(written, d.name)
		}
	}
	return nil
}

// recite lists the keys that changed, and changes them in LaTeX sources.
func (o *tidyOptions) recite(cmd *cobra.Command, bibs, texts []*draft) (err error) {
	var renamed []tidy.Rename
	for _, b := range bibs {
		renamed = append(renamed, b.out.Renamed...)
	}
	for _, r := range renamed {
		fmt.Fprintf(cmd.ErrOrStderr(), "cite %s in place of %s\n", report.Visible(r.New), report.Visible(r.Old))
	}
	for _, t := range texts {
		if t.out.Bytes, err = bibtex.Splice(string(t.src), tidy.Citing(string(t.src), renamed)); err != nil {
			return cli.Failure(fmt.Errorf("%s: %w", t.name, err))
		}
		for _, key := range tidy.Standing(string(t.src), renamed) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s still stands in braces, in a command that is not known to cite\n", report.Visible(t.name), report.Visible(key))
		}
	}
	return nil
}
