package biblio

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// A year is a number or a string, as programs write it.
func TestYear(t *testing.T) {
	for text, want := range map[string]string{`2017`: "2017", `2017.0`: "2017", `" 2017 "`: "2017",
		`"in press"`: "in press", `null`: "", `[2017]`: "refused", `true`: "refused"} {
		var f Flat
		err := json.Unmarshal([]byte(`{"year":`+text+`}`), &f)
		got := string(f.Year)
		if err != nil {
			got = "refused"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A work written as flat JSON and read again is the same work.
func TestFlat(t *testing.T) {
	f := Flat{
		Type: "paper-conference", Title: "Attention Is All You Need",
		Authors: []string{"Ashish Vaswani", "Noam Shazeer", "et al."}, Editors: []string{"Isabelle Guyon"},
		Venue: "Advances in Neural Information Processing Systems", Year: "2017", DOI: "10.5555/3295222.3295349",
		ArXivID: "1706.03762", URL: "https://papers.nips.cc/paper/7181",
		Volume: "30", Pages: "5998-6008", Publisher: "Curran Associates", Location: "Long Beach, California, USA",
	}
	w := f.Work()
	if !w.AuthorsCut || len(w.Authors()) != 2 || len(w.ByRole(Editor)) != 1 || w.Issued.Year != 2017 {
		t.Errorf("%+v", w)
	}
	if diff := cmp.Diff(f, w.Flat()); diff != "" {
		t.Error(diff)
	}
	whole := Flat{Title: "Random forests", Authors: []string{"Leo Breiman"}}
	w = whole.Work()
	if diff := cmp.Diff(whole, w.Flat()); diff != "" {
		t.Errorf("a list that is not cut: %s", diff)
	}
}

// An address that is an identifier also becomes one; an address among the identifiers takes the place of none.
func TestFlatIdentifiers(t *testing.T) {
	for _, c := range []struct {
		name     string
		flat     Flat
		ids, url string
	}{
		{"an address that has a DOI", Flat{URL: "https://doi.org/10.1038/nature14539"}, "[doi:10.1038/nature14539]",
			"https://doi.org/10.1038/nature14539"},
		{"a DOI stated twice", Flat{DOI: "10.1038/nature14539", URL: "https://doi.org/10.1038/nature14539"},
			"[doi:10.1038/nature14539]", "https://doi.org/10.1038/nature14539"},
		{"an address as the DOI", Flat{DOI: "http://hdl.handle.net/2065/575"}, "[url:http://hdl.handle.net/2065/575]",
			"http://hdl.handle.net/2065/575"},
		{"an address as the DOI beside another", Flat{URL: "see the library", DOI: "http://hdl.handle.net/2065/575"}, "[]",
			"see the library"},
	} {
		w := c.flat.Work()
		if got := fmt.Sprint(w.IDs); got != c.ids || w.URL != c.url {
			t.Errorf("%s: %s, address %q", c.name, got, w.URL)
		}
	}
	var w Work
	w.AddID(Malformed(ident.DOI, " "))
	if len(w.IDs) > 0 {
		t.Errorf("nothing is an identifier: %v", w.IDs)
	}
}
