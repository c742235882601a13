package result

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// WriteText writes a result as text: figures with intervals, then tables.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	mode := ""
	if r.Mode != "" {
		mode = " (" + r.Mode + ")"
	}
	fmt.Fprintf(&b, "%s%s: n = %d\n", r.Suite, mode, r.N)
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "  %s\n", n)
	}
	t := Table{Head: []string{"metric", "value", "95 % interval"}}
	for _, m := range r.Metrics {
		t.Rows = append(t.Rows, []string{m.Name, fmt.Sprintf("%.4f", m.Value), fmt.Sprintf("%.4f – %.4f", m.Low, m.High)})
	}
	t.write(&b)
	for _, t := range r.Tables {
		t.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes the table with aligned columns: the first to the left, the others to the right.
func (t Table) write(b *strings.Builder) {
	b.WriteByte('\n')
	if t.Title != "" {
		fmt.Fprintf(b, "%s\n", t.Title)
	}
	width := make([]int, len(t.Head))
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line += "  " + cell + pad
			} else {
				line += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// Confusion returns a matrix as a table, without empty rows and columns.
func Confusion(title string, c *metric.Confusion) Table {
	t := Table{Title: title, Head: []string{""}}
	var columns []int
	for i, label := range c.Labels {
		if c.Predicted(i) > 0 {
			columns = append(columns, i)
			t.Head = append(t.Head, label)
		}
	}
	t.Head = append(t.Head, "precision", "recall", "f1")
	for i, label := range c.Labels {
		if c.Support(i) == 0 {
			continue
		}
		row := []string{label}
		for _, j := range columns {
			row = append(row, Count(c.Cells[i][j]))
		}
		t.Rows = append(t.Rows, append(row, Percent(c.Precision(i)), Percent(c.Recall(i)), Percent(c.F1(i))))
	}
	return t
}

// Count formats a number of cases; 0 is a dot.
func Count(v float64) string {
	if v == 0 {
		return "·"
	}
	return fmt.Sprintf("%g", v)
}

// Percent formats a fraction with three decimals.
func Percent(v float64) string { return fmt.Sprintf("%.3f", v) }

// WriteTables writes tables as text.
func WriteTables(w io.Writer, tables []Table) error {
	var b strings.Builder
	for _, t := range tables {
		t.write(&b)
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}
