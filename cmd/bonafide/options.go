package main

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// sourceOptions are the flags that choose sources.
type sourceOptions struct {
	corpora []string
	offline bool
	online  setup.Online
	models  *modelOptions  // nil for commands that ask none
	cmd     *cobra.Command // whose configuration counts
}

// corpusFlag adds the flag of commands that only search corpora.
func (o *sourceOptions) corpusFlag(cmd *cobra.Command) {
	o.cmd = cmd
	cmd.Flags().StringArrayVar(&o.corpora, "corpus", nil, "folder of an offline corpus, may be repeated (default: the starter corpus)")
}

// memoryFlag adds the flag of the memory.
func (o *sourceOptions) memoryFlag(cmd *cobra.Command) {
	o.cmd = cmd
	cmd.Flags().StringVar(&o.online.Memory, "memory", "", "file of works verified before, \"none\" for none (default: in the user's cache folder)")
}

// flags adds all of them.
func (o *sourceOptions) flags(cmd *cobra.Command) {
	o.corpusFlag(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&o.online.Enabled, "online", false, "ask scholarly services about what the corpus does not settle; titles, names and identifiers of those references leave this machine")
	flags.BoolVar(&o.offline, "offline", false, "ask nobody, whatever the configuration says: nothing leaves this machine")
	flags.StringSliceVar(&o.online.Sources, "sources", nil, "with --online: ask only these services; -NAME leaves a usual one out, +NAME adds one (bonafide sources lists them)")
	flags.StringVar(&o.online.Plan, "plan", "default", "with --online: order of the stages: "+strings.Join(setup.Plans(), ", "))
	flags.StringVar(&o.online.Contact, "contact", "", "with --online: e-mail address for the services, which treat named clients better")
	flags.StringVar(&o.online.Cache, "cache", "", "with --online: folder of kept answers (default: the user's cache folder)")
	o.memoryFlag(cmd)
	flags.DurationVar(&o.online.Timeout, "timeout", 0, "with --online: time for one request (default: what is right for the service)")
	flags.IntVar(&o.online.MaxRequests, "requests", 0, "with --online: most requests to any one service (default: any number)")
	flags.IntVar(&o.online.Budget.Requests, "budget", 0, "with --online: most services to ask about one reference, in the order of the plan (default: all)")
	flags.DurationVar(&o.online.Budget.Time, "budget-time", 0, "with --online: time for one reference; references that share requests share it (default: any)")
	flags.StringVar(&o.online.Trace, "trace", "", "write every step and every exchange with its timing to this file, and a table of the sources to standard error")
	flags.StringVar(&o.online.Record, "record", "", "with --online: record every answer to this file")
	flags.StringVar(&o.online.Replay, "replay", "", "answer from a recording instead of asking anybody")
	flags.StringVar(&o.online.Via, "via", "", "with --online: send every request through this gateway")
	_ = flags.MarkHidden("via")
}

// modelFlags adds the flags of commands that models may help.
func (o *sourceOptions) modelFlags(cmd *cobra.Command) {
	o.models = &modelOptions{}
	o.models.flags(cmd)
}

func (o *sourceOptions) setup() setup.Options {
	o.online.Version = buildVersion()
	o.online.Enabled = o.online.Enabled && !o.offline || o.online.Replay != ""
	opt := setup.Options{Corpora: o.corpora, Online: o.online, Offline: o.offline, Models: setup.Models{Model: setup.NoModels}}
	if o.models != nil {
		opt.Models = o.models.Models
		opt.Models.Version = buildVersion()
	}
	configOf(o.cmd).Apply(&opt)
	return opt
}

// idle lists the flags of the command line that say how services are asked in a
// run that asks none.
func (o *sourceOptions) idle() []string {
	if o.online.Enabled || o.online.Replay != "" {
		return nil
	}
	var list []string
	for _, name := range []string{"sources", "contact", "timeout", "requests", "budget", "budget-time"} {
		if o.cmd.Flags().Changed(name) {
			list = append(list, "--"+name)
		}
	}
	return list
}

// inputOptions are the flags that say how inputs are read.
type inputOptions struct {
	format string
	cited  bool
}

func (o *inputOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.format, "from", "", "format of the input instead of what its content looks like: "+strings.Join(extract.Formats(), ", "))
}

func (o *inputOptions) extract() extract.Options {
	return extract.Options{Format: o.format, Cited: o.cited}
}

// outputOptions are the flags that say where a report goes and how it looks.
type outputOptions struct {
	format, path string
	all          bool
}

func (o *outputOptions) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", "format of the report: "+strings.Join(report.Formats(), ", "))
	flags.StringVarP(&o.path, "output", "o", "", "file to write the report to (default: standard output)")
	flags.BoolVar(&o.all, "all", false, "show the grounds of verified references too (text)")
}

// valid reports a format that does not exist.
func (o *outputOptions) valid() error {
	_, err := report.New(o.format, io.Discard, report.Options{})
	return err
}

// output is a report writer on its way to a file or the terminal.
type output struct {
	report.Writer
	buffer *bufio.Writer
	file   *os.File // nil for standard output
}

func (o *outputOptions) open(cmd *cobra.Command) (*output, error) {
	w := cmd.OutOrStdout()
	opt := report.Options{Color: colored(w), Width: terminalWidth(w), All: o.all}
	var file *os.File
	if o.path != "" {
		if _, err := report.New(o.format, io.Discard, opt); err != nil {
			return nil, err
		}
		var err error
		if file, err = os.Create(o.path); err != nil {
			return nil, err
		}
		w, opt.Color, opt.Width = file, false, 0
	}
	buffer := bufio.NewWriter(w)
	if isTerminal(w) {
		buffer = bufio.NewWriterSize(w, 16) // rows appear as they come
	}
	writer, err := report.New(o.format, buffer, opt)
	if err != nil {
		return nil, err
	}
	return &output{writer, buffer, file}, nil
}

func (o *output) close() error {
	err := o.buffer.Flush()
	if o.file != nil {
		if closeErr := o.file.Close(); err == nil {
			err = closeErr
		}
	}
	return err
}

// isTerminal reports whether w is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colored follows https://no-color.org and stays plain where no terminal is.
func colored(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}
