package fix_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// Every file of the collection stays byte for byte if nothing is wrong; otherwise it stays outside the changed
// entries. What changes is read again as logged, and changes no more.
func TestSharedFilesStay(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	files, same, references, changed := 0, 0, 0, 0
	one := func(path string, src []byte) {
		files++
		for _, asBibTeX := range []bool{true, false} {
			opt := extract.Options{}
			if asBibTeX {
				opt.Format = "bibtex"
			}
			doc, err := extract.Read(path, src, opt)
			if err != nil {
				continue
			}
			var findings []audit.Finding
			for _, ref := range doc.References {
				findings = append(findings, audit.Finding{Reference: ref, Verdict: judge.Verdict{Best: -1}})
			}
			out, err := fix.BibTeX(src, findings, fix.Options{})
			if err != nil || !bytes.Equal(out.Bytes, src) {
				t.Errorf("%s: nothing to change, and it changes (%v)", path, err)
			}
		}
		if filepath.Ext(path) != ".bib" {
			return
		}
		doc, err := extract.Read(path, src, extract.Options{Format: "bibtex"})
		if err != nil {
			return
		}
		findings := fixtest.Findings(t, a, doc.References)
		references += len(findings)
		opt := fix.Options{Add: []biblio.Field{biblio.FieldDOI, biblio.FieldPages}}
		out, err := fix.BibTeX(src, findings, opt)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		changed += out.Changed
		if out.Changed == 0 {
			if same++; !bytes.Equal(out.Bytes, src) {
				t.Errorf("%s: no patch, and it changes", path)
			}
			return
		}
		stays(t, path, src, out)
		if utf8.Valid(src) {
			faithful(t, src, out)
		}
		if again, err := fix.BibTeX(out.Bytes, fixtest.Audited(t, a, out.Bytes), opt); err != nil ||
			!bytes.Equal(again.Bytes, out.Bytes) {
			t.Errorf("%s: a second run changes more (%v)", path, err)
		}
		for _, e := range out.Entries {
			for _, p := range e.Patches {
				t.Logf("%s:%d %s %s %q → %q (%s)", filepath.Base(path), e.Line, e.Key, p.Field, p.From, p.To, p.Rule)
			}
		}
	}
	testenv.EachShared(t, one, "bibfiles")
	testenv.EachShared(t, one, "cases")
	if testenv.Long() {
		testenv.EachShared(t, one, "bench", "accusations")
	}
	t.Logf("%d files; of the .bib files %d stay as they are; %d of %d entries change", files, same, changed, references)
}

// stays compares a corrected file with its source outside the changed entries.
func stays(t *testing.T, path string, src []byte, out fix.Result) {
	t.Helper()
	lines := map[int]bool{}
	for _, e := range out.Entries {
		lines[e.Line] = len(e.Patches) > 0
	}
	old, now := bibtex.Parse(src), bibtex.Parse(out.Bytes)
	if len(old.Items) != len(now.Items) {
		t.Errorf("%s: %d items were %d", path, len(now.Items), len(old.Items))
		return
	}
	for i := range old.Items {
		line, _ := old.Position(old.Items[i].Span.Start)
		if !lines[line] && old.Text(old.Items[i].Span) != now.Text(now.Items[i].Span) {
			t.Errorf("%s:%d changes without a patch", path, line)
		}
	}
}
