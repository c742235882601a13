package main

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab/large"
)

// newLargeCommand returns the command that measures an index of many made works.
func newLargeCommand() *cobra.Command {
	opt := large.Options{Works: 10_000_000, Queries: 1_000, Seed: 60}
	cmd := &cobra.Command{
		Use:   "large",
		Short: "Measure an index of many made works",
		Long: `large makes works whose titles, names and containers have the statistics of a corpus,
builds an index of them, and times its look-ups: by identifier, by exact title, by similar
title of a work with one other word and of a work that is not there; first with its files
out of the memory of the system, then again. The index takes some 300 bytes a work, and as
much again while it is built. An index that is there already is measured as it is.`,
		Example: "  bonafide-lab large --from ~/corpora/dblp --dir large --works 10000000",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opt.From == "" || opt.Dir == "" || opt.Queries < 1 || opt.Works < opt.Queries {
				return cli.UsageError(errors.New("name a corpus (--from), a folder (--dir), and more works than queries"))
			}
			opt.Log = func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...) }
			r, err := large.Measure(cmd.Context(), opt)
			if err != nil {
				return cli.UsageError(err)
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "%d works, %s (%d bytes a work), built in %s, memory at most %s\n", r.Works,
				cli.Size(r.Bytes), r.Bytes/int64(r.Works), r.Build.Round(time.Second), cli.Size(r.Peak))
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "milliseconds\tfound\tcold p50\tp99\tmost\tagain p50\tp99\tmost\t")
			for _, l := range r.Lookup {
				fmt.Fprintf(w, "%s\t%.3f\t", l.Kind, l.Found)
				for _, took := range append(l.Cold[:], l.Warm[:]...) {
					fmt.Fprintf(w, "%.2f\t", float64(took.Microseconds())/1000)
				}
				fmt.Fprintln(w)
			}
			return w.Flush()
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.From, "from", "", "corpus whose statistics are taken")
	f.StringVar(&opt.Dir, "dir", "", "folder of the index")
	f.IntVar(&opt.Works, "works", opt.Works, "works to make")
	f.IntVar(&opt.Queries, "queries", opt.Queries, "look-ups of each kind")
	f.Uint64Var(&opt.Seed, "seed", opt.Seed, "seed of all that is made")
	return cmd
}
