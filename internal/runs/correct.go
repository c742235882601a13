package runs

import (
	"context"
	"errors"
	"path"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// Correction is a file of a run with what the program would write instead.
type Correction struct {
	Name   string
	Format string // one of extract.Formats
	fix.Result
}

// Writable reports a file that corrections can be written to.
func (c *Correction) Writable() bool { return c.Changed > 0 && c.Diff(c.Name) != "" }

// Touched lists the entries of which there is something to say.
func (c *Correction) Touched() []fix.Entry {
	list := []fix.Entry{}
	for _, e := range c.Entries {
		if len(e.Patches)+len(e.Unactionable)+len(e.Nearest) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// Correct corrects a file of a run as fix does: its references are judged again,
// from answers that were kept. Wanted picks the findings whose corrections are
// made; nil makes all.
func (w *Worker) Correct(ctx context.Context, r *Record, name string, wanted func(finding string) bool) (Correction, error) {
	at := slices.IndexFunc(r.Inputs, func(in Input) bool { return in.Name == name })
	if at < 0 {
		return Correction{}, ErrNone
	}
	src, err := w.Store.Content(r.Inputs[at].Digest)
	if err != nil {
		return Correction{}, err
	}
	doc, err := extract.Read(name, src, r.Options.Reading())
	if errors.Is(err, extract.ErrNoReferences) || errors.Is(err, extract.ErrEmpty) {
		return Correction{Name: name, Result: fix.Result{Bytes: src}}, nil
	}
	if err != nil {
		return Correction{}, err
	}
	s, err := w.Setup(r.Options)
	if err != nil {
		return Correction{}, err
	}
	one := run.New(s, run.Options{Jobs: w.Jobs, Today: today(), Within: w.Within})
	defer one.Close()
	var findings []audit.Finding
	err = one.References(ctx, doc.References, func(f audit.Finding, _ report.Finding) error {
		findings = append(findings, f)
		return nil
	})
	if err != nil {
		return Correction{}, err
	}
	opt := formats.Options{Options: fix.Options{}.Learned(findings)}
	if wanted != nil {
		opt.Accept = func(ref *biblio.Reference, _ []fix.Patch) bool { return wanted(ref.ID) }
	}
	out, err := formats.Fix(doc.Format, src, findings, opt)
	return Correction{Name: name, Format: doc.Format, Result: out}, err
}

// Corrected names the corrected copy of a file: "refs.bib" becomes
// "refs.corrected.bib".
func Corrected(name string) string {
	base := path.Base(name)
	ext := path.Ext(base)
	return base[:len(base)-len(ext)] + ".corrected" + ext
}
