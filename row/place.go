package row

import "strconv"

// Place is a position in an input. Lines, columns, pages and paragraphs count from 1, columns in bytes; zero means
// unknown or not applicable.
type Place struct {
	File    string `json:"file,omitempty" doc:"as named by the upload, an archive before the mark !"`
	Line    int    `json:"line,omitempty" doc:"from 1"`
	Column  int    `json:"column,omitempty" doc:"in bytes, from 1"`
	EndLine int    `json:"end_line,omitempty" doc:"from 1"`
	Page    int    `json:"page,omitempty" doc:"of a PDF, from 1"`

	Paragraph int    `json:"paragraph,omitempty" doc:"in a document without lines or pages of its own, from 1"`
	Note      string `json:"note,omitempty" doc:"number of the footnote or endnote"`

	EndColumn int       `json:"end_column,omitempty" doc:"in bytes, after the last one"`
	Span      Span      `json:"span,omitzero" doc:"in the bytes of the file"`
	Boxes     []PageBox `json:"boxes,omitempty" doc:"on the pages of a PDF, in points"`
}

// String returns "file:line:column", "file, page n" or "file, paragraph n".
func (p Place) String() string {
	s := p.File
	switch {
	case p.Page > 0:
		s += ", page " + strconv.Itoa(p.Page)
	case p.Line > 0:
		s += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			s += ":" + strconv.Itoa(p.Column)
		}
	case p.Note != "":
		s += ", note " + p.Note
	case p.Paragraph > 0:
		s += ", paragraph " + strconv.Itoa(p.Paragraph)
	}
	return s
}

// Within returns "page n", "line n" or "note n", without the file; "" for none of them.
func (p *Place) Within() string {
	switch {
	case p.Page > 0:
		return "page " + strconv.Itoa(p.Page)
	case p.Line > 0:
		return "line " + strconv.Itoa(p.Line)
	case p.Note != "":
		return "note " + p.Note
	}
	return ""
}

// Span is a half-open byte range of a text.
type Span struct {
	Start int `json:"start" doc:"first byte, from 0"`
	End   int `json:"end" doc:"after the last byte"`
}

// Box is a rectangle on a page in points, origin at the lower left.
type Box struct {
	X0 float64 `json:"x0" doc:"left, in points"`
	Y0 float64 `json:"y0" doc:"lower edge, in points from the bottom"`
	X1 float64 `json:"x1" doc:"right, in points"`
	Y1 float64 `json:"y1" doc:"upper edge, in points from the bottom"`
}

// Union returns the smallest box around both; a zero box is ignored.
func (b Box) Union(o Box) Box {
	switch {
	case b == Box{}:
		return o
	case o == Box{}:
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// PageBox is a box on one page.
type PageBox struct {
	Page int `json:"page" doc:"from 1"`
	Box  Box `json:"box" doc:"on the page"`
}

// Edit is a part of a file and its replacement. Lines and columns are from 1, and columns count UTF-16 units,
// as in editors.
type Edit struct {
	Span      Span   `json:"span" doc:"in the bytes of the file"`
	Line      int    `json:"line" doc:"from 1"`
	Column    int    `json:"column" doc:"from 1, in UTF-16 units, as editors count"`
	EndLine   int    `json:"end_line" doc:"from 1"`
	EndColumn int    `json:"end_column" doc:"after the last unit"`
	Text      string `json:"text" doc:"that replaces it"`
}
