package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// deliver writes and shows one corrected file.
func deliver(cmd *cobra.Command, name string, src []byte, out fix.Result, opt fixOptions) error {
	w, notes := cmd.OutOrStdout(), cmd.ErrOrStderr()
	writing := opt.writes()
	if writing {
		if err := opt.writeOut(cmd, name, src, out); err != nil {
			return err
		}
	}
	switch {
	case opt.json:
		enc := json.NewEncoder(report.EscapedJSON(w))
		enc.SetEscapeHTML(false)
		return enc.Encode(fixRow{name, len(out.Entries), out.Changed, touched(out.Entries)})
	case opt.diff || !opt.dryRun && !writing:
		if _, err := io.WriteString(w, out.Diff(filepath.ToSlash(name))); err != nil {
			return err
		}
		showChanged(notes, name, out, writing)
	case opt.dryRun:
		showPatches(w, name, out, false)
	default: // standard output may hold the file
		showPatches(notes, name, out, true)
	}
	if !opt.quiet {
		showHeld(notes, name, out)
	}
	return nil
}

// writes reports that files are written, and not only shown.
func (o *fixOptions) writes() bool { return (o.write || o.output != "") && !o.dryRun }

// writeOut writes a corrected file where the flags say.
func (o *fixOptions) writeOut(cmd *cobra.Command, name string, src []byte, out fix.Result) error {
	switch {
	case o.output == "-" || o.write && name == "-":
		_, err := cmd.OutOrStdout().Write(out.Bytes)
		return err
	case o.output != "":
		return formats.Write(o.output, out.Bytes, 0o644)
	case out.Changed == 0:
		return nil
	}
	backup, err := formats.Replace(cmd.Context(), name, src, out.Bytes)
	if errors.Is(err, formats.ErrReadOnly) {
		return cli.UsageError(err)
	}
	if err == nil && backup != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: the file as it was is kept as %s\n", report.Visible(name), report.Visible(filepath.Base(backup)))
	}
	return err
}

// fixRow is what --json prints of one file.
type fixRow struct {
	File       string      `json:"file"`
	References int         `json:"references"`
	Changed    int         `json:"changed"`
	Entries    []fix.Entry `json:"entries"`
}

// touched leaves out the entries of which there is nothing to say.
func touched(entries []fix.Entry) []fix.Entry {
	list := []fix.Entry{}
	for _, e := range entries {
		if len(e.Patches)+len(e.Unactionable)+len(e.Nearest) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// entryPlace says where an entry stands. The id of one without a key is the name
// of its file and its number, which need not be said twice.
func entryPlace(name string, line int, id string) string {
	if number, ok := strings.CutPrefix(id, name+":"); ok {
		id = "reference " + number
	}
	if line == 0 {
		return report.Visible(name) + ": " + report.Visible(id)
	}
	return fmt.Sprintf("%s:%d: %s", report.Visible(name), line, report.Visible(id))
}

// showPatches lists the changes in words.
func showPatches(w io.Writer, name string, out fix.Result, written bool) {
	for _, e := range out.Entries {
		for _, p := range e.Patches {
			fmt.Fprintf(w, "%s: %s\n", entryPlace(name, e.Line, e.ID), described(p))
		}
	}
	showChanged(w, name, out, written)
}

// showChanged says how many references change, or were changed.
func showChanged(w io.Writer, name string, out fix.Result, written bool) {
	done := "to change"
	if written {
		done = "changed"
	}
	fmt.Fprintf(w, "%s: %d of %s %s\n", report.Visible(name), out.Changed, counted(len(out.Entries), "reference"), done)
}

// showHeld lists what is wrong or suspected and left alone. An entry that is
// merely not decided is not worth a line.
func showHeld(w io.Writer, name string, out fix.Result) {
	for _, e := range out.Entries {
		if e.Outcome == judge.Inconclusive.String() && len(e.Unactionable) < 2 {
			continue
		}
		for _, u := range e.Unactionable {
			if u.Rule == fix.ModelUnheard { // said once, with what the model used
				continue
			}
			field := ""
			if u.Field != "" {
				field = string(u.Field) + ": "
			}
			fmt.Fprintf(w, "%s: not changed: %s%s\n", entryPlace(name, e.Line, e.ID), field, report.Visible(u.Why))
		}
		for _, n := range e.Nearest {
			fmt.Fprintf(w, "    nearest (%.0f %%): %s. %s. %s %s\n", n.Similarity, report.Visible(n.Title), report.Visible(n.Authors), report.Visible(n.Venue), n.Year)
		}
	}
}
