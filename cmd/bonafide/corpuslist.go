package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// installedCorpus is an installed corpus as corpus list shows it.
type installedCorpus struct {
	Name    string `json:"name"`
	Folder  string `json:"folder"`
	Records int    `json:"records"`
	Bytes   int64  `json:"bytes"`
	Date    string `json:"date,omitempty"`
	Terms   string `json:"terms,omitempty"`
	Damage  string `json:"damage,omitempty"` // why it cannot be opened
}

// newCorpusListCommand lists what is installed and what can be installed.
func newCorpusListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the corpora that are installed and those that can be",
		Long: `list shows the installed corpora, which every run searches, then the public dumps
that "bonafide corpus get" installs, with size and terms, and how to get those
that no program may download.`,
		Example: "  bonafide corpus list\n  bonafide corpus list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			home, err := corpora.Home(os.Getenv)
			if err != nil {
				return cli.UsageError(err)
			}
			have, err := installed(home)
			if err != nil {
				return cli.UsageError(err)
			}
			if asJSON {
				return json.NewEncoder(report.EscapedJSON(cmd.OutOrStdout())).Encode(have)
			}
			return printCorpora(cmd.OutOrStdout(), home, have)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the installed corpora as one JSON array")
	return cmd
}

func installed(home string) ([]installedCorpus, error) {
	list, err := corpora.List(home)
	if err != nil {
		return nil, err
	}
	have := []installedCorpus{}
	for _, c := range list {
		one := installedCorpus{Name: c.Name, Folder: c.Dir, Terms: c.Terms}
		if !c.Date.IsZero() {
			one.Date = c.Date.Format(time.DateOnly)
		}
		ix, err := index.Open(c.Dir)
		if err == nil {
			var info index.Info
			if info, err = ix.Info(); err == nil {
				one.Records, one.Bytes = info.Records, info.Bytes
			}
			_ = ix.Close()
		}
		if err != nil {
			one.Damage = err.Error()
		}
		have = append(have, one)
	}
	return have, nil
}

func printCorpora(out io.Writer, home string, have []installedCorpus) error {
	w := tabwriter.NewWriter(cli.Wrapping(out, 4), 0, 0, 2, ' ', 0)
	if len(have) == 0 {
		fmt.Fprintln(w, "no corpus is installed: bonafide corpus get cs")
	} else {
		fmt.Fprintf(w, "installed in %s\n", home)
	}
	for _, c := range have {
		if c.Damage != "" {
			fmt.Fprintf(w, "  %s\tdamaged: bonafide corpus remove %s, and get it again: %s\n", c.Name, c.Name,
				report.Visible(c.Damage))
			continue
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", c.Name, counted(c.Records, "record"), size(c.Bytes), c.Date,
			report.Visible(c.Terms))
	}
	fmt.Fprintln(w, "bonafide corpus get")
	for _, p := range corpora.Presets {
		fmt.Fprintf(w, "  %s\t%s: %s\n", p.Name, p.Field, strings.Join(p.Members, ", "))
	}
	for _, p := range dump.Publics {
		if p.Layout != dump.ByHand {
			fmt.Fprintf(w, "  %s\tdownload %s\tdisk %s\t%s\n", p.Name, size(p.Bytes),
				size(corpora.CostOf(p, false).Disk), p.Terms)
		}
	}
	fmt.Fprintln(w, "by hand")
	for _, p := range dump.Publics {
		if p.Layout == dump.ByHand {
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", p.Name, size(p.Bytes), p.Terms, p.Page)
		}
	}
	return w.Flush()
}

// newCorpusRemoveCommand removes installed corpora.
func newCorpusRemoveCommand() *cobra.Command {
	var dumps string
	cmd := &cobra.Command{
		Use:   "remove NAME...",
		Short: "Remove installed corpora",
		Long: `remove deletes corpora and their downloads. NAME is a corpus or a
field; a corpus that another installed field shares stays.`,
		Example: "  bonafide corpus remove dblp\n  bonafide corpus remove cs",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			home, err := corpora.Home(os.Getenv)
			if err != nil {
				return cli.UsageError(err)
			}
			if dumps == "" {
				if dumps, err = corpora.Dumps(); err != nil {
					return cli.UsageError(err)
				}
			}
			return removeCorpora(cmd.OutOrStdout(), home, dumps, args)
		},
	}
	cmd.Flags().StringVar(&dumps, "dumps", "", "folder with the downloads (default: dumps in the user's cache folder)")
	return cmd
}

func removeCorpora(w io.Writer, home, dumps string, args []string) error {
	names, kept, err := corpora.ToRemove(home, args)
	if err != nil {
		return cli.UsageError(err)
	}
	for _, name := range names {
		if err := corpora.Remove(home, dumps, name); err != nil {
			return corpusError(err)
		}
		fmt.Fprintf(w, "%s is removed\n", name)
	}
	for _, name := range kept {
		fmt.Fprintf(w, "%s stays, another field has it too: bonafide corpus remove %s\n", name, name)
	}
	return nil
}
