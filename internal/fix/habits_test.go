package fix_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// Changes are written in the style of the file, and no other byte changes.
func TestHabits(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	cases := []struct {
		name, src, from, to string
		opt                 fix.Options
	}{
		{"quotes, bare numbers, CRLF, no comma at the end",
			"@article{k,\r\n\tauthor = \"Vladimir Vapnik and Corinna Cortes\",\r\n\ttitle = \"Support-Vector Networks\", % " +
				"comment\r\n\tjournal = \"Machine Learning\",\r\n\tvolume = 20,\r\n\tpages = \"273-297\",\r\n\tyear = 1999\r\n}\r\n",
			"year = 1999", "year = 1995", fix.Options{Fields: []biblio.Field{biblio.FieldYear}}},
		{"a macro is replaced by the macro of the right journal",
			"@string{ml = \"Machine Learning\"}\n@string{sci = {Science}}\n@article{k, author = {Corinna Cortes and Vladimir " +
				"Vapnik}, title = {Support-Vector Networks}, journal = sci, year = 1995, volume = 20, pages = {273--297}}\n",
			"journal = sci", "journal = ml", fix.Options{}},
		{"accents of names that are right stay, the wrong one follows the record",
			"@inproceedings{k, author = {Veli{\\v{c}}kovi{\\'c}, Petar and Cucurull, Guillem and Smith, Adam and Romero, " +
				"Adriana and Li{\\`o}, Pietro and Bengio, Yoshua}, title = {Graph Attention Networks}, booktitle = " +
				"{International Conference on Learning Representations}, year = 2018}\n",
			"Smith, Adam", "Casanova, Arantxa", fix.Options{Likely: true}},
		{"braces that keep capitals stay, sentence case is kept",
			"@inproceedings{k, title = {{GloVe}: Global matrices for word representation}, author = {Jeffrey Pennington and " +
				"Richard Socher and Christopher D. Manning}, booktitle = {Proceedings of the 2014 Conference on Empirical " +
				"Methods in Natural Language Processing}, year = 2014, pages = {1532--1543}}\n",
			"matrices", "vectors", fix.Options{Likely: true}},
		{"a field that is asked for goes where the file has it, aligned",
			"@article{a,\n  author  = {A. Nobody},\n  doi     = {https://doi.org/10.1000/1},\n  year    = " +
				"1900,\n}\n@article{k,\n  author  = {Corinna Cortes and Vladimir Vapnik},\n  title   = {Support-Vector " +
				"Networks},\n  journal = {Machine Learning},\n  year    = 1995\n}\n",
			"  author  = {Corinna Cortes and Vladimir Vapnik},\n  title   = {Support-Vector Networks},\n  journal = {Machine Learning},\n",
			"  author  = {Corinna Cortes and Vladimir Vapnik},\n  title   = {Support-Vector Networks},\n  journal = {Machine " +
				"Learning},\n  doi     = {https://doi.org/10.1007/bf00994018},\n  volume  = 20,\n  pages   = {273--297},\n",
			fix.Options{Add: []biblio.Field{biblio.FieldDOI}}},
		{"others at the end stays",
			"@article{k, author = {LeCun, Yann and Smith, Adam and others}, title = {Deep learning}, journal = {Nature}, year " +
				"= 2015, volume = 521, pages = {436--444}}\n",
			"Smith, Adam", "Bengio, Yoshua", fix.Options{Likely: true}},
		{"a preprint stays a preprint", preprint, "x", "x", fix.Options{}},
		{"a preprint becomes its published version when asked", preprint,
			"@article{k, author = {Ashish Vaswani and Noam Shazeer and others}, title = {Attention Is All You Need}, journal " +
				"= {arXiv preprint arXiv:1706.03762}, year = 2017}",
			"@inproceedings{k, author = {Ashish Vaswani and Noam Shazeer and others}, title = {Attention Is All You Need}, " +
				"booktitle = {Advances in Neural Information Processing Systems}, volume = 30, pages = {5998--6008}, year = 2017}",
			fix.Options{Prefer: fix.Published}},
		{"only the fields asked for",
			"@article{k, author = {Leo Breiman}, title = {Random Forests}, journal = {Machine Learning}, year = 2003, volume " +
				"= 46, pages = {5--32}}\n",
			"year = 2003", "year = 2001", fix.Options{Fields: []biblio.Field{biblio.FieldYear}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := fixtest.Corrected(t, a, []byte(c.src), c.opt)
			if want := strings.Replace(c.src, c.from, c.to, 1); string(out.Bytes) != want {
				t.Errorf("got\n%s\nwant\n%s\n%+v", out.Bytes, want, out.Entries)
			}
			if again := fixtest.Corrected(t, a, out.Bytes, c.opt); string(again.Bytes) != string(out.Bytes) {
				t.Errorf("a second run changes it again:\n%s\n%+v", again.Bytes, again.Entries)
			}
		})
	}
}

// A diff has only the lines that change.
func TestDiff(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	src := "@article{k,\n  author = {Leo Breiman},\n  title = {Random Forests},\n  journal = {Machine Learning},\n  year = 2003\n}"
	out := fixtest.Corrected(t, a, []byte(src), fix.Options{Add: []biblio.Field{biblio.FieldDOI}})
	want := "--- a/x.bib\n+++ b/x.bib\n@@ -2,5 +2,8 @@\n   author = {Leo Breiman},\n   title = {Random Forests},\n   " +
		"journal = {Machine Learning},\n-  year = 2003\n+  volume = 45,\n+  pages = {5--32},\n+  year = 2001,\n+  doi = " +
		"{10.1023/a:1010933404324}\n }\n\\ No newline at end of file\n"
	if got := out.Diff("x.bib"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	_, hunks, _ := strings.Cut(want, "@@")
	for name, head := range map[string]string{
		"a b.bib": "--- a/a b.bib\n+++ b/a b.bib\n",
		"x\n--- a/.bashrc\n+++ b/.bashrc\n.bib": `--- "a/x\012--- a/.bashrc\012+++ b/.bashrc\012.bib"` + "\n" +
			`+++ "b/x\012--- a/.bashrc\012+++ b/.bashrc\012.bib"` + "\n",
		`a"\b.bib`: `--- "a/a\"\\b.bib"` + "\n" + `+++ "b/a\"\\b.bib"` + "\n",
	} {
		got := out.Diff(name)
		if got != head+"@@"+hunks {
			t.Errorf("of the file %q:\n%s", name, got)
		}
		if list := out.Pieces(name, 10_000); len(list) != 1 || list[0] != got {
			t.Errorf("the pieces of the diff of %q: %q", name, list)
		}
	}
}

const preprint = "@article{k, author = {Ashish Vaswani and Noam Shazeer and others}, title = {Attention Is All You " +
	"Need}, journal = {arXiv preprint arXiv:1706.03762}, year = 2017}\n"
