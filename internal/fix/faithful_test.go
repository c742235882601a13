package fix_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// claims reads the references of a file.
func claims(t *testing.T, src []byte) []biblio.Reference {
	doc, err := extract.Read("f.bib", src, extract.Options{Format: "bibtex"})
	if err != nil {
		t.Fatal(err)
	}
	return doc.References
}

// stated returns a field of a reference as in reports.
func stated(w *biblio.Work, field biblio.Field) string {
	switch field {
	case biblio.FieldTitle:
		return w.FullTitle()
	case biblio.FieldAuthors:
		var names []string
		for _, c := range w.Authors() {
			names = append(names, c.String())
		}
		if w.AuthorsCut {
			names = append(names, "et al.")
		}
		return strings.Join(names, "; ")
	case biblio.FieldVenue:
		return w.Container.Title
	case biblio.FieldYear:
		return w.YearString()
	}
	if detail := w.Detail(field); detail != nil {
		return *detail
	}
	return ""
}

var texts = []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear,
	biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPublisher, biblio.FieldLocation}

// faithful checks that each field of the corrected entries says what the log says, and that fields not in the
// log are as before.
func faithful(t *testing.T, src []byte, out fix.Result) {
	t.Helper()
	before, after := claims(t, src), claims(t, out.Bytes)
	if len(before) != len(after) || len(after) != len(out.Entries) {
		t.Fatalf("%d references become %d", len(before), len(after))
	}
	for i := range after {
		patches := out.Entries[i].Patches
		about := func(field biblio.Field) (to string, ok bool) {
			at := slices.IndexFunc(patches, func(p fix.Patch) bool { return p.Field == field })
			if at < 0 {
				return "", false
			}
			return patches[at].To, true
		}
		moved := slices.ContainsFunc(patches, func(p fix.Patch) bool {
			return p.Field == biblio.FieldArXiv || p.Field == biblio.FieldType || p.Field == biblio.FieldDOI
		})
		for _, field := range texts {
			was, is := stated(&before[i].Claimed, field), stated(&after[i].Claimed, field)
			if to, ok := about(field); ok && is != to {
				t.Errorf("%s %s: the log says %q and the entry %q", after[i].Key, field, to, is)
			} else if !ok && was != is && !moved {
				t.Errorf("%s %s: %q becomes %q, and the log says nothing", after[i].Key, field, was, is)
			}
		}
	}
}

// Correcting twice is the same as correcting once; the log and the entries agree; what fix wrote is not held
// against the entry.
func TestFaithful(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	files, err := filepath.Glob("../../examples/*.bib")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	sources := map[string][]byte{"wrong.bib": []byte(wrongEntries)}
	for _, name := range files {
		if sources[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	for name, src := range sources {
		t.Run(filepath.Base(name), func(t *testing.T) {
			out := fixtest.Corrected(t, a, src, fix.Options{Likely: true})
			faithful(t, src, out)
			for i, f := range fixtest.Audited(t, a, out.Bytes) {
				for _, p := range out.Entries[i].Patches {
					if slices.Contains(f.Verdict.Fields, p.Field) && f.Verdict.Outcome.String() == "discrepant" {
						t.Errorf("%s: %s was written and is accused", f.Reference.Key, p.Field)
					}
				}
			}
			if again := fixtest.Corrected(t, a, out.Bytes, fix.Options{Likely: true}); string(again.Bytes) != string(out.Bytes) {
				t.Errorf("a second run changes it again:\n%s", again.Bytes)
			}
		})
	}
	if out := fixtest.Corrected(t, a, sources["wrong.bib"], fix.Options{Likely: true}); out.Changed < 3 {
		t.Errorf("%d entries change", out.Changed)
	}
}

// wrongEntries contain marks around words, initials and commands of their own.
const wrongEntries = `@article{a, author = {C. Cortes and V. N. Vapnick}, title = {Support-Vector Networks}, journal = {Machine Learning}, year = 1996, volume = 20, pages = {273--297}}
@inproceedings{b, title = {{GloVe} Global matrices, for word representation}, author = {J. Pennington and R. Socher and C. D. Manning}, booktitle = {Proceedings of the 2014 Conference on Empirical Methods in Natural Language Processing}, year = 2014, pages = {1532--1543}}
@article{c, author = {LeCun, Y and Smith, A and others}, title = "Deep learning", journal = {Nature}, year = 2015, volume = 521, number = {521 (7553)}, pages = {436--444}}
@article{d, author = {Leo Breiman}, title = {{Random} Forest}, journal = {Machine Learning}, year = 2003, volume = 45, pages = {5--32}}
@article{e, author = {C. Cortes and V. N. Vapnick}, title = {Support-Vector Networks}, journal = {Machine Learning}, year = 1995, volume = 22, pages = {273--297}}
`
