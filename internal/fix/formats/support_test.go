package formats_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// auditor returns an auditor over the starter corpus, and those of its records whose origin may contradict an
// entry.
func auditor(t testing.TB) (*audit.Auditor, []biblio.Record) {
	t.Helper()
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	ix, err := index.InMemoryWith(records, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// they contradict no entry
	records = slices.DeleteFunc(records, func(r biblio.Record) bool { return r.Origin.Kind < biblio.PreprintServer })
	return &audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}, records
}

// corrected audits a source and corrects it.
func corrected(t testing.TB, a *audit.Auditor, format string, src []byte, opt formats.Options) fix.Result {
	t.Helper()
	doc, err := extract.Read("test", src, extract.Options{Format: format})
	if errors.Is(err, extract.ErrNoReferences) {
		return fix.Result{Bytes: src}
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := formats.Fix(format, src, fixtest.Findings(t, a, doc.References), opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
