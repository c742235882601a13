package cite

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// writer writes entries with their keys; only printed formats use the style.
type writer func(w io.Writer, works []*biblio.Work, keys []string, style string) error

// formats are the formats of entries.
var formats = map[string]writer{
	"bibtex":   textual(entry.BibTeX),
	"ris":      textual(entry.RIS),
	"csl":      writeCSL,
	"text":     printed(style.Text.String),
	"markdown": printed(style.Text.Markdown),
	"html":     printed(style.Text.HTML),
}

// printedForms are those that a style prints.
var printedForms = []string{"text", "markdown", "html"}

// usualStyle is the default style.
const usualStyle = "apa"

// Form is how entries are written.
type Form struct {
	write writer
	style string
}

// NewForm returns a form by the name of its format, and of the style of printed ones, "" for the default.
func NewForm(format, styled string) (Form, error) {
	write := formats[format]
	switch {
	case write == nil:
		return Form{}, fmt.Errorf("unknown format %q: use %s", format, Formats)
	case styled != "" && !slices.Contains(printedForms, format):
		return Form{}, fmt.Errorf("--style goes with --format text, markdown or html, not %s", format)
	}
	form := Form{write, cmp.Or(styled, usualStyle)}
	return form, style.Check(form.style)
}

// Formats lists the formats of entries.
const Formats = "bibtex, csl, ris, text, markdown or html"

// Write writes the works of the answers, with key if it is not empty, otherwise with keys by entry.KeyPattern.
func (f Form) Write(w io.Writer, answers []Answer, key string) error {
	var works []*biblio.Work
	var keys []string
	for i := range answers {
		if answers[i].Work != nil {
			works = append(works, &answers[i].Work.Hit.Record.Work)
			keys = append(keys, entry.Key(works[len(works)-1]))
		}
	}
	if key != "" && len(keys) == 1 {
		keys[0] = key
	}
	return f.write(w, works, entry.Distinct(keys), f.style)
}

func textual(format func(*biblio.Work, string) string) writer {
	return func(w io.Writer, works []*biblio.Work, keys []string, _ string) error {
		for i, work := range works {
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			if _, err := io.WriteString(w, format(work, keys[i])); err != nil {
				return err
			}
		}
		return nil
	}
}

func printed(face func(style.Text) string) writer {
	return func(w io.Writer, works []*biblio.Work, _ []string, name string) error {
		for _, work := range works {
			text, err := style.Render(work, name)
			if err == nil {
				_, err = fmt.Fprintln(w, face(text))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func writeCSL(w io.Writer, works []*biblio.Work, keys []string, _ string) error {
	items := make([]entry.Item, len(works))
	for i, work := range works {
		items[i] = entry.CSL(work, keys[i])
	}
	enc := json.NewEncoder(report.EscapedJSON(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(items)
}
