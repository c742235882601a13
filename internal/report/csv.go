package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// table writes one row per reference for spreadsheets.
type table struct {
	Discard // ignores problems: the columns are those of references
	w       *csv.Writer
}

// byteOrderMark tells some spreadsheets that a file is in UTF-8.
const byteOrderMark = "\uFEFF"

func newCSV(w io.Writer, opt Options) Writer {
	if opt.BOM {
		_, _ = io.WriteString(w, byteOrderMark) // the writer keeps an error
	}
	return &table{w: csv.NewWriter(w)}
}

// columnsOfCSV are the columns and their contents.
var columnsOfCSV = []struct {
	name  string
	value func(*Finding) string
}{
	{"file", func(f *Finding) string { return f.File }},
	{"line", func(f *Finding) string { return number(f.Line) }},
	{"page", func(f *Finding) string { return number(f.Page) }},
	{"id", func(f *Finding) string { return f.ID }},
	{"outcome", func(f *Finding) string { return string(f.Outcome) }},
	{"gravity", func(f *Finding) string { return f.gravity().String() }},
	{"strength", func(f *Finding) string { return f.strength().String() }},
	{"counts", func(f *Finding) string { return strconv.FormatBool(f.section() != accepted && f.section() != known) }},
	{"codes", func(f *Finding) string { return strings.Join(f.Codes, " ") }},
	{"fields", func(f *Finding) string { return strings.Join(f.Fields, " ") }},
	{"label", func(f *Finding) string { return f.Label }},
	{"score", func(f *Finding) string { return strconv.FormatFloat(f.Score, 'f', -1, 64) }},
	{"p", func(f *Finding) string {
		if f.P == nil {
			return ""
		}
		return strconv.FormatFloat(*f.P, 'f', -1, 64)
	}},
	{"title", func(f *Finding) string { return f.Claimed.Title }},
	{"authors", func(f *Finding) string { return strings.Join(f.Claimed.Authors, "; ") }},
	{"venue", func(f *Finding) string { return f.Claimed.Venue }},
	{"year", func(f *Finding) string { return string(f.Claimed.Year) }},
	{"doi", func(f *Finding) string { return f.Claimed.DOI }},
	{"arxiv_id", func(f *Finding) string { return f.Claimed.ArXivID }},
	{"findings", func(f *Finding) string {
		var list []string
		for _, v := range f.views() {
			list = append(list, v.Line())
		}
		return strings.Join(list, "\n")
	}},
	{"recorded_title", func(f *Finding) string { return f.record().Fields.Title }},
	{"recorded_authors", func(f *Finding) string { return strings.Join(f.record().Fields.Authors, "; ") }},
	{"recorded_venue", func(f *Finding) string { return f.record().Fields.Venue }},
	{"recorded_year", func(f *Finding) string { return string(f.record().Fields.Year) }},
	{"recorded_doi", func(f *Finding) string { return f.record().Fields.DOI }},
	{"source", func(f *Finding) string { return f.record().Source }},
	{"look", (*Finding).Evidence},
	{"accepted", func(f *Finding) string {
		var list []string
		for _, a := range f.Accepted {
			list = append(list, strings.TrimSpace(a.About()+" "+a.Reason))
		}
		return strings.Join(list, "; ")
	}},
	{"raw", func(f *Finding) string { return f.Raw }},
}

// record returns the record judged against, an empty one if there is none.
func (f *Finding) record() *Record {
	if f.Record == nil {
		return &Record{}
	}
	return f.Record
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (t *table) Begin(Run) error {
	var head []string
	for _, c := range columnsOfCSV {
		head = append(head, c.name)
	}
	return t.w.Write(head)
}

func (t *table) Finding(f Finding) error {
	row := make([]string, len(columnsOfCSV))
	for i, c := range columnsOfCSV {
		row[i] = Cell(c.value(&f))
	}
	return t.w.Write(row)
}

// cellMost is the maximum length of a cell in characters, as in spreadsheets.
const cellMost = 32_000

// Cell makes a value safe for spreadsheets: a formula gets an apostrophe first (OWASP's page on CSV injection).
func Cell(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r", "\n"), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	s = shortened(strings.Join(lines, "\n"), cellMost)
	if strings.IndexAny(strings.TrimLeft(s, " \u00a0\ufeff"), "=+-@＝＋－＠|%") == 0 {
		s = "'" + s
	}
	return s
}

func (t *table) End(*Summary) error {
	t.w.Flush()
	if err := t.w.Error(); err != nil {
		return fmt.Errorf("the table: %w", err)
	}
	return nil
}
