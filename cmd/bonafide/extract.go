package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/report"
)

type extractOptions struct {
	input        inputOptions
	format, path string
	toBib        bool
	crops        string // folder for the pictures of entries
	jobs         int
}

func newExtractCommand() *cobra.Command {
	var opt extractOptions
	cmd := &cobra.Command{
		Use:   "extract FILE...",
		Short: "Show the references read of papers and bibliographies, without any look-up",
		Long: `extract reads each FILE and writes its references: their places, their text, the
claimed fields with the confidence of the parser, the citations in the
text, and the words of an entry that are in no field. Nothing is looked up.

` + paperHelp + `

Formats: json, also called jsonl, writes one object a line (doc/output.md); bib a bibliography, csl
CSL-JSON, ris RIS, text the references as printed, one a line. An entry of bib, csl
and ris keeps its own key where it has one; else its key is made of: ` + entry.KeyPattern + `.

Exit status: 0 every FILE gave references, 2 some FILE could not be read or has
none, 3 a failure of bonafide itself.`,
		Example: `  bonafide extract paper.pdf
  bonafide extract --to-bib paper.pdf -o paper.bib
  bonafide extract --format csl --cited thesis/main.tex
  bonafide extract --crops pictures paper.pdf > paper.jsonl
  bonafide extract --format text submissions.zip`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return extractAll(cmd, args, opt) },
	}
	opt.input.flags(cmd)
	opt.input.citedFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.format, "format", "json", "json or jsonl (the same: one object a line), bib, csl, ris or text (default: by the name after -o; text on a terminal)")
	flags.BoolVar(&opt.toBib, "to-bib", false, "the same as --format bib")
	flags.StringVarP(&opt.path, "output", "o", "", "file to write to (default: standard output)")
	flags.StringVar(&opt.crops, "crops", "", "folder to write the picture of every entry of a PDF to, as NAME-NUMBER.png")
	flags.IntVar(&opt.jobs, "jobs", runtime.NumCPU(), "papers to read at the same time")
	return cmd
}

func extractAll(cmd *cobra.Command, names []string, opt extractOptions) error {
	switch {
	case opt.toBib:
		opt.format = "bib"
	case cmd.Flags().Changed("format"):
	case opt.path != "":
		opt.format = cmp.Or(extractEndings[strings.ToLower(filepath.Ext(opt.path))], opt.format)
	case cli.IsTerminal(cmd.OutOrStdout()):
		opt.format = "text"
	}
	if err := outfile.Over(opt.path, names, cmd.InOrStdin()); err != nil {
		return cli.UsageError(err)
	}
	w := &lazyFile{path: opt.path, std: cmd.OutOrStdout()}
	buffer := bufio.NewWriter(w)
	write, end, err := extractWriter(buffer, opt.format)
	if err != nil {
		return cli.UsageError(err)
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "reading")
	unread, read := 0, 0
	in := opt.input.named(cmd, names)
	tally, err := extract.Papers(cmd.Context(),
		extract.Source{Names: in.Names, Stdin: in.Stdin, Options: opt.input.extract(), Jobs: opt.jobs},
		func(r extract.Result) error {
			bar.Clear()
			bar.Add(1)
			if r.Err != nil {
				unread++
				fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", report.Visible(r.Err.Error()))
				return nil
			}
			read++
			if err := outfile.Over(opt.path, []string{r.Document.Name}, nil); err != nil { // in a folder
				return cli.UsageError(err)
			}
			if err := write(r.Document); err != nil {
				return err
			}
			if opt.crops != "" {
				if err := writeCrops(opt.crops, r.Document.References); err != nil {
					return err
				}
			}
			return buffer.Flush()
		})
	bar.Finish()
	if text := passedOver(tally.Skipped); text != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", text)
	}
	if err == nil && read > 0 {
		if err = end(); err == nil {
			err = buffer.Flush()
		}
	}
	err = w.end(err)
	switch {
	case err != nil:
		return cli.Failure(err)
	case unread > 0:
		return &cli.ExitError{Status: cli.ExitUsage}
	}
	return nil
}

