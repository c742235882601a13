package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/export"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// extractWriter writes documents as they were read.
type extractWriter interface {
	document(extract.Document) error
	end() error
}

var extractFormats = map[string]func(io.Writer) extractWriter{
	"json":  func(w io.Writer) extractWriter { return newExtractJSON(w) },
	"jsonl": func(w io.Writer) extractWriter { return newExtractJSON(w) },
	"bib":   func(w io.Writer) extractWriter { return newExtractList(w, "bib") },
	"csl":   func(w io.Writer) extractWriter { return newExtractList(w, "csl") },
	"ris":   func(w io.Writer) extractWriter { return newExtractList(w, "ris") },
	"text":  func(w io.Writer) extractWriter { return &extractText{w: w} },
}

// extractedDocument opens the rows of a document.
type extractedDocument struct {
	Kind       string   `json:"kind"` // "document"
	File       string   `json:"file"`
	Format     string   `json:"format"`
	References int      `json:"references"`
	Citations  int      `json:"citations"`
	Uncited    []string `json:"uncited,omitempty"` // ids
}

// extracted is one reference as read.
type extracted struct {
	Kind       string                       `json:"kind"` // "reference"
	ID         string                       `json:"id"`
	Key        string                       `json:"key,omitempty"`
	Place      biblio.Place                 `json:"place"`
	Raw        string                       `json:"raw"`
	Fields     biblio.Flat                  `json:"fields"`
	Spans      map[biblio.Field]biblio.Span `json:"spans,omitempty"`
	Confidence map[biblio.Field]float64     `json:"confidence,omitempty"`
	Unread     []string                     `json:"unread,omitempty"` // what of raw is in no field
	Extra      map[string]string            `json:"extra,omitempty"`
	Uncited    bool                         `json:"uncited,omitempty"`
	Citations  []extractedCitation          `json:"citations,omitempty"`
}

type extractedCitation struct {
	Place   biblio.Place `json:"place"`
	Mark    string       `json:"mark,omitempty"`
	Context string       `json:"context,omitempty"`
}

type extractJSON struct{ enc *json.Encoder }

func newExtractJSON(w io.Writer) extractJSON {
	enc := json.NewEncoder(report.EscapedJSON(w))
	enc.SetEscapeHTML(false)
	return extractJSON{enc}
}

func (x extractJSON) document(doc extract.Document) error {
	head := extractedDocument{Kind: "document", File: doc.Name, Format: doc.Format, References: len(doc.References), Citations: len(doc.Citations)}
	for _, r := range doc.References {
		if r.Uncited {
			head.Uncited = append(head.Uncited, r.ID)
		}
	}
	if err := x.enc.Encode(head); err != nil {
		return err
	}
	for _, p := range doc.Problems {
		if err := x.enc.Encode(report.ProblemRow(p)); err != nil {
			return err
		}
	}
	for _, r := range doc.References {
		row := extracted{"reference", r.ID, r.Key, r.Place, r.Raw, r.Claimed.Flat(), r.Spans, r.Confidence, unread(&r), r.Extra, r.Uncited, nil}
		for _, c := range r.Citations {
			row.Citations = append(row.Citations, extractedCitation{c.Place, c.Mark, c.Context})
		}
		if err := x.enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// unread gives what of a printed reference its row has in no field.
func unread(r *biblio.Reference) []string {
	f := r.Claimed.Flat()
	values := append([]string{f.Title, f.Venue, string(f.Year), f.DOI, f.ArXivID, f.PMID, f.ISBN, f.URL, f.Volume, f.Issue, f.Pages, f.Publisher, f.Location}, f.Authors...)
	return refstring.Unread(r.Raw, r.Spans, append(values, f.Editors...))
}

func (extractJSON) end() error { return nil }

// extractList writes a bibliography in one of export.Formats.
type extractList struct{ list *export.Writer }

func newExtractList(w io.Writer, format string) extractWriter {
	if format == "csl" {
		w = report.EscapedJSON(w)
	}
	list, err := export.New(w, format)
	if err != nil {
		panic(err) // the formats are those of the table
	}
	return extractList{list}
}

func (x extractList) document(doc extract.Document) error { return x.list.Add(doc.References) }

func (x extractList) end() error { return x.list.Close() }

// extractText writes the references as printed, with the name of the document
// above them when there are several.
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

func (*extractText) end() error { return nil }
