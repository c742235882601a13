package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/run"
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

// settingFlags are the flags that the file beside a bibliography may set, and how
// their values are checked.
var settingFlags = []struct {
	flag, key string // the key of the user's configuration, "" for none
	value     func(accept.Report) string
	check     func(string) error
}{
	{"fail-on", "fail_on", func(r accept.Report) string { return r.FailOn }, func(s string) error { _, err := parseFailOn(s); return err }},
	{"scheme", "scheme", func(r accept.Report) string { return r.Scheme }, func(s string) error { _, err := run.Scheme(s); return err }},
	{"sort", "", func(r accept.Report) string { return r.Sort }, checkOrder},
}

// applySettings gives flags that neither the command line nor the environment sets
// the values of the file beside the bibliography.
func applySettings(cmd *cobra.Command, list *accept.List) error {
	settings, path := list.Settings()
	for _, s := range settingFlags {
		value, flag := s.value(settings), cmd.Flags().Lookup(s.flag)
		if _, origin, _ := cli.ConfigOf(cmd).Value(s.key); value == "" || flag.Changed || strings.HasPrefix(origin, "$") {
			continue
		}
		if err := cmp.Or(s.check(value), flag.Value.Set(value)); err != nil {
			return fmt.Errorf("%s: %w", accept.Shown(path), err)
		}
	}
	return nil
}
