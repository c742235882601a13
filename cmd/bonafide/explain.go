package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

func newExplainCommand() *cobra.Command {
	bundle := ""
	cmd := &cobra.Command{
		Use:   "explain [WORD... | FILE.jsonl KEY...]",
		Short: "Say what a code, rule or outcome of a report means, or show all evidence of a finding",
		Long: `explain says what a code (H2), a rule (title-differs) or an outcome (discrepant)
of a report means; for a code also an example, what to do, and how the finding
may be mistaken. Without a word it lists all of them.

With a report saved by "check --format jsonl" it shows all evidence of the
references with these keys or ids: what is claimed, each reason, each compared
field, every record, and the result of every source. --bundle writes a zip
archive with these references as an input to check, and with their rows, for
whoever wants to report a false accusation.`,
		Example: "  bonafide explain H2\n  bonafide explain versions-mixed not-found\n  bonafide explain findings.jsonl smith2020" +
			"\n  bonafide explain findings.jsonl smith2020 --bundle smith2020.zip",
		ValidArgsFunction: completeExplained,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				w := cli.Wrapping(cmd.OutOrStdout(), 25)
				for _, t := range judge.Topics() {
					fmt.Fprintf(w, "%-24s %s\n", t.Word, t.Short)
				}
				return nil
			case savedReport(args[0]):
				return explainFindings(cmd, args[0], args[1:], bundle)
			case bundle != "":
				return cli.UsageError(errors.New("--bundle wants the keys of a saved report: bonafide explain findings.jsonl KEY"))
			}
			return explainWords(cmd.OutOrStdout(), args)
		},
	}
	cmd.Flags().StringVar(&bundle, "bundle", "", "zip archive to write with these references as an input, and their rows")
	return cmd
}

// savedReport reports whether an argument names a saved report and not a word.
func savedReport(name string) bool {
	if _, ok := judge.Explain(name); ok {
		return false
	}
	_, err := os.Stat(name)
	return name == "-" || err == nil || strings.HasSuffix(name, ".jsonl")
}

func explainWords(w io.Writer, words []string) error {
	for i, word := range words {
		text, ok := report.ExplainIn(word, min(cmp.Or(cli.TerminalWidth(w), 80), 80))
		if !ok {
			return cli.UsageError(fmt.Errorf("no code, rule or outcome is called %q: \"bonafide explain\" lists them", word))
		}
		if i > 0 {
			text = "\n" + text
		}
		fmt.Fprint(w, text)
	}
	return nil
}

func explainFindings(cmd *cobra.Command, name string, keys []string, bundle string) error {
	if len(keys) == 0 {
		return cli.UsageError(fmt.Errorf("name the keys of references too: bonafide explain %s KEY; \"bonafide report "+
			"--all %s\" lists them", name, name))
	}
	in, err := open(cmd.InOrStdin(), name)
	if err != nil {
		return cli.UsageError(err)
	}
	defer in.Close()
	w := cmd.OutOrStdout()
	shown := &evidence{w: w, opt: report.Options{Color: cli.Colored(w), Width: cli.TerminalWidth(w)},
		wanted: map[string]bool{}}
	for _, key := range keys {
		shown.wanted[key] = false
	}
	_, unread := report.Replay(in, shown)
	if unread != nil {
		unread = cli.UsageError(notSaved(name, unread))
	}
	var broken *report.Broken
	if unread != nil && !errors.As(unread, &broken) {
		return unread
	}
	for _, key := range keys {
		if !shown.wanted[key] {
			missing := fmt.Errorf("%s has no reference %q: \"bonafide report --all %s\" lists them", name,
				report.Visible(key), name)
			return cli.UsageError(errors.Join(missing, unread))
		}
	}
	if bundle != "" {
		return cmp.Or(unread, cli.Failure(shown.bundle(bundle)))
	}
	return unread
}

// bundle writes an archive with the references that were shown, as an input, and with their rows.
func (e *evidence) bundle(name string) error {
	var input, rows, packed bytes.Buffer
	err := writeRows(&rows, e.run, e.list)
	lines := json.NewEncoder(&input)
	for _, f := range e.list {
		claimed := map[string]any{"id": cmp.Or(f.Key, f.ID), "raw": f.Raw, "fields": f.Claimed}
		err = cmp.Or(err, lines.Encode(claimed))
	}
	z := zip.NewWriter(&packed)
	for _, file := range []struct {
		name    string
		content *bytes.Buffer
	}{{"references.jsonl", &input}, {"report.jsonl", &rows}} {
		member, fault := z.Create(file.name)
		if err = cmp.Or(err, fault); err == nil {
			_, err = file.content.WriteTo(member)
		}
	}
	if err = cmp.Or(err, z.Close()); err == nil {
		err = outfile.Write(name, packed.Bytes(), 0o666)
	}
	return err
}

// evidence is a report that shows everything about a few findings and nothing about others.
type evidence struct {
	report.Discard
	w      io.Writer
	opt    report.Options
	run    row.Run
	wanted map[string]bool // keys and ids, and whether they were met
	list   []report.Finding
}

func (e *evidence) Begin(r row.Run) error {
	e.run = r
	return nil
}

func (e *evidence) Finding(f report.Finding) error {
	found := false
	for _, name := range []string{f.Key, f.ID} {
		if _, ok := e.wanted[name]; ok && name != "" {
			e.wanted[name], found = true, true
		}
	}
	if !found {
		return nil
	}
	if e.list = append(e.list, f); len(e.list) > 1 {
		fmt.Fprint(e.w, "\n\n")
	}
	return report.WriteEvidence(e.w, e.run, f, e.opt)
}
