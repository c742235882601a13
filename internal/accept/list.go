package accept

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// Options say what a List is made of. The zero value accepts nothing.
type Options struct {
	Inputs       []string  // names of files and folders on this machine
	Accepted     bool      // take what .bonafide.toml and comments accept
	Baseline     io.Reader // an earlier report, nil for none
	ChangedSince string    // a revision of git, "" for none
	// Read gives the references of a document whose bytes are at hand.
	Read func(name string, src []byte) ([]biblio.Reference, error)
}

// List marks the rows of a run. Its methods may be called at the same time.
type List struct {
	files    []*File
	accepted map[string][]Accepted // by entry and code
	comments bool
	baseline baseline
	since    *since

	mu    sync.Mutex
	texts map[string]string // of the bibliographies, for the comments above entries
}

// Open reads what was accepted and what is known. Its errors are the user's to
// mend.
func Open(ctx context.Context, opt Options) (*List, error) {
	l := &List{accepted: map[string][]Accepted{}, comments: opt.Accepted, texts: map[string]string{}}
	if opt.Accepted {
		if err := l.load(opt.Inputs); err != nil {
			return nil, err
		}
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

// load reads the file of each input, each file once.
func (l *List) load(inputs []string) error {
	for _, name := range inputs {
		path := Find(folderOf(name))
		if path == "" || slices.ContainsFunc(l.files, func(f *File) bool { return f.Path == path }) {
			continue
		}
		f, err := Load(path)
		if err != nil {
			return err
		}
		l.files = append(l.files, f)
		for _, a := range f.Accepted {
			l.accepted[nameOf(a.Entry, a.Code)] = append(l.accepted[nameOf(a.Entry, a.Code)], a)
		}
	}
	return nil
}

// folderOf gives the folder beside which the file of an input stands.
func folderOf(input string) string {
	if info, err := os.Stat(input); err == nil && info.IsDir() {
		return input
	}
	return filepath.Dir(input) // of standard input, "-": the current one
}

// Settings gives the report settings of the one file of the inputs, and its path;
// none where there are several files.
func (l *List) Settings() (Report, string) {
	if len(l.files) != 1 {
		return Report{}, ""
	}
	return l.files[0].Report, l.files[0].Path
}

// Mark says on a row what of it was accepted, and whether it counts at all.
func (l *List) Mark(f *report.Finding) {
	l.accept(f)
	switch {
	case !f.Questioned() && len(f.Notices) == 0: // nothing is said of it
	case f.AllAccepted():
		f.Suppressed = ByUser
	case l.baseline != nil && l.baseline.has(f):
		f.Suppressed = Baseline
	case l.since != nil && l.since.has(f):
		f.Suppressed = Unchanged
	}
}

// accept adds what the file and the comments say of the codes of a finding.
func (l *List) accept(f *report.Finding) {
	digest := ""
	for _, code := range f.Codes {
		for _, a := range l.accepted[nameOf(entryOf(f), code)] {
			if digest == "" {
				digest = Digest(f.Claimed)
			}
			f.Accepted = append(f.Accepted, report.Accepted{
				Code: code, Reason: a.Reason, Date: day(a.Date.Year, a.Date.Month, a.Date.Day), By: a.where, Stale: a.Claims != digest,
			})
		}
	}
	if !l.comments || !strings.EqualFold(filepath.Ext(f.File), ".bib") {
		return
	}
	for _, o := range readOrders(l.above(f) + f.Raw) {
		for _, code := range f.Codes {
			if slices.Contains(o.codes, code) {
				f.Accepted = append(f.Accepted, report.Accepted{Code: code, Reason: o.reason, By: "comment"})
			}
		}
	}
}

// commentBound is the largest bibliography whose comments above entries are read.
const commentBound = 128 << 20

// above gives the comment lines above the entry of a finding.
func (l *List) above(f *report.Finding) string {
	if f.Span.End == 0 {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	text, ok := l.texts[f.File]
	if !ok {
		if info, err := os.Stat(f.File); err == nil && info.Mode().IsRegular() && info.Size() <= commentBound {
			if data, err := os.ReadFile(f.File); err == nil && strings.Contains(string(data), command) {
				text = string(data)
			}
		}
		l.texts[f.File] = text
	}
	if text == "" {
		return ""
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

// openSince checks that the inputs are of a repository that has the revision.
func openSince(ctx context.Context, opt Options) (*since, error) {
	s := &since{ctx: ctx, revision: opt.ChangedSince, read: opt.Read, commits: map[string]string{}, entries: map[string]map[string]bool{}}
	for _, name := range opt.Inputs {
		dir := folderOf(name)
		c, err := commit(ctx, dir, opt.ChangedSince)
		if err != nil {
			return nil, err
		}
		s.commits[filepath.Clean(dir)] = c
	}
	return s, nil
}

// has reports an entry that the earlier revision of its file has as it is.
func (s *since) has(f *report.Finding) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries, ok := s.entries[f.File]
	if !ok {
		entries = s.old(f.File)
		s.entries[f.File] = entries
	}
	return entries[nameOf(f.Key, Digest(f.Claimed))]
}

// old reads the entries of a file as they were; none where there was no such file.
func (s *since) old(path string) map[string]bool {
	dir := filepath.Dir(path)
	c, ok := s.commits[dir]
	if !ok { // deeper than an input
		c, _ = commit(s.ctx, dir, s.revision)
		s.commits[dir] = c
	}
	content, ok := atCommit(s.ctx, c, path)
	if c == "" || !ok {
		return nil
	}
	refs, err := s.read(path, content)
	if err != nil {
		return nil
	}
	entries := map[string]bool{}
	for i := range refs {
		entries[nameOf(refs[i].Key, Digest(refs[i].Claimed.Flat()))] = true
	}
	return entries
}
