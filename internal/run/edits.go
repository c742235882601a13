package run

import (
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

type judgedRow struct {
	finding audit.Finding
	row     report.Finding
}

// withEdits audits references and passes on their rows once all are there.
func (c *reader) withEdits(refs []biblio.Reference, before []audit.Cited,
	write func(audit.Finding, report.Finding) error) error {
	var rows []judgedRow
	err := c.references(c.ctx, refs, before, func(f audit.Finding, r report.Finding) error {
		rows = append(rows, judgedRow{f, r})
		return nil
	})
	if err == nil {
		c.edited(rows)
	}
	for i := range rows {
		if err := write(rows[i].finding, rows[i].row); err != nil {
			return err
		}
	}
	return err
}

// edited adds to the rows of BibTeX entries the edits that fix would make. All findings of a file must be among
// the rows, since how one entry writes a field depends on the others.
func (c *reader) edited(rows []judgedRow) {
	byFile := map[string][]int{}
	for i := range rows {
		if file := rows[i].row.File; strings.EqualFold(path.Ext(file), ".bib") {
			byFile[file] = append(byFile[file], i)
		}
	}
	for file, list := range byFile {
		src, err := c.document(file)
		if err != nil { // inside an archive: nothing there can be corrected in place
			continue
		}
		j := Judged{Format: "bibtex", Source: src, Findings: make([]audit.Finding, len(list))}
		for n, i := range list {
			j.Findings[n] = rows[i].finding
			if rows[i].row.Marked() {
				j.Row = func(n int) report.Finding { return rows[list[n]].row }
			}
		}
		out, err := Fix(j, Fixing{})
		if err != nil {
			continue
		}
		at := newOffsets(src)
		for _, edit := range out.Edits() {
			placed := at.edit(edit)
			if n := slices.IndexFunc(list, func(i int) bool { return within(&placed, &rows[i].row) }); n >= 0 {
				row := &rows[list[n]].row
				row.Edits = append(row.Edits, placed)
			}
		}
	}
}

// within reports whether an edit is in the entry of a row: by its bytes, or where it has no offsets by its lines.
func within(edit *row.Edit, f *report.Finding) bool {
	if f.Span.End > 0 {
		return edit.Span.Start >= f.Span.Start && edit.Span.End <= f.Span.End
	}
	return f.Line > 0 && edit.Line >= f.Line && edit.EndLine <= f.EndLine
}

// offsets converts the offsets of a text to lines and columns.
type offsets struct {
	text   string
	starts []int
}

func newOffsets(src []byte) offsets {
	l := offsets{text: string(src), starts: []int{0}}
	for i := range l.text {
		if l.text[i] == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at returns the line of an offset and its column, both from 1; columns count UTF-16 units, as editors do.
func (l *offsets) at(offset int) (line, column int) {
	line = sort.SearchInts(l.starts, offset+1)
	column = 1
	for _, r := range l.text[l.starts[line-1]:offset] {
		column += utf16.RuneLen(r)
	}
	return line, column
}

func (l *offsets) edit(e bibtex.Edit) row.Edit {
	out := row.Edit{Text: e.Text}
	out.Span.Start, out.Span.End = e.Span.Start, e.Span.End
	out.Line, out.Column = l.at(e.Span.Start)
	out.EndLine, out.EndColumn = l.at(e.Span.End)
	return out
}
