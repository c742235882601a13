package paper_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func page(texts ...pdftest.Text) []byte { return pdftest.Build(pdftest.Page{Texts: texts}) }

func TestWork(t *testing.T) {
	body := pdftest.Text{X: 72, Y: 500,
		Text: "We study what the first page of a paper says of itself, and little more than that."}
	src := page(
		pdftest.Text{X: 72, Y: 750, Size: 8, Text: "Journal of Examples 12 (2011) 1-9  doi:10.1000/example.7"},
		pdftest.Text{X: 72, Y: 700, Size: 18, Text: "Reading the First Page"},
		pdftest.Text{X: 72, Y: 678, Size: 18, Text: "of a Printed Paper"},
		pdftest.Text{X: 72, Y: 640, Size: 12, Text: "Ada Lovelace and Alan Turing"}, body,
		pdftest.Text{X: 72, Y: 480, Text: "The page goes on in the size in which most of it is set."},
	)
	w, ok := paper.FrontPage(src)
	if !ok || w.Title != "Reading the First Page of a Printed Paper" {
		t.Errorf("title %q, %v", w.Title, ok)
	}
	if w.ID(ident.DOI).Value != "10.1000/example.7" || len(w.Contributors) != 0 {
		t.Errorf("%+v", w)
	}
	for name, src := range map[string][]byte{
		"no large type": page(body, pdftest.Text{X: 72, Y: 488, Text: "Another line of the same size follows it."}),
		"not a PDF":     []byte("%PDF-1.5 but not really"),
		"empty":         nil,
	} {
		if w, ok := paper.FrontPage(src); ok {
			t.Errorf("%s: %+v", name, w)
		}
	}
}

// TestRealPages reads the first pages of two papers whose titles are known.
func TestRealPages(t *testing.T) {
	for name, want := range map[string]string{
		"science-parse/dyer12.pdf": "Joint Feature Selection in Distributed Stochastic Learning for Large-Scale " +
			"Discriminative Training in SMT",
		"science-parse/P14-1059.pdf":  "How to make words with vectors: Phrase generation in distributional semantics",
		"refextract/2503.05372.pdf":   "Are compact open-charm tetraquarks consistent with recent lattice results?",
		"grobid/test/0807.3577.pdf":   "Apparent and average accelerations of the Universe",
		"science-parse/mooney05.pdf":  "A Statistical Semantic Parser that Integrates Syntax and Semantics",
		"science-parse/agarwal11.pdf": "Noisy Matrix Decomposition via Convex Relaxation: Optimal Rates in High Dimensions",
	} {
		src, err := os.ReadFile(filepath.Join(testenv.Shared(t), "data", "pdf", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if w, ok := paper.FrontPage(src); !ok || normalise.Title(w.Title) != normalise.Title(want) {
			t.Errorf("%s: %q, %v", name, w.Title, ok)
		}
	}
}
