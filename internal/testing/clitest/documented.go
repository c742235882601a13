package clitest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Documented is a command line in the documentation.
type Documented struct {
	Page  string // "doc/ci.md"
	Block bool   // a line of a block, to be copied; false in running text, where words may be omitted
	Text  string // as printed, without a prompt or line ends
}

var (
	codeBlock = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```")
	codeSpan  = regexp.MustCompile("`([^`]+)`")
)

// DocumentedLines returns the code in README, CONTRIBUTING and the pages of doc and skills: the lines of blocks
// without a language, and every span in running text. root is the folder of the module.
func DocumentedLines(t testing.TB, root string) (list []Documented) {
	t.Helper()
	pages := []string{"README.md", "CONTRIBUTING.md"}
	for _, pattern := range []string{"doc/*.md", "skills/*/*.md", "editors/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, path := range found {
			name, _ := filepath.Rel(root, path)
			pages = append(pages, filepath.ToSlash(name))
		}
	}
	for _, page := range pages {
		content, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range codeBlock.FindAllStringSubmatch(string(content), -1) {
			if m[1] != "" && m[1] != "sh" {
				continue
			}
			for line := range strings.Lines(strings.ReplaceAll(m[2], "\\\n", " ")) {
				list = append(list, Documented{page, true, strings.TrimPrefix(strings.TrimSpace(line), "$ ")})
			}
		}
		for _, m := range codeSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(string(content), ""), -1) {
			list = append(list, Documented{page, false, strings.Join(strings.Fields(m[1]), " ")})
		}
	}
	return list
}

// ShellWords returns the words of the first command of a line as a shell splits them, without redirections and
// comments.
func ShellWords(line string) (words []string) {
	var word strings.Builder
	quote, begun := rune(0), false
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case !begun && strings.ContainsRune("#<>|&;", r):
			return words
		case r != ' ':
			word.WriteRune(r)
			begun = true
		case begun:
			words, begun = append(words, word.String()), false
			word.Reset()
		}
	}
	return words
}

// placeholder matches what replaces a value in running text: "FILE", "NAME=URL", "…".
var placeholder = regexp.MustCompile(`^\[?(\p{Lu}[\p{Lu}\d=,-]*|.*…|.*\.\.\.|.*\|.*)\]?$`)

// Parse parses the line, whose first word is the program, with the program's own flag parser. In running text
// only the names of commands and flags are checked if there are placeholders, and arguments may be omitted.
func (d Documented) Parse(root *cobra.Command) error {
	root.InitDefaultCompletionCmd()
	cmd, rest, err := root.Find(ShellWords(d.Text)[1:])
	if err != nil {
		return err
	}
	if !d.Block && slices.ContainsFunc(rest, placeholder.MatchString) {
		for _, word := range rest {
			if name, isFlag := strings.CutPrefix(strings.Trim(word, "[]"), "--"); isFlag {
				if name, _, _ = strings.Cut(name, "="); !HasFlag(cmd, name) {
					return fmt.Errorf("%s has no flag --%s", cmd.CommandPath(), name)
				}
			}
		}
		return nil
	}
	if err := cmd.ParseFlags(rest); err != nil {
		return fmt.Errorf("%s: %w", cmd.CommandPath(), err)
	}
	if left := cmd.Flags().Args(); d.Block || len(left) > 0 {
		return cmd.ValidateArgs(left)
	}
	return nil
}

// HasFlag reports whether a command has a flag, its own or a global one.
func HasFlag(cmd *cobra.Command, name string) bool {
	return cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil
}

// AllFlags returns the names of the flags of every command of a tree.
func AllFlags(root *cobra.Command) map[string]bool {
	names := map[string]bool{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, set := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { names[f.Name] = true })
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
	return names
}
