package corrupt

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// ErrNoLaTeX means that no LaTeX is installed; the sources are written all the
// same.
var ErrNoLaTeX = errors.New("no LaTeX is installed (looked for tectonic, lualatex, xelatex, pdflatex): the .tex files are written and no PDF is made")

// engines are tried in this order; those that read Unicode come first.
var engines = []struct {
	name string
	args []string
}{
	{"tectonic", []string{"--untrusted"}},
	{"lualatex", []string{"-interaction=nonstopmode", "-no-shell-escape"}},
	{"xelatex", []string{"-interaction=nonstopmode", "-no-shell-escape"}},
	{"pdflatex", []string{"-interaction=nonstopmode", "-no-shell-escape"}},
}

// typesetWithin bounds one run of LaTeX.
const typesetWithin = 3 * time.Minute

// Typeset makes a PDF beside each LaTeX file with the first engine that is
// installed.
func Typeset(ctx context.Context, files []string) error {
	for _, e := range engines {
		path, err := exec.LookPath(e.name)
		if err != nil {
			continue
		}
		for _, file := range files {
			if err := typeset(ctx, path, e.args, file); err != nil {
				return fmt.Errorf("%s %s: %w", e.name, filepath.Base(file), err)
			}
		}
		return nil
	}
	return ErrNoLaTeX
}

func typeset(ctx context.Context, engine string, args []string, file string) error {
	ctx, cancel := context.WithTimeout(ctx, typesetWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, engine, append(append([]string{}, args...), filepath.Base(file))...)
	cmd.Dir = filepath.Dir(file)
	return cmd.Run()
}
