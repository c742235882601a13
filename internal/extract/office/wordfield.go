package office

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// field is an open field: first comes its instruction, then its result.
type field struct {
	instruction, data strings.Builder
	separated         bool
	simple            bool
	para              *draft
	start             int // of the result
	parsed            fieldCode
	list              bool // it prints a reference list
}

// maxInstruction bounds an instruction and its data, in bytes.
const maxInstruction = 8 << 20

func (w *word) fieldChar(t xmlscan.Token) {
	switch t.Attr("fldCharType") {
	case "begin":
		if len(w.fields) < 100 {
			w.fields = append(w.fields, &field{para: w.top(), start: w.at()})
		}
	case "separate":
		if n := len(w.fields); n > 0 {
			w.separate(w.fields[n-1])
		}
	case "end":
		if n := len(w.fields); n > 0 && !w.fields[n-1].simple {
			w.endField()
		}
	}
}

func (w *word) instruct(element, text string) {
	n := len(w.fields)
	if n == 0 {
		return
	}
	to := &w.fields[n-1].instruction
	if element == "fldData" {
		to = &w.fields[n-1].data
	}
	if to.Len()+len(text) <= maxInstruction {
		to.WriteString(text)
	}
}

func (w *word) instructing() bool {
	return slices.ContainsFunc(w.fields, func(f *field) bool { return !f.separated })
}

func (w *word) separate(f *field) {
	if f.separated {
		return
	}
	f.separated, f.start = true, w.at()
	w.parse(f)
	if f.parsed.Kind == bibliographyField {
		f.list = true
		w.lists++
	}
}

func (w *word) parse(f *field) {
	parsed, err := parseField(f.instruction.String(), f.data.String())
	if err != nil {
		w.Problem(w.place(), "unreadable-field", "%v; the citation is read as printed", err)
	}
	if len(parsed.Keys) > 0 || len(f.parsed.Keys) == 0 { // a nested field may have set them
		f.parsed = parsed
	}
}

func (w *word) endField() {
	n := len(w.fields)
	f := w.fields[n-1]
	w.fields = w.fields[:n-1]
	if !f.separated {
		w.parse(f)
	}
	if f.list {
		w.lists--
	}
	if n > 1 && f.parsed.Kind == citationField && !w.fields[n-2].separated { // EndNote's data inside its citation
		outer := w.fields[n-2]
		if len(outer.parsed.Keys) == 0 {
			outer.parsed = f.parsed
		}
		return
	}
	switch f.parsed.Kind {
	case citationField:
		if f.para != nil {
			from, to := f.start, w.at()
			if f.para != w.top() {
				to = from
			}
			w.cite(f.parsed, f.para, from, to)
		}
	case hyperlinkField:
		if f.para == w.top() {
			w.link(f.parsed, f.para, f.start, w.at())
		}
	}
}

func (w *word) control(tag string) {
	parsed, err := taggedField(tag)
	if err != nil {
		w.Problem(w.place(), "unreadable-field", "%v; the citation is read as printed", err)
	}
	if c := &w.stds[len(w.stds)-1]; parsed.Kind != otherField {
		c.field = parsed
	}
}

func (w *word) controlBegins() {
	n := len(w.stds)
	if n == 0 || w.stds[n-1].content {
		return
	}
	c := &w.stds[n-1]
	c.content, c.para, c.start = true, w.top(), w.at()
	if c.field.Kind == bibliographyField {
		w.lists++
	}
}

func (w *word) endControl() {
	c, ok := pop(&w.stds)
	if !ok {
		return
	}
	switch {
	case !c.content:
	case c.field.Kind == bibliographyField:
		w.lists--
	case c.field.Kind == citationField && c.para != nil && c.para == w.top():
		w.cite(c.field, c.para, c.start, w.at())
	}
}
