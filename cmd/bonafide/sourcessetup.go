package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// setupSources walks through what helps the sources and stores what the user gives.
func setupSources(cmd *cobra.Command) error {
	path, _ := configFile(cmd)
	if path == setup.NoConfig {
		return cli.UsageError(errors.New("no place for a configuration file is known: name one with --config"))
	}
	config := &setup.Config{} // of a file that is only begun
	if _, err := os.Stat(path); err == nil {
		if config, err = loadConfig(cmd); err != nil {
			return err
		}
	}
	w := cmd.ErrOrStderr()
	fmt.Fprintf(w, "What you give is written to %s, which only you may read. Enter alone leaves\na setting as it is; a variable of the environment does as well.\n", path)
	ask := questions(cmd.InOrStdin(), w)
	given := map[string]string{}
	for _, offer := range setup.Offers {
		fmt.Fprintf(w, "\n%s\n  get it: %s\n", offer.Gains, offer.Where)
		for i, key := range offer.Settings {
			state := ""
			if _, origin, ok := config.Value(key); ok {
				state = ", set in " + origin
			}
			text, err := ask(fmt.Sprintf("  %s (%s%s): ", strings.TrimPrefix(key, "keys."), offer.Variables()[i], state), key != "contact" && !strings.HasSuffix(key, "_user"))
			if errors.Is(err, io.EOF) {
				return storeSettings(cmd, path, given)
			}
			if err != nil {
				return cli.Failure(err)
			}
			if text != "" {
				given[key] = text
			}
		}
	}
	return storeSettings(cmd, path, given)
}

func storeSettings(cmd *cobra.Command, path string, given map[string]string) error {
	w := cmd.ErrOrStderr()
	if len(given) == 0 {
		fmt.Fprintln(w, "\nnothing changed")
		return nil
	}
	if err := setup.StoreSettings(path, given); err != nil {
		return cli.Failure(err)
	}
	fmt.Fprintf(w, "\n%s written to %s; \"bonafide sources --probe\" asks each service whether it answers\n", counted(len(given), "setting"), path)
	return nil
}

// questions gives a function that asks one question; what is secret is not shown
// while it is typed.
func questions(in io.Reader, w io.Writer) func(prompt string, secret bool) (string, error) {
	lines := bufio.NewReader(io.LimitReader(in, 1<<20))
	f, isFile := in.(*os.File)
	return func(prompt string, secret bool) (string, error) {
		fmt.Fprint(w, prompt)
		if secret && isFile && cli.IsTerminal(f) {
			text, err := term.ReadPassword(int(f.Fd()))
			fmt.Fprintln(w)
			return strings.TrimSpace(string(text)), err
		}
		text, err := lines.ReadString('\n')
		if text = strings.TrimSpace(text); text != "" && errors.Is(err, io.EOF) {
			err = nil
		}
		return text, err
	}
}
