package lint_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lint"
)

// read reads a BibTeX source as lint receives it, without any look-up of its works.
func read(t testing.TB, src string) lint.File {
	t.Helper()
	doc, err := extract.Read("t.bib", []byte(src), extract.Options{Format: "bibtex"})
	if err != nil && len(doc.References) > 0 {
		t.Fatal(err)
	}
	f := lint.File{Name: "t.bib", Bib: bibtex.Parse([]byte(src)), Problems: doc.Problems}
	for _, ref := range doc.References {
		f.Findings = append(f.Findings, audit.Finding{Reference: ref, Verdict: judge.Verdict{Best: -1}})
	}
	return f
}

// said returns remarks as "key rule".
func said(remarks []lint.Remark) []string {
	var list []string
	for _, r := range remarks {
		list = append(list, strings.TrimSpace(r.Key+" "+r.Rule))
	}
	slices.Sort(list)
	return list
}

// one returns a sound entry with an additional field.
func one(field string) string {
	return "@article{k, author = {Doe, Jane}, title = {On quiet rivers}, journal = {Annals of Water}, year = 2011" +
		field + "}\n"
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{one(""), nil},
		{one(", pages = {1--9}, doi = {10.1000/x_y}, isbn = {978-0-262-03561-3}, issn = {0028-0836}, month = jun, url = " +
			"{http://a.b/c_d%20e}"), nil},
		{one(", pages = {1-9}"), []string{"k page-dash"}},
		{one(", pages = {S12-S20}"), []string{"k page-dash"}},
		{one(", pages = {12–20}"), []string{"k page-dash"}},
		{one(", pages = {345--32}"), nil},
		{one(", pages = {345--342}"), []string{"k pages-reversed"}},
		{one(", pages = {2--1}"), nil},
		{one(", pages = {S1-12}"), nil},
		{one(", doi = {https://doi.org/10.1000/x}"), []string{"k doi-prefix"}},
		{one(", doi = {doi: 10.1000/x}"), []string{"k doi-prefix"}},
		{one(", doi = {10.1038/nature 14539}"), []string{"k doi-prefix"}},
		{one(", doi = {10.1000/abcd (2015)}"), nil},
		{one(", doi = {none}"), []string{"k doi-malformed"}},
		{one(", doi = {10.1000/x\\_y}"), nil},
		{one(", isbn = {978-0-262-03561-4}"), []string{"k isbn-malformed"}},
		{one(", isbn = {0-262-03561-8, 978-0-262-03561-3 (hbk.)}"), nil},
		{one(", volume = {521(7553)}"), []string{"k volume-and-more"}},
		{one(", volume = {521 (7553), 436-444}"), []string{"k volume-and-more"}},
		{one(", volume = {35A}"), nil},
		{one(", isbn = {1546-1696}"), []string{"k issn-in-isbn"}},
		{one(", isbn = {1476-5594 (Electronic) 0950-9232 (Linking)}"), []string{"k issn-in-isbn"}},
		{one(", issn = {0028-0837}"), []string{"k issn-malformed"}},
		{one(", month = 13"), []string{"k impossible-month"}},
		{one(", month = {Summer}"), nil},
		{one(", note = {}"), []string{"k empty-field"}},
		{one(", volume = 3, volume = 4"), []string{"k duplicate-field"}},
		{one(", publisher = {Smith & Sons}"), []string{"k unescaped-character"}},
		{one(", publisher = {Smith \\& Sons}, series = {$a_b$}"), nil},
		{one(", publisher = {Smith &amp; Sons}"), []string{"k html-entity"}},
		{one(", month = nope"), []string{"undefined-macro"}},
		{"@article{k, author = {Doe, Jane and Roe, Ann et al.}, title = {On quiet rivers}, journal = {Annals}, year = 2011}",
			[]string{"k et-al-in-list"}},
		{"@article{k, author = {Jane Doe, Ann Roe, Bo Poe, Cy Joe, Al Moe}, title = {On quiet rivers}, journal = {Annals}, year = 2011}", []string{"k names-separated"}},
		{"@article{k, author = {{Doe, Roe; and Sons, Ltd, X}}, title = {On quiet rivers}, journal = {Annals}, year = 2011}",
			nil},
		{"@article{k, author = {Doe, Jr., Jane}, title = {ON QUIET RIVERS AGAIN}, journal = {Annals}, year = 2011}",
			[]string{"k title-capitals"}},
		{"@article{k, author = {Doe, Jane}, title = {DNA}, journal = {Annals}, year = {in press}}", nil},
		{"@article{k, author = {Doe, Jane}, title = {On quiet rivers}, journal = {Annals}, year = {20177}}",
			[]string{"k impossible-year"}},
		{"@article{k, author = {Doe, Jane}, title = {On quiet rivers}, journal = {Annals}, year = {2099}}",
			[]string{"k impossible-year"}},
		{"@inproceedings{k, author = {Doe, Jane}, title = {On quiet rivers}}", []string{"k missing-field"}},
		{"@inproceedings{k, author = {Doe, Jane}, title = {On quiet rivers}, crossref = {p}}\n@proceedings{p, title = " +
			"{Rivers}, booktitle = {Rivers}, year = 2001}", nil},
		{"@book{k, author = {Doe, Jane}, title = {Rivers}, date = {2001-05}, journaltitle = {x}}", nil},
		{"@article{k, author = {Doe, Jane}, title = {On quiet rivers}, journal = {Annals}, year = 2011",
			[]string{"unclosed-entry"}},
		{one("") + strings.Replace(one(""), "{k", "{l", 1), []string{"l duplicate"}},
		{one("") + one(""), []string{"k duplicate-key"}},
		{one("") +
			"@misc{l, author = {J. Doe}, title = {On Quiet Rivers}, eprint = {1706.03762}, archiveprefix = {arXiv}, year = 2010}", []string{"l duplicate-version"}},
		{one(", doi = {10.1000/x}") + "@article{l, author = {Roe, Ann}, title = {Engines of velvet}, journal = {Annals}, " +
			"year = 2012, doi = {10.1000/X}}", []string{"l shared-identifier"}},
		{"@article{k, author = {Doe, Jane}, title = {On the quiet rivers of Norway}, journal = {Annals}, year = " +
			"2011}\n@article{l, author = {Roe, Ann}, title = {On the quiet rivers of Norway}, journal = {Annals}, year = 2011}",
			[]string{"l same-title"}},
		{"@book{k, author = {Doe, Jane}, title = {Quiet rivers}, publisher = {P}, year = 2011, edition = {1}}\n@book{l, " +
			"author = {Doe, Jane}, title = {Quiet rivers}, publisher = {P}, year = 2015, edition = {2}}", nil},
		{"@incollection{k, author = {Doe, Jane}, title = {Rivers}, booktitle = {Handbook}, publisher = {P}, year = 2011, " +
			"doi = {10.1000/b}}\n@incollection{l, author = {Roe, Ann}, title = {Lakes}, booktitle = {Handbook}, publisher = " +
			"{P}, year = 2011, doi = {10.1000/b}}", nil},
		{one("") + "@article{l, author = {Roe, Ann}, title = {Engines of velvet}, journal = {Ann. Water}, year = 2012}",
			[]string{"l container-spelling"}},
		{"@article{k, author = {Müller, Jürgen}, title = {On quiet rivers}, journal = {Annals}, year = 2011}\n@article{l, " +
			"author = {Muller, Jürgen}, title = {Engines of velvet}, journal = {Annals}, year = 2012}",
			[]string{"l name-spelling"}},
		{"@article{k, author = {M{\\\"u}ller, J{\\\"u}rgen}, title = {On quiet rivers}, journal = {Annals}, year = " +
			"2011}\n@article{l, author = {Müller, Jürgen}, title = {Engines of velvet}, journal = {Annals}, year = 2012}", nil},
		{"@article{k, author = {Bengio, Yoshua and Doe, Jane}, title = {On quiet rivers}, journal = {Annals}, year = " +
			"2011}\n@article{l, author = {Benigo, Yoshua and Doe, Jane}, title = {Engines of velvet}, journal = {Annals}, year = 2012}", []string{"l name-spelling"}},
		{"@article{k, author = {Bengio, Yoshua}, title = {On quiet rivers}, journal = {Nucleic Acids Research}, year = " +
			"2011}\n@article{l, author = {Doe, Jane}, title = {Engines of velvet}, journal = {Nucleic Acids Res.}, year = 2012}",
			[]string{"l container-spelling"}},
	} {
		got := said(lint.Check([]lint.File{read(t, c.src)}, lint.Options{Year: 2026}))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}

