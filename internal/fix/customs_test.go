package fix_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

const (
	breiman = "@article{b, author = {Leo Breiman}, title = {Random Forests}, journal = {Machine Learning}, year = 2001, " +
		"volume = 45, number = 1, pages = {5--32}, doi = {10.1023/A:1010933404324}}\n"
	cortes = "@article{c, author = {Corinna Cortes and Vladimir Vapnik}, title = {Support-Vector Networks}, journal = " +
		"{Machine Learning}, year = 1995, volume = 20, number = 3, pages = {273--297}, doi = {10.1007/BF00994018}}\n"
	lecun = "@article{l, author = {Yann LeCun and Yoshua Bengio and Geoffrey Hinton}, title = {Deep learning}, journal " +
		"= {Nature}, year = 2015, volume = 521, number = 7553, pages = {436--444}, doi = {10.1038/nature14539}}\n"
)

// What is missing, partial or misspelt is fixed according to the customs of the file.
func TestCustoms(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	cases := []struct {
		name, src, from, to, rule string
		opt                       fix.Options
	}{
		{"a volume that every article wants", strings.Replace(lecun, "volume = 521, ", "", 1), "{Nature}, year",
			"{Nature}, volume = 521, year", "missing", fix.Options{}},
		{"nothing is added when only errors are to be corrected", strings.Replace(lecun, "volume = 521, ", "", 1), "", "", "",
			fix.Options{Minimal: true}},
		{"a DOI where most articles have one",
			breiman + cortes + lecun + strings.Replace(strings.Replace(cortes, "{c,", "{m,", 1), ", doi = {10.1007/BF00994018}",
				"", 1), "273--297}}", "273--297}, doi = {10.1007/bf00994018}}", "missing", fix.Options{}},
		{"no DOI from a record that gathers what others state",
			breiman + cortes + lecun + strings.Replace(strings.Replace(lecun, "{l,", "{m,", 1), ", doi = {10.1038/nature14539}",
				"", 1), "", "", "", fix.Options{}},
		{"no DOI where the file has none", strings.Replace(lecun, ", doi = {10.1038/nature14539}", "", 1), "", "",
			"", fix.Options{}},
		{"a slip in a DOI", strings.Replace(lecun, "14539", "14593", 1), "14593", "14539",
			"identifier-misspelt", fix.Options{}},
		{"a slip in a DOI is no proof", strings.Replace(lecun, "14539", "14593", 1), "", "", "", fix.Options{Minimal: true}},
		{"a space in a DOI is no error of another one", strings.Replace(lecun, "nature14539", "nature 14539", 1), "", "",
			"", fix.Options{}},
		{"nor is a second DOI", strings.Replace(lecun, "nature14539", "nature14539, 10.1038/x", 1), "", "",
			"", fix.Options{}},
		{"a stray mark in a DOI goes, and nothing doubles", strings.Replace(lecun, "nature14539", "nature\\_14539", 1),
			"nature\\_14539", "nature14539", "identifier-misspelt", fix.Options{}},
		{"a slip in a given name", strings.Replace(lecun, "Geoffrey", "Geofffrey", 1), "Geofffrey", "Geoffrey",
			"partial-typing-slip", fix.Options{}},
		{"a slip in a container", strings.Replace(cortes, "Machine Learning", "Machine Leraning", 1), "Leraning", "Learning",
			"partial-misspelt-word", fix.Options{}},
		{"a cut list where lists are full",
			breiman + cortes + strings.Replace(cortes, "{c,", "{d,", 1) + strings.Replace(cortes, "{c,", "{e,", 1) +
				strings.Replace(cortes, "{c,", "{f,", 1) + strings.Replace(lecun, "Yoshua Bengio and Geoffrey Hinton", "others", 1),
			"LeCun and others", "LeCun and Yoshua Bengio and Geoffrey Hinton", "partial-et-al", fix.Options{}},
		{"a cut list where nothing is known", strings.Replace(lecun, "Yoshua Bengio and Geoffrey Hinton", "others", 1), "",
			"", "", fix.Options{}},
		{"names of fields in capitals",
			"@ARTICLE{c,\n  AUTHOR = {Corinna Cortes and Vladimir Vapnik},\n  TITLE  = {Support-Vector Networks},\n  JOURNAL " +
				"= {Machine Learning},\n  YEAR   = {1995},\n  PAGES  = {273--297},\n}\n",
			"  YEAR", "  VOLUME = {20},\n  YEAR", "missing", fix.Options{}},
		{"one author a line",
			"@article{l,\n  author = {Yann LeCun and\n            Geoffrey Hinton},\n  title = {Deep learning},\n  journal = " +
				"{Nature},\n  volume = {521},\n  year = {2015},\n  pages = {436--444},\n}\n",
			"LeCun and\n", "LeCun and\n            Yoshua Bengio and\n", "authors-differs", fix.Options{Likely: true}},
		{"what a parent states is not edited",
			"@proceedings{p, title = {Nature}, year = 2014}\n@article{l, crossref = {p}, author = {Yann LeCun and Yoshua " +
				"Bengio and Geoffrey Hinton}, title = {Deep learning}, journal = {Nature}, volume = 521, pages = {436--444}, doi " +
				"= {10.1038/nature14539}}\n", "", "", "", fix.Options{}},
		{"authors who are all strangers are left alone",
			strings.Replace(lecun, "Yann LeCun and Yoshua Bengio and Geoffrey Hinton", "Edwin Marlowe and Ingrid Quist", 1), "",
			"", "", fix.Options{}},
		{"unless the identifier is trusted",
			strings.Replace(lecun, "Yann LeCun and Yoshua Bengio and Geoffrey Hinton", "Edwin Marlowe and Ingrid Quist", 1),
			"Edwin Marlowe and Ingrid Quist", "Yann LeCun and Yoshua Bengio and Geoffrey Hinton", "authors-differs",
			fix.Options{TrustIDs: true, Likely: true}},
		{"what a person refuses", strings.Replace(lecun, "2015", "2016", 1), "", "", "",
			fix.Options{Accept: func(*biblio.Reference, []fix.Patch) bool { return false }}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := fixtest.Corrected(t, a, []byte(c.src), c.opt)
			want := c.src
			if at := strings.LastIndex(c.src, c.from); c.from != "" {
				want = c.src[:at] + c.to + c.src[at+len(c.from):]
			}
			if string(out.Bytes) != want {
				t.Errorf("got\n%s\nwant\n%s\n%+v", out.Bytes, want, out.Entries)
			}
			for _, e := range out.Entries {
				for _, p := range e.Patches {
					if p.Rule != c.rule || p.Source == "" || p.Record == "" || len(p.Sources) == 0 {
						t.Errorf("patch %+v, want rule %s with its record", p, c.rule)
					}
				}
			}
			if again := fixtest.Corrected(t, a, out.Bytes, c.opt); string(again.Bytes) != string(out.Bytes) {
				t.Errorf("a second run changes it again:\n%s", again.Bytes)
			}
		})
	}
}
