package main

import (
	"bufio"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// extractOptions are the flags of extract.
type extractOptions struct {
	input        inputOptions
	format, path string
	toBib        bool
	crops        string // folder for the pictures of entries
	jobs         int
}

// newExtractCommand shows what was read of files, without any look-up.
func newExtractCommand() *cobra.Command {
	var opt extractOptions
	cmd := &cobra.Command{
		Use:   "extract FILE...",
		Short: "Show the references read of papers and bibliographies, without any look-up",
		Long: `extract reads each FILE and writes the references as they were read: where they
stand, their text, the fields claimed with how sure the parser is, and where the
text cites them, and which words of an entry are in no field. Nothing is looked up.

` + paperHelp + `

Formats: json, also called jsonl, writes one object a line (doc/output.md); bib a bibliography, csl
CSL-JSON, ris RIS, text the references as printed, one a line. An entry of bib, csl
and ris keeps its own key where it has one; else its key is made of: ` + entry.KeyPattern + `.

Exit status: 0 every FILE gave references, 2 some FILE could not be read or has
none, 3 a failure of bonafide itself.`,
		Example: `  bonafide extract paper.pdf
  bonafide extract --to-bib paper.pdf -o paper.bib
  bonafide extract --format csl --cited thesis/main.tex
  bonafide extract --crops pictures paper.pdf > paper.jsonl
  bonafide extract --format text submissions.zip`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return extractAll(cmd, args, opt) },
	}
	opt.input.flags(cmd)
	opt.input.citedFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.format, "format", "json", "json or jsonl (the same: one object a line), bib, csl, ris or text")
	flags.BoolVar(&opt.toBib, "to-bib", false, "the same as --format bib")
	flags.StringVarP(&opt.path, "output", "o", "", "file to write to (default: standard output)")
	flags.StringVar(&opt.crops, "crops", "", "folder to write the picture of every entry of a PDF to, as NAME-NUMBER.png")
	flags.IntVar(&opt.jobs, "jobs", runtime.NumCPU(), "papers to read at the same time")
	return cmd
}

func extractAll(cmd *cobra.Command, names []string, opt extractOptions) error {
	if opt.toBib {
		opt.format = "bib"
	}
	form, ok := extractFormats[opt.format]
	if !ok {
		return cli.UsageError(fmt.Errorf("unknown format %q: use json (or jsonl), bib, csl, ris or text", opt.format))
	}
	w := &lazyFile{path: opt.path, std: cmd.OutOrStdout()}
	buffer := bufio.NewWriter(w)
	write := form(buffer)
	bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "reading")
	unread, read := 0, 0
	in := opt.input.named(cmd, names)
	_, err := extract.Papers(cmd.Context(), extract.Source{Names: in.Names, Stdin: in.Stdin, Options: opt.input.extract(), Jobs: opt.jobs}, func(r extract.Result) error {
		bar.Clear()
		bar.Add(1)
		if r.Err != nil {
			unread++
			fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", report.Visible(r.Err.Error()))
			return nil
		}
		read++
		if err := write.document(r.Document); err != nil {
			return err
		}
		if opt.crops != "" {
			if err := writeCrops(opt.crops, r.Document.References); err != nil {
				return err
			}
		}
		return buffer.Flush()
	})
	bar.Finish()
	if err == nil && read > 0 {
		if err = write.end(); err == nil {
			err = buffer.Flush()
		}
	}
	err = w.end(err)
	switch {
	case err != nil:
		return cli.Failure(err)
	case unread > 0:
		return &cli.ExitError{Status: cli.ExitUsage}
	}
	return nil
}