// Containers behind two unknown macros are two containers.
func TestVersionsBehindMacros(t *testing.T) {
	const both = "@inproceedings{k, author = {Doe, Jane}, title = {On quiet rivers and streams}, booktitle = " +
		"proc-oopsla, year = 2011}\n" +
		"@article{l, author = {Doe, Jane}, title = {On quiet rivers and streams}, journal = sigplan, year = 2011}"
	got := said(lint.Check([]lint.File{read(t, both)}, lint.Options{Only: []string{"duplicate", "duplicate-version"}}))
	if !slices.Equal(got, []string{"l duplicate-version"}) {
		t.Errorf("got %q", got)
	}
}

func TestKeys(t *testing.T) {
	src := one("") +
		"@article{l, author = {Roe, Ann}, title = {Engines of velvet}, journal = {Annals}, year = 2012, crossref = {k}}"
	got := said(lint.Check([]lint.File{read(t, src)},
		lint.Options{Year: 2026, Cited: map[string]bool{"l": true, "K": true, "m": true}}))
	if want := []string{"K undefined-key", "m undefined-key"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := said(lint.Check([]lint.File{read(t, src)}, lint.Options{Cited: map[string]bool{"k": true}})); !slices.Equal(
		got, []string{"l uncited-key"}) {
		t.Errorf("got %q", got)
	}
	aliased := one(", ids = {BERW, old:key}")
	for _, cited := range []string{"BERW", "old:key"} {
		if got := said(lint.Check([]lint.File{read(t, aliased)}, lint.Options{Cited: map[string]bool{cited: true}})); len(
			got) > 0 {
			t.Errorf("cited as %s: %q", cited, got)
		}
	}
	if got := said(lint.Check([]lint.File{read(t, src)}, lint.Options{Cited: map[string]bool{"*": true}})); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	if got := said(lint.Check([]lint.File{read(t, src)},
		lint.Options{Cited: map[string]bool{"z": true}, Only: []string{"undefined-key"}})); !slices.Equal(got,
		[]string{"z undefined-key"}) {
		t.Errorf("got %q", got)
	}
}

// Notices of the audit become remarks.
func TestNotices(t *testing.T) {
	f := read(t, one(""))
	f.Findings[0].Verdict.Notices = []judge.Notice{{Rule: "retracted", Message: "retracted in 2012"}, {Rule: "other"}}
	got := lint.Check([]lint.File{f}, lint.Options{})
	if len(got) != 1 || got[0].Rule != "retracted" || got[0].Severity != lint.Error || got[0].Line != 1 {
		t.Errorf("%+v", got)
	}
}

// mended lints and fixes a source.
func mended(t testing.TB, src string) string {
	t.Helper()
	f := read(t, src)
	m := lint.Mend(lint.Check([]lint.File{f}, lint.Options{Year: 2026}), &f, src)
	out, err := fix.Splice([]byte(src), m.Edits, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bibtex.ReadsAlike(f.Bib, bibtex.Parse(out.Bytes)) {
		t.Fatalf("the mended file is not read as before:\n%s\n%s", src, out.Bytes)
	}
	return string(out.Bytes)
}

func TestMend(t *testing.T) {
	src := "% kept\n@article{k,\n  author    = {Doe, Jane, et al.},\n  title     = \"Cats & dogs, 100%\",\n  journal   " +
		"= {A &amp; B},\n  pages     = {1-9},\n  note      = {},\n  doi       = {https://doi.org/10.1000/X.y},\n  year      = 2011\n}\n"
	want := "% kept\n@article{k,\n  author    = {Doe, Jane and others},\n  title     = \"Cats \\& dogs, 100\\%\",\n  " +
		"journal   = {A \\& B},\n  pages     = {1--9},\n  doi       = {10.1000/X.y},\n  year      = 2011\n}\n"
	got := mended(t, src)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again := mended(t, got); again != got {
		t.Errorf("a second run changes it again:\n%s", again)
	}
}

// doc/lint.md lists every rule with its severity.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../doc/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range lint.Rules() {
		r, _ := lint.Describe(name)
		if row := fmt.Sprintf("| `%s` | %s | ", name, r.Severity); !strings.Contains(string(text), row) {
			t.Errorf("doc/lint.md has no row %s%s | %s |", row, r.Doc, r.Fix)
		}
	}
}

func FuzzMend(f *testing.F) {
	f.Add("@article{k, author = {A et al.}, title = {x & y_z #}, pages = {1-2}, doi = {doi:10.1000/x}, note = {}, " +
		"publisher = \"a % b\"}")
	f.Add("@book(k,\n title = {&amp;}\n note = \"\" , isbn={1},\n)\n")
	f.Fuzz(func(t *testing.T, src string) {
		once := mended(t, src)
		if twice := mended(t, once); twice != once {
			t.Fatalf("%q\n%q\n%q", src, once, twice)
		}
	})
}
