package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/annotate"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

func newAnnotateCommand() *cobra.Command {
	opt := checkOptions{scheme: judge.Codes, output: outputOptions{format: "text", brief: true, sort: report.ByGravity}}
	out, folder, summary := "", "", false
	cmd := &cobra.Command{
		Use:   "annotate PAPER.pdf...",
		Short: "Mark up PDFs: what is wrong beside each entry, and where it is cited",
		Long: `annotate checks the references of each PAPER as check does and writes a copy in
which every entry that is wrong, looks odd, or was found and not decided is
highlighted, with a note that gives the verdict, the difference and a link. Its citations
in the text are highlighted too. The original bytes of the paper stay, and the notes
are appended. With --claims the passages of the cited works
are shown at the citations. --summary appends pages that list the
notes. An encrypted PDF cannot be annotated.

` + cli.ExitHelp,
		Example: `  bonafide annotate paper.pdf -o marked.pdf
  bonafide annotate --summary paper.pdf -o marked.pdf
  bonafide annotate --claims --texts ~/papers paper.pdf -o marked.pdf
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
			opt.marks = &marked{folder: folder, path: out, summary: summary}
			return check(cmd, args, &opt)
		},
	}
	opt.sources.Flags(cmd)
	opt.sources.ModelFlags(cmd)
	opt.input.flags(cmd)
	opt.known.flags(cmd)
	opt.runFlags(cmd)
	opt.claims.command(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write the marked PDF to")
	cmd.Flags().BoolVar(&summary, "summary", false, "append pages that list the notes, most serious first")
	cmd.Flags().StringVar(&folder, "into", "", "folder to write the marked PDFs to, under their own names")
	return cmd
}

func isPDF(name string) bool { return strings.EqualFold(filepath.Ext(name), ".pdf") }

// marked collects what is to be written into PDFs.
type marked struct {
	folder, path string // one of them is set
	summary      bool   // add pages that list everything
	files        []string
	papers       map[string]*annotate.Paper // by file
}

func (m *marked) take(f *report.Finding) {
	if !isPDF(f.File) {
		return
	}
	paper := m.papers[f.File]
	if paper == nil {
		if m.papers == nil {
			m.papers = map[string]*annotate.Paper{}
		}
		paper = &annotate.Paper{}
		m.files, m.papers[f.File] = append(m.files, f.File), paper
	}
	paper.Add(f)
}

// write writes the marked PDFs. One that cannot be marked does not stop the others; refused says why. Err is a
// file that could not be written.
func (m *marked) write() (refused []error, err error) {
	if m.folder != "" {
		if err := os.MkdirAll(m.folder, 0o777); err != nil {
			return nil, err
		}
	}
	papers := map[string]string{} // by the path of their copies
	for _, file := range m.files {
		to := cmp.Or(m.path, filepath.Join(m.folder, filepath.Base(file)))
		if other, ok := papers[to]; ok {
			refused = append(refused,
				fmt.Errorf("%s: not marked: %s is already the copy of %s: mark papers of the same name one by one", file, to,
					other))
			continue
		}
		papers[to] = file
		if slices.ContainsFunc(m.files, func(paper string) bool { return sameFile(paper, to) }) {
			refused = append(refused,
				fmt.Errorf("%s: not marked: the copy would replace a paper, %s: choose another place", file, to))
			continue
		}
		content, err := m.copyOf(file)
		if err != nil {
			refused = append(refused, fmt.Errorf("%s: not marked: %w", file, err))
			continue
		}
		if err := outfile.Write(to, content, 0o666); err != nil {
			return refused, err
		}
	}
	return refused, nil
}

func (m *marked) copyOf(file string) ([]byte, error) {
	src, err := setup.LocalFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("it lies inside an archive: unpack it first")
	}
	if err != nil {
		return nil, err
	}
	return m.papers[file].Write(src, m.summary)
}
