package fixtest

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/starter"
)

// Auditor gives an auditor over the starter corpus, and its records. world says
// that they are all the works there are.
func Auditor(t testing.TB, world bool) (*audit.Auditor, []biblio.Record) {
	t.Helper()
	records, err := starter.Records()
	if err != nil {
		t.Fatal(err)
	}
	ix, err := starter.Index()
	if err != nil {
		t.Fatal(err)
	}
	return Over(ix, world), records
}

// Over gives an auditor that asks an index.
func Over(ix *index.Index, world bool) *audit.Auditor {
	c := offline.New(ix)
	c.ClosedWorld = world
	return &audit.Auditor{Stages: [][]source.Connector{{c}}}
}

// Audited gives the findings of a BibTeX source.
func Audited(t testing.TB, a *audit.Auditor, src []byte) []audit.Finding {
	t.Helper()
	doc, err := extract.Read("test.bib", src, extract.Options{Format: "bibtex"})
	if err != nil {
		t.Fatal(err)
	}
	var findings []audit.Finding
	if err := a.All(context.Background(), doc.References, audit.Options{Jobs: 2}, func(f audit.Finding) error {
		findings = append(findings, f)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return findings
}

// Corrected audits a BibTeX source and corrects it.
func Corrected(t testing.TB, a *audit.Auditor, src []byte, opt fix.Options) fix.Result {
	t.Helper()
	out, err := fix.BibTeX(src, Audited(t, a, src), opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
