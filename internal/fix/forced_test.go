package fix_test

import (
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// Every entry of the collection is made to look wrong in every field: what is outside the entries stays, and
// each file is parsed as before.
func TestSharedFilesForced(t *testing.T) {
	_, records := fixtest.Auditor(t, false)
	files, entries, changed := 0, 0, 0
	testenv.EachShared(t, func(path string, src []byte) {
		if filepath.Ext(path) != ".bib" {
			return
		}
		doc, err := extract.Read(path, src, extract.Options{Format: "bibtex"})
		if err != nil {
			return
		}
		var findings []audit.Finding
		for i, ref := range doc.References {
			findings = append(findings, fixtest.Forced(ref, records[(files*31+i)%len(records)]))
		}
		files++
		out, err := fix.BibTeX(src, findings,
			fix.Options{Add: []biblio.Field{biblio.FieldDOI, biblio.FieldPages, biblio.FieldYear}})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		entries, changed = entries+len(out.Entries), changed+out.Changed
		old, now := bibtex.Parse(src), bibtex.Parse(out.Bytes)
		for i := range old.Items {
			if old.Items[i].Kind != bibtex.Entry && old.Text(old.Items[i].Span) != now.Text(now.Items[i].Span) {
				t.Errorf("%s: text outside of entries changes", path)
			}
		}
	}, "bibfiles")
	t.Logf("%d files; %d of %d entries changed", files, changed, entries)
}
