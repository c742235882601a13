package corrupt

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// citation is one line of the file that a suite reads: nothing in it shows what was done.
type citation struct {
	ID     string      `json:"id"`
	Fields biblio.Flat `json:"fields"`
	Raw    string      `json:"raw"`
}

// record is one line of the file of existing works.
type record struct {
	ID string `json:"id"`
	biblio.Flat
	Short  string `json:"venue_short,omitempty"`
	Source string `json:"src"`
}

// Write puts a set into a folder: citations and their gold, for every split too; the records of the works; the
// entries as .bib files, changed and original; and the references in each style as text and as LaTeX source. It
// returns the names of the LaTeX files.
func (m *Made) Write(dir string, styles []string) (tex []string, err error) {
	if err := os.MkdirAll(filepath.Join(dir, "references"), 0o755); err != nil {
		return nil, err
	}
	splits := []string{""}
	for _, e := range m.Entries {
		if !slices.Contains(splits, e.Split) {
			splits = append(splits, e.Split)
		}
	}
	slices.Sort(splits)
	for _, s := range splits {
		if err := m.writeSplit(dir, s); err != nil {
			return nil, err
		}
	}
	if err := m.writeRecords(filepath.Join(dir, "records.jsonl")); err != nil {
		return nil, err
	}
	if err := m.writeBib(dir); err != nil {
		return nil, err
	}
	for _, name := range styles {
		file, err := m.writeStyle(dir, name)
		if err != nil {
			return nil, err
		}
		tex = append(tex, file)
	}
	return tex, nil
}

// writeSplit writes citations and gold of one split; "" means all.
func (m *Made) writeSplit(dir, split string) error {
	suffix := ".jsonl"
	if split != "" {
		suffix = "_" + split + ".jsonl"
	}
	var citations []citation
	var gold []*Entry
	for i := range m.Entries {
		e := &m.Entries[i]
		if split == "" || e.Split == split {
			citations, gold = append(citations, citation{e.ID, e.Claim, e.Raw()}), append(gold, e)
		}
	}
	if err := result.Write(filepath.Join(dir, "citations"+suffix), citations); err != nil {
		return err
	}
	return result.Write(filepath.Join(dir, "gold"+suffix), gold)
}

func (m *Made) writeRecords(path string) error {
	var list []record
	seen := map[string]bool{}
	for i := range m.Works {
		for _, r := range m.Works[i].Versions {
			line := record{r.LocalID, r.Flat(), r.Container.Short, r.Source}
			if key := fmt.Sprintf("%q", line); !seen[key] && r.Status == biblio.StatusNormal { // sources may repeat ids
				seen[key] = true
				list = append(list, line)
			}
		}
	}
	return result.Write(path, list)
}

func (m *Made) writeBib(dir string) error {
	var changed, original strings.Builder
	for i := range m.Entries {
		e := &m.Entries[i]
		changed.WriteString(BibTeX(&e.Claim, e.ID) + "\n")
		original.WriteString(BibTeX(&e.Original, e.ID) + "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "corrupted.bib"), []byte(changed.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "original.bib"), []byte(original.String()), 0o644)
}

func (m *Made) writeStyle(dir, name string) (tex string, err error) {
	var text, body strings.Builder
	for i := range m.Entries {
		line, err := Print(&m.Entries[i].Claim, name)
		if err != nil {
			return "", err
		}
		text.WriteString(line + "\n")
		body.WriteString(`\bibitem{` + m.Entries[i].ID + "}\n" + Source(line) + "\n\n")
	}
	base := filepath.Join(dir, "references", name)
	if err := os.WriteFile(base+".txt", []byte(text.String()), 0o644); err != nil {
		return "", err
	}
	return base + ".tex", os.WriteFile(base+".tex", []byte(document(body.String())), 0o644)
}

// address matches an address in a printed reference, without punctuation after it.
var address = regexp.MustCompile(`https?://[^\s{}\\^%#]*[^\s{}\\^%#.,;:)\]]`)

// Source returns a printed reference as LaTeX, with addresses that can be broken at the end of a line.
func Source(line string) string {
	var b strings.Builder
	for {
		at := address.FindStringIndex(line)
		if at == nil {
			return b.String() + latex.Escape(line, true)
		}
		b.WriteString(latex.Escape(line[:at[0]], true) + `\url{` + line[at[0]:at[1]] + `}`)
		line = line[at[1]:]
	}
}

// document returns a LaTeX source that every engine accepts. In PDFs of pdfTeX, cmap maps the glyphs to text;
// without it, readers lose ligatures.
func document(items string) string {
	return `\documentclass[10pt]{article}
\usepackage{iftex}
\ifPDFTeX\IfFileExists{cmap.sty}{\usepackage{cmap}}{}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\else\usepackage{fontspec}\fi
\usepackage[margin=25mm]{geometry}
\usepackage{url}
\urlstyle{same}
\begin{document}
\section*{A paper}
Some text before the references.
\begin{thebibliography}{9999}
` + items + `\end{thebibliography}
\end{document}
`
}
