// Package bonafide audits citations: it finds each cited work in scholarly sources, compares it field by field,
// reports with evidence what is real, wrong, missing or undecidable, and writes the corrected entry.
//
// Open chooses the sources; the zero Options use only the starter corpus and ask no services, which is enough
// for tests. A Checker may be used by several goroutines.
//
// The program of the same name is in cmd/bonafide. Both use the same code to find, compare and judge.
package bonafide

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

// Options says where and how references are looked up.
type Options struct {
	// Corpora lists names of installed corpora or folders of others; none means only the starter corpus.
	Corpora []string
	// Online asks scholarly services about what the corpora do not settle, which sends them titles, names and
	// identifiers of those references.
	Online  bool
	Contact string            // an e-mail address for the services
	Keys    map[string]string // by the name of the service that "bonafide sources" lists
	Cache   string            // folder of cached answers, "" for the user's
	// Memory is a file of works verified earlier, created if it does not exist; "" means none.
	Memory string
	Jobs   int           // number of references judged at the same time; 0 means one for each processor
	Within time.Duration // how long services may be asked in one call; 0 means no limit
}

// Checker checks, corrects and cites.
type Checker struct {
	setup *setup.Setup
	opt   Options
}

// Open opens the sources. Call Close when done.
func Open(opt Options) (*Checker, error) {
	if opt.Jobs <= 0 {
		opt.Jobs = runtime.NumCPU()
	}
	var folders []string
	if len(opt.Corpora) > 0 {
		home, err := corpora.Home(os.Getenv)
		if err != nil {
			return nil, err
		}
		if folders, err = corpora.Folders(home, opt.Corpora); err != nil {
			return nil, fmt.Errorf("corpora: %w", err)
		}
	}
	memory := cmp.Or(opt.Memory, setup.NoMemory)
	s, err := setup.Open(setup.Options{
		Corpora: folders, Offline: !opt.Online, Models: setup.Models{Model: setup.NoModels},
		Online: setup.Online{Enabled: opt.Online, Contact: opt.Contact, Keys: opt.Keys, Cache: opt.Cache, Memory: memory},
	})
	if err != nil {
		return nil, err
	}
	return &Checker{setup: s, opt: opt}, nil
}

// Close saves what has to be saved and closes the sources.
func (c *Checker) Close() error { return c.setup.Close() }

// File is a paper or a bibliography. Its format is detected from its content, and from its name where the
// content is not conclusive.
type File struct {
	Name    string
	Content []byte
	// Accepted is the text of the .bonafide.toml that applies to the file: Fix does not change fields whose
	// findings it accepts.
	Accepted []byte
}

// Result is the result of a check.
type Result struct {
	Findings []row.Finding // in the order of the files
	// Report is the report as JSON Lines: what "bonafide check --format jsonl"
	// writes.
	Report []byte
	// Unread has an error for each file that could not be read.
	Unread []error
}

// Check checks the references of files as one report. An error means that there is no result; a file that
// cannot be read is listed in Result.Unread.
func (c *Checker) Check(ctx context.Context, files ...File) (Result, error) {
	var b bytes.Buffer
	lines, err := report.New("jsonl", &b, report.Options{})
	if err != nil {
		return Result{}, err
	}
	opt := c.options()
	if opt.Labels, err = run.Scheme(judge.Codes); err != nil {
		return Result{}, err
	}
	opt.FailOn = report.DefaultFailOn
	in := run.Inputs{Bytes: map[string][]byte{}}
	for _, f := range files {
		if _, twice := in.Bytes[f.Name]; twice {
			return Result{}, fmt.Errorf("two files are called %q", f.Name)
		}
		in.Names, in.Bytes[f.Name] = append(in.Names, f.Name), f.Content
	}
	one := run.New(c.setup, opt)
	defer one.Close()
	taken := collector{Writer: lines}
	unread, err := one.Check(ctx, in, &taken)
	if err != nil {
		return Result{}, err
	}
	return Result{Findings: taken.findings, Report: b.Bytes(), Unread: unread}, nil
}

type collector struct {
	report.Writer
	findings []row.Finding
}

func (c *collector) Finding(f report.Finding) error {
	c.findings = append(c.findings, f.Finding)
	return c.Writer.Finding(f)
}

func (c *Checker) options() run.Options {
	return run.Options{Version: "library", Jobs: c.opt.Jobs, Within: c.opt.Within, Today: run.Day(time.Now())}
}

// Fixed is a corrected file.
type Fixed struct {
	Name    string // that of the file, or of the bibliography made of a document that takes no corrections
	Content []byte
	Changes []Change
}

// Change is the correction of one field of a reference.
type Change struct {
	ID       string // of the reference, as in row.Finding
	Field    string
	From, To string // From is "" for a field that is added
	Source   string // whose record says so
}

// Fix corrects what is proven to be wrong in a bibliography. For a document that takes no corrections, such as
// a PDF, it returns the corrected bibliography in BibTeX; for a zip archive, the archive with its
// bibliographies corrected. What comments in the file accept ("bonafide: ignore H4") stays as it is.
func (c *Checker) Fix(ctx context.Context, file File) (Fixed, error) {
	in := run.File{Name: file.Name, Source: file.Content, Beside: func(name string) ([]byte, error) {
		if !run.Accepts(name) || file.Accepted == nil {
			return nil, fs.ErrNotExist
		}
		return file.Accepted, nil
	}}
	out, err := run.FixFile(ctx, c.setup, c.options(), in, run.FileFixing{})
	if err != nil {
		return Fixed{}, err
	}
	fixed := Fixed{Name: out.Name, Content: out.Bytes}
	for _, e := range out.Entries {
		for _, p := range e.Patches {
			fixed.Changes = append(fixed.Changes, Change{e.ID, string(p.Field), p.From, p.To, p.Source})
		}
	}
	return fixed, nil
}

// ErrNoEntry means that no work was found for a query, or several; its text lists them.
var ErrNoEntry = errors.New("no entry")

// ErrUnanswered is joined to ErrNoEntry if a source failed: the work may exist.
var ErrUnanswered = errors.New("a source did not answer")

// Cite returns the entry of the work that a query refers to: an identifier, an address, a title or a whole
// reference. Format is bibtex, csl, ris, text, markdown or html.
func (c *Checker) Cite(ctx context.Context, query, format string) (string, error) {
	form, err := cite.NewForm(format, "")
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(query) == "" {
		return "", errors.New("a query is empty")
	}
	desk := cite.Resolver{Sources: c.setup}
	a, err := desk.One(ctx, query, cite.Options{Prefer: fix.AsCited})
	if err != nil {
		return "", err
	}
	if a.Work == nil {
		err := fmt.Errorf("%w: %s", ErrNoEntry, strings.TrimSpace(a.Told()))
		if a.Unanswered() {
			err = errors.Join(err, ErrUnanswered)
		}
		return "", err
	}
	var entry strings.Builder
	err = form.Write(&entry, []cite.Answer{*a}, "")
	return entry.String(), err
}
