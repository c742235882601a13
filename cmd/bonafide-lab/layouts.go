package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/layouts"
)

// newLayoutsCommand returns the command that makes documents with known references.
func newLayoutsCommand() *cobra.Command {
	var opt lab.Options
	set := layouts.Options{Rounds: 1, Seed: 42}
	out := ""
	cmd := &cobra.Command{
		Use:   "layouts",
		Short: "Make documents in many layouts whose references are known",
		Long: fmt.Sprintf(`layouts draws works from a corpus, prints them by %d conventions of several
languages, and puts them into documents of %d layouts: plain text, articles in one
and two columns, books with a list for each chapter and running heads, lists in parts,
and citations in notes. PDFs are typeset with an installed LaTeX; those of word
processors, and further documents of Word and ODT, are saved by an installed
LibreOffice. The references of each document stand beside it.
Documents for tuning and those for judging are in folders of their own and share
no work. The same corpus and seed give the same documents.`, len(layouts.Conventions), len(layouts.Layouts)),
		Example: `  bonafide-lab layouts --corpus ~/corpora/cs -o documents
  bonafide-lab bibliographies documents/judge`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" || len(opt.Corpus) == 0 {
				return cli.UsageError(errors.New("layouts needs --corpus and an output folder (-o)"))
			}
			if set.Rounds < 1 {
				return cli.UsageError(fmt.Errorf("--rounds %d: make at least one document of each kind", set.Rounds))
			}
			opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
			return runLayouts(cmd, opt, set, out)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&opt.Corpus, "corpus", nil, "folder of an offline corpus, or a file of works; may be repeated")
	f.IntVar(&set.Rounds, "rounds", set.Rounds, "documents of each convention and layout in each half")
	f.Uint64Var(&set.Seed, "seed", set.Seed, "seed of all that is drawn")
	f.StringVarP(&out, "output", "o", "", "folder to write")
	return cmd
}

func runLayouts(cmd *cobra.Command, opt lab.Options, set layouts.Options, out string) error {
	ix, err := opt.OpenCorpora(cmd.Context())
	if err != nil {
		return cli.UsageError(err)
	}
	defer ix.Close()
	if err := layouts.HasOffice(); err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide-lab:", err)
	} else {
		set.Office = true
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), set.Documents(), "layouts")
	set.Step = func() { bar.Add(1) }
	sources, err := layouts.Write(cmd.Context(), ix, out, set)
	bar.Finish()
	if err != nil {
		return cli.Failure(err)
	}
	notes, err := corrupt.Typeset(cmd.Context(), sources)
	for _, note := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide-lab:", note)
	}
	if errors.Is(err, corrupt.ErrNoLaTeX) {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide-lab:", err)
		return nil
	}
	if err != nil {
		return cli.Failure(err)
	}
	return nil
}