// extractEndings are the formats that the name of a file asks for.
var extractEndings = map[string]string{".bib": "bib", ".ris": "ris", ".csl": "csl", ".txt": "text"}

func extractWriter(w io.Writer, format string) (write func(extract.Document) error, end func() error, err error) {
	end = func() error { return nil }
	switch format {
	case "json", "jsonl":
		enc := report.NewEncoder(w)
		return func(doc extract.Document) error { return extractJSON(enc, doc) }, end, nil
	case "text":
		return (&extractText{w: w}).document, end, nil
	}
	list, err := formats.NewExport(w, format)
	if err != nil {
		return nil, nil, fmt.Errorf("unknown format %q: use json (or jsonl), bib, csl, ris or text", format)
	}
	return func(doc extract.Document) error { return list.Add(doc.References) }, list.Close, nil
}

type extractedDocument struct {
	Kind       string   `json:"kind"` // "document"
	File       string   `json:"file"`
	Format     string   `json:"format"`
	References int      `json:"references"`
	Mentions   int      `json:"mentions,omitempty"`
	Citations  int      `json:"citations"`
	Uncited    []string `json:"uncited,omitempty"` // ids
}

type extracted struct {
	Kind       string                       `json:"kind"` // "reference"
	ID         string                       `json:"id"`
	Key        string                       `json:"key,omitempty"`
	Place      biblio.Place                 `json:"place"`
	Raw        string                       `json:"raw"`
	Fields     biblio.Flat                  `json:"fields"`
	Spans      map[biblio.Field]biblio.Span `json:"spans,omitempty"`
	Confidence map[biblio.Field]float64     `json:"confidence,omitempty"`
	Unread     []string                     `json:"unread,omitempty"` // parts of raw that are in no field
	Extra      map[string]string            `json:"extra,omitempty"`
	Uncited    bool                         `json:"uncited,omitempty"`
	Citations  []extractedCitation          `json:"citations,omitempty"`
}

type extractedCitation struct {
	Place   biblio.Place `json:"place"`
	Mark    string       `json:"mark,omitempty"`
	Context string       `json:"context,omitempty"`
}

func extractJSON(enc *json.Encoder, doc extract.Document) error {
	head := extractedDocument{Kind: "document", File: doc.Name, Format: doc.Format, References: len(doc.References),
		Mentions: doc.Mentions, Citations: len(doc.Citations)}
	for _, r := range doc.References {
		if r.Uncited {
			head.Uncited = append(head.Uncited, r.ID)
		}
	}
	if err := enc.Encode(head); err != nil {
		return err
	}
	for _, p := range doc.Problems {
		if err := enc.Encode(report.ProblemRow(p)); err != nil {
			return err
		}
	}
	for _, r := range doc.References {
		f := r.Claimed.Flat()
		values := slices.Concat(f.Authors, f.Editors, []string{f.Title, f.Venue, string(f.Year), f.DOI, f.ArXivID, f.PMID,
			f.ISBN, f.URL, f.Volume, f.Issue, f.Pages, f.Publisher, f.Location})
		row := extracted{"reference", r.ID, r.Key, r.Place, r.Raw, f, r.Spans, r.Confidence,
			refstring.Unread(r.Raw, r.Spans, values), r.Extra, r.Uncited, nil}
		for _, c := range r.Citations {
			row.Citations = append(row.Citations, extractedCitation{c.Place, c.Mark, c.Context})
		}
		if err := enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// extractText writes the references as printed, under the name of the document if there are several.
type extractText struct {
	w    io.Writer
	some bool
}

func (x *extractText) document(doc extract.Document) error {
	if x.some {
		if _, err := fmt.Fprintf(x.w, "\n# %s\n\n", report.Visible(doc.Name)); err != nil {
			return err
		}
	}
	x.some = true
	for _, r := range doc.References {
		if _, err := fmt.Fprintln(x.w, report.Visible(r.Raw)); err != nil {
			return err
		}
	}
	return nil
}
