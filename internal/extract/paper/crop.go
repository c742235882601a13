package paper

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

const (
	dpi        = 200
	margin     = 4.0     // points around a box
	mostPixels = 6 << 20 // of one picture
	mostPieces = 8       // of one entry
)

// Crop returns the PNG of each reference that has a place on the pages of a PDF, by its index. Other references are
// left out.
func Crop(src []byte, refs []biblio.Reference) (map[int][]byte, error) {
	pages := pagesOf(refs)
	if len(pages) == 0 {
		return nil, nil
	}
	pieces, boxes := make([][]*image.Gray, len(refs)), make([][]biblio.PageBox, len(refs))
	for i, r := range refs {
		boxes[i] = columnsOf(r.Place.Boxes)
		pieces[i] = make([]*image.Gray, len(boxes[i]))
	}
	err := pdf.Render(src, pages, dpi, pdf.Options{}, func(page int, img *image.Gray) error {
		for i := range refs {
			for n, box := range boxes[i] {
				if box.Page == page {
					pieces[i][n] = cut(img, box.Box)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := map[int][]byte{}
	for i := range refs {
		whole := stack(pieces[i])
		if whole == nil {
			continue
		}
		var b bytes.Buffer
		if err := png.Encode(&b, whole); err != nil {
			return nil, fmt.Errorf("picture of %s: %w", refs[i].ID, err)
		}
		out[i] = b.Bytes()
	}
	return out, nil
}

// Pictures draws the entries of one PDF one after another: the last page drawn is kept, because the next entry is
// usually on it.
type Pictures struct {
	src  []byte
	page int
	img  *image.Gray
}

// NewPictures returns the pictures of the entries of a PDF.
func NewPictures(src []byte) *Pictures { return &Pictures{src: src} }

// Of returns the PNG of the content of boxes, or nil if there is none.
func (p *Pictures) Of(boxes []biblio.PageBox) ([]byte, error) {
	var pieces []*image.Gray
	for _, box := range columnsOf(boxes) {
		if box.Page < 1 {
			continue
		}
		if box.Page != p.page {
			err := pdf.Render(p.src, []int{box.Page}, dpi, pdf.Options{}, func(page int, img *image.Gray) error {
				p.page, p.img = page, img
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		pieces = append(pieces, cut(p.img, box.Box))
	}
	whole := stack(pieces)
	if whole == nil {
		return nil, nil
	}
	var b bytes.Buffer
	err := png.Encode(&b, whole)
	return b.Bytes(), err
}

func pagesOf(refs []biblio.Reference) []int {
	var pages []int
	for _, r := range refs {
		for _, box := range r.Place.Boxes {
			if box.Page > 0 && !slices.Contains(pages, box.Page) {
				pages = append(pages, box.Page)
			}
		}
	}
	slices.Sort(pages)
	return pages
}

// columnsOf joins the boxes of lines that are below one another on a page, and returns at most mostPieces.
func columnsOf(lines []biblio.PageBox) (out []biblio.PageBox) {
	for _, l := range lines {
		if n := len(out) - 1; n >= 0 && out[n].Page == l.Page && l.Box.Y0 < out[n].Box.Y1 &&
			l.Box.X0 < out[n].Box.X1 && out[n].Box.X0 < l.Box.X1 {
			out[n].Box = out[n].Box.Union(l.Box)
		} else {
			out = append(out, l)
		}
	}
	return out[:min(len(out), mostPieces)]
}

// cut copies the part of a page inside a box, or returns nil if it is empty.
func cut(img *image.Gray, b biblio.Box) *image.Gray {
	if b.X1 <= b.X0 || b.Y1 <= b.Y0 {
		return nil
	}
	const scale = dpi / 72.0
	height := float64(img.Rect.Dy())
	r := image.Rect(int((b.X0-margin)*scale), int(height-(b.Y1+margin)*scale), int((b.X1+margin)*scale)+1,
		int(height-(b.Y0-margin)*scale)+1).Intersect(img.Rect)
	if r.Empty() || r.Dx()*r.Dy() > mostPixels {
		return nil
	}
	out := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(out, out.Rect, img, r.Min, draw.Src)
	return out
}

// stack places pieces below one another on white; it returns nil if there are none or they are too large.
func stack(pieces []*image.Gray) *image.Gray {
	width, height := 0, 0
	for _, p := range pieces {
		if p != nil {
			width, height = max(width, p.Rect.Dx()), height+p.Rect.Dy()
		}
	}
	if width == 0 || width*height > mostPixels {
		return nil
	}
	out := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	y := 0
	for _, p := range pieces {
		if p != nil {
			draw.Draw(out, image.Rect(0, y, p.Rect.Dx(), y+p.Rect.Dy()), p, image.Point{}, draw.Src)
			y += p.Rect.Dy()
		}
	}
	return out
}
