package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/markup"
)

// looksLikeNotebook reports whether src is a Jupyter notebook: a JSON object with cells.
func looksLikeNotebook(src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(src, " \t\r\n"), []byte("{")) && bytes.Contains(src, []byte(`"cells"`)) &&
		bytes.Contains(src, []byte(`"cell_type"`))
}

// readNotebook reads the text of a notebook, its Markdown cells, as one document. Lines of that text are not lines of
// the file, so places are left out.
func readNotebook(in *input) error {
	var book struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source lines
		}
	}
	if err := json.Unmarshal(in.src, &book); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	var text []string
	for _, c := range book.Cells {
		if c.Type == "markdown" || c.Type == "raw" {
			text = append(text, string(c.Source))
		}
	}
	src := []byte(strings.Join(text, "\n\n"))
	head := entries.ReadHead(src)
	r, err := markup.ReadMarkdown(src)
	r.References = append(head.References, r.References...)
	r.Problems = append(head.Problems, r.Problems...)
	for i := range r.References {
		r.References[i].Place = biblio.Place{}
	}
	for i := range r.Citations {
		r.Citations[i].Place = biblio.Place{}
	}
	for i := range r.Problems {
		r.Problems[i].Place = biblio.Place{}
	}
	in.take(r.Result)
	return err
}

// lines is the text of a cell: one string, or one for each line.
type lines string

// UnmarshalJSON reads either form.
func (l *lines) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	return json.Unmarshal(data, (*string)(l))
}
