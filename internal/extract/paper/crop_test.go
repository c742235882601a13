package paper

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// drawn is a page with a black bar in the middle.
func drawn() *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 1000, 1400))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for y := 600; y < 640; y++ {
		for x := 200; x < 800; x++ {
			img.SetGray(x, y, color.Gray{})
		}
	}
	return img
}

func TestCutAndStack(t *testing.T) {
	const scale = dpi / 72.0
	bar := biblio.Box{X0: 200 / scale, X1: 800 / scale, Y0: (1400 - 640) / scale, Y1: (1400 - 600) / scale}
	piece := cut(drawn(), bar)
	if piece == nil || piece.GrayAt(piece.Rect.Dx()/2, piece.Rect.Dy()/2).Y != 0 || piece.GrayAt(1, 1).Y != 255 {
		t.Fatalf("%v", piece)
	}
	both := stack([]*image.Gray{piece, nil, piece})
	if both.Rect.Dy() != 2*piece.Rect.Dy() {
		t.Errorf("%v of two of %v", both.Rect, piece.Rect)
	}
	for name, b := range map[string]biblio.Box{"nowhere": {X0: 9000, X1: 9001, Y0: 1, Y1: 2},
		"empty": {X0: 50, X1: 20, Y0: 30, Y1: 10}} {
		if got := cut(drawn(), b); got != nil && got.Rect.Dx() > 40 {
			t.Errorf("%s: %v", name, got.Rect)
		}
	}
	if stack(nil) != nil {
		t.Error("a picture of nothing")
	}
}

// TestColumnsOf: lines below one another are one picture, those of another column or page another.
func TestColumnsOf(t *testing.T) {
	line := func(page int, x, y float64) biblio.PageBox {
		return biblio.PageBox{Page: page, Box: biblio.Box{X0: x, X1: x + 200, Y0: y, Y1: y + 10}}
	}
	got := columnsOf([]biblio.PageBox{
		line(1, 50, 84), line(1, 60, 72), line(1, 310, 700), line(1, 320, 688), line(2, 50, 700),
	})
	want := []biblio.PageBox{
		{Page: 1, Box: biblio.Box{X0: 50, X1: 260, Y0: 72, Y1: 94}},
		{Page: 1, Box: biblio.Box{X0: 310, X1: 520, Y0: 688, Y1: 710}}, line(2, 50, 700),
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestEntriesOfPaper(t *testing.T) {
	shared := testenv.Shared(t)
	files, err := filepath.Glob(filepath.Join(shared, "data", "pdf", "iclr2026", "*", "paper.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no paper: %v", err)
	}
	src, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Read(src)
	if err != nil {
		t.Fatal(err)
	}
	refs := doc.References[:5]
	images, err := Crop(src, refs)
	if err != nil {
		t.Fatal(err)
	}
	for i := range refs {
		img, err := png.Decode(bytes.NewReader(images[i]))
		if err != nil || img.Bounds().Dx() < 300 || img.Bounds().Dy() < 20 {
			t.Errorf("%s: %v", refs[i].ID, err)
		}
	}
}
