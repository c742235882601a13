package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

type configKey struct{}

// configFlag adds --config, and has the configuration read before commands with configurable flags.
func configFlag(root *cobra.Command, kind Kind) {
	root.PersistentFlags().String("config", "",
		"configuration file, \"none\" for none (default: $BONAFIDE_CONFIG, else bonafide/config.toml in the user's "+
			"configuration folder)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if said(cmd, "online") && said(cmd, "offline") {
			return UsageError(errors.New("--online asks services, --offline forbids it: leave one out"))
		}
		if !configurable(cmd) {
			return nil
		}
		config, err := LoadConfig(cmd)
		if err != nil {
			return err
		}
		cmd.SetContext(context.WithValue(cmd.Context(), configKey{}, config))
		if err := configure(cmd, config, kind); err != nil {
			return err
		}
		return findCorpora(cmd, kind)
	}
}

// LoadConfig reads the configuration that --config or the environment names, otherwise the default one, and
// says what should be corrected in it.
func LoadConfig(cmd *cobra.Command) (*setup.Config, error) {
	config, err := setup.LoadConfig(cmd.Flag("config").Value.String(), os.Getenv)
	if err != nil {
		return nil, UsageError(err)
	}
	if remark := config.Remark(); remark != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", remark)
	}
	return config, nil
}

// said reports whether the command line turns on a switch; --offline overrides a configuration, but no flag.
func said(cmd *cobra.Command, name string) bool {
	flag := cmd.Flags().Lookup(name)
	return flag != nil && flag.Changed && flag.Value.String() == "true"
}

// configurable reports whether a command has a flag that the configuration may set.
func configurable(cmd *cobra.Command) bool {
	for _, s := range setup.Settings() {
		if s.Flag != "" && cmd.Flags().Lookup(s.Flag) != nil {
			return true
		}
	}
	return cmd.Flags().Lookup("model") != nil // [models]
}

// configure sets flags that are not given from the configuration; in the laboratory only the contact address.
func configure(cmd *cobra.Command, config *setup.Config, kind Kind) error {
	for _, s := range setup.Settings() {
		flag := cmd.Flags().Lookup(s.Flag)
		texts, origin, said := config.Value(s.Key)
		if s.Flag == "" || flag == nil || flag.Changed || !said || kind == Laboratory && s.Key != "contact" {
			continue
		}
		set := func(texts []string) error { return flag.Value.Set(texts[0]) }
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			set = list.Replace
		}
		if err := set(texts); err != nil {
			return UsageError(fmt.Errorf("%s: %s: %w", origin, s.Key, err))
		}
	}
	return nil
}

// ConfigOf returns the configuration of a command.
func ConfigOf(cmd *cobra.Command) *setup.Config {
	if cmd != nil && cmd.Context() != nil {
		if config, ok := cmd.Context().Value(configKey{}).(*setup.Config); ok {
			return config
		}
	}
	return &setup.Config{}
}
