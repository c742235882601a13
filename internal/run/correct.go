package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Correction is a file with what the program would write instead. Of a
// document that takes no corrections, as a PDF, it is the bibliography of its
// references.
type Correction struct {
	Name string // of the file that is corrected
	Made bool   // the file is a bibliography made of the document
	fix.Result
}

// Writable reports a file that corrections can be written to.
func (c *Correction) Writable() bool { return c.Changed > 0 && c.Diff(c.Name) != "" }

// As gives the corrected references in one of formats.Exports.
func (c *Correction) As(format string) ([]byte, error) {
	doc, err := extract.Read(c.Name, c.Bytes, extract.Options{})
	if err != nil {
		return nil, err
	}
	return listed(doc.References, format)
}

// listed writes references in one of formats.Exports.
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

// bibliography makes a file of the references of a document. They keep their ids.
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
		return doc, nil, fmt.Errorf("of %d references %d could be written as BibTeX", len(doc.References), len(made.References))
	}
	for i := range made.References {
		made.References[i].ID = doc.References[i].ID
	}
	return made, src, nil
}

// Correct corrects a file whole: its references are judged by the sources of s, from answers
// that were kept where there are some. Wanted picks the references whose corrections
// are made, by their ids; nil makes all.
func Correct(ctx context.Context, s *setup.Setup, opt Options, name string, src []byte, wanted func(id string) bool) (Correction, error) {
	doc, err := extract.Read(name, src, opt.Reading)
	if errors.Is(err, extract.ErrNoReferences) || errors.Is(err, extract.ErrEmpty) {
		return Correction{Name: name, Result: fix.Result{Bytes: src}}, nil
	}
	if err != nil {
		return Correction{}, err
	}
	made := !formats.Writes(doc.Format)
	if made {
		if doc, src, err = bibliography(doc); err != nil {
			return Correction{}, err
		}
	}
	one := New(s, opt)
	defer one.Close()
	var findings []audit.Finding
	err = one.References(ctx, doc.References, func(f audit.Finding, _ report.Finding) error {
		findings = append(findings, f)
		return nil
	})
	if err != nil {
		return Correction{}, err
	}
	how := formats.Options{Options: fix.Options{}.Learned(findings)}
	if wanted != nil {
		how.Accept = func(ref *biblio.Reference, _ []fix.Patch) bool { return wanted(ref.ID) }
	}
	out, err := formats.Fix(doc.Format, src, findings, how)
	return Correction{Name: doc.Name, Made: made, Result: out}, err
}

// CorrectedName names the corrected copy of a file: "refs.bib" becomes
// "refs.corrected.bib".
func CorrectedName(name string) string {
	base := path.Base(name)
	ext := path.Ext(base)
	return base[:len(base)-len(ext)] + ".corrected" + ext
}
