package lint_test

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lint"
)

// The same title and one author do not make a duplicate: type, year, container, pages and identifiers decide;
// one DOI, title and authors make one work whatever the pages.
func TestRelations(t *testing.T) {
	const title = "title = {Evaluating quiet river solvers}, author = {Doe, Jane and Roe, Ann}"
	for _, c := range []struct{ name, one, other, want string }{
		{"one DOI, other pages and year",
			"@article{k, " + title + ", journal = {Annals of Water}, year = 2020, pages = 109434, doi = {10.1177/10943420}}",
			"@article{l, " + title + ", journal = {Annals of Water}, year = 2021, volume = 35, pages = {226--236}, doi = " +
				"{10.1177/10943420}}", "l duplicate"},
		{"book and article", "@book{k, " + title + ", publisher = {P}, year = 2003}",
			"@article{l, " + title + ", journal = {Acta}, year = 2000, volume = 9, pages = {1--102}}", ""},
		{"book and chapter", "@book{k, " + title + ", publisher = {P}, year = 2001}",
			"@incollection{l, " + title + ", booktitle = {The Origins of Rivers}, year = 2007}", ""},
		{"thesis and paper", "@inproceedings{k, " + title + ", booktitle = {OOPSLA Companion}, year = 2005}",
			"@phdthesis{l, " + title + ", school = {VUB}, year = 2006}", ""},
		{"two years' manuals", "@manual{k, " + title + ", year = 2005}", "@manual{l, " + title + ", year = 2008}",
			"l duplicate-version"},
		{"two years' books", "@book{k, " + title + ", publisher = {P}, year = 2005}",
			"@book{l, " + title + ", publisher = {P}, year = 2008}", ""},
		{"conference and journal", "@inproceedings{k, " + title + ", booktitle = {Conference on Water}, year = 2005}",
			"@article{l, " + title + ", journal = {Annals of Rivers}, year = 2005}", "l duplicate-version"},
		{"two DOIs", "@article{k, " + title + ", year = 2005, doi = {10.1000/a}}",
			"@article{l, " + title + ", year = 2005, doi = {10.1000/b}}", "l duplicate-version"},
		{"another year, the same pages",
			"@article{k, " + title + ", journal = {Annals of Rivers}, year = 2002, pages = {3--9}}",
			"@article{l, " + title + ", journal = {Annals of Rivers}, year = 2003, pages = {3--9}}", "l duplicate"},
		{"another year", "@article{k, " + title + ", journal = {Annals of Rivers}, year = 2002}",
			"@article{l, " + title + ", journal = {Annals of Rivers}, year = 2007}", "l duplicate-version"},
		{"one author of three",
			"@misc{k, title = {Evaluating quiet rivers}, author = {Doe, Jane and Roe, Ann and Poe, Al}, year = 2016}",
			"@misc{l, title = {Evaluating quiet rivers}, author = {Lee, Bo and Roe, Ann and Zoe, Cy}, year = 2016}", ""},
	} {
		got := said(lint.Check([]lint.File{read(t, c.one+"\n"+c.other)},
			lint.Options{Only: []string{"duplicate", "duplicate-version", "shared-identifier", "same-title"}}))
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}
