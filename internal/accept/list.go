// Package accept holds the user's replies to the program: findings that were looked at and accepted, in a file
// .bonafide.toml beside the bibliography or in a comment of an entry; and which findings are not new, by an
// earlier report or by git. It marks rows and concludes nothing.
//
// The file may come with an untrusted paper. It can accept findings of entries in files of its folder and
// below, which reports show as accepted, and nothing else: it has no settings, and names no programs, hosts,
// keys or other files.
//
// May be imported by: fix/formats, setup, run, lsp, cmd.
package accept

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// Options define the contents of a List. The zero value accepts nothing.
type Options struct {
	Inputs       []string  // names of files and folders on this machine
	Accepted     bool      // apply what .bonafide.toml and comments accept
	Baseline     io.Reader // an earlier report, nil for none
	ChangedSince string    // a revision of git, "" for none
	// Texts replace files on disk by name, for instance with those in an editor.
	Texts map[string]string
	// Files reads files that were uploaded with a bibliography, by names with slashes; nil reads the files of
	// this machine.
	Files func(name string) ([]byte, error)
	// Read returns the references of a document, given its bytes.
	Read func(name string, src []byte) ([]biblio.Reference, error)
}

// List marks the rows of a run. It is safe for concurrent use.
type List struct {
	accepts  bool
	baseline baseline
	since    *since
	disk     disk

	mu     sync.Mutex
	given  []string          // names that are not files on this machine
	dirs   map[string]*File  // by folder, nil for none
	files  map[string]*File  // by path, nil for an unusable one
	texts  map[string]string // of the bibliographies, for the comments above entries
	onDisk map[string]bool
}

