package fix

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// An identifier is replaced where the entry states it, and nowhere else.
func TestSwap(t *testing.T) {
	const right = "10.1038/nature14539"
	for _, c := range []struct {
		scheme              ident.Scheme
		field, value        string
		from, to, want, why string
	}{
		{ident.DOI, "doi", "10.1038/nature 14539", "10.1038/nature", right, right, "what was cut off goes"},
		{ident.DOI, "doi", "https://doi.org/10.1038/nature1453", "10.1038/nature1453", right, "https://doi.org/" + right,
			"what stands before stays"},
		{ident.DOI, "doi", `10.1038/nature\_14539`, "10.1038/nature_14539", right, right, ""},
		{ident.DOI, "doi", "10.1038/a, 10.1038/b", "10.1038/a", right, right + ", 10.1038/b", "a second one stays"},
		{ident.DOI, "doi", "none", "10.1038/a", right, right, "never empty"},
		{ident.DOI, "url", "https://doi.org/10.1038/nature1453", "10.1038/nature1453", right, "https://doi.org/" + right, ""},
		{ident.DOI, "note", "see doi:10.1038/nature1453 there", "10.1038/nature1453", right,
			"see doi:" + right + " there", ""},
		{ident.ArXiv, "eprint", "080501", "080501", "1504.07999", "1504.07999", ""},
		{ident.ArXiv, "pages", "080501", "080501", "1504.07999", "", "a page that is written alike"},
		{ident.ArXiv, "doi", "10.1103/PhysRevLett.117.080501", "080501", "1504.07999", "", "a part of another identifier"},
		{ident.ArXiv, "number", "1706.03761", "1706.03761", "1706.03762", "1706.03762", "the whole field"},
		{ident.ArXiv, "volume", "abs/1706.03761", "1706.03761", "1706.03762", "abs/1706.03762", "DBLP's way"},
		{ident.ArXiv, "journal", "arXiv preprint arXiv:1706.03761", "1706.03761", "1706.03762",
			"arXiv preprint arXiv:1706.03762", ""},
		{ident.PMID, "volume", "31452104", "31452104", "31452105", "", "a volume of the same digits"},
	} {
		got, ok := (&writer{}).swap(c.scheme, c.field, c.value, Patch{From: c.from, To: c.to})
		if got != c.want && (ok || c.want != "") || ok != (c.want != "") {
			t.Errorf("%s = {%s}: %q %v, want %q: %s", c.field, c.value, got, ok, c.want, c.why)
		}
	}
}
