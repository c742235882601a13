package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab/agree"
	"github.com/bonafide-audit/bonafide/internal/lab/judging"
)

// newJudgeCommand returns the command that asks a person about rows of a report.
func newJudgeCommand() *cobra.Command {
	labels, kind, second, known, n, seed, blind := "labels.jsonl", "leads", "", []string(nil), 0, uint64(1), false
	kinds := slices.Sorted(maps.Keys(judging.Kinds))
	cmd := &cobra.Command{
		Use:   "judge ROWS.jsonl...",
		Short: "Label rows of a report by hand, one at a time",
		Long: `judge shows rows of "bonafide check --format jsonl" one at a time with all their
evidence and adds what you say of each to the file of labels: right (the entry is
wrong in what is contested, and a careful author would mend it), pedantic (nobody
would), false (the entry is right) or unsure; then the codes of what is wrong and why.
Rows that have a label are passed over, so that you can go on where you left off.
The same seed draws the same rows. --second compares another reader's labels with
yours and asks nothing.`,
		Example: "  bonafide-lab judge rows.jsonl --known dev_labels.jsonl --n 130 --seed 39\n  bonafide-lab judge " +
			"rows.jsonl --blind --labels second.jsonl --n 50\n  bonafide-lab judge --labels labels.jsonl --second second.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			own, err := judging.ReadLabels(labels)
			if err != nil {
				return cli.UsageError(err)
			}
			if second != "" {
				other, err := judging.ReadLabels(second)
				if err != nil {
					return cli.UsageError(err)
				}
				return agree.Between(own.Common(other)).WriteText(cmd.OutOrStdout())
			}
			wanted, ok := judging.Kinds[kind]
			if !ok {
				return cli.UsageError(fmt.Errorf("--kind %s: use one of %s", kind, strings.Join(kinds, ", ")))
			}
			if len(args) == 0 {
				return cli.UsageError(errors.New("name a report of bonafide check --format jsonl"))
			}
			judged, err := judging.ReadLabels(known...)
			if err != nil {
				return cli.UsageError(err)
			}
			rows, err := judging.Read(args, wanted)
			if err != nil {
				return cli.UsageError(err)
			}
			rows = own.Without(judging.Draw(judged.Without(rows), n, seed))
			s := judging.Session{In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), File: labels, Blind: blind}
			done, err := s.Ask(rows)
			fmt.Fprintf(cmd.ErrOrStderr(), "%d labels added, %d rows left\n", done, len(rows)-done)
			if err != nil {
				return cli.Failure(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&labels, "labels", labels, "file that labels are added to")
	f.StringSliceVar(&known, "known", nil, "files of labels whose entries are not drawn")
	f.StringVar(&kind, "kind", kind, "rows to judge: "+strings.Join(kinds, ", "))
	f.IntVar(&n, "n", 0, "how many to draw; 0 draws all")
	f.Uint64Var(&seed, "seed", seed, "seed of the order")
	f.BoolVar(&blind, "blind", false, "show the entry and the records, and nothing that the program made of them")
	f.StringVar(&second, "second", "", "file of another reader's labels to compare with")
	return cmd
}
