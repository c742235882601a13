package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/row"
)

func deliver(cmd *cobra.Command, name string, src []byte, out run.Fixed, opt fixOptions) error {
	w, notes := cmd.OutOrStdout(), cli.Wrapping(cmd.ErrOrStderr(), 4)
	writing := opt.writes()
	if writing {
		if err := opt.writeOut(cmd, name, src, out.Bytes, out.Changed > 0); err != nil {
			return err
		}
	}
	if !opt.json && (opt.diff || !opt.dryRun && !writing) {
		if err := writeDiff(w, out.Diff(filepath.ToSlash(name)), cli.IsTerminal(w)); err != nil {
			return err
		}
	}
	for _, one := range out.Parts(name) {
		if err := opt.show(w, notes, one, writing); err != nil {
			return err
		}
	}
	return nil
}

// writeDiff writes a diff byte for byte, except that on a terminal it hides what could steer it: files are untrusted.
func writeDiff(w io.Writer, diff string, terminal bool) error {
	if terminal {
		diff = report.VisibleLines(diff)
	}
	_, err := io.WriteString(w, diff)
	return err
}

// show lists what changes in a file, or in one of an archive, and what does not change.
func (o *fixOptions) show(w, notes io.Writer, one run.FixedPart, writing bool) error {
	switch {
	case o.json:
		return report.NewEncoder(w).Encode(fixRow{one.Name, len(one.Entries), one.Changed, one.Touched()})
	case o.diff || !o.dryRun && !writing:
		showChanged(notes, one.Name, one.Result, writing)
	case o.dryRun:
		showPatches(cli.Wrapping(w, 4), one.Name, one.Result, false)
	default: // standard output may be the file
		showPatches(notes, one.Name, one.Result, true)
	}
	if !o.quiet {
		showHeld(notes, one.Name, one.Result)
	}
	return nil
}

func (o *fixOptions) writes() bool { return (o.write || o.output != "") && !o.dryRun }

// writeOut writes a corrected file where the flags say.
func (o *fixOptions) writeOut(cmd *cobra.Command, name string, src, corrected []byte, changed bool) error {
	switch {
	case o.output == "-" || o.write && name == "-":
		_, err := cmd.OutOrStdout().Write(corrected)
		return err
	case o.output != "":
		return outfile.Write(o.output, corrected, 0o666)
	case !changed:
		return nil
	}
	backup, err := formats.Replace(cmd.Context(), name, src, corrected)
	if errors.Is(err, outfile.ErrReadOnly) {
		return cli.UsageError(err)
	}
	if err == nil && backup != "" && !o.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: the file as it was is kept as %s\n", report.Visible(name),
			report.Visible(filepath.Base(backup)))
	}
	return err
}

type fixRow struct {
	File       string      `json:"file"`
	References int         `json:"references"`
	Changed    int         `json:"changed"`
	Entries    []fix.Entry `json:"entries"`
}

// entryPlace says where an entry is. The id of an entry without a key is its file name and number, which need
// not be said twice.
func entryPlace(name string, line int, id string) string {
	if number, ok := strings.CutPrefix(id, name+":"); ok {
		id = "reference " + number
	}
	if line == 0 {
		return report.Visible(name) + ": " + report.Visible(id)
	}
	return fmt.Sprintf("%s:%d: %s", report.Visible(name), line, report.Visible(id))
}

func showPatches(w io.Writer, name string, out fix.Result, written bool) {
	for _, e := range out.Entries {
		for _, p := range e.Patches {
			fmt.Fprintf(w, "%s: %s\n", entryPlace(name, e.Line, e.ID), described(p))
		}
	}
	showChanged(w, name, out, written)
}

