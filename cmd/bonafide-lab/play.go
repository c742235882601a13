package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/world"
)

// newPlayCommand returns the command that plays a world for any program.
func newPlayCommand() *cobra.Command {
	var opt lab.Options
	name, seed, authority := world.Worlds[0].Name, "1", ""
	about := make([]string, len(world.Worlds))
	for i, w := range world.Worlds {
		about[i] = w.Name + " (" + w.About + ")"
	}
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play the services of a world until interrupted",
		Long: `play starts the services that the suite "world" asks and prints the address that takes
every request, with the host that is meant before the path. Which requests fail
depends on --seed and on the request. What a service allows a day is counted from
the start. With --proxy the address is that of an HTTP proxy, so that a program that
knows nothing of worlds asks the services by their real names: set HTTPS_PROXY to the
address, and SSL_CERT_FILE and REQUESTS_CA_BUNDLE to the file.`,
		Example: `  bonafide-lab play --data ../shared/data --world w3
  bonafide-lab play --data ../shared/data --proxy authority.pem`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opt.Cache, opt.Log = cacheFolder(), logTo(cmd)
			p, err := lab.OpenPlayed(cmd.Context(), &opt, name)
			if err != nil {
				return cli.UsageError(err)
			}
			err = p.Serve(cmd.Context(), seed, authority, func(address string) { fmt.Fprintln(cmd.OutOrStdout(), address) })
			if err != nil {
				return cli.Failure(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.Data, "data", "", "folder of shared data")
	f.StringArrayVar(&opt.Corpus, "corpus", nil,
		"folder of a corpus or file of works in place of those of --data; may be repeated")
	f.StringVar(&name, "world", name, "who answers: "+strings.Join(about, ", "))
	f.StringVar(&seed, "seed", seed, "what decides which requests fail")
	f.StringVar(&authority, "proxy", "", "play a proxy, and write the certificate of its authority to this file")
	return cmd
}
