package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

type sourceList struct {
	Sources []setup.State `json:"sources"`
}

func newSourcesCommand() *cobra.Command {
	var sources cli.SourceOptions
	var probe, asJSON, ask bool
	cmd := &cobra.Command{
		Use:   "sources",
		Short: "List the sources: what each covers, whether it is asked, has a key, and answers",
		Long: `sources lists memory, corpus and every service that --online asks, in the order in
which answers are judged. With the flags of check it shows what such a run would
ask. --probe asks each of those services about one well-known work. --setup goes
through useful addresses and keys, says where to get each and what it improves,
and writes what you enter into the configuration file, which only you may read.

Exit status: 0, 2 usage, 4 a service that was probed does not answer`,
		Example: `  bonafide sources
  bonafide sources --online --sources -googlebooks,+publisher
  bonafide sources --setup
  bonafide sources --probe --contact you@example.org`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if ask {
				return setupSources(cmd)
			}
			if probe && sources.Offline {
				return cli.UsageError(fmt.Errorf("--probe asks services, --offline forbids it: leave one out"))
			}
			if w := cmd.ErrOrStderr(); probe && cli.IsTerminal(w) {
				fmt.Fprintln(w, "asking every service that would be asked; a minute at most")
			}
			list, err := setup.States(cmd.Context(), sources.Setup(), probe)
			if err != nil {
				return cli.UsageError(err)
			}
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(sourceList{list})
			} else {
				err = listSources(cmd.OutOrStdout(), list)
			}
			if err != nil {
				return cli.Failure(err)
			}
			return silent(list)
		},
	}
	sources.Flags(cmd)
	cmd.Flags().BoolVar(&probe, "probe", false, "ask every service that would be asked whether it answers")
	cmd.Flags().BoolVar(&ask, "setup", false, "ask for keys and addresses, and store them in the configuration file")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func listSources(w io.Writer, list []setup.State) error {
	w = cli.Wrapping(w, 27)
	var err error
	say := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	for _, s := range list {
		works := ""
		if s.Works > 0 {
			works = " (" + counted(s.Works, "work") + ")"
		}
		say("%-17s %-8s %s%s\n", s.Name, sourceState(s), s.Covers, works)
		for _, line := range sourceNotes(s) {
			say("%-26s %s\n", "", line)
		}
	}
	return err
}

// sourceNotes says whether a source answered, and which of its keys are set or could be.
func sourceNotes(s setup.State) []string {
	var notes, keys []string
	for _, name := range s.Keys {
		keys = append(keys, "$"+setup.KeyVariable(name))
	}
	switch {
	case s.Answers:
		notes = append(notes, fmt.Sprintf("answers, %.0f ms", s.TookMS))
	case s.Failure != "":
		notes = append(notes, "does not answer: "+s.Failure)
	}
	switch {
	case s.Needs == "contact":
		notes = append(notes, "needs an address: --contact")
	case s.Needs != "":
		words := strings.Fields(s.Needs) // a list of words
		for i, word := range words {
			if name, comma := strings.CutSuffix(word, ","); slices.Contains(s.Keys, name) {
				words[i] = "$" + setup.KeyVariable(name)
				if comma {
					words[i] += ","
				}
			}
		}
		notes = append(notes, "needs "+strings.Join(words, " "))
	case s.HasKey:
		notes = append(notes, "has a key")
	case len(keys) > 0:
		notes = append(notes, "key: "+strings.Join(keys, ", "))
	}
	if s.Hint != "" {
		notes = append(notes, s.Hint)
	}
	return notes
}

func sourceState(s setup.State) string {
	switch {
	case s.Enabled:
		return "on"
	case s.Needs != "":
		return "needs"
	case s.Usual && s.Online:
		return "online" // asked with --online
	case s.Usual:
		return "off"
	}
	return "by name"
}

// silent returns the exit status for services that were probed and do not answer.
func silent(list []setup.State) error {
	var names []string
	for _, s := range list {
		if s.Probed && !s.Answers {
			names = append(names, s.Name)
		}
	}
	if len(names) > 0 {
		return &cli.ExitError{Status: cli.ExitSources, Err: fmt.Errorf("no answer from %s", strings.Join(names, ", "))}
	}
	return nil
}

// setupSources asks the user for settings that help the sources, and stores the answers.
func setupSources(cmd *cobra.Command) error {
	path := configFile(cmd)
	if path == setup.NoConfig {
		return cli.UsageError(errors.New("no place for a configuration file is known: name one with --config"))
	}
	config := &setup.Config{} // of a file that is new
	if _, err := os.Stat(path); err == nil {
		if config, err = cli.LoadConfig(cmd); err != nil {
			return err
		}
	}
	w := cmd.ErrOrStderr()
	fmt.Fprintf(w,
		"What you enter is stored in %s, which only you can read. Press Enter to leave\na setting as it is. Environment "+
			"variables work as well.\n", path)
	ask := questions(cmd.InOrStdin(), w)
	given := map[string]string{}
	for _, offer := range setup.Offers() {
		fmt.Fprintf(w, "\n%s\n  get it: %s\n", offer.Gains, offer.Where)
		for i, key := range offer.Settings {
			state := ""
			if _, origin, ok := config.Value(key); ok {
				state = ", set in " + origin
			}
			text, err := ask(fmt.Sprintf("  %s (%s%s): ", strings.TrimPrefix(key, "keys."), offer.Variables()[i], state),
				key != "contact" && !strings.HasSuffix(key, "_user"))
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
	fmt.Fprintf(w, "\n%s written to %s; \"bonafide sources --probe\" asks each service whether it answers\n",
		counted(len(given), "setting"), path)
	return nil
}

// questions returns a function that asks one question; it does not echo secrets.
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
