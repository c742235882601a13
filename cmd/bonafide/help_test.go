package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

var flagLine = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z0-9-]+)`)

// flagsIn returns the flags that a help text describes, except those of every command.
func flagsIn(text string) map[string]bool {
	own, _, _ := strings.Cut(text, "\nGlobal flags:\n")
	_, own, _ = strings.Cut(own, "\nUsage:\n")
	found := map[string]bool{}
	for _, m := range flagLine.FindAllStringSubmatch(own, -1) {
		found[m[1]] = true
	}
	return found
}

// TestHelp checks that the help of every command fits on a screen of the usual width, and that --help-all shows every
// flag.
func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	var all func(cmd *cobra.Command, path []string)
	all = func(cmd *cobra.Command, path []string) {
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "completion" {
				all(sub, append(path[:len(path):len(path)], sub.Name()))
			}
		}
		first, _, status := clitest.Run(t, newRootCommand(), append(path[:len(path):len(path)], "--help")...)
		if n := strings.Count(first, "\n"); status != 0 || n > 60 {
			t.Errorf("%v --help: %d lines, status %d", path, n, status)
		}
		_, usage, _ := strings.Cut(first, "\nUsage:\n")
		for line := range strings.Lines(usage) {
			if len(line) > 110 && !strings.Contains(line, "bonafide ") {
				t.Errorf("%v --help: a line of %d: %s", path, len(line), line)
			}
		}
		whole, _, status := clitest.Run(t, newRootCommand(), append(path[:len(path):len(path)], "--help-all")...)
		shown := flagsIn(whole)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !shown[f.Name] {
				t.Errorf("%v --help-all does not show --%s, status %d", path, f.Name, status)
			}
		})
		if len(shown) > len(flagsIn(first)) && !strings.Contains(first, "--help-all\" says more") {
			t.Errorf("%v --help does not name --help-all", path)
		}
	}
	all(newRootCommand(), nil)
}

// TestNearestFlag: the error suggests the intended flag.
func TestNearestFlag(t *testing.T) {
	for args, want := range map[string]string{
		"check --onlin refs.bib":        "unknown flag: --onlin: did you mean --online?",
		"check --formats html refs.bib": "unknown flag: --formats: did you mean --format?",
		"check --zzzz refs.bib":         `unknown flag: --zzzz: see "bonafide check --help"`,
	} {
		if _, stderr, status := clitest.Run(t, newRootCommand(), strings.Fields(args)...); status != cli.ExitUsage ||
			!strings.Contains(stderr, want) {
			t.Errorf("%s: %d %s", args, status, stderr)
		}
	}
}

// TestCompletion: shells complete the values of flags and arguments, also in a list.
func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("refs.bib", []byte("@book{knuth1973, title={Sorting}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"check --only wr": "wrong", "check --only wrong,h": "wrong,H2", "check --fail-on likely+s": "likely+substantive",
		"check --from b": "bibtex", "report --format s": "sarif", "fix --style a": "apa", "fix --add d": "doi",
		"fix --prefer p": "published", "tidy --sort y": "year", "tidy --profile h": "house", "lint --only d": "duplicate",
		"lint --fail-on w": "warning", "cite --format c": "csl", "dismiss k": "knuth1973", "dismiss knuth1973 H": "H4",
		"explain check": "check-by-hand", "explain ver": "versions-mixed",
	} {
		out, _, status := clitest.Run(t, newRootCommand(), append([]string{"__complete"}, strings.Fields(args)...)...)
		if status != 0 || !slices.Contains(strings.Split(out, "\n"), want) {
			t.Errorf("%s: %d, no %s in %s", args, status, want, out)
		}
	}
}
