package annotate

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/mozillazg/go-unidecode"
	"github.com/pdfcpu/pdfcpu/pkg/font"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"golang.org/x/text/encoding/charmap"
)

// line is a paragraph of a summary.
type line struct {
	Text string
	Head bool // it is a heading
}

// The layout of a summary page, in points: A4, and two fonts that every reader has.
const (
	pageWidth, pageHeight = 595, 842
	margin                = 56
	textSize, headSize    = 10, 13
	leading               = 1.4 // relative to the size
	textFont, headFont    = "Helvetica", "Helvetica-Bold"
)

// The limits of a summary: lines on its pages, bytes of a paragraph, letters of the narrowest kind on a line.
const (
	summaryMost   = 5000
	paragraphMost = 2000
	letterMost    = 250
)

// addSummary adds pages with a text after the last page, so that page numbers stay.
func addSummary(ctx *model.Context, summary []line) error {
	root, err := ctx.Pages()
	if err != nil {
		return err
	}
	tree, err := ctx.DereferenceDict(*root)
	if err != nil {
		return err
	}
	kids, err := ctx.DereferenceArray(tree["Kids"])
	if err != nil {
		return err
	}
	fonts := types.Dict{}
	for _, face := range [][2]string{{"T", textFont}, {"H", headFont}} {
		ref, err := added(ctx,
			types.Dict{"Type": types.Name("Font"), "Subtype": types.Name("Type1"), "BaseFont": types.Name(face[1]),
				"Encoding": types.Name("WinAnsiEncoding")})
		if err != nil {
			return err
		}
		fonts[face[0]] = *ref
	}
	list := pagesOf(summary)
	for _, content := range list {
		stream, err := ctx.NewStreamDictForBuf(content)
		if err != nil {
			return err
		}
		if err := stream.Encode(); err != nil {
			return err
		}
		body, err := added(ctx, *stream)
		if err != nil {
			return err
		}
		page, err := added(ctx, types.Dict{
			"Type": types.Name("Page"), "Parent": *root, "MediaBox": types.NewIntegerArray(0, 0, pageWidth, pageHeight),
			"Rotate":    types.Integer(0),
			"Resources": types.Dict{"Font": fonts}, "Contents": *body,
		})
		if err != nil {
			return err
		}
		kids = append(kids, *page)
	}
	tree["Kids"] = kids
	if err := tree.IncrementBy("Count", len(list)); err != nil {
		return err
	}
	ctx.Write.IncrementWithObjNr(root.ObjectNumber.Value())
	return nil
}

// added creates a new object of the increment.
func added(ctx *model.Context, object types.Object) (*types.IndirectRef, error) {
	ref, err := ctx.IndRefForNewObject(object)
	if err == nil {
		ctx.Write.IncrementWithObjNr(ref.ObjectNumber.Value())
	}
	return ref, err
}

// pagesOf returns the contents of the summary pages.
func pagesOf(summary []line) [][]byte {
	var list [][]byte
	var page bytes.Buffer
	y, written := float64(pageHeight-margin), 0
	for _, line := range summary {
		name, face, size := "T", textFont, float64(textSize)
		if line.Head {
			name, face, size = "H", headFont, headSize
			y -= size // space above it
		}
		for _, part := range wrapped(winAnsi(line.Text), face, size, pageWidth-2*margin) {
			if written++; written > summaryMost {
				break
			}
			if y -= size * leading; y < margin {
				list = append(list, bytes.Clone(page.Bytes()))
				page.Reset()
				y = pageHeight - margin - size*leading
			}
			fmt.Fprintf(&page, "BT /%s %g Tf 1 0 0 1 %d %.2f Tm (%s) Tj ET\n", name, size, margin, y, literal(part))
		}
	}
	return append(list, page.Bytes())
}

// winAnsi returns a text in the encoding of the fonts. Letters that it lacks are transliterated.
func winAnsi(text string) string {
	var b strings.Builder
	encoder := charmap.Windows1252.NewEncoder()
	for _, r := range text {
		if r < ' ' || r == 0x7F {
			r = ' '
		}
		s, err := encoder.String(string(r))
		if err != nil {
			s = unidecode.Unidecode(string(r))
		}
		for i := range len(s) {
			if s[i] >= ' ' && s[i] != 0x7F {
				b.WriteByte(s[i])
			}
		}
	}
	text = b.String()
	return text[:min(len(text), paragraphMost)]
}

// wrapped breaks an encoded text at spaces into lines no wider than points; a single word that is wider is cut.
func wrapped(text, face string, size, width float64) []string {
	wide := func(s string) float64 {
		w, _ := font.TextWidthFloat(s, face, size) // cannot fail for the standard fonts
		return w
	}
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		for {
			with := word
			if line != "" {
				with = line + " " + word
			}
			if wide(with) <= width {
				line = with
				break
			}
			if line != "" {
				lines, line = append(lines, line), ""
				continue
			}
			cut := min(len(word)-1, letterMost)
			for cut > 1 && wide(word[:cut]) > width {
				cut--
			}
			lines, word = append(lines, word[:cut]), word[cut:]
		}
	}
	return append(lines, line)
}

// literal escapes a text for a PDF string in parentheses.
func literal(s string) string {
	return strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s)
}
