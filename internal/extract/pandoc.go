package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/markup"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// readWithLists reads a paper in Markdown or Typst that names its bibliographies: their entries, and where the text
// cites them by key.
func readWithLists(files project.Files, name string, names []string, shown func(string) string,
	opt Options) (Document, error) {
	doc := Document{Name: shown(name), Format: "markdown"}
	if project.Typst(name) {
		doc.Format = typst
	}
	src, err := files.Read(name)
	if err != nil {
		return doc, fmt.Errorf("%s: %w", doc.Name, err)
	}
	in := &input{name: doc.Name}
	text, _ := reading.ToUTF8(src)
	var r reading.Result
	if doc.Format == typst {
		r, err = markup.ReadTypst(text)
	} else {
		in.take(entries.ReadHead(text))
		r, err = markup.ReadMarkdown(text)
	}
	if err != nil {
		return doc, fmt.Errorf("%s: %w", doc.Name, err)
	}
	r.Problems = slices.DeleteFunc(r.Problems, func(p biblio.Problem) bool { return p.Rule == "keys-only" })
	if !plausible(r.References) { // prose without a list of its own
		r.References = nil
	}
	r.Texts = nil // places of marks without a target are not looked for
	in.take(r)
	if doc.Format == typst {
		in.include(files, name, string(text), shown, map[string]bool{name: true})
	}
	read := &projectReader{files: files, shown: shown, in: in}
	var bibs []string
	for _, bib := range names {
		switch file := project.Beside(files, name, bib); {
		case file == "":
			in.problem(1, 1, "missing-file", "the document names %s, which is not there or lies outside of its folder", bib)
			in.partial = true
		case strings.HasSuffix(strings.ToLower(file), ".bib"):
			bibs = append(bibs, file)
		default:
			read.list(file)
		}
	}
	read.bibs(bibs)
	in.keyed(doc.Format)
	in.stated = len(in.Citations) > 0
	return in.document(doc, opt)
}

// include reads the citations in files that a Typst document includes.
func (in *input) include(files project.Files, name, text string, shown func(string) string, seen map[string]bool) {
	for _, part := range project.Included(text) {
		file := project.Beside(files, name, part)
		if file == "" || seen[file] {
			continue
		}
		seen[file] = true
		src, err := files.Read(file)
		if err != nil {
			in.problem(1, 1, "missing-file", "%s cannot be read: %v", shown(file), err)
			continue
		}
		text, _ := reading.ToUTF8(src)
		if r, err := markup.ReadTypst(text); err == nil {
			r.Named(shown(file))
			in.Citations = append(in.Citations, r.Citations...)
		}
		in.include(files, file, string(text), shown, seen)
	}
}

// list reads a bibliography in a format other than BibTeX.
func (r *projectReader) list(file string) {
	src, err := r.files.Read(file)
	var doc Document
	if err == nil {
		doc, err = Read(r.shown(file), src, Options{})
	}
	if err != nil {
		r.in.problem(1, 1, "missing-file", "%s cannot be read: %v", r.shown(file), err)
		r.in.partial = true
		return
	}
	for i := range doc.References {
		if doc.References[i].Key == "" { // CSL-JSON has ids, which Pandoc cites
			doc.References[i].Key = doc.References[i].ID
		}
	}
	r.in.References = append(r.in.References, doc.References...)
	r.in.Problems = append(r.in.Problems, doc.Problems...)
}

// keyed removes what looks like a key but is not: names of people and accounts in the text, figures and tables. A key
// that no reference has counts only in brackets, in Typst only in "#cite": other labels are for figures and sections.
func (in *input) keyed(format string) {
	known := map[string]bool{}
	for i := range in.References {
		known[in.References[i].Key] = true
	}
	in.Citations = slices.DeleteFunc(in.Citations, func(c biblio.Citation) bool {
		if known[c.Key] {
			return false
		}
		if format == typst {
			return !strings.HasPrefix(c.Mark, "#cite")
		}
		for _, kind := range []string{"fig", "tbl", "tab", "eq", "sec", "lst", "thm", "exm"} {
			if strings.HasPrefix(c.Key, kind+":") || strings.HasPrefix(c.Key, kind+"-") {
				return true
			}
		}
		return !strings.Contains(c.Context, "[@"+c.Key) && !strings.Contains(c.Context, "; @"+c.Key) &&
			!strings.Contains(c.Context, "[-@"+c.Key)
	})
}

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
	r.Texts = nil
	in.take(r)
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
