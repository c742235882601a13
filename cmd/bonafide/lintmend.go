package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// mend writes what has one right form, or shows it as a diff, and gives the
// remarks that are left.
func mend(cmd *cobra.Command, files []lint.File, sources [][]byte, remarks []lint.Remark, diff bool) ([]lint.Remark, error) {
	for i := range files {
		f := &files[i]
		name := report.Visible(f.Name)
		m := lint.Mend(remarks, f, string(sources[i]))
		for _, r := range m.Refused {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d: %s: not mended: the file would not be read as before\n", name, r.Line, r.Rule)
		}
		left, mended := m.Left, len(remarks)-len(m.Left)
		if mended == 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: nothing to mend%s\n", name, forPerson(left, f.Name))
			continue
		}
		out, err := fix.Splice(sources[i], m.Edits, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if diff {
			if _, err := io.WriteString(cmd.OutOrStdout(), out.Diff(filepath.ToSlash(f.Name))); err != nil {
				return nil, err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s to mend%s\n", name, counted(mended, "remark"), forPerson(left, f.Name))
			continue
		}
		backup, err := formats.Replace(cmd.Context(), f.Name, sources[i], out.Bytes)
		if err != nil {
			return nil, err
		}
		remarks = left
		note := ""
		if backup != "" {
			note = "; the file as it was is kept as " + report.Visible(filepath.Base(backup))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s mended%s\n", name, counted(mended, "remark"), note)
	}
	return remarks, nil
}

// forPerson says how many remarks on a file have no one right form.
func forPerson(left []lint.Remark, file string) string {
	n := 0
	for _, r := range left {
		if r.File == file {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return "; " + counted(n, "remark") + " for a person"
}

// checkMend reports flags that mending cannot be done with.
func (o *lintOptions) checkMend(args []string) error {
	switch {
	case o.diff && !o.fix:
		return errors.New("--diff shows what --fix would write: give both")
	case o.fix && !o.diff && slices.Contains(args, "-"):
		return errors.New("--fix mends files in place: name a file, or see with --diff what it would change")
	}
	return nil
}
