package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// newExtractCommand shows what was read of a file, without any look-up.
func newExtractCommand() *cobra.Command {
	var opt inputOptions
	format := ""
	cmd := &cobra.Command{
		Use:     "extract FILE...",
		Short:   "Show the references read of a file, without any look-up",
		Example: "  bonafide extract refs.bib\n  bonafide extract --format text refs.txt",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := extractFormats[format]
			if !ok {
				return usageError(fmt.Errorf("unknown format %q: use json or text", format))
			}
			docs, unread := readInputs(cmd.InOrStdin(), args, opt)
			for _, doc := range docs {
				if err := write(cmd.OutOrStdout(), doc); err != nil {
					return failure(err)
				}
			}
			for _, err := range unread {
				fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", err)
			}
			if len(unread) > 0 {
				return &exitError{status: exitUsage}
			}
			return nil
		},
	}
	opt.flags(cmd)
	cmd.Flags().StringVar(&format, "format", "json", "json (one object a line) or text")
	return cmd
}

var extractFormats = map[string]func(io.Writer, extract.Document) error{"json": extractJSON, "text": extractText}

// extracted is one reference as read.
type extracted struct {
	ID         string                       `json:"id"`
	Key        string                       `json:"key,omitempty"`
	Place      biblio.Place                 `json:"place"`
	Raw        string                       `json:"raw"`
	Fields     biblio.Flat                  `json:"fields"`
	Spans      map[biblio.Field]biblio.Span `json:"spans,omitempty"`
	Confidence map[biblio.Field]float64     `json:"confidence,omitempty"`
}

func extractJSON(w io.Writer, doc extract.Document) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, p := range doc.Problems {
		if err := enc.Encode(report.ProblemRow(p)); err != nil {
			return err
		}
	}
	for _, r := range doc.References {
		if err := enc.Encode(extracted{r.ID, r.Key, r.Place, r.Raw, r.Claimed.Flat(), r.Spans, r.Confidence}); err != nil {
			return err
		}
	}
	return nil
}

func extractText(w io.Writer, doc extract.Document) error {
	for _, r := range doc.References {
		if _, err := fmt.Fprintln(w, report.Visible(r.Raw)); err != nil {
			return err
		}
	}
	return nil
}
