package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// corpusName matches the names allowed for a corpus installed from an address.
var corpusName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// newCorpusPullCommand copies a corpus from another machine.
func newCorpusPullCommand() *cobra.Command {
	var opt pullOptions
	cmd := &cobra.Command{
		Use:   "pull URL",
		Short: "Copy a corpus from a web server, or update the copy",
		Long: `pull copies a corpus from the folder at URL of a web server, and installs it
under the last part of the address, or in another folder (--to). Any web server works;
the folder is that of a corpus with one more file, made in it by
  sha256sum manifest.json *.segment > SHA256SUMS

Existing parts are not fetched again, and an interrupted transfer continues where it
stopped. --sha256 pins the corpus: give the SHA-256 of its SHA256SUMS. The digest and every checksum are verified before the corpus changes, in
one step. Running programs keep the old one; servers and workers use the new one from
their next run.

Exit status: 0 done; 2 the command line, or another process working on the same corpus; 3 a
failure on this machine; 4 a server that could not be reached or did not give what it lists.`,
		Example: `  bonafide corpus pull https://corpora.example.org/cs
  bonafide corpus pull http://10.0.0.7:8000/corpora/mine --http --to /srv/corpora/mine`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return corpusPull(cmd, args[0], opt) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.name, "name", "", "name under which it is installed (default: the last part of the address)")
	flags.StringVar(&opt.to, "to", "", "folder for it, in place of installing it")
	flags.StringVar(&opt.sum, "sha256", "",
		"SHA-256 that the file SHA256SUMS must have, as its publisher tells you elsewhere")
	flags.BoolVar(&opt.plain, "http", false,
		"take a corpus over http from another machine, although anyone on the way can change it")
	return cmd
}

// pullOptions are the flags of corpus pull.
type pullOptions struct {
	name, to, sum string
	plain         bool
}

// sumForm matches a SHA-256 as it is written.
var sumForm = regexp.MustCompile(`^(?i:[0-9a-f]{64})?$`)

// check refuses what the network could change unnoticed.
func (opt *pullOptions) check(u *url.URL) error {
	if !sumForm.MatchString(opt.sum) {
		return fmt.Errorf("--sha256 %s: a SHA-256 has 64 hexadecimal digits: run sha256sum %s where the corpus was made",
			opt.sum, corpora.SumsName)
	}
	if u.Scheme != "http" || opt.plain || opt.sum != "" {
		return nil
	}
	if local, err := loopback(net.JoinHostPort(u.Hostname(), "0")); err == nil && local {
		return nil
	}
	return fmt.Errorf(
		"anyone on the way can change what comes over http: use https, pin the corpus with --sha256, or add --http")
}

func corpusPull(cmd *cobra.Command, address string, opt pullOptions) error {
	name, to := opt.name, opt.to
	if to == "" {
		if u, err := url.Parse(address); err == nil && name == "" {
			name = path.Base(u.Path)
		}
		if !corpusName.MatchString(name) {
			return cli.UsageError(fmt.Errorf("%q cannot name a corpus: choose a name with --name: small letters, digits, "+
				"dashes, underscores", name))
		}
		home, err := corpora.Home(os.Getenv)
		if err != nil {
			return cli.UsageError(err)
		}
		to = filepath.Join(home, name)
	}
	if u, err := url.Parse(address); err != nil || u.Host == "" {
		return cli.UsageError(fmt.Errorf("%s is not the address of a folder: it begins with https:// or http://", address))
	} else if err := opt.check(u); err != nil {
		return cli.UsageError(err)
	}
	steps := stepBars{w: cmd.ErrOrStderr(), what: "fetching " + path.Base(address), make: cli.NewByteProgress}
	downloads := transport.Downloads{Agent: "bonafide/" + cli.BuildVersion(),
		Progress: func(_ string, done, total int64) { steps.progress(done, total) }}
	err := corpora.Pull(cmd.Context(), address, to, opt.sum, &downloads)
	steps.finish()
	switch {
	case err == nil:
		ix, err := index.Open(to)
		if err != nil {
			return cli.Failure(err)
		}
		defer ix.Close()
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", to, counted(ix.Len(), "work"))
		return nil
	case errors.Is(err, index.ErrBusy):
		return cli.UsageError(err)
	case errors.As(err, new(*os.PathError)):
		return cli.Failure(err)
	}
	return &cli.ExitError{Status: cli.ExitSources, Err: err}
}
