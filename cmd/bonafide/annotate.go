package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/pdf"
	"github.com/bonafide-audit/bonafide/internal/pdf/annotate"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// newAnnotateCommand checks PDFs and writes what is found beside their entries.
func newAnnotateCommand() *cobra.Command {
	opt := checkOptions{scheme: judge.Codes, output: outputOptions{format: "text", brief: true, sort: report.ByGravity}}
	out, folder, summary := "", "", false
	cmd := &cobra.Command{
		Use:   "annotate PAPER.pdf...",
		Short: "Mark up PDFs: what is wrong beside each entry, and where it is cited",
		Long: `annotate checks the references of each PAPER as check does and writes a copy in
which every entry that is accused, remarkable or found without being decided is
highlighted, with a note that has the verdict, the difference and a link. Citations
in the text that lead to it are highlighted too. The bytes of the paper stay as
they are in front of what is added. An encrypted PDF cannot be annotated. With
--summary what the notes say stands also on pages behind the last one.

` + cli.ExitHelp,
		Example: `  bonafide annotate paper.pdf -o marked.pdf
  bonafide annotate --summary paper.pdf -o marked.pdf
  bonafide annotate --online --contact you@example.org submissions/*.pdf --into marked`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case (out == "") == (folder == ""):
				return cli.UsageError(errors.New("say where the marked PDF goes: -o FILE for one paper, or --into FOLDER"))
			case out != "" && len(args) > 1:
				return cli.UsageError(errors.New("-o takes one paper: use --into FOLDER for several"))
			}
			for _, name := range args {
				if !isPDF(name) {
					return cli.UsageError(fmt.Errorf("%s: only PDFs can be annotated", name))
				}
			}
			opt.marks = &marks{folder: folder, path: out, summary: summary}
			return check(cmd, args, &opt)
		},
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	opt.known.flags(cmd)
	opt.runFlags(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write the marked PDF to")
	cmd.Flags().BoolVar(&summary, "summary", false, "add pages behind the last one that list what the notes say, the gravest first")
	cmd.Flags().StringVar(&folder, "into", "", "folder to write the marked PDFs to, under their own names")
	return cmd
}

func isPDF(name string) bool { return strings.EqualFold(filepath.Ext(name), ".pdf") }

// marks gathers what is to be written into PDFs.
type marks struct {
	folder, path string // one of them is set
	summary      bool   // pages are added that say all
	files        []string
	notes        map[string][]annotate.Note
	said         map[string][]remark // for the summary, by file
	counts       map[string]int      // references by file
}

// remark is what a note says of one entry.
type remark struct {
	text  string
	grave int // its place in the order of gravity: the less, the graver
}

// The colours of highlights: of what accuses, of what a person should look at, of
// citations that lead there.
var (
	accusing   = annotate.Color{R: 1, G: 0.45, B: 0.45}
	remarkable = annotate.Color{R: 1, G: 0.85, B: 0.3}
	citing     = annotate.Color{R: 0.55, G: 0.75, B: 1}
)

// citedMost bounds the text of a note at a citation, in bytes.
const citedMost = 300

// take notes a finding.
func (m *marks) take(f *report.Finding) {
	if !isPDF(f.File) {
		return
	}
	if m.notes == nil {
		m.notes, m.said, m.counts = map[string][]annotate.Note{}, map[string][]remark{}, map[string]int{}
	}
	if _, known := m.notes[f.File]; !known {
		m.files, m.notes[f.File] = append(m.files, f.File), nil
	}
	m.counts[f.File]++
	text, accuses := f.Note()
	if text == "" {
		return
	}
	m.said[f.File] = append(m.said[f.File], remark{text, f.Order()})
	if len(f.Boxes) == 0 {
		return
	}
	color := remarkable
	if accuses {
		color = accusing
	}
	m.add(f.File, f.Boxes, text, color)
	first, _, _ := strings.Cut(text, "\n")
	for _, c := range f.Citations {
		m.add(f.File, c.Boxes, strings.ToValidUTF8(first[:min(len(first), citedMost)], ""), citing)
	}
}

// add makes a note on each page; its text stands on the first.
func (m *marks) add(file string, boxes []biblio.PageBox, text string, color annotate.Color) {
	for len(boxes) > 0 {
		page := boxes[0].Page
		note := annotate.Note{Page: page, Title: "bonafide", Text: text, Color: color}
		for _, b := range boxes {
			if b.Page == page {
				note.Boxes = append(note.Boxes, pdf.Box(b.Box))
			}
		}
		m.notes[file] = append(m.notes[file], note)
		boxes = slices.DeleteFunc(slices.Clone(boxes), func(b biblio.PageBox) bool { return b.Page == page })
	}
}

// write writes the marked PDFs. One that cannot be marked leaves the others; why is
// said in refused. Err is a file that could not be written.
func (m *marks) write() (refused []error, err error) {
	if m.folder != "" {
		if err := os.MkdirAll(m.folder, 0o777); err != nil {
			return nil, err
		}
	}
	papers := map[string]string{} // by where their copies go
	for _, file := range m.files {
		to := m.target(file)
		if other, ok := papers[to]; ok {
			refused = append(refused, fmt.Errorf("%s: not marked, for %s is that of %s: mark papers of one name one by one", file, to, other))
			continue
		}
		papers[to] = file
		if slices.ContainsFunc(m.files, func(paper string) bool { return sameFile(paper, to) }) {
			refused = append(refused, fmt.Errorf("%s: not marked, for the copy would take the place of a paper, %s: name another place", file, to))
			continue
		}
		marked, err := m.marked(file)
		if err != nil {
			refused = append(refused, fmt.Errorf("%s: not marked: %w", file, err))
			continue
		}
		if err := writeWhole(to, marked); err != nil {
			return refused, err
		}
	}
	return refused, nil
}

func (m *marks) target(file string) string {
	if m.path != "" {
		return m.path
	}
	return filepath.Join(m.folder, filepath.Base(file))
}

func (m *marks) marked(file string) ([]byte, error) {
	src, err := setup.LocalFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("it lies inside an archive: unpack it first")
	}
	if err != nil {
		return nil, err
	}
	return annotate.Write(src, m.notes[file], m.summaryOf(file))
}

// summaryOf gives what the notes of a paper say, the gravest first; nil where it is
// not asked for.
func (m *marks) summaryOf(file string) []annotate.Line {
	if !m.summary {
		return nil
	}
	said := m.said[file]
	slices.SortStableFunc(said, func(a, b remark) int { return a.grave - b.grave })
	lines := []annotate.Line{
		{Text: fmt.Sprintf("bonafide: %s, %d to look at", counted(m.counts[file], "reference"), len(said)), Head: true},
		{Text: "Findings are leads for a person, not proof."},
	}
	for _, one := range said {
		first, rest, _ := strings.Cut(one.text, "\n")
		lines = append(lines, annotate.Line{Text: first, Head: true})
		for line := range strings.Lines(rest) {
			lines = append(lines, annotate.Line{Text: strings.TrimSpace(line)})
		}
	}
	return lines
}
