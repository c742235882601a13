package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// newCorpusCommand groups the commands about offline corpora.
func newCorpusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Build, describe and search offline corpora",
		Long: `A corpus is a folder with an index of works, built from public dumps. check asks
it without a network. Several corpora are searched together.`,
		Example: "  bonafide corpus build --out ~/corpora/cs works.jsonl.zst acl-anthology-xml.tar.zst\n  bonafide corpus info --corpus ~/corpora/cs",
	}
	cmd.AddCommand(newCorpusBuildCommand(), newCorpusInfoCommand(), newCorpusFindCommand(), newCorpusMergeCommand(), newCorpusVerifyCommand(), newCorpusUpdateCommand())
	return cmd
}

// newCorpusInfoCommand describes what a corpus holds.
func newCorpusInfoCommand() *cobra.Command {
	var opt cli.SourceOptions
	var asJSON, coverage bool
	cmd := &cobra.Command{
		Use:     "info",
		Short:   "Say what a corpus holds and for which containers it is complete",
		Example: "  bonafide corpus info\n  bonafide corpus info --corpus ~/corpora/cs --coverage\n  bonafide corpus info --corpus ~/corpora/cs --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ix, err := setup.OpenCorpus(opt.Setup().Corpora)
			if err != nil {
				return cli.UsageError(err)
			}
			defer ix.Close()
			info, err := ix.Info()
			if err != nil {
				return cli.UsageError(err)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(info)
			}
			printInfo(cmd.OutOrStdout(), info, coverage)
			return nil
		},
	}
	opt.CorpusFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&coverage, "coverage", false, "list every row of the coverage table")
	return cmd
}

func printInfo(w io.Writer, info index.Info, coverage bool) {
	fmt.Fprintf(w, "%s in %s, %s", counted(info.Works, "work"), counted(info.Records, "record"), size(info.Bytes))
	if info.Records > 0 {
		fmt.Fprintf(w, " (%d bytes a record)", info.Bytes/int64(info.Records))
	}
	fmt.Fprintf(w, ", %s, format %d\n", counted(info.Segments, "segment"), info.Format)
	for _, s := range info.Sources {
		fmt.Fprintf(w, "  %9d  %-15s  %s\n", s.Records, cmp.Or(s.Origin.Kind.String(), "personal"), report.Visible(s.Source))
	}
	complete := 0
	for _, row := range info.Coverage {
		if row.Complete {
			complete++
		}
	}
	fmt.Fprintf(w, "%s in the coverage table, %d complete\n", counted(len(info.Coverage), "container-year"), complete)
	if !coverage {
		return
	}
	for _, row := range info.Coverage {
		state := "partial"
		if row.Complete {
			state = "complete"
		}
		fmt.Fprintf(w, "  %4d  %-8s  %-9s  %s\n", row.Year, state, row.How, report.Visible(row.Container))
	}
}

func size(bytes int64) string {
	const unit = 1000
	switch {
	case bytes >= unit*unit*unit:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(unit*unit*unit))
	case bytes >= unit*unit:
		return fmt.Sprintf("%.1f MB", float64(bytes)/(unit*unit))
	}
	return fmt.Sprintf("%.1f kB", float64(bytes)/unit)
}

// newCorpusFindCommand looks a title or identifier up.
func newCorpusFindCommand() *cobra.Command {
	var opt cli.SourceOptions
	var asJSON bool
	var limit int
	cmd := &cobra.Command{
		Use:     "find TITLE-OR-IDENTIFIER...",
		Short:   "Find works by title, identifier or a whole reference",
		Example: "  bonafide corpus find \"attention is all you need\"\n  bonafide corpus find arXiv:1706.03762 --json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ix, err := setup.OpenCorpus(opt.Setup().Corpora)
			if err != nil {
				return cli.UsageError(err)
			}
			defer ix.Close()
			found, err := findWorks(ix, strings.Join(args, " "), limit)
			if err != nil {
				return cli.UsageError(err)
			}
			if len(found) == 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), "nothing found")
				return &cli.ExitError{Status: cli.ExitFindings}
			}
			return printWorks(cmd.OutOrStdout(), found, asJSON)
		},
	}
	opt.CorpusFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	cmd.Flags().IntVar(&limit, "limit", 5, "most works to list by similar title")
	return cmd
}

// foundWork is a record with how like it is to what was asked.
type foundWork struct {
	Score   float64     `json:"score"`
	Source  string      `json:"source"`
	LocalID string      `json:"local_id,omitempty"`
	Fields  biblio.Flat `json:"fields"`
}

// findWorks looks a query up as an identifier, else as a title, else as a
// whole reference.
func findWorks(ix *index.Index, query string, limit int) ([]foundWork, error) {
	var hits []index.Hit
	var err error
	if id, ok := ident.Parse(query); ok {
		hits, err = ix.ByID(id)
	} else if hits, err = ix.ByTitle(query); err == nil && len(hits) == 0 {
		hits, err = ix.Similar(&biblio.Work{Title: query}, limit)
		if err == nil && len(hits) == 0 {
			hits, err = ix.ByRaw(query, limit)
		}
	}
	if err != nil {
		return nil, err
	}
	var found []foundWork
	for _, h := range hits {
		r, err := ix.Record(h.N)
		if err != nil {
			return nil, err
		}
		found = append(found, foundWork{h.Score, r.Source, r.LocalID, r.Flat()})
	}
	return found, nil
}

func printWorks(w io.Writer, found []foundWork, asJSON bool) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, f := range found {
		if asJSON {
			if err := enc.Encode(f); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w, "%.2f  %s\n      %s\n      %s %s  [%s %s]\n", f.Score, report.Visible(f.Fields.Title),
			report.Visible(strings.Join(f.Fields.Authors, ", ")), report.Visible(f.Fields.Venue), f.Fields.Year, f.Source, report.Visible(f.LocalID))
	}
	return nil
}

// newCorpusMergeCommand joins the segments of a corpus.
func newCorpusMergeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "merge DIR",
		Short:   "Join the segments of a corpus into one",
		Example: "  bonafide corpus merge ~/corpora/cs",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "merging")
			err := index.Merge(cmd.Context(), args[0], index.Options{Progress: func(records int) { bar.Set(int64(records)) }})
			bar.Finish()
			if errors.Is(err, index.ErrCorrupt) || errors.Is(err, index.ErrBusy) {
				return cli.UsageError(err)
			}
			if err != nil {
				return cli.Failure(err)
			}
			return nil
		},
	}
}

// newCorpusVerifyCommand reads a corpus whole and compares every checksum.
func newCorpusVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "verify DIR",
		Short:   "Read a corpus whole and compare every checksum",
		Example: "  bonafide corpus verify ~/corpora/cs",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ix, err := index.Open(args[0])
			if err != nil {
				return cli.UsageError(err)
			}
			defer ix.Close()
			if err := ix.Verify(); err != nil {
				return cli.UsageError(err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is whole: %s\n", args[0], counted(ix.Len(), "record"))
			return err
		},
	}
}
