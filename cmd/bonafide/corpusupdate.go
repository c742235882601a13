package main

import (
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/dump"
)

// newCorpusUpdateCommand fetches public dumps.
func newCorpusUpdateCommand() *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use:   "update [NAME...]",
		Short: "Fetch public dumps to build corpora from",
		Long: `update downloads the public dumps NAME... into a folder. What was broken off goes
on where it stopped, and a dump that has not changed is not fetched again. Without
a NAME it lists the dumps, their size and terms, and how to get those that no
program may fetch.`,
		Example: "  bonafide corpus update\n  bonafide corpus update --dir ~/dumps acl dblp",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listDumps(cmd)
			}
			for _, name := range args {
				if err := fetchDump(cmd, dir, name); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder to download into (default: dumps in the user's cache folder)")
	return cmd
}

func listDumps(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, p := range dump.Publics {
		how := "bonafide corpus update " + p.Name
		if p.Layout == dump.ByHand {
			how = "by hand, see " + p.Page
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.Name, p.Size, p.Terms, how)
	}
	return w.Flush()
}

func fetchDump(cmd *cobra.Command, dir, name string) error {
	p, err := dump.FindPublic(name)
	if err != nil {
		return cli.UsageError(err)
	}
	if p.Layout == dump.ByHand {
		return cli.UsageError(fmt.Errorf("%s: %s", name, p.Why))
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return cli.UsageError(err)
		}
		dir = filepath.Join(user, "bonafide", "dumps")
	}
	var bar *cli.Progress
	fetcher := dump.Fetcher{Dir: dir}
	fetcher.Agent = "bonafide/" + cli.BuildVersion()
	fetcher.Progress = func(file string, done, total int64) {
		if bar == nil {
			bar = cli.NewByteProgress(cmd.ErrOrStderr(), max(total, -1), name)
		}
		bar.Set(done)
	}
	fetched, err := fetcher.Fetch(cmd.Context(), p)
	if bar != nil {
		bar.Finish()
	}
	if err != nil {
		return cli.UsageError(fmt.Errorf("%s: %w", name, err))
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s; build a corpus with: bonafide corpus build --out DIR %s\n", name, p.Terms, fetched.Dir)
	return err
}
