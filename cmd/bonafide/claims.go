package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/claimcheck"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// claimsOptions say whether and how claims about cited works are checked.
type claimsOptions struct {
	on    bool
	texts []string // folders of papers
	year  int
}

func (o *claimsOptions) flags(cmd *cobra.Command) {
	o.textsFlag(cmd)
	cmd.Flags().IntVar(&o.year, "citing-year", 0, "year of the paper; cited works cannot be later (default: any)")
}

func (o *claimsOptions) textsFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.texts, "texts", nil,
		"folder with papers that are cited, also Zotero's storage; may be repeated")
}

// command adds the flags to a command that also does other things.
func (o *claimsOptions) command(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.on, "claims", false,
		"compare what the text says about cited works with their text, as the command claims does")
	o.flags(cmd)
}

func newClaimsCommand() *cobra.Command {
	opt := checkOptions{scheme: judge.Codes, claims: claimsOptions{on: true}}
	cmd := &cobra.Command{
		Use:   "claims FILE...",
		Short: "Show what a paper says about the works it cites, beside their text",
		Long: `claims reads each FILE, finds the cited works as check does, and shows every sentence
that cites a work beside the matching passages of the work. The text of a
work is searched in the folders of --texts: papers in PDF and other formats, or
the storage of Zotero; the first page of a file must have the title of the
work. Otherwise the abstract is read if a record has one.

Without a language model only what rules can prove is reported: a quotation or a number
is in the text, or differs there. Other claims are listed with the least supported
first. Having few words in common is not held against a sentence.
The result of a claim never changes the verdict on the reference.

` + paperHelp + `

` + cli.ExitHelp,
		Example: `  bonafide claims --texts ~/papers paper.pdf
  bonafide claims --texts ~/Zotero/storage thesis/main.tex
  bonafide claims --texts ~/papers --format html -o claims.html paper.pdf
  bonafide claims --texts ~/papers --format jsonl draft.docx > rows.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, args, &opt) },
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	opt.output.flags(cmd)
	opt.runFlags(cmd)
	opt.claims.flags(cmd)
	for flag, value := range map[string]string{"format": "claims", "fail-on": report.Claims} {
		f := cmd.Flags().Lookup(flag)
		f.DefValue = value
		_ = f.Value.Set(value)
	}
	return cmd
}

// library opens the folders of papers; it returns nil if none is named.
func (o *claimsOptions) library(cmd *cobra.Command) (claimcheck.Texts, error) {
	if len(o.texts) == 0 {
		return nil, nil
	}
	notes := "" // what first pages show, if there is a folder to cache it
	if dir, err := os.UserCacheDir(); err == nil {
		notes = filepath.Join(cmp.Or(dir, "."), "bonafide", "texts.json")
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "reading first pages")
	library, err := claimcheck.OpenLibrary(cmd.Context(), o.texts, notes, func(int, int) { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return nil, cli.UsageError(fmt.Errorf("--texts: %w", err))
	}
	sayUnread(cmd.ErrOrStderr(), library.Unread())
	return library, nil
}

// reader returns the reader of claims, nil if claims are not checked.
func (o *claimsOptions) reader(cmd *cobra.Command, s *setup.Setup) (*claimcheck.Reader, error) {
	if !o.on {
		if len(o.texts) > 0 || o.year != 0 {
			return nil, cli.UsageError(fmt.Errorf("--texts and --citing-year go with --claims"))
		}
		return nil, nil
	}
	texts, err := o.library(cmd)
	if err != nil {
		return nil, err
	}
	r := s.Claims(texts)
	r.Year = o.year
	return r, nil
}
