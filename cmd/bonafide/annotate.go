package main

import (
	"errors"
	"fmt"
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
	out, folder := "", ""
	cmd := &cobra.Command{
		Use:   "annotate PAPER.pdf...",
		Short: "Mark up PDFs: what is wrong beside each entry, and where it is cited",
		Long: `annotate checks the references of each PAPER as check does and writes a copy in
which every entry that is accused, remarkable or found without being decided is
highlighted, with a note that has the verdict, the difference and a link. Citations
in the text that lead to it are highlighted too. The bytes of the paper stay as
they are in front of what is added. An encrypted PDF cannot be annotated.

` + cli.ExitHelp,
		Example: `  bonafide annotate paper.pdf -o marked.pdf
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
			opt.marks = &marks{folder: folder, path: out}
			return check(cmd, args, &opt)
		},
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	opt.known.flags(cmd)
	opt.runFlags(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write the marked PDF to")
	cmd.Flags().StringVar(&folder, "into", "", "folder to write the marked PDFs to, under their own names")
	return cmd
}

func isPDF(name string) bool { return strings.EqualFold(filepath.Ext(name), ".pdf") }

// marks gathers what is to be written into PDFs.
type marks struct {
	folder, path string // one of them is set
	files        []string
	notes        map[string][]annotate.Note
	written      map[string]string // by where: the paper
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
		m.notes = map[string][]annotate.Note{}
	}
	if _, known := m.notes[f.File]; !known {
		m.files, m.notes[f.File] = append(m.files, f.File), nil
	}
	text, accuses := f.Note()
	if text == "" || len(f.Boxes) == 0 {
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

// write writes the marked PDFs. One that cannot be marked leaves the others.
func (m *marks) write() error {
	var errs []error
	m.written = map[string]string{}
	for _, file := range m.files {
		if err := m.writeOne(file); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", file, err))
		}
	}
	return errors.Join(errs...)
}

func (m *marks) writeOne(file string) error {
	src, err := setup.LocalFile(file)
	if err != nil {
		return err
	}
	marked, err := annotate.Write(src, m.notes[file])
	if err != nil {
		return err
	}
	to := m.path
	if to == "" {
		if err := os.MkdirAll(m.folder, 0o777); err != nil {
			return err
		}
		to = filepath.Join(m.folder, filepath.Base(file))
	}
	if other, ok := m.written[to]; ok {
		return fmt.Errorf("%s is that of %s already: mark papers of one name one by one", to, other)
	}
	m.written[to] = file
	if in, err := os.Stat(file); err == nil {
		if out, err := os.Stat(to); err == nil && os.SameFile(in, out) {
			return errors.New("the marked PDF would take the place of the paper: name another file")
		}
	}
	return os.WriteFile(to, marked, 0o666)
}
