package accept

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// FileName is the name of the file beside a bibliography.
const FileName = ".bonafide.toml"

// fileBound is how long such a file may be.
const fileBound = 1 << 20

// File is what a .bonafide.toml says.
type File struct {
	Path     string     `toml:"-"`
	Report   Report     `toml:"report"`
	Accepted []Accepted `toml:"accepted"`
}

// Report are the settings of the table [report], "" for those that are not made.
type Report struct {
	FailOn string `toml:"fail_on"`
	Scheme string `toml:"scheme"`
	Sort   string `toml:"sort"`
}

// Accepted is a finding that a person has looked at and accepted.
type Accepted struct {
	Entry  string         `toml:"entry"` // its key, or its id where it has none
	Code   string         `toml:"code"`
	Claims string         `toml:"claims"` // Digest of what the entry claimed
	Reason string         `toml:"reason"`
	Date   toml.LocalDate `toml:"date"`

	where string // the file and line
}

// Find looks for the file in a folder and in those above it, up to the root of a
// repository or the user's home; "" when there is none.
func Find(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	home, _ := os.UserHomeDir()
	for {
		path := filepath.Join(dir, FileName)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		up := filepath.Dir(dir)
		if err == nil || up == dir || dir == home {
			return ""
		}
		dir = up
	}
}

// Shown gives a path as people know it: from the current folder where it is below.
func Shown(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

// Load reads a file.
func Load(path string) (*File, error) {
	data, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// ReadFile gives the bytes of a file, within bounds.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, fileBound+1))
	if err == nil && len(data) > fileBound {
		err = fmt.Errorf("%s is longer than %d MB: it is no list of accepted findings", path, fileBound>>20)
	}
	return data, err
}

// Parse reads the text of a file. Whatever it has no word for is an error that
// names its place.
func Parse(path string, data []byte) (*File, error) {
	f := &File{Path: path}
	path = Shown(path)
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := dec.Decode(f); err != nil {
		return nil, placed(path, err)
	}
	var problems []error
	heads := headers(data)
	for i := range f.Accepted {
		a := &f.Accepted[i]
		a.where = path
		if i < len(heads) {
			a.where = fmt.Sprintf("%s:%d", path, heads[i])
		}
		if err := a.check(); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", a.where, err))
		}
	}
	return f, errors.Join(problems...)
}

// check reports what an accepted finding lacks.
func (a *Accepted) check() error {
	for _, part := range []struct{ name, value string }{{"entry", a.Entry}, {"code", a.Code}, {"claims", a.Claims}, {"reason", strings.TrimSpace(a.Reason)}} {
		if part.value == "" {
			return fmt.Errorf("an accepted finding says no %s: have \"bonafide accept\" write it", part.name)
		}
	}
	if !Acceptable(a.Code) {
		return fmt.Errorf("code %q: no such finding can be accepted, use one of %s", a.Code, strings.Join(Codes(), ", "))
	}
	return nil
}

// Codes are those that can be accepted: all but those that say that nothing is
// wrong.
func Codes() []string {
	var list []string
	for _, c := range judge.AllCodes {
		if !strings.HasPrefix(string(c), "R") {
			list = append(list, string(c))
		}
	}
	return list
}

// Acceptable reports a code that can be accepted.
func Acceptable(code string) bool { return slices.Contains(Codes(), code) }

// placed gives errors of the TOML reader the place that they know.
func placed(path string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		var list []error
		for i := range strict.Errors {
			e := &strict.Errors[i]
			row, _ := e.Position()
			list = append(list, fmt.Errorf("%s:%d: nothing is called %q here: this file has accepted findings, and fail_on, scheme and sort in [report]", path, row, strings.Join(e.Key(), ".")))
		}
		return errors.Join(list...)
	}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		row, column := at.Position()
		return fmt.Errorf("%s:%d:%d: %s", path, row, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", path, err)
}

// headers gives the lines on which [[accepted]] stands.
func headers(data []byte) []int {
	var lines []int
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		if e := p.Expression(); e.Kind == unstable.ArrayTable {
			it := e.Key()
			if it.Next() && string(it.Node().Data) == table {
				lines = append(lines, p.Shape(it.Node().Raw).Start.Line)
			}
		}
	}
	return lines
}

// table is the name of the tables of accepted findings.
const table = "accepted"
