package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

func newConfigCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show, create and check the configuration",
		Long: `config shows the settings of the configuration file and the environment, and their origin;
keys and tokens are never shown. doc/configuration.md describes every setting.`,
		Example: "  bonafide config init\n  bonafide config show --all\n  bonafide config check --config ./config.toml",
	}
	cmd.AddCommand(configShow(), configInit(), configPath(), configCheck())
	return cmd
}

// configFile returns the file that --config or the environment names, otherwise the default one.
func configFile(cmd *cobra.Command) string {
	if path := cmd.Flag("config").Value.String(); path != "" {
		return path
	}
	path, _ := setup.ConfigFile(os.Getenv)
	return path
}

func configShow() *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use: "show", Short: "Show the settings and their origin; keys are not shown", Args: cobra.NoArgs,
		Example: "  bonafide config show\n  bonafide config show --all",
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := cli.LoadConfig(cmd)
			if err != nil {
				return err
			}
			showConfig(cmd.OutOrStdout(), config, all)
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "also show settings that are not set")
	return cmd
}

const notShown = "(set, not shown)"

func showConfig(w io.Writer, config *setup.Config, all bool) {
	if config.File == "" {
		fmt.Fprintln(w, "no configuration file: \"bonafide config init\" creates one")
	}
	for _, s := range setup.Settings() {
		texts, origin, said := config.Value(s.Key)
		value := strings.Join(texts, ", ")
		switch {
		case !said && !all:
			continue
		case !said:
			value, origin = "(not set)", "$"+s.Variable()
		case s.Secret():
			value = notShown
		default:
			value = withoutPassword(value)
		}
		fmt.Fprintf(w, "%-24s %-30s %s\n", s.Key, report.Visible(value), origin)
	}
	showModels(w, config, nil, config.Models)
}

// showModels lists the settings in the free-form table of models.
func showModels(w io.Writer, config *setup.Config, names []string, table map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		below := append(slices.Clone(names), name)
		if sub, ok := table[name].(map[string]any); ok {
			showModels(w, config, below, sub)
			continue
		}
		value := notShown
		if setup.ModelKeyShown(below) && plain(table[name]) {
			value = withoutPassword(fmt.Sprint(table[name]))
		}
		key := "models." + strings.Join(below, ".")
		fmt.Fprintf(w, "%-24s %-30s %s\n", report.Visible(key), report.Visible(value), report.Visible(config.Origin(key)))
	}
}

func plain(value any) bool {
	switch value := value.(type) {
	case []any:
		return !slices.ContainsFunc(value, func(v any) bool { _, ok := v.(string); return !ok })
	case map[string]any:
		return false
	}
	return true
}

// withoutPassword removes what precedes the host and follows the path of an address.
func withoutPassword(value string) string {
	scheme, rest, ok := strings.Cut(value, "://")
	if !ok {
		return value
	}
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		rest = rest[:at] + "?…"
	}
	host, path, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(host, '@')
	if at < 0 {
		return scheme + "://" + rest
	}
	return scheme + "://…@" + strings.TrimSuffix(host[at+1:]+"/"+path, "/")
}

func configInit() *cobra.Command {
	return &cobra.Command{
		Use: "init", Short: "Create a configuration file, with every setting in a comment", Args: cobra.NoArgs,
		Example: "  bonafide config init",
		RunE: func(cmd *cobra.Command, _ []string) error {
			path := configFile(cmd)
			if path == setup.NoConfig {
				return cli.UsageError(errors.New("no place for a configuration file is known: name one with --config"))
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return cli.UsageError(err)
			}
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if errors.Is(err, fs.ErrExist) {
				return cli.UsageError(fmt.Errorf("%s is there already: edit it, \"bonafide config check\" checks it", path))
			}
			if err != nil {
				return cli.UsageError(err)
			}
			_, err = f.WriteString(setup.Template())
			if err = errors.Join(err, f.Close()); err != nil {
				return cli.Failure(err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), path)
			return nil
		},
	}
}

func configPath() *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print which configuration file is read", Args: cobra.NoArgs,
		Example: "  bonafide config path",
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintln(cmd.OutOrStdout(), configFile(cmd))
			return nil
		},
	}
}

func configCheck() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Check the configuration file and the environment", Args: cobra.NoArgs,
		Example: "  bonafide config check\n  bonafide config check --config ./config.toml",
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := cli.LoadConfig(cmd)
			if err != nil {
				return err
			}
			if err := setup.CheckModels(config.Models); err != nil {
				return cli.UsageError(fmt.Errorf("%s: %w", config.File, err))
			}
			said := cmp.Or(config.File, "no configuration file")
			fmt.Fprintln(cmd.OutOrStdout(), said+": in order")
			return nil
		},
	}
}
