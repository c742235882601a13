package annotate

import (
	"bytes"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/color"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/pdf"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func box(x0, y0, x1, y1 float64) biblio.Box { return biblio.Box{X0: x0, Y0: y0, X1: x1, Y1: y1} }

var sample = []note{
	{Page: 1, Boxes: []biblio.Box{box(72, 700, 300, 712), box(72, 688, 200, 700)}, Title: "bonafide",
		Text: "Größe – 北京 (x) \\ )\nzweite Zeile", Color: color.SimpleColor{R: 1, G: 0.5, B: 0.5}},
	{Page: 2, Boxes: []biblio.Box{box(72, 100, 300, 112)}, Title: "bonafide", Text: "two",
		Color: color.SimpleColor{R: 1, G: 0.9, B: 0.4}},
	{Page: 1, Boxes: []biblio.Box{box(72, 600, 90, 610)}, Title: "bonafide", Text: "three",
		Color: color.SimpleColor{R: 1, G: 0.9, B: 0.4}},
}

var summary = []line{
	{Text: "Citations: 2 of 28 need a look", Head: true},
	{Text: `Größe – 北京, Шоу (x) \ ) %PDF << /JavaScript >> ` + "\x00\x1b[31m\u202e"},
	{Text: strings.Repeat("word ", 200) + strings.Repeat("W", 3000)},
}

// TestSummary reads back the summary pages, which come after the others.
func TestSummary(t *testing.T) {
	src := pages(2)
	long := slices.Concat(summary, slices.Repeat([]line{{Text: "one more"}}, 100))
	out, err := writeNotes(src, sample, long)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := writeNotes(src, sample, long)
	if !bytes.HasPrefix(out, src) || !bytes.Equal(out, again) {
		t.Error("the original has changed, or two writings differ")
	}
	read, err := pdf.Read(out, pdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, page := range read.Pages {
		text := ""
		for _, line := range page.Lines {
			text += line.Text + "\n"
		}
		texts = append(texts, text)
	}
	if len(texts) < 5 || !strings.Contains(texts[0], "arctic terns") || !strings.Contains(texts[2], "need a look") ||
		!strings.Contains(texts[2], `Größe – Bei Jing , Shou (x) \ ) %PDF`) {
		t.Errorf("%d pages: %q", len(texts), texts)
	}
	if n := strings.Count(strings.Join(texts, ""), "one more"); n != 100 {
		t.Errorf("%d of 100 lines", n)
	}
	alone, err := writeNotes(src, nil, summary)
	if err != nil || !bytes.HasPrefix(alone, src) {
		t.Errorf("without notes: %v", err)
	}
}

func pages(n int) []byte {
	var list []pdftest.Page
	for range n {
		list = append(list,
			pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 702, Text: "A. Walker. Mapping the migration of arctic terns."}}})
	}
	return pdftest.Build(list...)
}

// The original bytes stay at the front, the same input produces the same bytes, and pages change only
// inside the boxes.
func TestWrite(t *testing.T) {
	src := pages(2)
	out, err := writeNotes(src, sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := writeNotes(src, sample, nil)
	if !bytes.HasPrefix(out, src) || !bytes.Equal(out, again) ||
		bytes.Count(out[len(src):], []byte("/Subtype/Highlight")) != len(sample) {
		t.Fatalf("%d bytes became %d: %q", len(src), len(out), out[len(src):])
	}
	changed := differing(t, src, out)
	if changed[1] == 0 || changed[2] == 0 {
		t.Errorf("nothing is to be seen: %v", changed)
	}
	if same, err := writeNotes(src, nil, nil); err != nil || !bytes.Equal(same, src) {
		t.Errorf("without notes: %v", err)
	}
	if _, err := writeNotes(src, []note{{Page: 9, Boxes: []biblio.Box{box(0, 0, 1, 1)}}}, nil); err != nil {
		t.Errorf("a page that is not there: %v", err)
	}
	more, err := writeNotes(out, sample[:1], nil) // a second time
	if err != nil || !bytes.HasPrefix(more, out) {
		t.Errorf("a second increment: %v", err)
	}
}

// differing renders both files and counts the differing points by page; a difference outside the notes'
// boxes is an error.
func differing(t *testing.T, before, after []byte) map[int]int {
	t.Helper()
	const dpi = 72
	drawn := map[int]*image.Gray{}
	if err := pdf.Render(before, []int{1, 2}, dpi, pdf.Options{}, func(page int, img *image.Gray) error {
		drawn[page] = img
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	count := map[int]int{}
	if err := pdf.Render(after, []int{1, 2}, dpi, pdf.Options{}, func(page int, img *image.Gray) error {
		height := img.Rect.Dy()
		for y := range height {
			for x := range img.Rect.Dx() {
				if img.GrayAt(x, y) == drawn[page].GrayAt(x, y) {
					continue
				}
				count[page]++
				if !within(sample, page, float64(x), float64(height-y)) {
					t.Errorf("page %d changes at %d, %d", page, x, height-y)
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return count
}

func within(notes []note, page int, x, y float64) bool {
	const edge = 3 // a highlight has round ends
	for _, n := range notes {
		for _, b := range n.Boxes {
			if n.Page == page && x >= b.X0-edge && x <= b.X1+edge && y >= b.Y0-edge && y <= b.Y1+edge {
				return true
			}
		}
	}
	return false
}

func TestWriteRefuses(t *testing.T) {
	src := pages(1)
	for name, bad := range map[string][]byte{"nothing": {}, "no PDF": []byte("text"), "cut": src[:len(src)/2],
		"zeros": make([]byte, 5000)} {
		if out, err := writeNotes(bad, sample, summary); err == nil && !bytes.HasPrefix(out, bad) {
			t.Errorf("%s: taken and changed", name)
		} else if err != nil && !errors.Is(err, ErrBroken) && !errors.Is(err, ErrEncrypted) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every PDF in the shared data can be annotated, or is reported as encrypted.
func TestWriteShared(t *testing.T) {
	root := filepath.Join(testenv.Shared(t), "data", "pdf")
	taken, encrypted := 0, 0
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".pdf") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out, err := writeNotes(src, sample, summary)
		switch {
		case errors.Is(err, ErrEncrypted):
			encrypted++
		case err != nil:
			t.Errorf("%s: %v", path, err)
		case !bytes.HasPrefix(out, src) || len(out)-len(src) > 64<<10:
			t.Errorf("%s: %d bytes became %d", path, len(src), len(out))
		default:
			taken++
		}
		return nil
	})
	t.Logf("%d taken, %d encrypted", taken, encrypted)
	if err != nil || taken < 40 {
		t.Errorf("only %d taken: %v", taken, err)
	}
}

// FuzzWrite: no PDF makes the library crash or change the original.
func FuzzWrite(f *testing.F) {
	f.Add(pages(1))
	f.Add([]byte("%PDF-1.4\n%%EOF"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if out, err := writeNotes(src, sample[:1], summary[:1]); err == nil && !bytes.HasPrefix(out, src) {
			t.Error("the original has changed")
		}
	})
}
