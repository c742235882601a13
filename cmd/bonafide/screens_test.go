package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// TestScreens compares what commands print for people with golden files at 60, 80 and 120 columns, and checks
// the width of lines, except for addresses, command lines and the lines of files. With BONAFIDE_UPDATE set it
// rewrites the files: read the difference.
func TestScreens(t *testing.T) {
	for name, value := range map[string]string{"NO_COLOR": "1", "HOME": t.TempDir(), "XDG_DATA_HOME": "",
		"XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""} {
		t.Setenv(name, value)
	}
	t.Chdir(filepath.Join("..", ".."))
	demo, uses := "examples/demo.bib", "cmd/bonafide/testdata/uses/"
	for name, args := range map[string][]string{
		"check":      {"check", demo},
		"check-list": {"check", uses + "list.txt"},  // a copy-editor
		"check-ris":  {"check", uses + "books.ris"}, // a librarian, a historian
		"summary":    {"check", "--summary", demo},
		"fix":        {"fix", "--dry-run", demo},
		"fix-diff":   {"fix", "--diff", demo},
		"lint":       {"lint", demo},
		"lint-rules": {"lint", "--list-rules"},
		"tidy":       {"tidy", "--published", "--pages", demo},
		"explain":    {"explain"},
		"explain-H2": {"explain", "H2", "doubtful"},
		"corpus-get": {"corpus", "get"},
		"sources":    {"sources"},
	} {
		offline := map[string]bool{"check": true, "fix": true, "tidy": true}[args[0]]
		if offline || args[0] == "lint" && len(args) == 2 && args[1] == demo {
			args = append(args, "--config", "none", "--offline", "--memory", "none")
		}
		onScreen(t, name, args)
	}
	var all func(cmd *cobra.Command, path []string)
	all = func(cmd *cobra.Command, path []string) {
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "completion" {
				all(sub, append(path[:len(path):len(path)], sub.Name()))
			}
		}
		onScreen(t, strings.Join(append([]string{"help"}, path...), "-"), append(path[:len(path):len(path)], "--help"))
	}
	all(newRootCommand(), nil)
}

func onScreen(t *testing.T, name string, args []string) {
	t.Helper()
	for _, width := range []int{60, 80, 120} {
		t.Setenv("COLUMNS", fmt.Sprint(width))
		out, said, _ := clitest.Run(t, newRootCommand(), args...)
		got := "$ bonafide " + strings.Join(args, " ") + "\n" + out + said
		for line := range strings.Lines(out + said) {
			line = strings.TrimRight(line, "\n")
			if utf8.RuneCountInString(line) > width && (width > 60 || !strings.HasPrefix(name, "help")) &&
				!strings.Contains(line, "://") && !strings.Contains(line, "bonafide ") &&
				!strings.HasPrefix(name, "fix-diff") && !strings.HasPrefix(name, "tidy") && len(strings.Fields(line)) > 1 {
				t.Errorf("%s at %d columns: %s", name, width, line)
			}
		}
		file := filepath.Join("cmd", "bonafide", "testdata", "screens", fmt.Sprintf("%s.%d.txt", name, width))
		if os.Getenv("BONAFIDE_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s(BONAFIDE_UPDATE=1 go test ./cmd/bonafide -run Screens writes it anew)", file,
				got, want)
		}
	}
}
