package fixtest

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// Auditor returns an auditor over the starter corpus, and its records. world says that they are all works that
// exist.
func Auditor(t testing.TB, world bool) (*audit.Auditor, []biblio.Record) {
	t.Helper()
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	ix, err := corpora.Starter()
	if err != nil {
		t.Fatal(err)
	}
	return Over(ix, world), records
}

// Over returns an auditor over an index.
func Over(ix *index.Index, world bool) *audit.Auditor {
	c := offline.New(ix)
	c.ClosedWorld = world
	return &audit.Auditor{Stages: [][]source.Connector{{c}}}
}

// Findings audits references.
func Findings(t testing.TB, a *audit.Auditor, refs []biblio.Reference) []audit.Finding {
	t.Helper()
	var findings []audit.Finding
	if err := a.All(context.Background(), refs, audit.Options{Jobs: 2}, func(f audit.Finding) error {
		findings = append(findings, f)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return findings
}

// Audited returns the findings of a BibTeX source.
func Audited(t testing.TB, a *audit.Auditor, src []byte) []audit.Finding {
	t.Helper()
	doc, err := extract.Read("test.bib", src, extract.Options{Format: "bibtex"})
	if err != nil {
		t.Fatal(err)
	}
	return Findings(t, a, doc.References)
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

// Forced returns a finding that says that every field of a reference is wrong and that the record is the work.
func Forced(ref biblio.Reference, record biblio.Record) audit.Finding {
	cmp := match.Compare(&ref.Claimed, &record.Work)
	cmp.SameWork = 1
	v := judge.Verdict{Outcome: judge.Discrepant}
	for i, c := range cmp.Fields {
		if c.Field != biblio.FieldTitle && c.Field != biblio.FieldAuthors || len(ref.Raw)%2 == i%2 {
			cmp.Fields[i].Agreement = match.Differs
			v.Reasons = append(v.Reasons,
				judge.Reason{Rule: string(c.Field) + "-differs", Field: c.Field, Claimed: record.Title, Recorded: record.Title,
					Strength: judge.Certain})
		}
	}
	return audit.Finding{
		Reference: ref, Verdict: v,
		Evidence: judge.Evidence{
			Candidates: []match.Candidate{{Hit: answer.Hit{Record: record},
				Source: answer.Info{Name: "test", Origin: biblio.Origin{Kind: biblio.Publisher}}, Comparison: cmp}}},
	}
}
