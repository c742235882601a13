package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"strings"
)

// Scan returns the bytes of a PDF whose pages, of 612 by 792 points, contain only images.
func Scan(pages ...*image.Gray) []byte {
	w := &writer{}
	w.out.WriteString("%PDF-1.5\n")
	const catalog, tree, firstPage = 1, 2, 3
	var kids []string
	next := firstPage
	for _, img := range pages {
		page, content, picture := next, next+1, next+2
		next += 3
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
		w.object(page,
			fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</XObject<</I %d 0 R>>>>>>",
				tree, content, picture))
		const draw = "q 612 0 0 792 0 0 cm /I Do Q"
		w.object(content, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(draw), draw))
		packed := packedPixels(img)
		w.object(picture,
			fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent "+
				"8/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", img.Rect.Dx(), img.Rect.Dy(), len(packed), packed))
	}
	w.object(catalog, fmt.Sprintf("<</Type/Catalog/Pages %d 0 R>>", tree))
	w.object(tree, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(pages), strings.Join(kids, " ")))
	return w.finish(next, catalog)
}

func packedPixels(img *image.Gray) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	for y := range img.Rect.Dy() {
		z.Write(img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]) // a buffer accepts everything
	}
	z.Close()
	return b.Bytes()
}
