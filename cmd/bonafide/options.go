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

// corpusVariable names the environment variable that lists corpora when no
// --corpus does.
const corpusVariable = "BONAFIDE_CORPUS"

// sourceOptions are the flags that choose sources.
type sourceOptions struct {
	corpora []string
	online  setup.Online
}

// corpusFlag adds the flag of commands that only search corpora.
func (o *sourceOptions) corpusFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.corpora, "corpus", nil, "folder of an offline corpus, may be repeated (default: $"+corpusVariable+", else the starter corpus)")
}

// flags adds all of them.
func (o *sourceOptions) flags(cmd *cobra.Command) {
	o.corpusFlag(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&o.online.Enabled, "online", false, "ask scholarly services about what the corpus does not settle; titles, names and identifiers of those references leave this machine")
	flags.StringSliceVar(&o.online.Sources, "source", nil, "with --online: ask only these services (bonafide sources lists them)")
	flags.StringVar(&o.online.Plan, "plan", "default", "with --online: order of the stages: "+strings.Join(setup.Plans(), ", "))
	flags.StringVar(&o.online.Contact, "contact", os.Getenv("BONAFIDE_CONTACT"), "with --online: e-mail address for the services, which treat named clients better (default: $BONAFIDE_CONTACT)")
	flags.StringVar(&o.online.Cache, "cache", "", "with --online: folder of kept answers (default: the user's cache folder)")
	flags.StringVar(&o.online.Memory, "memory", "", "with --online: file of works verified before, \"none\" for none (default: in the user's cache folder)")
	flags.StringVar(&o.online.Trace, "trace", "", "with --online: write every exchange with its timing to this file")
	flags.StringVar(&o.online.Record, "record", "", "with --online: record every answer to this file")
	flags.StringVar(&o.online.Replay, "replay", "", "with --online: answer from a recording instead of asking")
	flags.StringVar(&o.online.Via, "via", "", "with --online: send every request through this gateway")
	_ = flags.MarkHidden("via")
}

func (o *sourceOptions) setup() setup.Options {
	corpora := o.corpora
	if len(corpora) == 0 {
		for _, dir := range strings.Split(os.Getenv(corpusVariable), string(os.PathListSeparator)) {
			if dir != "" {
				corpora = append(corpora, dir)
			}
		}
	}
	o.online.Version, o.online.Keys = buildVersion(), serviceKeys()
	return setup.Options{Corpora: corpora, Online: o.online}
}

// keyVariable gives the environment variable of a key or address that a
// service takes.
func keyVariable(name string) string { return "BONAFIDE_" + strings.ToUpper(name) }

// serviceKeys reads the keys that the environment holds.
func serviceKeys() map[string]string {
	keys := map[string]string{}
	for _, name := range setup.KeyNames() {
		if value := os.Getenv(keyVariable(name)); value != "" {
			keys[name] = value
		}
	}
	return keys
}

// inputOptions are the flags that say how inputs are read.
type inputOptions struct{ format string }

func (o *inputOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.format, "from", "", "format of the input instead of what its content looks like: "+strings.Join(extract.Formats(), ", "))
}

func (o *inputOptions) extract() extract.Options { return extract.Options{Format: o.format} }

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
