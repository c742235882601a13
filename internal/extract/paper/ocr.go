package paper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/pdf"
)

// The bounds of OCR.
const (
	ocrDots    = 200 // an inch
	ocrPages   = 60  // of one document
	ocrTimeout = 60 * time.Second
	ocrTotal   = 10 * time.Minute
	ocrTool    = "tesseract"
)

// ocrLanguages are used if the tool has them.
var ocrLanguages = []string{"eng", "deu", "fra", "spa", "por", "ita", "rus", "chi_sim", "jpn"}

// recogniseText fills the pages of a document that are images with the text that tesseract reads in them, if it is
// installed.
func recogniseText(r *reading.Result, src []byte, doc *pdf.Document) error {
	tool, err := exec.LookPath(ocrTool)
	if err != nil {
		return errNoTool
	}
	pages := unreadPages(doc)
	if len(pages) > ocrPages {
		r.Problem(biblio.Place{Page: 0}, "ocr", "only the last %d of %d pages without text go through OCR",
			ocrPages, len(pages))
		pages = pages[len(pages)-ocrPages:]
	}
	ctx, cancel := context.WithTimeout(context.Background(), ocrTotal)
	defer cancel()
	languages := installedLanguages(ctx, tool)
	read := 0
	err = pdf.Render(src, pages, ocrDots, pdf.Options{Timeout: ocrTotal}, func(number int, img *image.Gray) error {
		lines, err := recogniseImage(ctx, tool, languages, img)
		if err != nil {
			r.Problem(biblio.Place{Page: number}, "ocr", "OCR could not read this page: %v", err)
			return ctx.Err()
		}
		for i := range lines { // their type is not that of the text
			lines[i].Font = len(doc.Fonts)
		}
		for i := range doc.Pages {
			if doc.Pages[i].Number == number {
				doc.Pages[i].Lines = lines
			}
		}
		read += len(lines)
		return nil
	})
	if err != nil && read == 0 {
		return fmt.Errorf("the pages are images, and OCR failed: %w", err)
	}
	if read == 0 {
		return errors.New("the pages are images, and OCR found no text in them")
	}
	r.Problem(biblio.Place{Page: 0}, "ocr",
		"pages that are images or whose text is damaged: %d; their text comes from OCR and may have errors of its own",
		len(pages))
	return nil
}

func unreadPages(doc *pdf.Document) []int {
	var list []int
	for _, p := range doc.Pages {
		if p.Glyphs-p.Unreadable < pageText || p.Unreadable*2 > p.Glyphs {
			list = append(list, p.Number)
		}
	}
	return list
}

// installedLanguages returns the tool's argument for the languages it has, or "" for its own default.
func installedLanguages(ctx context.Context, tool string) string {
	out, err := exec.CommandContext(ctx, tool, "--list-langs").Output()
	if err != nil {
		return ""
	}
	have := strings.Fields(string(out))
	missing := func(l string) bool { return !slices.Contains(have, l) }
	return strings.Join(slices.DeleteFunc(slices.Clone(ocrLanguages), missing), "+")
}

func recogniseImage(ctx context.Context, tool, languages string, img *image.Gray) ([]pdf.Line, error) {
	ctx, cancel := context.WithTimeout(ctx, ocrTimeout)
	defer cancel()
	args := []string{"stdin", "stdout", "--dpi", strconv.Itoa(ocrDots)}
	if languages != "" {
		args = append(args, "-l", languages)
	}
	cmd := exec.CommandContext(ctx, tool, append(args, "tsv")...)
	cmd.Stdin = bytes.NewReader(portableGrey(img))
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	return ocrLines(string(out), float64(img.Rect.Dy())), nil
}

// portableGrey returns an image in the simplest format that tools read.
func portableGrey(img *image.Gray) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	b := fmt.Appendf(make([]byte, 0, w*h+32), "P5\n%d %d\n255\n", w, h)
	for y := range h {
		b = append(b, img.Pix[y*img.Stride:y*img.Stride+w]...)
	}
	return b
}

// ocrLines reads tesseract's table of words: level, page, block, paragraph,
// line, word, left, top, width, height, confidence, text.
func ocrLines(table string, height float64) []pdf.Line {
	var lines []pdf.Line
	last, blocks := "", map[string]int{}
	for _, row := range strings.Split(table, "\n") {
		f := strings.Split(strings.TrimRight(row, "\r"), "\t")
		if len(f) < 12 || f[0] != "5" || strings.TrimSpace(f[11]) == "" {
			continue
		}
		var n [4]float64
		for i := range n {
			n[i], _ = strconv.ParseFloat(f[6+i], 64)
		}
		const points = 72.0 / ocrDots
		box := biblio.Box{X0: n[0] * points, Y0: (height - n[1] - n[3]) * points, X1: (n[0] + n[2]) * points,
			Y1: (height - n[1]) * points}
		if _, ok := blocks[f[2]]; !ok {
			blocks[f[2]] = len(blocks)
		}
		if at := strings.Join(f[1:5], "."); at != last || len(lines) == 0 {
			lines = append(lines, pdf.Line{Text: f[11], Box: box, Base: box.Y0, Size: 10, Block: blocks[f[2]]})
			last = at
			continue
		}
		l := &lines[len(lines)-1]
		l.Text += " " + f[11]
		l.Box = l.Box.Union(box)
		l.Base = min(l.Base, box.Y0)
	}
	return lines
}
