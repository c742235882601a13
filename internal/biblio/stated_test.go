package biblio

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestState(t *testing.T) {
	for _, c := range []struct {
		scheme    ident.Scheme
		text      string
		ids, addr string
	}{
		{ident.DOI, "10.1145/12.34", "[doi:10.1145/12.34]", ""},
		{ident.DOI, "doi.org/10.1145/12.34", "[doi:10.1145/12.34]", ""},
		{ident.DOI, "https://doi.org/doi:10.1145/12.34", "[doi:10.1145/12.34]", ""},
		{ident.DOI, "10.1145/ 12.34", "[doi:10.1145/12.34]", ""},
		{ident.DOI, "10.1145/12.34, 10.1145/56.78", "[doi:10.1145/12.34 doi:10.1145/56.78]", ""},
		{ident.DOI, "10.1038/nature 14539", "[doi:10.1038/nature14539]", ""},
		{ident.DOI, "doi: 10.1038/nat ure14539", "[doi:10.1038/nature14539]", ""},
		{ident.DOI, "10.1038/nature14\n  539", "[doi:10.1038/nature14539]", ""},
		{ident.DOI, "10.1038/nature14539 (2015)", "[doi:10.1038/nature14539]", ""},
		{ident.DOI, "10.1038/nature14539 and 10.1038/nature14540", "[doi:10.1038/nature14539 doi:10.1038/nature14540]", ""},
		{ident.ISBN, "7131 1646 3", "[isbn:9780713116465]", ""},
		{ident.DOI, "arXiv:1706.03762", "[arxiv:1706.03762]", ""},
		{ident.DOI, "http://hdl.handle.net/2065/575", "[]", "http://hdl.handle.net/2065/575"},
		{ident.DOI, "N/A", "[]", ""},
		{ident.DOI, "--", "[]", ""},
		{ident.DOI, "", "[]", ""},
		{ident.DOI, "1145/12.34", "[doi:1145/12.34]", ""}, // lacks "10.": nothing can have it
		{ident.DOI, "10/gf2ztt", "[shortdoi:10/gf2ztt]", ""},
		{ident.DOI, "https://doi.org/gf2ztt", "[shortdoi:10/gf2ztt]", ""},
		{ident.DOI, "10.1145/12.34 (accessed 3 May)", "[doi:10.1145/12.34]", ""},
		{ident.DOI, "see the publisher's page", "[]", ""},
		{ident.DOI, "10.1.1.63.730", "[doi:10.1.1.63.730]", ""}, // a number of another index
		{ident.ArXiv, "cs.LG/1708.07747", "[arxiv:1708.07747]", ""},
		{ident.ISBN, "1546-1696", "[]", ""},
		{ident.ISBN, "1476-5594 (electronic)$\\$n0950-9232 (linking)", "[]", ""},
		{ident.ISBN, "1-5586-247-x", "[isbn:1-5586-247-x]", ""},
		{ident.PMID, "12345678", "[pmid:12345678]", ""},
		{ident.ISBN, "978-0-306-40615-7 0-306-40615-2", "[isbn:9780306406157]", ""},
		{ident.ISBN, "9780262033848/9780262533058", "[isbn:9780262033848 isbn:9780262533058]", ""},
		{ident.ISBN, "9780262033848,9780262533058", "[isbn:9780262033848 isbn:9780262533058]", ""},
		{ident.ISBN, "9780262033848;9780262533058", "[isbn:9780262033848 isbn:9780262533058]", ""},
		{ident.DOI, "10.1038/nature14539\n10.1038/nature16961", "[doi:10.1038/nature14539 doi:10.1038/nature16961]", ""},
		// a single DOI in spite of all its punctuation
		{ident.DOI, "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
			"[doi:10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2]", ""},
		{ident.DOI, "doi=10.1038/nature14539 ", "[doi:10.1038/nature14539]", ""},
		{ident.DOI, "print9780306406157", "[doi:print9780306406157]", ""}, // contains a number of another kind
		// an ISSN belongs to the container only where an ISBN is expected
		{ident.DOI, "0028-0836", "[doi:0028-0836]", ""},
		{ident.ArXiv, "quant-ph", "[arxiv:quant-ph]", ""}, // one word is not a note
		{ident.PMID, "PMC2837525", "[pmcid:PMC2837525]", ""},
		{ident.URL, "https://www.nature.com/articles/nature14539", "[url:https://www.nature.com/articles/nature14539]", ""},
	} {
		var w Work
		w.State(c.scheme, c.text)
		if got := fmt.Sprint(w.IDs); got != c.ids || w.URL != c.addr {
			t.Errorf("%s %q states %s, address %q", c.scheme, c.text, got, w.URL)
		}
	}
}

// An ISSN under the name of an ISBN belongs to the container.
func TestStateISSN(t *testing.T) {
	var w Work
	w.State(ident.ISBN, "1476-5594 (electronic)$\\$n0950-9232 (linking), 08834237, 0950-9232")
	if got := fmt.Sprint(w.Container.ISSN); got != "[1476-5594 0950-9232 0883-4237]" || len(w.IDs) > 0 {
		t.Errorf("ISSN %s, identifiers %v", got, w.IDs)
	}
}
