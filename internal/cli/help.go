package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// screen is the most lines of help that are shown whole without --help-all.
const screen = 60

// helpAll is the value of --help-all, which asks for help with every flag.
type helpAll struct {
	cmd *cobra.Command
	on  bool
}

func (h *helpAll) Set(text string) error {
	h.on = text == "true"
	return h.cmd.Flags().Set("help", text)
}

func (h *helpAll) String() string   { return fmt.Sprint(h.on) }
func (h *helpAll) Type() string     { return "bool" }
func (h *helpAll) IsBoolFlag() bool { return true }

const helpAllFlag = "help-all"

// groupHelp groups the flags in the help of every command of a tree.
func groupHelp(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	flag := cmd.Flags().VarPF(&helpAll{cmd: cmd}, helpAllFlag, "", "show every flag")
	flag.NoOptDefVal, flag.Hidden = "true", true
	for _, sub := range cmd.Commands() {
		groupHelp(sub)
	}
}

// proseMost is the maximum width of paragraphs of help.
const proseMost = 100

// columns returns the width of help written to w, or to a text that goes to standard output.
func columns(w io.Writer) int { return cmp.Or(TerminalWidth(w), TerminalWidth(os.Stdout), 80) }

// help writes the help of a command: all of it with --help-all or if it fits on a screen, otherwise its first page.
func help(cmd *cobra.Command) {
	w := cmd.OutOrStdout()
	all, _ := cmd.Flags().Lookup(helpAllFlag).Value.(*helpAll)
	text := page(cmd, columns(w), true)
	if strings.Count(text, "\n") > screen && !all.on {
		text = page(cmd, columns(w), false)
	}
	fmt.Fprint(w, text)
}

// firstExamples is how many examples the first page has.
const firstExamples = 5

// page returns the help of a command, whole or its first page: one paragraph, some examples, and in short the flags
// that are not rare.
func page(cmd *cobra.Command, width int, whole bool) string {
	var w strings.Builder
	about, examples := cmp.Or(cmd.Long, cmd.Short), strings.Split(cmd.Example, "\n")
	if !whole {
		about, _, _ = strings.Cut(about, "\n\n")
		examples = examples[:min(firstExamples, len(examples))]
	}
	fmt.Fprintf(&w, "%s\nUsage:\n", reflowed(about, min(width, proseMost)))
	if cmd.Runnable() && cmd.Annotations[groupOnly] == "" {
		fmt.Fprintln(&w, " ", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&w, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&w, "\nExamples:\n%s\n", strings.Join(examples, "\n"))
	}
	if cmd.HasAvailableSubCommands() {
		listCommands(&w, width, cmd, whole)
	}
	hidden := listFlags(&w, cmd, width, whole)
	if !whole {
		fmt.Fprintf(&w, "\n\"%s --%s\" says more%s.\n", cmd.CommandPath(), helpAllFlag,
			map[bool]string{true: fmt.Sprintf(", with %d further flags", hidden)}[hidden > 0])
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&w, "\nUse \"%s [command] --help\" for more information about a command.\n", cmd.CommandPath())
	}
	return w.String()
}

// More begins the title of groups of commands that the first page only names.
const More = "More"

// listCommands lists the subcommands of a command, in their groups.
func listCommands(w io.Writer, width int, cmd *cobra.Command, whole bool) {
	if list := cmd.Commands(); len(list) > 0 {
		w = wrappingAt(w, width, list[0].NamePadding()+3)
	}
	var more []string
	list := func(title, id string) {
		first := true
		for _, sub := range cmd.Commands() {
			if sub.GroupID != id || !sub.IsAvailableCommand() && sub.Name() != "help" {
				continue
			}
			if strings.HasPrefix(title, More) && !whole {
				more = append(more, sub.Name())
				continue
			}
			if first {
				fmt.Fprintf(w, "\n%s:\n", title)
				first = false
			}
			fmt.Fprintf(w, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	list("Commands", "")
	slices.Sort(more)
	if len(more) > 0 {
		fmt.Fprintf(w, "\n%s:\n  %s\n", More, strings.Join(more, ", "))
	}
}

// listFlags lists the flags of a command in groups; if not whole, in short and without the rare ones, which it counts.
func listFlags(w io.Writer, cmd *cobra.Command, width int, whole bool) (hidden int) {
	for _, group := range groups {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch short := *f; {
			case f.Hidden || traits[f.Name]&anyGroup != group.of || f.Name == "help" && !whole:
			case whole:
				set.AddFlag(f)
			case FlagIs(f.Name, rare):
				hidden++
			default:
				short.Usage = inShort(f.Usage)
				set.AddFlag(&short)
			}
		})
		if set.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s:\n%s", group.title, set.FlagUsagesWrapped(width))
		}
	}
	if cmd.HasAvailableInheritedFlags() && whole {
		fmt.Fprintf(w, "\nGlobal flags:\n%s", cmd.InheritedFlags().FlagUsagesWrapped(width))
	}
	return hidden
}

// inShort returns the first clause of what a flag does.
func inShort(usage string) string {
	for _, end := range []string{"; ", " (", ": "} {
		if begin, rest, ok := strings.Cut(usage, end); ok && begin != "with --online" && begin != "with --model" {
			usage = begin
		} else if end == ": " && ok {
			usage = begin + end + rest
		}
	}
	return usage
}

// nearest returns the flag of a command whose name is most similar to an unknown one, "" for none.
func nearest(cmd *cobra.Command, name string) string {
	best, least := "", 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := normalise.Distance(name, f.Name); !f.Hidden && d < least {
			best, least = f.Name, d
		}
	})
	return best
}
