// Package cli is what the command lines of the two programs share: exit statuses, one-line errors, the
// configuration, the flags of sources and models, and progress on a terminal.
//
// May be imported by: cmd.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Kind is the kind of a command line.
type Kind int

const (
	Product    Kind = iota // for users: the configuration applies
	Laboratory             // results do not depend on a user's configuration
)

// Finish adds to the root of a command tree what every command line has: --config, and errors that point to the
// correct usage.
func Finish(root *cobra.Command, kind Kind) {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Version = BuildVersion()
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	configFlag(root, kind)
	root.SetFlagErrorFunc(hinted)
	hintArguments(root)
	groupHelp(root)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { help(cmd) })
}

// helpCommand is cobra's, except that an unknown topic is an error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, left, err := cmd.Root().Find(args)
			if about == nil || err != nil || len(left) > 0 {
				return notCommand(cmp.Or(about, cmd.Root()), left)
			}
			return about.Help()
		},
	}
}

// Run executes a command line and returns the exit status: main without os.Exit, for script tests.
func Run(root *cobra.Command) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := root.ExecuteContext(ctx)
	return Say(root.ErrOrStderr(), err)
}

// hinted adds to an error of the command line where the correct usage is described.
func hinted(cmd *cobra.Command, err error) error {
	if cmd.Annotations[groupOnly] != "" && cmd.Flags().NArg() > 0 { // its flags are those of the missing command
		return notCommand(cmd, cmd.Flags().Args())
	}
	if none, ok := errors.AsType[*pflag.NotExistError](err); ok && len(none.GetSpecifiedName()) > 1 {
		if name := nearest(cmd, none.GetSpecifiedName()); name != "" {
			return fmt.Errorf("%w: did you mean --%s?", plainer(err), name)
		}
	}
	return fmt.Errorf("%w: see \"%s --help\"", plainer(err), cmd.CommandPath())
}

// wanted describes the values of flags by the names of their types.
var wanted = map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false",
	"duration": "a duration such as 90s, 10m or 2h"}

// plainer says what a flag accepts instead of why its value could not be parsed.
func plainer(err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if want := wanted[bad.GetFlag().Value.Type()]; want != "" {
			return fmt.Errorf("--%s takes %s, not %q", bad.GetFlag().Name, want, bad.GetValue())
		}
	}
	return err
}

// hintArguments has commands say which argument is missing or too many, and groups refuse what they lack.
func hintArguments(cmd *cobra.Command) {
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check == nil || check(cmd, args) == nil {
			return nil
		}
		return hinted(cmd, miscounted(cmd, check, args))
	}
	if cmd.HasSubCommands() && !cmd.Runnable() {
		cmd.Annotations = map[string]string{groupOnly: "true"}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return notCommand(cmd, args)
		}
	}
	for _, sub := range cmd.Commands() {
		hintArguments(sub)
	}
}

// groupOnly marks commands that do nothing but hold others.
const groupOnly = "group"

// miscounted says which argument is missing or too many.
func miscounted(cmd *cobra.Command, check cobra.PositionalArgs, args []string) error {
	for n := len(args) - 1; n >= 0; n-- {
		if check(cmd, args[:n]) == nil {
			return fmt.Errorf("unexpected argument %q; usage: %s", args[n], cmd.UseLine())
		}
	}
	return Missing(cmd, "")
}

// Missing is the error of a command line that lacks an argument, by default as the usage names it.
func Missing(cmd *cobra.Command, what string) error {
	_, wanted, _ := strings.Cut(cmd.Use, " ")
	example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	if example == "" {
		example = cmd.UseLine()
	}
	return fmt.Errorf("name %s, as in: %s", cmp.Or(what, wanted), example)
}

// notCommand is the error of a group of commands that lacks the one that is asked for.
func notCommand(cmd *cobra.Command, args []string) error {
	cmd.SuggestionsMinimumDistance = max(cmd.SuggestionsMinimumDistance, 2)
	asked := fmt.Sprintf("%q is not a command of %s", args[0], cmd.CommandPath())
	similar := cmd.SuggestionsFor(args[0])
	check, _, _ := cmd.Root().Find([]string{"check"})
	switch _, err := os.Stat(args[0]); {
	case !cmd.HasParent() && check.HasParent() && (err == nil || strings.ContainsAny(args[0], `./\ `)):
		return fmt.Errorf("%s: did you mean %s check %s?", asked, cmd.Name(), strings.Join(args, " "))
	case len(similar) > 0:
		return fmt.Errorf("%s: did you mean %s?", asked, strings.Join(similar, " or "))
	}
	return fmt.Errorf("%s: see \"%s --help\"", asked, cmd.CommandPath())
}

// Build describes how a program was built.
type Build struct {
	Version  string    // of the module, or the commit if it has none
	Commit   string    // "" if unknown
	Date     time.Time // of the commit; zero if unknown
	Modified bool      // files differed from the commit
}

// BuildOf returns how this program was built.
func BuildOf() Build {
	b := Build{Version: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date, _ = time.Parse(time.RFC3339, s.Value)
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	switch v := info.Main.Version; {
	case v != "" && v != "(devel)":
		b.Version = v
	case len(b.Commit) >= 12:
		b.Version = "devel-" + b.Commit[:12]
	default:
		b.Version = "devel"
	}
	return b
}

// BuildVersion returns the module's version, or the commit it was built from.
func BuildVersion() string { return BuildOf().Version }

const (
	// smallHeap is the memory, in bytes, that a run may use before the first garbage collection: a run over a
	// few references stays below it.
	smallHeap = 64 << 20
	// largeHeap is the memory, in bytes, above which garbage is collected sooner than by default, unless that
	// takes too much time.
	largeHeap = 280 << 20
)

// PaceCollection collects no garbage up to smallHeap, and keeps memory below largeHeap if what is in use leaves
// room. A user's GOGC or GOMEMLIMIT takes precedence.
func PaceCollection() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	usual, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(smallHeap)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	percent := -1
	var collected func(*[16]byte)
	collected = func(*[16]byte) {
		if percent < 0 {
			debug.SetMemoryLimit(limit)
		}
		metrics.Read(live)
		if p := growth(live[0].Value.Uint64(), usual); p != percent {
			percent = p
			debug.SetGCPercent(p)
		}
		runtime.SetFinalizer(new([16]byte), collected) // runs after the next collection
	}
	runtime.SetFinalizer(new([16]byte), collected)
}

// growth returns by how many percent the memory in use, in bytes, may grow before the next collection.
func growth(live uint64, usual int) int {
	room := 100 * (largeHeap - int64(live)) / int64(max(live, 1))
	return min(max(int(room), usual/3), usual)
}
