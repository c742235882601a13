package main

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/report"
)

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
	opt := report.Options{Color: cli.Colored(w), Width: cli.TerminalWidth(w), All: o.all}
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
	if cli.IsTerminal(w) {
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
