package accept

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// FileName is the name of the file beside a bibliography.
const FileName = ".bonafide.toml"

const fileBound = 512 << 10

// File is the content of a .bonafide.toml.
type File struct {
	Path     string     `toml:"-"`
	Accepted []Accepted `toml:"accepted"`

	byEntry  map[string]*Accepted   // by entry and what is accepted; the last one counts
	byClaims map[string][]*Accepted // by what is accepted and what is claimed
}

// Accepted is a finding that a person has looked at and accepted.
type Accepted struct {
	Entry  string         `toml:"entry"` // its key, or if it has none its id, for people
	Code   string         `toml:"code"`
	Field  string         `toml:"field,omitempty"` // the one field of the code that is accepted, "" for all
	Claims string         `toml:"claims"`          // what the entry claimed: report.Finding.DigestOf the field
	Reason string         `toml:"reason"`
	Date   toml.LocalDate `toml:"date"`

	where string // the file and line
}

// Find looks for the file in a folder and above it, up to the root of its repository or the user's home; elsewhere
// only in the folder, since those above may belong to others. "" means that there is none.
func Find(dir string) string {
	dir, err := resolved(dir)
	if err != nil {
		return ""
	}
	top := topOf(dir)
	for {
		path := filepath.Join(dir, FileName)
		if _, err := os.Lstat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if dir == top || up == dir {
			return ""
		}
		dir = up
	}
}

// resolved returns the absolute path of a folder without symbolic links.
func resolved(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// topOf returns the highest folder in which the file for a folder may be.
func topOf(dir string) string {
	home := ""
	if h, err := os.UserHomeDir(); err == nil && h != "" {
		home, _ = resolved(h)
	}
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil || info.Mode()&os.ModeSticky != 0 || at == filepath.Dir(at) {
			return dir // a folder of all users, such as /tmp, or the root
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil || at == home {
			return at
		}
	}
}

// Shown returns a path as people know it: relative to the current folder if it is below.
func Shown(path string) string {
	if here, err := resolved("."); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

// ReadFile returns the bytes of a file of limited size.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is a link or no file at all: put a file of its own there", Shown(path))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, fileBound+1))
	return data, cmp.Or(err, bounded(path, data))
}

// bounded returns an error for a text that is too long to be read again.
func bounded(path string, data []byte) error {
	if len(data) <= fileBound {
		return nil
	}
	return fmt.Errorf("%s: accepted findings are kept up to %d kB; a baseline holds any number: bonafide check --baseline",
		Shown(path), fileBound>>10)
}

func parse(path string, data []byte) (*File, error) {
	f := &File{Path: path}
	path = Shown(path)
	heads, unknown := tables(data) // before Decode, which takes quadratic time over many names
	if len(unknown) > 0 {
		for i, err := range unknown {
			unknown[i] = fmt.Errorf("%s:%w", path, err)
		}
		return nil, errors.Join(unknown...)
	}
	if err := DecodeTOML(data, f); err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	f.byEntry, f.byClaims = map[string]*Accepted{}, map[string][]*Accepted{}
	var problems []error
	for i := range f.Accepted {
		a := &f.Accepted[i]
		a.where = path
		if i < len(heads) {
			a.where = fmt.Sprintf("%s:%d", path, heads[i].line)
		}
		if err := a.check(); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", a.where, err))
		}
		f.byEntry[nameOf(a.Entry, a.what())] = a
		f.byClaims[nameOf(a.what(), a.Claims)] = append(f.byClaims[nameOf(a.what(), a.Claims)], a)
	}
	return f, errors.Join(problems[:min(len(problems), mostTold)]...)
}

// check returns what an accepted finding lacks.
func (a *Accepted) check() error {
	for _, part := range []struct{ name, value string }{{"entry", a.Entry}, {"code", a.Code}, {"claims", a.Claims},
		{"reason", strings.TrimSpace(a.Reason)}} {
		if part.value == "" {
			return fmt.Errorf("an accepted finding says no %s: have \"bonafide dismiss\" write it", part.name)
		}
	}
	if !Acceptable(a.Code) {
		return fmt.Errorf("code %q: no such finding can be accepted, use one of %s", a.Code, strings.Join(Codes(), ", "))
	}
	if a.Field != "" && Of(biblio.Field(a.Field)).Code != a.Code {
		return fmt.Errorf("field %q: code %s is not about such a field", a.Field, a.Code)
	}
	return nil
}

// what names what is accepted in an entry: a code, or one field of it.
func (a *Accepted) what() string { return nameOf(a.Code, a.Field) }

// What is what is accepted in an entry: a code, or one field of it.
type What struct{ Code, Field string }

// Of returns what accepts the findings of one field.
func Of(field biblio.Field) What { return What{string(judge.CodeOf(field)), string(field)} }

// ReadWhat reads a code ("H4"), or the name of a field ("year"), in upper or lower case.
func ReadWhat(word string) (what What, ok bool) {
	if code := strings.ToUpper(word); Acceptable(code) {
		return What{Code: code}, true
	}
	field := biblio.Field(strings.ToLower(word))
	if !slices.Contains(biblio.Fields, field) {
		return What{}, false
	}
	return Of(field), true
}

// OfRow returns what is accepted if a person dismisses something in a row, as long as the entry claims the same.
func (w What) OfRow(f *report.Finding) Accepted {
	return Accepted{Entry: cmp.Or(f.Key, f.ID), Code: w.Code, Field: w.Field, Claims: f.DigestOf(biblio.Field(w.Field))}
}

// Codes returns the codes that can be accepted: all except those that say that nothing is wrong.
func Codes() []string {
	codes := lists.Map(judge.AllCodes, func(c judge.Code) string { return string(c) })
	return slices.DeleteFunc(codes, func(c string) bool { return strings.HasPrefix(c, "R") })
}

// Acceptable reports whether a code can be accepted.
func Acceptable(code string) bool { return slices.Contains(Codes(), code) }

const mostTold = 10

// unknownName reports a name that means nothing in the file.
func unknownName(name string, line int) error {
	return fmt.Errorf("%d: nothing is called %q here: this file takes only tables [[accepted]]", line, name)
}

const table = "accepted"

var acceptedNames = func() (names []string) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Accepted]()) {
		if name, _, _ := strings.Cut(field.Tag.Get("toml"), ","); name != "" {
			names = append(names, table+"."+name)
		}
	}
	return names
}()
