// Package annotate writes findings into a PDF: a note beside each entry, one at each place where it is cited,
// and a summary on pages after the last one. Notes are highlights with a text, written as an incremental update
// (ISO 32000-1, 7.5.6), so that the original bytes stay and additions follow them.
//
// May be imported by: doors.
package annotate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/color"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// Paper collects what is to be written into one PDF.
type Paper struct {
	references int
	notes      []note
	said       []remark // for the summary
}

// remark is the text of a note on one entry.
type remark struct {
	text  string
	grave int // its place in the order of gravity: the lower, the graver
}

// The colours of highlights: for accusations, for what a person should look at, for citations of these entries.
var (
	accusing   = color.SimpleColor{R: 1, G: 0.45, B: 0.45}
	remarkable = color.SimpleColor{R: 1, G: 0.85, B: 0.3}
	citing     = color.SimpleColor{R: 0.55, G: 0.75, B: 1}
)

// citedMost is the maximum length of a note at a citation, in bytes.
const citedMost = 300

// Add adds a finding of the paper.
func (p *Paper) Add(f *report.Finding) {
	p.references++
	for i := range f.Claims {
		c := &f.Claims[i]
		shade := citing
		if report.ClaimAccuses(c) {
			shade = accusing
		}
		if text := report.ClaimNote(c); text != "" {
			p.note(c.Boxes, text, shade)
		}
	}
	text, accuses := f.Note()
	if text == "" {
		return
	}
	p.said = append(p.said, remark{text, f.Order()})
	if len(f.Boxes) == 0 {
		return
	}
	shade := remarkable
	if accuses {
		shade = accusing
	}
	p.note(f.Boxes, text, shade)
	first, _, _ := strings.Cut(text, "\n")
	for _, c := range f.Citations {
		p.note(c.Boxes, strings.ToValidUTF8(first[:min(len(first), citedMost)], ""), citing)
	}
}

func (p *Paper) note(boxes []biblio.PageBox, text string, shade color.SimpleColor) {
	first := len(p.notes)
	for _, b := range boxes {
		last := len(p.notes) - 1
		if last < first || p.notes[last].Page != b.Page {
			p.notes = append(p.notes, note{Page: b.Page, Title: "bonafide", Text: text, Color: shade})
			last++
		}
		p.notes[last].Boxes = append(p.notes[last].Boxes, b.Box)
	}
}

// Write returns the marked copy of the PDF src, with summary pages on request. Errors are ErrEncrypted and ErrBroken.
func (p *Paper) Write(src []byte, summary bool) ([]byte, error) {
	var lines []line
	if summary {
		lines = p.summary()
	}
	return writeNotes(src, p.notes, lines)
}

// summary returns the texts of the notes, the gravest first.
func (p *Paper) summary() []line {
	said := slices.Clone(p.said)
	slices.SortStableFunc(said, func(a, b remark) int { return a.grave - b.grave })
	references := strconv.Itoa(p.references) + " references"
	if p.references == 1 {
		references = "1 reference"
	}
	lines := []line{
		{Text: fmt.Sprintf("bonafide: %s, %d to look at", references, len(said)), Head: true},
		{Text: "Findings are leads for a person, not proof."},
	}
	for _, one := range said {
		first, rest, _ := strings.Cut(one.text, "\n")
		lines = append(lines, line{Text: first, Head: true})
		for text := range strings.Lines(rest) {
			lines = append(lines, line{Text: strings.TrimSpace(text)})
		}
	}
	return lines
}
