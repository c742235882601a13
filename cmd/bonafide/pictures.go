package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// pictures draws entries from the PDFs in which they stand. Findings come paper by
// paper, so that one PDF is open at a time.
type pictures struct {
	file  string
	paper *paper.Pictures // nil for a file that cannot be drawn
}

// of gives the PNG of what stands at a place, nil where there is none.
func (p *pictures) of(at report.Place) []byte {
	if len(at.Boxes) == 0 || !isPDF(at.File) {
		return nil
	}
	if at.File != p.file {
		p.file, p.paper = at.File, nil
		if src, err := setup.LocalFile(at.File); err == nil {
			p.paper = paper.NewPictures(src)
		}
	}
	if p.paper == nil {
		return nil
	}
	png, err := p.paper.Of(at.Boxes)
	if err != nil { // the report is whole without pictures
		p.paper = nil
	}
	return png
}

// writeCrops writes the picture of every entry that has its place on the page of
// a PDF to a folder.
func writeCrops(folder string, refs []biblio.Reference) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	var drawn pictures
	for i := range refs {
		at := refs[i].Place
		png := drawn.of(report.Place{File: at.File, Boxes: at.Boxes})
		if png == nil {
			continue
		}
		base := filepath.Base(at.File)
		name := fmt.Sprintf("%s-%03d.png", strings.TrimSuffix(base, filepath.Ext(base)), i+1)
		if err := writeWhole(filepath.Join(folder, name), png); err != nil {
			return err
		}
	}
	return nil
}
