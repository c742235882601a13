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
		{ident.DOI, "arXiv:1706.03762", "[arxiv:1706.03762]", ""},
		{ident.DOI, "http://hdl.handle.net/2065/575", "[]", "http://hdl.handle.net/2065/575"},
		{ident.DOI, "N/A", "[]", ""},
		{ident.DOI, "--", "[]", ""},
		{ident.DOI, "", "[]", ""},
		{ident.DOI, "1145/12.34", "[doi:1145/12.34]", ""}, // lacks "10.": nothing can have it
		{ident.PMID, "12345678", "[pmid:12345678]", ""},
		{ident.ISBN, "978-0-306-40615-7 0-306-40615-2", "[isbn:9780306406157]", ""},
	} {
		var w Work
		w.State(c.scheme, c.text)
		if got := fmt.Sprint(w.IDs); got != c.ids || w.URL != c.addr {
			t.Errorf("%s %q states %s, address %q", c.scheme, c.text, got, w.URL)
		}
	}
}
