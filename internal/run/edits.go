package run

import (
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// row is a finding with its row.
type row struct {
	finding audit.Finding
	row     report.Finding
}

// withEdits audits references and hands their rows on when those of all are there.
func (c *reader) withEdits(refs []biblio.Reference, before []audit.Cited, write func(audit.Finding, report.Finding) error) error {
	var rows []row
	err := c.references(c.ctx, refs, before, func(f audit.Finding, r report.Finding) error {
		rows = append(rows, row{f, r})
		return nil
	})
	if err == nil {
		c.edited(rows)
	}
	if err == nil && c.counts(len(rows), before) {
		c.changes(rows)
	}
	for i := range rows {
		if err := write(rows[i].finding, rows[i].row); err != nil {
			return err
		}
	}
	return err
}

// withChanges audits references, hands each row on as it comes, and then counts what
// commands would change.
func (c *reader) withChanges(refs []biblio.Reference, before []audit.Cited, write func(audit.Finding, report.Finding) error) error {
	var rows []row
	told, counts := 0, c.counts(len(refs), before)
	err := c.references(c.ctx, refs, before, func(f audit.Finding, r report.Finding) error {
		refs[told] = biblio.Reference{} // its memory is free from now on
		told++
		if counts && strings.EqualFold(path.Ext(r.File), ".bib") {
			rows = append(rows, row{f, r})
		}
		return write(f, r)
	})
	if err == nil {
		c.changes(rows)
	}
	return err
}

// edited gives the rows of BibTeX entries the edits that fix would make. All
// findings of a file must be among the rows, for what one entry writes in which
// way depends on the others.
func (c *reader) edited(rows []row) {
	for _, list := range inBibTeX(rows) {
		j, err := c.judged(rows, list)
		if err != nil {
			continue
		}
		out, err := Fix(j, Fixing{})
		if err != nil {
			continue
		}
		at := newOffsets(j.Source)
		for _, edit := range out.Edits() {
			placed := at.edit(edit)
			if n := slices.IndexFunc(list, func(i int) bool { return within(&placed, &rows[i].row) }); n >= 0 {
				row := &rows[list[n]].row
				row.Edits = append(row.Edits, placed)
			}
		}
	}
}

// counts reports that it is counted what commands would change, which takes the findings
// of all references of a file: a run that was continued has none of the rows before.
func (c *reader) counts(references int, before []audit.Cited) bool {
	return c.opt.Changes && len(before) == 0 && references <= changesMost
}

// inBibTeX gives the numbers of the rows of each BibTeX file, in the order of the
// files.
func inBibTeX(rows []row) (files [][]int) {
	at := map[string]int{}
	for i := range rows {
		file := rows[i].row.File
		if !strings.EqualFold(path.Ext(file), ".bib") {
			continue
		}
		n, ok := at[file]
		if !ok {
			n, files = len(files), append(files, nil)
			at[file] = n
		}
		files[n] = append(files[n], i)
	}
	return files
}

// judged gives the file of some rows; inside an archive nothing can be corrected in
// place.
func (c *reader) judged(rows []row, list []int) (Judged, error) {
	src, err := c.document(rows[list[0]].row.File)
	j := Judged{Format: "bibtex", Source: src, Findings: make([]audit.Finding, len(list))}
	for n, i := range list {
		j.Findings[n] = rows[i].finding
		if rows[i].row.Marked() {
			j.Row = func(n int) report.Finding { return rows[list[n]].row }
		}
	}
	return j, err
}

// changesMost bounds the references of one document of which is counted what commands
// would change.
const changesMost = 5000

// changes counts what commands would change in the BibTeX files of some rows, which
// must be all of these files.
func (c *reader) changes(rows []row) {
	for _, list := range inBibTeX(rows) {
		j, err := c.judged(rows, list)
		if err != nil {
			continue
		}
		change := report.Change{File: rows[list[0]].row.File}
		var how Fixing
		change.Corrections = countChanged(j, how, nil)
		how.Prefer = fix.Published
		change.Published = countChanged(j, how, func(p fix.Patch) bool { return p.Rule == fix.PublishedVersion })
		how = Fixing{}
		how.Add = []biblio.Field{biblio.FieldDOI}
		change.DOIs = countChanged(j, how, func(p fix.Patch) bool { return p.Action == fix.Add && p.Field == biblio.FieldDOI })
		if change.Corrections+change.Published+change.DOIs > 0 {
			c.summary.Changes = append(c.summary.Changes, change)
		}
	}
}

// countChanged counts the entries that wanted patches change; nil wants all.
func countChanged(j Judged, how Fixing, wanted func(fix.Patch) bool) int {
	if wanted != nil {
		how.Accept = func(_ *biblio.Reference, patches []fix.Patch) bool { return slices.ContainsFunc(patches, wanted) }
	}
	out, err := Fix(j, how)
	if err != nil {
		return 0
	}
	return out.Changed
}

// within reports an edit of the entry of a row. Entries of a file that is not in UTF-8
// have no bytes, and are known by their lines.
func within(edit *report.Edit, f *report.Finding) bool {
	if f.Span.End > 0 {
		return edit.Span.Start >= f.Span.Start && edit.Span.End <= f.Span.End
	}
	return f.Line > 0 && edit.Line >= f.Line && edit.EndLine <= f.EndLine
}

// offsets finds the lines of a text.
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

// at gives the line of an offset and its column, both from 1; columns count UTF-16
// units, as editors do.
func (l *offsets) at(offset int) (line, column int) {
	line = sort.SearchInts(l.starts, offset+1)
	column = 1
	for rest := l.text[l.starts[line-1]:offset]; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if column++; r > 0xFFFF {
			column++
		}
		rest = rest[size:]
	}
	return line, column
}

func (l *offsets) edit(e bibtex.Edit) report.Edit {
	out := report.Edit{Text: e.Text}
	out.Span.Start, out.Span.End = e.Span.Start, e.Span.End
	out.Line, out.Column = l.at(e.Span.Start)
	out.EndLine, out.EndColumn = l.at(e.Span.End)
	return out
}
