package paper

import (
	"image"
	"os/exec"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/pdf"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// A scanned page is read with the real tool: its references are found, marked as recognised, and a notice says so.
func TestScannedPage(t *testing.T) {
	if _, err := exec.LookPath(ocrTool); err != nil {
		testenv.Missing(t, ocrTool, "the program tesseract with its English data")
	}
	page := pdftest.Page{Texts: []pdftest.Text{
		{X: 72, Y: 720, Size: 12, Text: "This page was printed, laid on a scanner, and has no text of its own."},
		{X: 72, Y: 690, Size: 15, Bold: true, Text: "References"},
	}}
	for i, line := range []string{
		"[1] C. E. Shannon. A mathematical theory of communication. Bell System",
		"      Technical Journal, 27(3):379-423, 1948.",
		"[2] D. E. Knuth. Literate programming. The Computer Journal, 27(2):97-111, 1984.",
		"[3] A. M. Turing. On computable numbers, with an application to the",
		"      Entscheidungsproblem. Proceedings of the London Mathematical Society, 1936.",
	} {
		page.Texts = append(page.Texts, pdftest.Text{X: 72, Y: 660 - 16*float64(i), Size: 12, Text: line})
	}
	var scan *image.Gray
	err := pdf.Render(pdftest.Build(page), []int{1}, ocrDots, pdf.Options{}, func(_ int, img *image.Gray) error {
		scan = &image.Gray{Pix: append([]byte(nil), img.Pix...), Stride: img.Stride, Rect: img.Rect}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(pdftest.Scan(scan))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"A mathematical theory of communication", "Literate programming", "On computable numbers"}
	if len(r.References) != len(want) {
		t.Fatalf("%d references, want %d: %+v", len(r.References), len(want), r.References)
	}
	for i, ref := range r.References {
		if !strings.HasPrefix(ref.Claimed.Title, want[i]) || !ref.Recognised || ref.Place.Page != 1 {
			t.Errorf("title %q, recognised %v, page %d, of %q", ref.Claimed.Title, ref.Recognised, ref.Place.Page, ref.Raw)
		}
	}
	for _, p := range r.Problems {
		if p.Rule == "ocr" {
			return
		}
	}
	t.Errorf("no notice of recognition: %v", r.Problems)
}

// Without the tool, pages that are images after pages of text are reported.
func TestListOnImages(t *testing.T) {
	doc := &pdf.Document{Pages: []pdf.Page{{Number: 1, Glyphs: 2000}, {Number: 2, Pictures: 1}, {Number: 3, Pictures: 1},
		{Number: 4, Glyphs: 900}}}
	if got := areImages(imagePages(doc)); got != "pages 2, 3 are images" || imageOnly(doc) {
		t.Error(got, imageOnly(doc))
	}
	doc.Pages[3] = pdf.Page{Number: 4, Pictures: 1}
	if !imageOnly(doc) || areImages([]string{"4"}) != "page 4 is an image" {
		t.Error("three pages of four are images")
	}
}
