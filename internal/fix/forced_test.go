package fix_test

import (
	"io/fs"
	"os"
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

// Every entry of the collection is made to look wrong in every field: what
// stands outside of the entries stays, and each file is read as before.
func TestSharedFilesForced(t *testing.T) {
	root := filepath.Join(testenv.Shared(t), "data", "bibfiles")
	_, records := fixtest.Auditor(t, false)
	files, entries, changed := 0, 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".bib" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		doc, err := extract.Read(path, src, extract.Options{Format: "bibtex"})
		if err != nil {
			return nil
		}
		var findings []audit.Finding
		for i, ref := range doc.References {
			findings = append(findings, forced(ref, records[(files*31+i)%len(records)]))
		}
		files++
		out, err := fix.BibTeX(src, findings, fix.Options{Add: []biblio.Field{biblio.FieldDOI, biblio.FieldPages, biblio.FieldYear}})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		entries, changed = entries+len(out.Entries), changed+out.Changed
		old, now := bibtex.Parse(src), bibtex.Parse(out.Bytes)
		for i := range old.Items {
			if old.Items[i].Kind != bibtex.Entry && old.Text(old.Items[i].Span) != now.Text(now.Items[i].Span) {
				t.Errorf("%s: text outside of entries changes", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files; %d of %d entries changed", files, changed, entries)
}
