package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Judged is a file whose references were checked.
type Judged struct {
	Format   string
	Source   []byte
	Findings []audit.Finding // in the order of the file
	// Row returns the row of the finding with a number, with what was accepted of it; nil if nothing was.
	Row func(i int) report.Finding
}

// Fixing says what may be changed. The zero value allows every proven correction that was not dismissed.
type Fixing struct {
	formats.Options
	Wanted    func(id string) bool // selects references; nil selects all
	Dismissed bool                 // also correct what was accepted
}

// Fix corrects a file: every front end and report takes its corrections here. Fields that a person accepted stay.
func Fix(j Judged, how Fixing) (fix.Result, error) {
	opt := how.Options
	opt.Options = opt.Learned(fix.Claims(j.Findings))
	opt.Accept = how.accept(j)
	return formats.Fix(j.Format, j.Source, j.Findings, opt)
}

func (how *Fixing) accept(j Judged) func(*biblio.Reference, []fix.Patch) bool {
	dismissing := j.Row != nil && !how.Dismissed
	if how.Wanted == nil && !dismissing {
		return how.Accept
	}
	numbers := make(map[string]int, len(j.Findings))
	for i := range j.Findings {
		numbers[j.Findings[i].Reference.ID] = i
	}
	return func(ref *biblio.Reference, patches []fix.Patch) bool {
		switch {
		case how.Wanted != nil && !how.Wanted(ref.ID):
			return false
		case dismissing && dismissed(j.Row(numbers[ref.ID]), patches):
			return false
		}
		return how.Accept == nil || how.Accept(ref, patches)
	}
}

// dismissed reports whether changes, or their cause, are of a finding that is not new or of an accepted field.
func dismissed(row report.Finding, patches []fix.Patch) bool {
	if row.Suppressed == report.Baseline || row.Suppressed == report.Unchanged {
		return true
	}
	return slices.ContainsFunc(patches, func(p fix.Patch) bool {
		return row.AcceptsField(p.Field) || row.AcceptsField(p.Cause)
	})
}

// File is a file to be corrected.
type File struct {
	Name   string
	Source []byte
	// Beside reads files that were uploaded with the file, by names with slashes: a .bonafide.toml among it
	// counts. Nil if there are none. A run that has a list of accepted findings does not use it.
	Beside func(name string) ([]byte, error)
}

// FileFixing says how a file is corrected.
type FileFixing struct {
	Fixing
	// InPlace creates no bibliography for a document that takes no corrections, such as a PDF: they are only listed.
	InPlace bool
	// Revise asks the revising model, if the setup has one.
	Revise bool
	// Progress is called with the current step and its number of references; it returns step, to be called
	// after each reference, and end, to be called after all. Nil if no one watches.
	Progress func(doing string, references int) (step, end func())
}

func (how *FileFixing) begin(doing string, references int) (step, end func()) {
	if how.Progress == nil {
		return func() {}, func() {}
	}
	return how.Progress(doing, references)
}

// Fixed is a file with its corrected version. For a document that takes no corrections, such as a PDF, it is
// the bibliography of its references.
type Fixed struct {
	Name string // of the corrected file
	Made bool   // the file is a bibliography made of the document
	// Nothing says why there is nothing to correct: extract.ErrEmpty or extract.ErrNoReferences.
	Nothing error
	// Problems are those of files of dismissals, then not applied, and of files of an archive that cannot be read.
	Problems []biblio.Problem
	// Files are the files of an archive that contain references; nil for any other file.
	Files []FixedPart
	fix.Result
}

// FixedPart is a file of an archive with its corrected version.
type FixedPart struct {
	Name string // in the archive
	fix.Result
}

// Accepts reports whether a name is that of a file of accepted findings, which is not a document.
func Accepts(name string) bool { return path.Base(name) == accept.FileName }

// Unread is the error of a file that cannot be read, worded for its author.
type Unread struct{ Err error }

// Error says what is wrong with the file.
func (u *Unread) Error() string { return u.Err.Error() }

// Unwrap returns the error of the reader.
func (u *Unread) Unwrap() error { return u.Err }

