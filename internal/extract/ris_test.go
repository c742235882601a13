package extract

import (
	"fmt"
	"strings"
	"testing"
)

// The content of a DOI field is judged even if it is not a DOI; an arXiv number in the journal's name is read as in
// BibTeX.
func TestIdentifiersOfExports(t *testing.T) {
	for src, want := range map[string]string{
		"TY  - JOUR\nTI  - A title\nDO  - 2065/xyz\nER  - \n":                                         "[doi:2065/xyz]",
		"TY  - JOUR\nTI  - A title\nDO  - doi.org/10.1145/12.34\nER  - \n":                            "[doi:10.1145/12.34]",
		"TY  - JOUR\nTI  - A title\nJO  - arXiv preprint arXiv:1412.6981\nER  - \n":                   "[arxiv:1412.6981]",
		"TY  - JOUR\nTI  - A title\nDO  - n/a\nER  - \n":                                              "[]",
		`[{"id":"a","type":"article-journal","title":"A title","DOI":"2065/xyz"}]`:                    "[doi:2065/xyz]",
		`[{"id":"a","type":"article","title":"A title","container-title":"arXiv:1412.6981 [cs.LG]"}]`: "[arxiv:1412.6981]",
	} {
		doc, err := Read("refs", []byte(src), Options{})
		if err != nil || len(doc.References) != 1 {
			t.Fatalf("%q: %d references, %v", src, len(doc.References), err)
		}
		if got := fmt.Sprint(doc.References[0].Claimed.IDs); got != want {
			t.Errorf("%q states %s, not %s", src, got, want)
		}
	}
}

// A whole list of authors in one field is split, whatever the format.
func TestAuthorsInOneLine(t *testing.T) {
	for name, src := range map[string]string{
		"a.ris":        "TY  - JOUR\nAU  - Pennington, Jeffrey; Socher, Richard; Manning, Christopher D.\nTI  - GloVe\nER  - \n",
		"b.ris":        "TY  - JOUR\nAU  - Jeffrey Pennington, Richard Socher, Christopher D. Manning\nTI  - GloVe\nER  - \n",
		"a.enw":        "%0 Conference Paper\n%A Jeffrey Pennington, Richard Socher, Christopher D. Manning\n%T GloVe\n%B EMNLP\n",
		"a.nbib":       "PMID- 1\nTI  - GloVe\nAU  - Pennington J, Socher R, Manning CD\nDP  - 2014\n",
		"text.json":    `[{"id":"a","type":"article-journal","title":"GloVe","author":"Jeffrey Pennington, Richard Socher, Christopher D. Manning"}]`,
		"literal.json": `[{"id":"a","type":"article-journal","title":"GloVe","author":[{"literal":"Jeffrey Pennington; Richard Socher; Christopher D. Manning"}]}]`,
		"family.json":  `[{"id":"a","type":"article-journal","title":"GloVe","author":[{"family":"Pennington, J., Socher, R., & Manning, C. D."}]}]`,
	} {
		doc, err := Read(name, []byte(src), Options{})
		if err != nil || len(doc.References) != 1 {
			t.Fatalf("%s: %v, %+v", name, err, doc.References)
		}
		var families []string
		for _, c := range doc.References[0].Claimed.Authors() {
			families = append(families, c.Family)
		}
		if got := strings.Join(families, " "); got != "Pennington Socher Manning" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// T2 next to the name of a journal is that of a section, and a note that is a DOI is a DOI.
func TestSectionOfJournal(t *testing.T) {
	for src, want := range map[string]string{
		"TY  - JOUR\nTI  - Deep learning\nT2  - Insight review\nJF  - Nature\nER  - \n":                   "Nature []",
		"TY  - JOUR\nTI  - Deep learning\nT2  - Nature\nER  - \n":                                         "Nature []",
		"TY  - JOUR\nTI  - Deep learning\nT2  - Nature\nJA  - Nat.\nER  - \n":                             "Nature []",
		"TY  - CHAP\nTI  - A chapter\nT2  - The book\nJF  - Series of books\nER  - \n":                    "The book []",
		"TY  - JOUR\nTI  - Deep learning\nJA  - Nature\nN1  - 10.1038/nature14539\nER  - \n":              "Nature [doi:10.1038/nature14539]",
		"TY  - JOUR\nTI  - Deep learning\nJA  - Nature\nN1  - see 10.1038/nature14539 for more\nER  - \n": "Nature []",
		"TY  - JOUR\nTI  - Deep learning\nJA  - Nature\nN1  - doi: 10.1038/nature14539\nER  - \n":         "Nature [doi:10.1038/nature14539]",
	} {
		doc, err := Read("a.ris", []byte(src), Options{})
		if err != nil || len(doc.References) != 1 {
			t.Fatalf("%q: %d references, %v", src, len(doc.References), err)
		}
		w := &doc.References[0].Claimed
		if got := w.Container.Title + " " + fmt.Sprint(w.IDs); got != want {
			t.Errorf("%q: %s, want %s", src, got, want)
		}
	}
}
