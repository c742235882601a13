package pdf

import (
	"fmt"
	"image"

	"github.com/tetratelabs/wazero/api"
)

// maxPixels bounds the image of a page.
const maxPixels = 30 << 20

// Flags of the library's renderer.
const (
	bitmapGray = 1
	renderGray = 0x08
	withAnnots = 0x01
	white      = 0xFFFFFFFF
)

// Render draws pages, by their numbers, as grey images of so many dots an
// inch, and gives each to use. It stops at the first error, that of use
// included.
func Render(src []byte, pages []int, dpi float64, opt Options, use func(page int, img *image.Gray) error) error {
	if len(src) > maxBytes {
		return errTooBig
	}
	r := newReader(src, opt)
	return r.bounded(func() error { return r.renderAll(pages, dpi, use) })
}

func (r *reader) renderAll(pages []int, dpi float64, use func(page int, img *image.Gray) error) error {
	n, err := newNative(r.until)
	if err != nil {
		return err
	}
	defer n.close()
	r.n = n
	if err := r.open(); err != nil {
		return openError(err)
	}
	for _, page := range pages {
		img, err := r.render(page-1, dpi)
		if err != nil {
			return fmt.Errorf("page %d: %w", page, err)
		}
		if err := use(page, img); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) render(index int, dpi float64) (*image.Gray, error) {
	n := r.n
	handle := n.call("FPDF_LoadPage", r.file, uint64(index))
	if handle == 0 {
		return nil, errNoPages
	}
	defer n.call("FPDF_ClosePage", handle)
	width := int(float64(api.DecodeF32(n.call("FPDF_GetPageWidthF", handle))) * dpi / 72)
	height := int(float64(api.DecodeF32(n.call("FPDF_GetPageHeightF", handle))) * dpi / 72)
	if width < 1 || height < 1 || width > maxPixels || height > maxPixels || width*height > maxPixels {
		return nil, errTooBig
	}
	w, h := uint64(width), uint64(height)
	bitmap := n.call("FPDFBitmap_CreateEx", w, h, bitmapGray, 0, 0)
	if bitmap == 0 {
		return nil, errTooBig
	}
	defer n.call("FPDFBitmap_Destroy", bitmap)
	n.call("FPDFBitmap_FillRect", bitmap, 0, 0, w, h, white)
	n.call("FPDF_RenderPageBitmap", bitmap, handle, 0, 0, w, h, 0, renderGray|withAnnots)
	stride := n.integer("FPDFBitmap_GetStride", bitmap)
	buffer := n.call("FPDFBitmap_GetBuffer", bitmap)
	if n.err != nil {
		return nil, n.err
	}
	pixels, ok := n.memory.Read(uint32(buffer), uint32(stride*height))
	if !ok || stride < width {
		return nil, errBroken
	}
	return &image.Gray{Pix: append([]byte(nil), pixels...), Stride: stride, Rect: image.Rect(0, 0, width, height)}, nil
}