// showChanged says how many references change, or have changed.
func showChanged(w io.Writer, name string, out fix.Result, written bool) {
	done := "to change"
	if written {
		done = "changed"
	}
	fmt.Fprintf(w, "%s: %d of %s %s\n", report.Visible(name), out.Changed, counted(len(out.Entries), "reference"), done)
	if n := out.Held(fix.Likely); n > 0 {
		them := map[bool]string{true: "it", false: "them"}[n == 1]
		fmt.Fprintf(w, "%s: %s not written: likely, but not certain (--likely writes %s)\n", report.Visible(name),
			counted(n, "correction"), them)
	}
	if n := out.Held(fix.Lead); n > 0 {
		fmt.Fprintf(w, "%s: %s to check by hand\n", report.Visible(name), counted(n, "lead"))
	}
}

// showHeld lists what is wrong or suspected and was left alone. An entry that is merely undecided gets no line.
func showHeld(w io.Writer, name string, out fix.Result) {
	for _, e := range out.Entries {
		if e.Outcome == string(row.Inconclusive) && len(e.Unactionable) < 2 {
			continue
		}
		for _, u := range e.Unactionable {
			if u.Hold == fix.Unheard || u.Hold == fix.Lead { // said once: the cost of the model, the number of leads
				continue
			}
			field := ""
			if u.Field != "" {
				field = string(u.Field) + ": "
			}
			fmt.Fprintf(w, "%s: not changed: %s%s\n", entryPlace(name, e.Line, e.ID), field, report.Visible(u.Why))
		}
		for _, n := range e.Nearest {
			fmt.Fprintf(w, "    nearest (%.0f %%): %s. %s. %s %s\n", n.Similarity, report.Visible(n.Title),
				report.Visible(n.Authors), report.Visible(n.Venue), n.Year)
		}
	}
}

// asker asks the user about every change of fix --interactive.
type asker struct {
	in   *bufio.Reader
	out  io.Writer
	rest byte // the answer to all further questions: 'y', 'n', or 0 for none yet
}

const askHelp = `    y  make this change
    n  leave it as it is
    a  make this and all further changes, except where two values stand against each other
    q  leave this and all further ones
`

// accept shows changes that belong together and reports whether the user accepts them. The end of the input means no.
func (a *asker) accept(ref *biblio.Reference, patches []fix.Patch) bool {
	chosen := slices.ContainsFunc(patches, func(p fix.Patch) bool { return p.Doubt != judge.NoDoubt })
	if a.rest == 'n' || a.rest == 'y' && !chosen {
		return a.rest == 'y'
	}
	for _, p := range patches {
		fmt.Fprintf(a.out, "%s: %s\n", entryPlace(ref.Place.File, ref.Place.Line, ref.ID), described(p))
		if p.Doubt != judge.NoDoubt {
			fmt.Fprintf(a.out, "    two values stand against each other: %s\n", p.Doubt.Sentence())
		}
	}
	for {
		fmt.Fprint(a.out, "  change it? [y,n,a,q,?] ")
		line, err := a.in.ReadString('\n')
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case answer == "y" || answer == "yes":
			return true
		case answer == "n" || answer == "no":
			return false
		case answer == "a" || answer == "all":
			a.rest = 'y'
			return true
		case answer == "q" || answer == "quit" || err != nil:
			a.rest = 'n'
			if err != nil {
				fmt.Fprintln(a.out)
			}
			return false
		}
		fmt.Fprint(a.out, askHelp)
	}
}

// described describes one change in words, with its reason.
func described(p fix.Patch) string {
	from := ""
	if p.Action == fix.Replace && p.From != "" {
		from = fmt.Sprintf("%q → ", report.Visible(p.From))
	}
	return fmt.Sprintf("%s %s: %s%q (%s, %s)", p.Action, p.Field, from, report.Visible(p.To),
		report.Visible(cmp.Or(report.HolderName(p.Holder), p.Source)), p.Rule)
}

// tellUnheard says once for how many entries of a file the revising model had no say, so that only the rules
// decided; --json says for which and why.
func tellUnheard(w io.Writer, name string, out fix.Result) {
	n, why := 0, ""
	for _, e := range out.Entries {
		for _, u := range e.Unactionable {
			if u.Hold == fix.Unheard {
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