// FixFile reads a file, checks its references with the sources of s, and corrects it.
func FixFile(ctx context.Context, s *setup.Setup, opt Options, file File, how FileFixing) (Fixed, error) {
	one := New(s, opt)
	defer one.Close()
	return one.FixFile(ctx, file, how)
}

// FixFile is FixFile within a run.
func (r *Run) FixFile(ctx context.Context, file File, how FileFixing) (Fixed, error) {
	if r.opt.Reading.Format == "" && extract.IsArchive(file.Source) {
		return r.fixArchive(ctx, file, how)
	}
	doc, err := extract.Read(file.Name, file.Source, r.opt.Reading)
	if errors.Is(err, extract.ErrNoReferences) || errors.Is(err, extract.ErrEmpty) {
		return Fixed{Name: file.Name, Nothing: err, Result: fix.Result{Bytes: file.Source}}, nil
	}
	if err != nil {
		return Fixed{}, &Unread{err}
	}
	accepted := r.opt.Accept
	if accepted == nil {
		if accepted, err = accept.Open(ctx, accept.Options{Accepted: true, Files: file.read}); err != nil {
			return Fixed{}, err
		}
	}
	out := Fixed{Name: file.Name, Problems: accepted.Load([]string{file.Name})}
	stated := doc.References // as stated in the file, as accepted findings refer to them
	if out.Made = !formats.Writes(doc.Format) && !how.InPlace; out.Made {
		if doc, file.Source, err = bibliography(doc); err != nil {
			return Fixed{}, err
		}
		out.Name = doc.Name
	}
	step, end := how.begin("checking", len(doc.References))
	findings, err := r.findings(ctx, doc.References, step)
	end()
	if err != nil {
		return Fixed{}, err
	}
	j := Judged{Format: doc.Format, Source: file.Source, Findings: findings}
	j.Row = marked(findings, func(i int) report.Finding {
		f := findings[i]
		f.Reference = stated[i]
		row := report.Row(f, "", false)
		accepted.Mark(&row)
		return row
	})
	out.Result, err = r.fix(ctx, j, how)
	for i := range out.Entries {
		if out.Made && how.ShowTaken && len(out.Entries[i].Patches) == 0 {
			out.Entries[i].Taken = cmp.Or(out.Entries[i].Taken, fix.RecordEntry(&findings[i]))
		}
	}
	return out, err
}

// findings checks references, and keeps only what corrections and suggestions need: the rest would take gigabytes.
func (r *Run) findings(ctx context.Context, refs []biblio.Reference, step func()) ([]audit.Finding, error) {
	list := make([]audit.Finding, 0, len(refs))
	err := r.References(ctx, refs, func(f audit.Finding, _ report.Finding) error {
		if f.Evidence.Lookups = nil; f.Verdict.Best < 0 && f.Verdict.Outcome == judge.Inconclusive {
			f.Evidence.Candidates = nil
		}
		list = append(list, f)
		step()
		return nil
	})
	return list, err
}

