// Package pdftest writes small PDFs for tests: lines of text at chosen places,
// links and named destinations.
package pdftest

import (
	"bytes"
	"fmt"
	"strings"
)

// Text is a line of text with its left end and baseline, in points from the lower left corner.
type Text struct {
	X, Y, Size float64 // size 10 if zero
	Bold       bool
	Unmeasured bool // the font does not state how far it extends below the baseline, and has no "g" that shows it
	// of a font without a character table, in which 27 to 29 are f_i, T_h and uni00660066, and 200 and 201 have
	// meaningless names
	Ligatures bool
	Text      string // Latin-1
	Paint     string // operators before the text: "3 Tr" for invisible, "1 g" for white
}

// Link is an area that leads to a URI.
type Link struct {
	X0, Y0, X1, Y1 float64
	URI            string
}

// Dest is a named place on a page.
type Dest struct {
	Name string
	X, Y float64
}

// Page is one page of 612 by 792 points.
type Page struct {
	Texts []Text
	Links []Link
	Dests []Dest
}

// Build returns the bytes of a PDF.
func Build(pages ...Page) []byte {
	w := &writer{}
	w.out.WriteString("%PDF-1.5\n")
	const catalog, tree, regular, bold, unmeasured, ligatures, firstPage = 1, 2, 3, 4, 5, 6, 7
	var kids, names []string
	next := firstPage
	for _, p := range pages {
		page, content := next, next+1
		next += 2
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
		var annots []string
		for _, l := range p.Links {
			annots = append(annots,
				fmt.Sprintf("<</Type/Annot/Subtype/Link/Rect[%g %g %g %g]/A<</S/URI/URI(%s)>>>>", l.X0, l.Y0, l.X1,
					l.Y1, escape(l.URI)))
		}
		for _, d := range p.Dests {
			names = append(names, fmt.Sprintf("(%s)[%d 0 R/XYZ %g %g null]", escape(d.Name), page, d.X, d.Y))
		}
		w.object(page,
			fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Annots[%s]/Resources<</Font<</F1 %d "+
				"0 R/F2 %d 0 R/F3 %d 0 R/F4 %d 0 R>>>>>>", tree, content, strings.Join(annots, ""), regular, bold,
				unmeasured, ligatures))
		stream := contentOf(p)
		w.object(content, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(stream), stream))
	}
	w.object(catalog,
		fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/Names<</Dests<</Names[%s]>>>>>>", tree, strings.Join(names, "")))
	w.object(tree, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(pages), strings.Join(kids, " ")))
	w.object(regular, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	w.object(bold, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>")
	w.object(unmeasured,
		"<</Type/Font/Subtype/TrueType/BaseFont/Helvetica/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[103/x]>>/FontDescriptor<</Type/FontDescriptor/FontName/Helvetica/Flags 32/FontBBox[-166 -225 1000 931]/Ascent 0/Descent 0/ItalicAngle 0/StemV 80>>>>")
	w.object(ligatures,
		"<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Ligatures/Encoding<</Type/Encoding/Differences[27/f_i/T_h/uni00660066 200/g123/g124]>>>>")
	return w.finish(next, catalog)
}

func contentOf(p Page) string {
	var b strings.Builder
	for _, t := range p.Texts {
		size, font := t.Size, "F1"
		if size == 0 {
			size = 10
		}
		if t.Bold {
			font = "F2"
		}
		if t.Unmeasured {
			font = "F3"
		}
		if t.Ligatures {
			font = "F4"
		}
		fmt.Fprintf(&b, "q %s BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET Q\n", t.Paint, font, size, t.X, t.Y, escape(t.Text))
	}
	return b.String()
}

func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s)
}

// writer records where each object begins.
type writer struct {
	out bytes.Buffer
	at  map[int]int
}

func (w *writer) object(number int, body string) {
	if w.at == nil {
		w.at = map[int]int{}
	}
	w.at[number] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", number, body)
}

func (w *writer) finish(count, catalog int) []byte {
	start := w.out.Len()
	fmt.Fprintf(&w.out, "xref\n0 %d\n0000000000 65535 f \n", count)
	for i := 1; i < count; i++ {
		fmt.Fprintf(&w.out, "%010d 00000 n \n", w.at[i])
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", count, catalog, start)
	return w.out.Bytes()
}
