package mcp

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Files gives access to the files below one folder. Nothing outside is read, whether a path leads there by
// "..", from the root of the file system or through a link.
type Files struct {
	root *os.Root
	dir  string // its absolute path
}

// OpenFiles opens a folder.
func OpenFiles(dir string) (*Files, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Files{root, dir}, nil
}

// Close closes the folder.
func (f *Files) Close() error { return f.root.Close() }

// read returns the bytes of a regular file.
func (f *Files) read(name string) ([]byte, error) {
	if strings.Contains(name, "://") {
		return nil, fmt.Errorf("%.200q is an address: give the path of a file below the folder", name)
	}
	if name == "-" { // means standard input elsewhere
		return nil, errors.New("\"-\" is not a file here")
	}
	name = filepath.FromSlash(name)
	if below, err := filepath.Rel(f.dir, name); filepath.IsAbs(name) && err == nil && filepath.IsLocal(below) {
		name = below
	}
	info, err := f.root.Stat(name)
	if err != nil {
		return nil, unreadable(err)
	}
	if !info.Mode().IsRegular() { // a named pipe would block
		return nil, errors.New("it is not a regular file")
	}
	in, err := f.root.Open(name)
	if err != nil {
		return nil, unreadable(err)
	}
	defer in.Close()
	src, err := io.ReadAll(io.LimitReader(in, biblio.MaxAgentFile+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if len(src) > biblio.MaxAgentFile {
		return nil, fmt.Errorf("it is larger than %d MB", biblio.MaxAgentFile>>20)
	}
	return src, nil
}

// unreadable says why a file is not read, without naming folders.
func unreadable(err error) error {
	if in, ok := errors.AsType[*os.PathError](err); ok {
		err = in.Err
	}
	return fmt.Errorf("only files below the folder given with --root are read: %w", err)
}

// endings maps formats of texts to the file extensions under which they are read.
var endings = map[string]string{"": "", "bibtex": ".bib", "ris": ".ris", "csl": ".json", "latex": ".tex",
	"markdown": ".md", "text": ".txt"}

// given is a text or file in a request.
type given struct {
	Text   string `json:"text,omitempty" jsonschema:"the text itself, in place of a path"`
	Format string `json:"format,omitempty" jsonschema:"of the text: bibtex, ris, csl, latex, markdown or text; recognised when it is not said"`
	Path   string `json:"path,omitempty" jsonschema:"a file below the folder that the operator opened, relative to it or absolute"`
}

// input returns the name and the bytes of the given input.
func (s *server) input(g given) (name string, src []byte, err error) {
	switch ending, ok := endings[g.Format]; {
	case (g.Text == "") == (g.Path == ""):
		return "", nil, errors.New("give either text or path")
	case !ok:
		return "", nil, fmt.Errorf("unknown format %.50q: use bibtex, ris, csl, latex, markdown or text", g.Format)
	case len(g.Text) > biblio.MaxAgentText:
		return "", nil, fmt.Errorf("the text is larger than %d MB", biblio.MaxAgentText>>20)
	case g.Text != "":
		if ending == "" {
			ending = guessed(g.Text)
		}
		return "text" + ending, []byte(g.Text), nil
	case s.Files == nil:
		return "", nil,
			errors.New("no file may be read: give the text itself, or ask the operator to start bonafide mcp with --root DIR")
	}
	if src, err = s.Files.read(g.Path); err != nil {
		return "", nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	return g.Path, src, nil
}

// beside returns a reader of files next to the given file; nil for a text.
func (s *server) beside(g given) func(name string) ([]byte, error) {
	if g.Path == "" {
		return nil
	}
	return s.Files.read
}

// guessed returns the file extension for a text without a stated format.
func guessed(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "@"), strings.Contains(text, "\n@"):
		return ".bib"
	case strings.HasPrefix(text, "TY  -"):
		return ".ris"
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return ".json"
	}
	return ".txt"
}
