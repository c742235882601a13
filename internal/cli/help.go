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
)

// flagGroups are the groups of flags in help texts. A flag has the same name and group in every command; flags
// of only one command come first. Rare flags of a command with many are shown by --help-all.
var flagGroups = []struct{ title, usual, rare string }{
	{"Input", "from cited strict-inputs resume", "jobs as-of"},
	{"Sources", "corpus online offline contact sources",
		"plan within cache memory timeout requests budget budget-time trace record replay weights"},
	{"Models", "model models model-budget", "model-embedding model-url model-cache model-record model-replay"},
	{"Report", "format output all only quiet summary annotate", "sort bom edits explain scheme policy"},
	{"Claims", "claims texts", "citing-year"},
	{"What fails a run", "fail-on min-checked baseline", "changed-since no-accepted"},
}

// rareOnes are the rarely needed flags of single commands.
var rareOnes = strings.Fields("aliases blank-lines case characters delimiters indent months wrap max-authors " +
	"merge-conflicting protect urls max-pages max-references max-time")

// FirstPage is the maximum number of flags in the help of a command without --help-all.
const FirstPage = 25

// group returns the group of a flag, 0 for those of one command, and whether it is rare.
func group(flag *pflag.Flag) (n int, rare bool) {
	for i, g := range flagGroups {
		if slices.Contains(strings.Fields(g.usual), flag.Name) {
			return i + 1, false
		}
		if slices.Contains(strings.Fields(g.rare), flag.Name) {
			return i + 1, true
		}
	}
	return 0, slices.Contains(rareOnes, flag.Name)
}

// helpAll is the value of --help-all, which asks for help with every flag.
type helpAll struct {
	cmd *cobra.Command
	on  bool
}

// Set asks for the help.
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

// usage writes the usage of a command.
func usage(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	width := columns(w)
	fmt.Fprintln(w, "Usage:")
	if cmd.Runnable() {
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
	sets := make([]*pflag.FlagSet, len(flagGroups)+1)
	for i := range sets {
		sets[i] = pflag.NewFlagSet("", pflag.ContinueOnError)
	}
	var rare []*pflag.Flag
	shown := 0
	take := func(f *pflag.Flag) {
		n, seldom := group(f)
		switch {
		case f.Hidden:
		case seldom:
			rare = append(rare, f)
		default:
			sets[n].AddFlag(f)
			shown++
		}
	}
	cmd.LocalFlags().VisitAll(take)
	if whole := ok && all.on; whole || shown+len(rare) <= FirstPage {
		for _, f := range rare {
			n, _ := group(f)
			sets[n].AddFlag(f)
		}
		rare = nil
	}
	for i, set := range sets {
		title := "Flags"
		if i > 0 {
			title = flagGroups[i-1].title
		}
		if set.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s:\n%s", title, set.FlagUsagesWrapped(width))
		}
	}
	if cmd.HasAvailableInheritedFlags() {
		fmt.Fprintf(w, "\nGlobal flags:\n%s", cmd.InheritedFlags().FlagUsagesWrapped(width))
	}
	return len(rare)
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
