package corrupt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// ErrNoLaTeX means that LaTeX is not installed; the sources are still written.
var ErrNoLaTeX = errors.New("no LaTeX is installed (looked for tectonic, lualatex, xelatex, pdflatex): the .tex " +
	"files are written and no PDF is made")

// engine is a program that typesets LaTeX.
type engine struct {
	name string
	args []string
}

// engines are tried in this order; those that read Unicode come first.
var engines = []engine{
	{"tectonic", []string{"--untrusted", "--keep-logs"}},
	{"lualatex", []string{"-interaction=nonstopmode", "-no-shell-escape"}},
	{"xelatex", []string{"-interaction=nonstopmode", "-no-shell-escape"}},
	{"pdflatex", []string{"-interaction=nonstopmode", "-no-shell-escape"}},
}

// typesetWithin bounds one run of LaTeX.
const typesetWithin = 3 * time.Minute

// Typeset makes a PDF beside each LaTeX file with the first installed engine that prints it completely. Engines
// are often installed without their fonts, so one may fail or lack characters where the next does not. If all
// lack some, the PDF is that of the engine that lacks fewest, and the notes name file, engine and characters. A
// file that no engine typesets causes an error with the complaint of each.
func Typeset(ctx context.Context, files []string) (notes []string, err error) {
	var installed []engine
	for _, e := range engines {
		if _, err := exec.LookPath(e.name); err == nil {
			installed = append(installed, e)
		}
	}
	if len(installed) == 0 {
		return nil, ErrNoLaTeX
	}
	for _, file := range files {
		note, err := typesetFile(ctx, installed, file)
		if err != nil {
			return notes, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	return notes, nil
}

// typesetFile tries engines until one prints the whole file.
func typesetFile(ctx context.Context, installed []engine, file string) (note string, err error) {
	var failures []error
	var best engine
	var lost []string
	for _, e := range installed {
		missing, err := e.run(ctx, file)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			failures = append(failures, fmt.Errorf("%s: %w", e.name, err))
		case len(missing) == 0:
			return "", nil
		case best.name == "" || len(missing) < len(lost):
			best, lost = e, missing
		}
	}
	if best.name == "" {
		return "", errors.Join(failures...)
	}
	if _, err := best.run(ctx, file); err != nil { // a later engine has overwritten its PDF
		return "", err
	}
	return fmt.Sprintf("%s: %s has no sign for %s: these are missing in the PDF", filepath.Base(file), best.name,
		strings.Join(lost, " ")), nil
}

// run typesets a file in its folder, and returns the characters that the engine
// could not print.
func (e engine) run(ctx context.Context, file string) (missing []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, typesetWithin)
	defer cancel()
	base := strings.TrimSuffix(file, filepath.Ext(file))
	for _, made := range []string{".pdf", ".log"} {
		if err := os.Remove(base + made); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, e.name, append(append([]string{}, e.args...), filepath.Base(file))...)
	cmd.Dir = filepath.Dir(file)
	cmd.Env = append(os.Environ(), "max_print_line=1000") // otherwise TeX breaks the lines of its log
	stopped := cmd.Run()
	log, _ := os.ReadFile(base + ".log")
	missing, complaint := readLog(string(log))
	if _, err := os.Stat(base + ".pdf"); err != nil || complaint != "" || stopped != nil && len(missing) == 0 {
		return nil, fmt.Errorf("%w %s", errors.Join(ctx.Err(), stopped, err), complaint)
	}
	_ = os.Remove(base + ".log")
	_ = os.Remove(base + ".aux")
	return missing, nil
}

// lostSign matches what engines report about a character that their fonts lack.
var lostSign = regexp.MustCompile(`^(?:Missing character: There is no (\S+)|! LaTeX Error: Unicode character (\S+))`)

// readLog returns the characters that were lost, each once in order, and the first other error.
func readLog(log string) (missing []string, complaint string) {
	seen := map[string]bool{}
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		if m := lostSign.FindStringSubmatch(line); m != nil {
			if sign := m[1] + m[2]; !seen[sign] {
				seen[sign] = true
				missing = append(missing, sign)
			}
		} else if complaint == "" && strings.HasPrefix(line, "! ") {
			complaint = strings.TrimPrefix(line, "! ")
		}
	}
	return missing, complaint
}
