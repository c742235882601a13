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

// Kind says whose command line it is.
type Kind int

const (
	Product    Kind = iota // a user's: the configuration counts
	Laboratory             // figures do not depend on what a user has configured
)

// Finish gives the root of a command tree what every command line has:
// --config, and errors that say where the right usage is described.
func Finish(root *cobra.Command, kind Kind) {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Version = BuildVersion()
	root.SetHelpCommand(helpCommand())
	configFlag(root, kind)
	root.SetFlagErrorFunc(hinted)
	hintArguments(root)
	groupHelp(root)
	root.SetUsageFunc(usage)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		w := cmd.OutOrStdout()
		fmt.Fprintf(w, "%s\n%s", reflowed(cmp.Or(cmd.Long, cmd.Short), min(columns(w), proseMost)), cmd.UsageString())
	})
}

// helpCommand is cobra's, but for a topic that does not exist, which is an error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, left, err := cmd.Root().Find(args)
			if about == nil || err != nil || len(left) > 0 {
				return hinted(cmd.Root(), fmt.Errorf("no command is called %q", strings.Join(args, " ")))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// Run executes a command line and returns the exit status. It is main without
// os.Exit, so that script tests can call it.
func Run(root *cobra.Command) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := root.ExecuteContext(ctx)
	return Say(root.ErrOrStderr(), err)
}

// hinted adds to an error of the command line where the right one is described.
func hinted(cmd *cobra.Command, err error) error {
	if none, ok := errors.AsType[*pflag.NotExistError](err); ok && len(none.GetSpecifiedName()) > 1 {
		if name := nearest(cmd, none.GetSpecifiedName()); name != "" {
			return fmt.Errorf("%w: did you mean --%s?", plainer(err), name)
		}
	}
	return fmt.Errorf("%w: see \"%s --help\"", plainer(err), cmd.CommandPath())
}

// wanted says what the values of flags are by the names of their types.
var wanted = map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false",
	"duration": "a duration such as 90s, 10m or 2h"}

// plainer says what a flag takes in place of why its value could not be read.
func plainer(err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if want := wanted[bad.GetFlag().Value.Type()]; want != "" {
			return fmt.Errorf("--%s takes %s, not %q", bad.GetFlag().Name, want, bad.GetValue())
		}
	}
	return err
}

// hintArguments has every command that refuses its arguments show its usage.
func hintArguments(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return fmt.Errorf("%w; usage: %s", hinted(cmd, err), cmd.UseLine())
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		hintArguments(sub)
	}
}

// Build is what a program knows of how it was made.
type Build struct {
	Version  string    // of the module, or the commit where it has none
	Commit   string    // "" when it is not known
	Date     time.Time // of the commit; zero when it is not known
	Modified bool      // files differed from the commit
}

// BuildOf returns how this program was made.
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
	// smallHeap is the memory, in bytes, that a run may take before any is collected:
	// one for a few references ends below it.
	smallHeap = 64 << 20
	// largeHeap is the memory, in bytes, from which on it is collected sooner than
	// usual, as long as that does not take too much time.
	largeHeap = 280 << 20
)

// PaceCollection leaves memory uncollected up to smallHeap, and keeps it below
// largeHeap where what is in use leaves room. A user's GOGC or GOMEMLIMIT stands.
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

// growth says by how many percent the memory in use, in bytes, may grow until it is
// collected again.
func growth(live uint64, usual int) int {
	room := 100 * (largeHeap - int64(live)) / int64(max(live, 1))
	return min(max(int(room), usual/3), usual)
}
