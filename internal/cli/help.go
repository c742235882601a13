package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FirstPage is the maximum number of flags in the help of a command without --help-all.
const FirstPage = 25

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

func usage(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	width := columns(w)
	fmt.Fprintln(w, "Usage:")
	if cmd.Runnable() && cmd.Annotations[groupOnly] == "" {
		fmt.Fprintln(w, " ", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		listCommands(w, cmd)
	}
	hidden := listFlags(w, cmd, width)
	if hidden > 0 {
		fmt.Fprintf(w, "\n\"%s --%s\" also shows %d flags that are needed less often.\n", cmd.CommandPath(),
			helpAllFlag, hidden)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nUse \"%s [command] --help\" for more information about a command.\n", cmd.CommandPath())
	}
	return nil
}

// listCommands lists the subcommands of a command, in their groups.
func listCommands(w io.Writer, cmd *cobra.Command) {
	if list := cmd.Commands(); len(list) > 0 {
		w = Wrapping(w, list[0].NamePadding()+3)
	}
	list := func(title, id string) {
		first := true
		for _, sub := range cmd.Commands() {
			if sub.GroupID != id || !sub.IsAvailableCommand() && sub.Name() != "help" {
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
	list(map[bool]string{true: "Commands", false: "Further commands"}[len(cmd.Groups()) == 0], "")
}

// listFlags lists the flags of a command in groups, and returns how many rare ones it leaves out.
func listFlags(w io.Writer, cmd *cobra.Command, width int) (hidden int) {
	all, ok := cmd.Flags().Lookup(helpAllFlag).Value.(*helpAll)
	visible, seldom := 0, 0
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden:
		case FlagIs(f.Name, rare):
			seldom++
		default:
			visible++
		}
	})
	if ok && all.on || visible+seldom <= FirstPage {
		seldom = 0
	}
	for _, group := range groups {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if traits[f.Name]&anyGroup == group.of && (seldom == 0 || !FlagIs(f.Name, rare)) {
				set.AddFlag(f)
			}
		})
		if set.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s:\n%s", group.title, set.FlagUsagesWrapped(width))
		}
	}
	if cmd.HasAvailableInheritedFlags() {
		fmt.Fprintf(w, "\nGlobal flags:\n%s", cmd.InheritedFlags().FlagUsagesWrapped(width))
	}
	return seldom
}

// nearest returns the flag of a command whose name is most similar to an unknown one, "" for none.
func nearest(cmd *cobra.Command, name string) string {
	best, least := "", 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := distance(name, f.Name); !f.Hidden && d < least {
			best, least = f.Name, d
		}
	})
	return best
}

// distance returns the number of letters to insert, remove or replace between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
