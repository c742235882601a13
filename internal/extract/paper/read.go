package paper

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// The errors for text that only OCR can read, if tesseract is not installed.
var (
	errNoTool      = errors.New("run OCR over it first (install tesseract, and bonafide does it)")
	ErrImageOnly   = errors.New("the PDF has no text, only images of pages")
	errDamagedText = errors.New("the text of this PDF is damaged: its fonts do not say which characters they draw")
)

// Read reads the reference lists of a paper.
func Read(src []byte) (reading.Result, error) {
	var r reading.Result
	doc, err := pdf.Read(src, pdf.Options{})
	if err != nil {
		return r, err
	}
	r.Pages = len(doc.Pages)
	for _, p := range doc.Problems {
		r.Problem(biblio.Place{Page: p.Page}, cmp.Or(p.Rule, "unreadable-page"), "%s", p.Message)
	}
	recognised := textless(doc)
	if recognised {
		why := errDamagedText
		if imageOnly(doc) {
			why = ErrImageOnly
		}
		if err := recogniseText(&r, src, doc); errors.Is(err, errNoTool) {
			return r, fmt.Errorf("%w: %w", why, err)
		} else if err != nil {
			return r, err
		}
	}
	p := newPaper(doc)
	entries := reflist.New(p.lines).Lists()
	if images := imagePages(doc); len(entries) == 0 && !recognised && len(images) > 0 {
		if err := recogniseText(&r, src, doc); err != nil {
			return r, fmt.Errorf("no references found, and %s without text, where the list may be: %w", areImages(images), err)
		}
		recognised = true
		p = newPaper(doc)
		entries = reflist.New(p.lines).Lists()
	}
	r.References = p.references(entries)
	for i := range r.References {
		r.References[i].Recognised = recognised
	}
	r.Texts = p.texts(entries)
	r.Citations = p.linkedCitations()
	return r, nil
}

// pageText is the minimum number of readable characters of a page with a text layer.
const pageText = 16

// textless reports whether most pages of a document are images, or its characters are meaningless.
func textless(doc *pdf.Document) bool {
	glyphs, bad := 0, 0
	for _, p := range doc.Pages {
		glyphs += p.Glyphs
		bad += p.Unreadable
	}
	return imageOnly(doc) || bad*2 > glyphs && glyphs > pageText
}

func imageOnly(doc *pdf.Document) bool { return len(imagePages(doc))*2 > len(doc.Pages) }

func imagePages(doc *pdf.Document) []string {
	var list []string
	for _, p := range doc.Pages {
		if p.Pictures > 0 {
			list = append(list, strconv.Itoa(p.Number))
		}
	}
	return list
}

func areImages(pages []string) string {
	if len(pages) == 1 {
		return "page " + pages[0] + " is an image"
	}
	return "pages " + strings.Join(pages, ", ") + " are images"
}

// LooksLike reports whether src has the mark of a PDF near its start; some files have bytes before it.
func LooksLike(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 1024)], []byte("%PDF-"))
}