// Open reads what is known; what is accepted is read with the first row of a file. Its errors are for
// the user to correct.
func Open(ctx context.Context, opt Options) (*List, error) {
	l := &List{
		accepts: opt.Accepted, disk: thisMachine(), dirs: map[string]*File{}, files: map[string]*File{},
		texts: map[string]string{}, onDisk: map[string]bool{},
	}
	if opt.Files != nil {
		l.disk = handedIn(opt.Files)
	}
	for name, text := range opt.Texts {
		l.texts[name], l.onDisk[name] = text, true
	}
	if opt.Baseline != nil {
		var err error
		if l.baseline, err = readBaseline(opt.Baseline); err != nil {
			return nil, fmt.Errorf("--baseline: %w", err)
		}
	}
	if opt.ChangedSince != "" {
		var err error
		if l.since, err = openSince(ctx, opt); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Given declares that a name is uploaded content, beside which nothing is accepted. The receiver may be nil.
func (l *List) Given(name string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.given = append(l.given, name)
}

// Load reads the files that apply to these papers, and returns the problems of unusable ones, each once.
func (l *List) Load(names []string) []biblio.Problem {
	if l == nil || !l.accepts {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var problems []biblio.Problem
	for _, name := range names {
		if _, p := l.fileOf(name); p != nil {
			problems = append(problems, *p)
		}
	}
	return problems
}

const ruleUnusable = "accepted-file"

// fileOf returns the file that accepts findings in a paper, nil for none; at first also why it is unusable.
func (l *List) fileOf(name string) (*File, *biblio.Problem) {
	if !l.isFile(name) {
		return nil, nil
	}
	dir := filepath.Dir(name)
	if f, ok := l.dirs[dir]; ok {
		return f, nil
	}
	l.dirs[dir] = nil
	path := l.disk.find(dir)
	if path == "" {
		return nil, nil
	}
	f, ok := l.files[path]
	if !ok {
		data, err := l.disk.read(path)
		if err = cmp.Or(err, bounded(path, data)); err == nil {
			f, err = parse(path, data)
		}
		if err != nil {
			l.files[path] = nil
			return nil, &biblio.Problem{Place: biblio.Place{File: Shown(path)}, Rule: ruleUnusable,
				Message: "not applied: " + err.Error()}
		}
		l.files[path] = f
	}
	l.dirs[dir] = f
	return f, nil
}

func (l *List) isFile(name string) bool {
	if is, ok := l.onDisk[name]; ok {
		return is
	}
	outer, _, _ := strings.Cut(name, "!")
	is := name != "" && !slices.Contains(l.given, name) && !slices.Contains(l.given, outer) && l.disk.has(name)
	l.onDisk[name] = is
	return is
}

// Mark marks on a row what was accepted of it, and whether it counts at all.
func (l *List) Mark(f *report.Finding) {
	if l.accepts && f.Questioned() {
		l.accept(f)
	}
	switch {
	case !f.Questioned() && len(f.Notices) == 0: // it has nothing to accept
	case f.AllAccepted():
		f.Suppressed = report.ByUser
	case l.baseline != nil && l.baseline.has(f):
		f.Suppressed = report.Baseline
	case l.since != nil && l.since.has(f):
		f.Suppressed = report.Unchanged
	}
}

// accept applies what the file and the comments say about the codes of a finding.
func (l *List) accept(f *report.Finding) {
	l.mu.Lock()
	defer l.mu.Unlock()
	file, _ := l.fileOf(f.File)
	list := make([]What, 0, len(f.Codes))
	for _, code := range f.Codes {
		list = append(list, What{Code: code})
	}
	for _, field := range f.FieldsQuestioned() {
		list = append(list, Of(field))
	}
	for _, what := range list {
		if a := file.about(f, what); a != nil {
			f.Accepted = append(f.Accepted, row.Accepted{
				Code: what.Code, Field: what.Field, Reason: a.Reason, Date: day(a.Date.Year, int(a.Date.Month), a.Date.Day),
				By: a.where, Stale: a.Claims != f.DigestOf(biblio.Field(what.Field)),
			})
		}
	}
	if !strings.EqualFold(filepath.Ext(f.File), ".bib") || !l.isFile(f.File) {
		return
	}
	for _, o := range readOrders(l.above(f), f.Raw) {
		for _, what := range list {
			if slices.Contains(o.what, what) {
				f.Accepted = append(f.Accepted,
					row.Accepted{Code: what.Code, Field: what.Field, Reason: o.reason, By: "comment"})
			}
		}
	}
}

// about returns what a file accepts of a finding: of the entry as it is, otherwise of an earlier version; nil for
// nothing. An entry without a key is known by its claims alone.
func (f *File) about(row *report.Finding, what What) *Accepted {
	if f == nil {
		return nil
	}
	name := nameOf(what.Code, what.Field)
	if digest := row.DigestOf(biblio.Field(what.Field)); digest != "" {
		for _, a := range f.byClaims[nameOf(name, digest)] {
			if row.Key == "" || a.Entry == row.Key {
				return a
			}
		}
	}
	if row.Key == "" {
		return nil
	}
	return f.byEntry[nameOf(row.Key, name)]
}

// above returns the comment lines above the entry of a finding.
func (l *List) above(f *report.Finding) string {
	if f.Span.End == 0 {
		return ""
	}
	text, ok := l.texts[f.File]
	if !ok {
		if data, err := l.disk.read(f.File); err == nil && bytes.Contains(data, []byte(command)) {
			text = string(data)
		}
		l.texts[f.File] = text
	}
	return above(text, f.Span.Start)
}

// since knows the entries of an earlier revision.
type since struct {
	ctx      context.Context
	revision string
	read     func(name string, src []byte) ([]biblio.Reference, error)

	mu      sync.Mutex
	commits map[string]string          // by folder
	entries map[string]map[string]bool // by file
}

// openSince checks that the inputs are in a repository that has the revision.
func openSince(ctx context.Context, opt Options) (*since, error) {
	s := &since{ctx: ctx, revision: opt.ChangedSince, read: opt.Read, commits: map[string]string{},
		entries: map[string]map[string]bool{}}
	for _, name := range opt.Inputs {
		dir := name
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			dir = filepath.Dir(name) // for standard input, "-": the current one
		}
		c, err := commit(ctx, dir, opt.ChangedSince)
		if err != nil {
			return nil, err
		}
		s.commits[filepath.Clean(dir)] = c
	}
	return s, nil
}

// has reports whether an earlier revision has an entry unchanged. A retraction may be newer than both.
func (s *since) has(f *report.Finding) bool {
	if f.Withdrawn() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	entries, ok := s.entries[f.File]
	if !ok {
		entries = s.old(f.File)
		s.entries[f.File] = entries
	}
	return entries[nameOf(f.Key, f.Digest)]
}

// old reads the entries of a file as they were; none if the file did not exist.
func (s *since) old(path string) map[string]bool {
	dir := filepath.Dir(path)
	c, ok := s.commits[dir]
	if !ok { // deeper than an input
		c, _ = commit(s.ctx, dir, s.revision)
		s.commits[dir] = c
	}
	content, ok := AtCommit(s.ctx, c, path)
	if c == "" || !ok {
		return nil
	}
	refs, err := s.read(path, content)
	if err != nil {
		return nil
	}
	entries := map[string]bool{}
	for i := range refs {
		entries[nameOf(refs[i].Key, report.Digest(&refs[i]))] = true
	}
	return entries
}

// disk gives access to the bibliographies, and the files beside them.
type disk struct {
	has  func(name string) bool  // whether there is a file of this name, not inside an archive
	find func(dir string) string // the FileName that applies to a folder, "" for none
	read func(name string) ([]byte, error)
}

// thisMachine accesses the files of this machine.
func thisMachine() disk {
	return disk{IsFile, Find, func(name string) ([]byte, error) {
		if filepath.Base(name) == FileName {
			return ReadFile(name)
		}
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > biblio.MaxDocument {
			return nil, cmp.Or(err, os.ErrInvalid)
		}
		return os.ReadFile(name)
	}}
}

// handedIn accesses uploaded files, by their names.
func handedIn(read func(name string) ([]byte, error)) disk {
	has := func(name string) bool {
		_, err := read(name)
		return err == nil
	}
	return disk{has, func(dir string) string {
		for dir = path.Clean(filepath.ToSlash(dir)); ; dir = path.Dir(dir) {
			if name := path.Join(dir, FileName); has(name) {
				return name
			}
			if dir == path.Dir(dir) {
				return ""
			}
		}
	}, read}
}

// IsFile reports whether a name is that of a regular file, not of one inside an archive ("archive.zip!file").
func IsFile(name string) bool {
	for i := range len(name) {
		if name[i] == '!' && regular(name[:i]) {
			return false
		}
	}
	return regular(name)
}

func regular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
