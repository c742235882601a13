package claimcheck

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

const jats = `<?xml version="1.0"?><article><front><article-meta><title-group><article-title>Terns fly <italic>far</italic> over the seas &amp; back</article-title></title-group>
<contrib-group><contrib><name><surname>Walker</surname></name></contrib></contrib-group></article-meta></front><body><sec><title>Results</title><p>SENTENCES</p></sec></body><back><ref-list><ref id="r1"><mixed-citation>Sagan C. Pale blue. 1994.</mixed-citation></ref></ref-list></back></article>`

// paperPDF is a PDF with a title in large type and many sentences.
func paperPDF(title string) []byte {
	page := pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 720, Size: 20, Text: title},
		{X: 72, Y: 690, Size: 10, Text: "Alice Walker"}}}
	for i := range 20 {
		page.Texts = append(page.Texts,
			pdftest.Text{X: 72, Y: 660 - 14*float64(i), Size: 10,
				Text: "Terns flew over the sea in winter. They came back in the spring."})
	}
	return pdftest.Build(page)
}

// TestCopies gets open-access copies from a server that plays the services: the first copy whose first page has
// the title is read, another paper is not, and a failure does not mean "there is no copy".
func TestCopies(t *testing.T) {
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		switch {
		case strings.HasSuffix(r.URL.Path, "/PMC1/fullTextXML"):
			w.Header().Set("Content-Type", "application/xml")
			_, _ = w.Write(
				[]byte(strings.Replace(jats, "SENTENCES", strings.Repeat("Terns flew over the sea. They came back. ", 20), 1)))
		case strings.HasSuffix(r.URL.Path, "/pdf/1501.00001"), strings.HasSuffix(r.URL.Path, "/copy.pdf"):
			_, _ = w.Write(paperPDF("Terns fly far over the seas and back"))
		case strings.HasSuffix(r.URL.Path, "/other.pdf"):
			_, _ = w.Write(paperPDF("Penguins do not fly at all these days"))
		case strings.HasSuffix(r.URL.Path, "/page.pdf"):
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<html><body>Please log in to read this paper</body></html>"))
		case strings.HasSuffix(r.URL.Path, "/broken.pdf"):
			http.Error(w, "broken", http.StatusInternalServerError)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	client := transport.New(transport.Options{Via: server.URL, Clock: &sourcetest.Clock{}})
	defer client.Close()
	c := &Copies{client}
	record := func(title string, extra map[string]string, ids ...ident.ID) []*biblio.Record {
		w := biblio.Work{Title: title, Contributors: []biblio.Contributor{{Family: "Walker"}}}
		for _, id := range ids {
			w.AddID(id)
		}
		return []*biblio.Record{{Work: w, Extra: extra}}
	}
	pmc, arxiv := ident.ID{Scheme: ident.PMCID, Value: "PMC1"}, ident.ID{Scheme: ident.ArXiv, Value: "1501.00001"}
	for _, one := range []struct {
		name, kind string
		records    []*biblio.Record
		failed     bool
	}{
		{"Europe PMC", "europepmc", record("Terns fly far over the seas & back", nil, pmc, arxiv), false},
		{"arXiv", "arxiv",
			record("Terns fly far over the seas and back", map[string]string{"license": "cc-by"},
				ident.ID{Scheme: ident.PMCID, Value: "PMC404"}, arxiv), false},
		{"another paper", "",
			record("Terns fly far over the seas and back", map[string]string{"pdf": "https://papers.example.org/other.pdf"}),
			false},
		{"a page", "",
			record("Terns fly far over the seas and back", map[string]string{"pdf": "https://papers.example.org/page.pdf"}),
			false},
		{"a location of OpenAlex", "open copy",
			record("Terns fly far over the seas and back",
				map[string]string{
					"locations": `[{"is_oa": false, "pdf_url": "https://papers.example.org/closed.pdf"}, {"is_oa": true, "pdf_url": null}, {"is_oa": true, "pdf_url": "https://papers.example.org/pdf/1501.00001", "license": "cc-by-sa"}]`}), false},
		{"another copy of Unpaywall", "open copy",
			record("Terns fly far over the seas and back",
				map[string]string{"pdf": "https://papers.example.org/gone.pdf", "copies": "https://papers.example.org/landing " +
					"https://papers.example.org/copy.pdf"}), false},
		{"locations that are none", "",
			record("Terns fly far over the seas and back",
				map[string]string{"locations": `{"is_oa": 1`, "copies": "ftp://papers.example.org/x.pdf"}), false},
		{"a failure", "",
			record("Terns fly far over the seas and back", map[string]string{"pdf": "https://papers.example.org/broken.pdf"}),
			true},
		{"a file of this machine", "",
			record("Terns fly far over the seas and back", map[string]string{"pdf": "file:///etc/passwd"}), false},
	} {
		text, from, err := c.Find(t.Context(), "", one.records, nil)
		if (err != nil) != one.failed || from.Kind != one.kind || (text != nil) != (one.kind != "") {
			t.Errorf("%s: %+v, %v", one.name, from, err)
		}
		if text != nil && (!text.Whole || len(from.Digest) != 64 || one.name == "arXiv" && from.Licence != "cc-by" ||
			one.name == "a location of OpenAlex" && from.Licence != "cc-by-sa") {
			t.Errorf("%s: whole %v, %+v", one.name, text.Whole, from)
		}
		if one.name == "Europe PMC" && text.Sentences[len(text.Sentences)-1].Section != "results" {
			t.Errorf("section %s", text.Sentences[len(text.Sentences)-1].Section)
		}
	}
	if asked["/papers.example.org/closed.pdf"]+asked["/papers.example.org/landing"] > 0 {
		t.Error("a closed copy, or a page, was asked for")
	}
	before := len(asked)
	if _, _, err := c.Find(t.Context(), "", record("Terns fly far over the seas & back", nil, pmc), nil); err != nil ||
		asked["/www.ebi.ac.uk/europepmc/webservices/rest/PMC1/fullTextXML"] != 1 || len(asked) != before {
		t.Errorf("a kept copy was asked for again: %v %v", asked, err)
	}
}
