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
type sourceOptions struct{ corpora []string }

func (o *sourceOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.corpora, "corpus", nil, "folder of an offline corpus, may be repeated (default: $"+corpusVariable+", else the starter corpus)")
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
	return setup.Options{Corpora: corpora}
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
