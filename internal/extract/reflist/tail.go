package reflist

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

var (
	// caption matches the beginning of a caption of a figure or table between entries.
	caption = lazy.Regexp(
		`^(?:Figure|Fig\.|Table|Tab\.|Abbildung|Abb\.|Tabelle|Figura|Tabla|Tableau|TABLE|FIGURE|FIG\.) ?\d+[.:]? `)
	// foot matches text below the last entry of a page or list.
	foot = lazy.Regexp(`(?i)^(?:_{4,}|\W{0,2}corresponding author|©|copyright ©|\W{0,2}e-?mail ?:)`)
)

// The measures of other text among the entries of a column.
const (
	footnoteGap = 1.4  // of the size, above a footnote
	foreignType = 0.06 // of the size, the difference within lines of one list
	tailType    = 0.12 // of the size, the difference within lines of one entry: small capitals, formulas
	tailGap     = 1.7  // of the size, after the last entry
	tailStop    = 0.2  // how its last line ends: may be a number; case: documents in many layouts
)

// piece returns the lines of an entry, without other text in the column: a caption, a footnote below, or text in
// other type above the next entries.
func (d *Document) piece(lines []int) []Line {
	out := make([]Line, 0, len(lines))
	skip, until := column{}, 0
	for k, i := range lines {
		l := d.Lines[i]
		c := column{l.Page, l.Block}
		if n := d.foreign(lines, k); n > 0 {
			until = k + n
		}
		if k > 0 && (caption.MatchString(l.Text) || foot.MatchString(l.Text) || d.footnote(lines[k-1], i)) {
			skip = c
		}
		if skip != c && k >= until {
			out = append(out, l)
		}
	}
	return out
}

// footnote reports whether line i begins a footnote below line up, which ends the entry: a raised number after a gap.
func (d *Document) footnote(up, i int) bool {
	above, l := &d.Lines[up], &d.Lines[i]
	number := strings.TrimSpace(l.Text[:l.Raised])
	return number != "" && strings.Trim(number, "0123456789*†‡") == "" && above.Page == l.Page && above.Block == l.Block &&
		above.Base-l.Base > footnoteGap*l.Size && endingScore(above.Text) > 0
}

// foreign returns how many lines from line k of an entry on are text above the entries of a new column: lines in a
// size that no earlier line of the entry has. If its last line has no full stop, these may be headings, and the entry
// continues where its own size returns; otherwise it has no more lines in the column.
func (d *Document) foreign(lines []int, k int) int {
	if k == 0 || k+1 == len(lines) {
		return 0
	}
	top, up := &d.Lines[lines[k]], &d.Lines[lines[k-1]]
	if top.Page == up.Page && top.Block == up.Block {
		return 0
	}
	inColumn := func(l *Line) bool { return l.Page == top.Page && l.Block == top.Block }
	own := func(l *Line) bool {
		return slices.ContainsFunc(lines[:k], func(i int) bool {
			return within(l.Size, d.Lines[i].Size, foreignType*d.Lines[i].Size)
		})
	}
	end, goesOn := k, endingScore(up.Text) <= 0
	for goesOn && end < len(lines) && d.Lines[lines[end]].Bold && !up.Bold {
		end++
	}
	if end+1 >= len(lines) || own(&d.Lines[lines[end]]) || own(&d.Lines[lines[end+1]]) {
		return 0
	}
	for end < len(lines) && inColumn(&d.Lines[lines[end]]) && !(goesOn && own(&d.Lines[lines[end]])) {
		end++
	}
	return end - k
}

// lastLines returns how many of the lines after the start of the last entry of a list belong to it. Nothing marks its
// end: it ends where the type changes, and, if it grows longer than the others, at the first break after a full stop.
func (d *Document) lastLines(lines []int, longest int) int {
	for k := 1; k < len(lines); k++ {
		l, up := &d.Lines[lines[k]], &d.Lines[lines[k-1]]
		if endingScore(up.Text) < tailStop {
			continue
		}
		if !within(l.Size, up.Size, tailType*up.Size) {
			return k
		}
		breaks := l.Page != up.Page || l.Block != up.Block || up.Base-l.Base > tailGap*l.Size
		if breaks && k >= longest {
			return k
		}
	}
	return len(lines)
}
