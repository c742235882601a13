package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

// outputOptions are the flags that say where a report goes and how it looks.
type outputOptions struct {
	format, path string
	all, details bool
	only         []string
	sort         string
	quiet, brief bool
	bom          bool
	unknown      bool        // the name of the file says no format
	named        bool        // works were named one by one, so each is shown
	pictures     bool        // of entries, from the files of findings
	stream       *run.Stream // of check, for a file of rows
}

func (o *outputOptions) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text",
		"format of the report, by default what the name after -o says: "+strings.Join(report.Formats(), ", "))
	flags.StringVarP(&o.path, "output", "o", "",
		"file to write the report to, in one step when it is complete; check writes jsonl row by row (default: standard output)")
	flags.BoolVar(&o.all, "all", false, "show every reference with all its reasons (text)")
	flags.BoolVar(&o.details, "details", false, "show every difference of a finding with both values and its record (text)")
	flags.StringSliceVar(&o.only, "only", nil,
		"show only these findings, as wrong or check-by-hand; a word of the report, an outcome, a gravity, a strength, a "+
			"code, or the name of a rule or note (text)")
	flags.StringVar(&o.sort, "sort", report.ByGravity,
		"order of the findings: "+strings.Join(report.Orders, ", ")+" (text)")
	flags.BoolVar(&o.quiet, "quiet", false, "show only accusations and counts (text)")
	flags.BoolVar(&o.bom, "bom", false, "begin with a byte order mark, which some spreadsheets need to read UTF-8 (csv)")
	flags.BoolVar(&o.brief, "summary", false, "one line per paper, and counts: no findings (text)")
}

// infer takes the format from the file name if no flag names one.
func (o *outputOptions) infer(cmd *cobra.Command) {
	if flag := cmd.Flags().Lookup("format"); flag == nil || flag.Changed {
		return
	}
	o.format = cmp.Or(report.FormatOf(o.path), o.format)
	o.unknown = o.path != "" && report.FormatOf(o.path) == "" && filepath.Ext(o.path) != ""
}

// valid returns an error for an unknown format, order or word of --only. Rows for programs are always complete
// and in the order of the input.
func (o *outputOptions) valid() error {
	if o.unknown {
		return fmt.Errorf("-o %s: no format of reports has this ending: name one with --format, or use one of %s", o.path,
			strings.Join(report.Endings(), ", "))
	}
	if _, err := report.New(o.format, io.Discard, report.Options{}); err != nil {
		return err
	}
	if o.format != "text" && (len(o.only) > 0 || o.quiet || o.brief) {
		return fmt.Errorf("--only, --quiet and --summary work with the format text alone: %s has every finding", o.format)
	}
	for _, word := range o.only {
		if !report.Known(word) {
			return fmt.Errorf("--only %q: use an outcome, a gravity, a strength, a code, or the name of a rule or note: "+
				"\"bonafide explain\" lists them", word)
		}
	}
	if !slices.Contains(report.Orders, o.sort) {
		return fmt.Errorf("--sort %q: use one of %s", o.sort, strings.Join(report.Orders, ", "))
	}
	return nil
}

// tells reports whether the report for people goes to standard output.
func (o *outputOptions) tells() bool { return o.format == "text" && o.path == "" && !o.quiet }

// output is a report writer with its file or the terminal.
type output struct {
	report.Writer
	buffer *bufio.Writer
	file   *outfile.File //  nil for standard output
	stream *run.Stream   // nil except for rows that are written as they come
	whole  bool          // the end is written
}

func (o *outputOptions) open(cmd *cobra.Command) (*output, error) {
	if o.stream != nil {
		return &output{Writer: o.stream, stream: o.stream}, nil
	}
	w := cmd.OutOrStdout()
	opt := report.Options{All: o.all, Details: o.details, Named: o.named, Only: o.only, Sort: o.sort, Quiet: o.quiet,
		Summary: o.brief, BOM: o.bom, Color: cli.Colored(w), Width: cli.TerminalWidth(w)}
	if o.pictures {
		opt.Picture = new(pictures).of
	}
	var file *outfile.File
	if o.path != "" {
		var err error
		if file, err = outfile.Create(o.path, 0o666); err != nil {
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
		if file != nil {
			err = errors.Join(err, file.Abandon())
		}
		return nil, err
	}
	return &output{Writer: writer, buffer: buffer, file: file}, nil
}

func (o *output) End(s *report.Summary) error {
	err := o.Writer.End(s)
	o.whole = err == nil
	return err
}

func (o *output) close() error {
	if o.stream != nil {
		return o.stream.Close()
	}
	err := o.buffer.Flush()
	switch {
	case o.file == nil:
		return err
	case err != nil || !o.whole:
		return errors.Join(err, o.file.Abandon())
	}
	return o.file.Commit()
}

// pictures draws entries from the PDFs that contain them. Findings come paper by paper, so only one PDF
// is open at a time.
type pictures struct {
	file  string
	paper *paper.Pictures // nil for a file that cannot be drawn
}

// of returns the PNG of a place, nil if there is none.
func (p *pictures) of(at row.Place) []byte {
	if len(at.Boxes) == 0 || !isPDF(at.File) {
		return nil
	}
	if at.File != p.file {
		p.file, p.paper = at.File, nil
		if src, err := setup.LocalFile(at.File); err == nil {
			p.paper = paper.NewPictures(src)
		}
	}
	if p.paper == nil {
		return nil
	}
	png, err := p.paper.Of(at.Boxes)
	if err != nil { // the report is complete without pictures
		p.paper = nil
	}
	return png
}

// writeCrops writes to a folder the picture of every entry that has its place on a PDF page.
func writeCrops(folder string, refs []biblio.Reference) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	var drawn pictures
	for i := range refs {
		at := refs[i].Place
		png := drawn.of(row.Place{File: at.File, Boxes: at.Boxes})
		if png == nil {
			continue
		}
		base := filepath.Base(at.File)
		name := fmt.Sprintf("%s-%03d.png", strings.TrimSuffix(base, filepath.Ext(base)), i+1)
		if err := outfile.Write(filepath.Join(folder, name), png, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// lazyFile is a file that is created when something is written to it; without a path it is standard output.
type lazyFile struct {
	path string
	std  io.Writer
	file *outfile.File
}

func (f *lazyFile) Write(p []byte) (n int, err error) {
	if f.path == "" {
		return f.std.Write(p)
	}
	if f.file == nil {
		if f.file, err = outfile.Create(f.path, 0o666); err != nil {
			f.file = nil
			return 0, cli.UsageError(err)
		}
	}
	return f.file.Write(p)
}

// end commits the file, if there is one, or abandons it if err is set; it returns the first error.
func (f *lazyFile) end(err error) error {
	if f.file == nil {
		return err
	}
	if err != nil {
		return errors.Join(err, f.file.Abandon())
	}
	return f.file.Commit()
}
