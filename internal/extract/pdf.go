package extract

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// errImageOnly is the error for pages without text when nothing can read them.
var errImageOnly = errors.New("the PDF has no text, only images of pages: run OCR over it first (install tesseract, and bonafide does it)")

// readPDF reads the reference lists of a paper.
func readPDF(in *input) error {
	doc, err := pdf.Read(in.src, pdf.Options{})
	if err != nil {
		return err
	}
	for _, p := range doc.Problems {
		in.pageProblem(p.Page, "unreadable-page", "%s", p.Message)
	}
	if textless(doc) {
		if err := in.recogniseText(doc); err != nil {
			return err
		}
	}
	paper := newPaper(doc)
	entries := reflist.New(paper.lines).Lists()
	for _, r := range paper.references(entries) {
		r.Place.File = in.name
		in.references = append(in.references, r)
	}
	for _, c := range paper.citations(entries) {
		c.Place.File = in.name
		in.citations = append(in.citations, c)
	}
	return nil
}

func (in *input) pageProblem(page int, rule, format string, args ...any) {
	in.problems = append(in.problems, biblio.Problem{
		Place: biblio.Place{File: in.name, Page: page}, Rule: rule, Message: fmt.Sprintf(format, args...),
	})
}

// pageText is how many readable characters a page has at least, if it has a
// text layer at all.
const pageText = 16

// textless reports a document most of whose pages are images, or whose
// characters mean nothing.
func textless(doc *pdf.Document) bool {
	glyphs, bad, images := 0, 0, 0
	for _, p := range doc.Pages {
		glyphs += p.Glyphs
		bad += p.Unreadable
		if p.Pictures > 0 {
			images++
		}
	}
	return images*2 > len(doc.Pages) || bad*2 > glyphs && glyphs > pageText
}

// looksLikePDF finds the mark of a PDF near the start; some have bytes before.
func looksLikePDF(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 1024)], []byte("%PDF-"))
}
