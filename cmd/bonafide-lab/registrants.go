package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/train"
)

// newRegistrantsCommand learns which DOI prefixes there are and which
// containers they serve.
func newRegistrantsCommand() *cobra.Command {
	var corpora []string
	out := ""
	cmd := &cobra.Command{
		Use:   "registrants --corpus DIR... --output DIR",
		Short: "Learn the DOI prefixes of a corpus and the containers they serve",
		Long: `registrants counts the DOI prefixes of corpora and writes the two tables that the
judge embeds: registrants.txt and containers.txt. They are grounds of notices
and features of the score, never of a verdict.`,
		Example: "  bonafide-lab registrants --corpus ~/corpora/works --output internal/judge",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			ix, err := index.Open(corpora...)
			if err != nil {
				return cli.UsageError(err)
			}
			defer ix.Close()
			learned, err := train.LearnRegistrants(ix)
			if err != nil {
				return cli.Failure(err)
			}
			registrants, containers := learned.Texts()
			for name, text := range map[string]string{"registrants.txt": registrants, "containers.txt": containers} {
				if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
					return cli.Failure(err)
				}
			}
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&corpora, "corpus", nil, "folder of a corpus, may be repeated")
	cmd.Flags().StringVarP(&out, "output", "o", "", "folder to write the two tables to")
	_ = cmd.MarkFlagRequired("corpus")
	_ = cmd.MarkFlagRequired("output")
	return cmd
}
