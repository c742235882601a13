package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
)

// knownOptions are the flags that say which findings do not count.
type knownOptions struct {
	baseline, since string
	noAccepted      bool
}

func (o *knownOptions) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.baseline, "baseline", "", "a saved JSON Lines report: only findings count that it has not")
	flags.StringVar(&o.since, "changed-since", "", "a revision of git: only findings count of entries that are not as they were there")
	flags.BoolVar(&o.noAccepted, "no-accepted", false, "take no notice of .bonafide.toml and of \"bonafide: ignore\" in comments, as for papers of others")
}

// open reads what is accepted and known of the inputs.
func (o *knownOptions) open(cmd *cobra.Command, inputs []string, reading extract.Options) (*accept.List, error) {
	opt := accept.Options{Inputs: inputs, Accepted: !o.noAccepted, ChangedSince: o.since}
	opt.Read = func(name string, src []byte) ([]biblio.Reference, error) {
		doc, err := extract.Read(name, src, reading)
		return doc.References, err
	}
	if o.baseline != "" {
		var in io.ReadCloser
		in, err := os.Open(o.baseline)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		opt.Baseline = in
	}
	return accept.Open(cmd.Context(), opt)
}