// marked returns the rows of findings as row makes them, nil if nothing was accepted of any.
func marked(findings []audit.Finding, row func(i int) report.Finding) func(int) report.Finding {
	rows := map[int]report.Finding{}
	for i := range findings {
		if one := row(i); one.Marked() {
			rows[i] = one
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return func(i int) report.Finding { return rows[i] }
}

// fix corrects a judged file, after asking a model if requested.
func (r *Run) fix(ctx context.Context, j Judged, how FileFixing) (fix.Result, error) {
	if how.Revise {
		r.revise(ctx, j.Findings, &how)
	}
	return Fix(j, how.Fixing)
}

// read reads the file, or another file uploaded with it.
func (f *File) read(name string) ([]byte, error) {
	switch {
	case name == f.Name:
		return f.Source, nil
	case f.Beside == nil:
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return f.Beside(name)
}

// reviseJobs is how many entries are put to a model at a time.
const reviseJobs = 8

// revise asks the revising model, if that role is on, about the entries in which the rules leave fields undecided.
func (r *Run) revise(ctx context.Context, findings []audit.Finding, how *FileFixing) {
	reviser, on := r.setup.Reviser()
	if !on {
		return
	}
	policy := how.Options.Options.Learned(fix.Claims(findings))
	openings, open := make([]fix.Opening, len(findings)), []int(nil)
	for i := range findings {
		if openings[i] = fix.Open(&findings[i], policy); len(openings[i].Fields) > 0 {
			open = append(open, i)
		}
	}
	said := make(map[*audit.Finding]fix.Proposals, len(open))
	step, end := how.begin("revising", len(open))
	ctx = r.Context(ctx)
	var mu sync.Mutex
	parallel.Each(len(open), reviseJobs, func(k int) {
		i := open[k]
		p := reviser.Revise(ctx, &findings[i], openings[i])
		mu.Lock()
		defer mu.Unlock()
		step()
		said[&findings[i]] = p
	})
	end()
	how.Propose = func(f *audit.Finding) fix.Proposals {
		if p, ok := said[f]; ok {
			return p
		}
		return fix.Proposals{Unheard: "it was not asked"}
	}
}

// Writable reports whether corrections can be written to the file.
func (f *Fixed) Writable() bool { return f.Changed > 0 && f.Diff(f.Name) != "" }

// Diff returns the changes as a unified diff under the paths of the file, or of the files in an archive.
func (f *Fixed) Diff(name string) string {
	if f.Files == nil {
		return f.Result.Diff(name)
	}
	return strings.Join(f.Pieces(name, math.MaxInt), "")
}

// Pieces returns the changes as diffs of at most most bytes each, as fix.Result.Pieces does.
func (f *Fixed) Pieces(name string, most int) (list []string) {
	if f.Files == nil {
		return f.Result.Pieces(name, most)
	}
	for i := range f.Files {
		list = append(list, f.Files[i].Pieces(f.Files[i].Name, most)...)
	}
	return list
}

// Parts returns the files of an archive with their names as in reports, otherwise the file itself under a name.
func (f *Fixed) Parts(name string) []FixedPart {
	if f.Files == nil {
		return []FixedPart{{name, f.Result}}
	}
	parts := slices.Clone(f.Files)
	for i := range parts {
		parts[i].Name = name + extract.Inside + parts[i].Name
	}
	return parts
}

// As returns the corrected references in one of formats.Exports.
func (f *Fixed) As(format string) ([]byte, error) {
	var refs []biblio.Reference
	if f.Files == nil {
		doc, err := extract.Read(f.Name, f.Bytes, extract.Options{})
		if err != nil {
			return nil, err
		}
		refs = doc.References
	}
	for i := range f.Files {
		if doc, err := extract.Read(f.Files[i].Name, f.Files[i].Bytes, extract.Options{}); err == nil {
			refs = append(refs, doc.References...)
		}
	}
	return listed(refs, format)
}

func listed(refs []biblio.Reference, format string) ([]byte, error) {
	var b bytes.Buffer
	list, err := formats.NewExport(&b, format)
	if err != nil {
		return nil, err
	}
	if err := list.Add(refs); err != nil {
		return nil, err
	}
	err = list.Close()
	return b.Bytes(), err
}

// bibliography turns the references of a document into a file. They keep their ids.
func bibliography(doc extract.Document) (extract.Document, []byte, error) {
	src, err := listed(doc.References, "bib")
	if err != nil {
		return doc, nil, err
	}
	name := strings.TrimSuffix(path.Base(doc.Name), path.Ext(doc.Name)) + ".bib"
	made, err := extract.Read(name, src, extract.Options{})
	if err != nil {
		return doc, nil, err
	}
	if len(made.References) != len(doc.References) {
		return doc, nil, fmt.Errorf("of %d references %d could be written as BibTeX", len(doc.References),
			len(made.References))
	}
	for i := range made.References {
		made.References[i].ID = doc.References[i].ID
	}
	return made, src, nil
}

// CorrectedName returns the name of the corrected copy of a file: "refs.bib" becomes "refs.corrected.bib".
func CorrectedName(name string) string {
	base := path.Base(name)
	ext := path.Ext(base)
	return base[:len(base)-len(ext)] + ".corrected" + ext
}
