package reflist

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// What makes a list one that numbers or names its entries.
const (
	keysFewest   = 3    // named places
	entryLines   = 14   // average lines of an entry; numbers farther apart belong to something else
	twoLong      = 12   // maximum lines of a list with two numbers
	firstLabel   = 6    // maximum lines before the first number, those of a preface
	signsApart   = 6    // maximum lines per common sign ("-", "•")
	signsFewest  = 3    // common signs; case: TestLists
	numberIndent = 1.6  // of the size, the indent of numbers of a list; case: documents in many layouts
	shortestPart = 15   // bytes of a work among "(a) … (b) …"
	longestEntry = 3000 // bytes; longer ones are text
	strangers    = 3    // consecutive entries that are not references end a list …; case: two papers of the dev data
	trimmedLeast = 4    // … after its first ones
	entryLike    = 0.3  // likeness from which a text may be a reference; case: three papers of the dev data
)

// atEdgeShare is how many numbers in ten are at the edge of their column.
const atEdgeShare = 8 // case: TestKeysBesideNumbers, TestLists

func (d *Document) entriesOf(r region) []Entry {
	lines := r.lines()
	if len(lines) == 0 {
		return nil
	}
	starts, labels := d.starts(lines)
	var entries []Entry
	longest := 0
	for k, at := range starts {
		end := len(lines)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		if k+1 == len(starts) {
			end = at + d.lastLines(lines[at:end], longest)
		}
		longest = max(longest, end-at)
		piece := d.piece(lines[at:end])
		e := Entry{Text: d.join(piece), Key: piece[0].Key, Lines: piece}
		if labels != nil {
			if label, n := labels.labelOf(e.Text); label != "" {
				e.Label, e.Text = label, strings.TrimSpace(e.Text[n:])
			}
		}
		if strings.TrimSpace(e.Text) == "" || e.Key == "" && e.Label == "" && received.MatchString(e.Text) {
			continue
		}
		if labels != nil && labels.number {
			entries = append(entries, parts(e)...)
			continue
		}
		entries = append(entries, parts(e)...)
	}
	if labels != nil && labels.number { // its rising numbers say where it ends
		return entries
	}
	return trimEnd(entries)
}

// starts returns the positions in lines at which entries begin, and the kind of their labels, or nil if they have
// none.
func (d *Document) starts(lines []int) (at []int, labels *labelKind) {
	position := make(map[int]int, len(lines))
	for k, i := range lines {
		position[i] = k
	}
	kind, numbered := d.numbered(lines)
	d.snapKeys(numbered)
	for k, i := range numbered {
		numbered[k] = position[i]
	}
	var keyed []int
	for k, i := range lines {
		if d.Lines[i].Key != "" {
			keyed = append(keyed, k)
		}
	}
	if len(keyed) >= keysFewest && len(keyed)*4 >= 3*len(numbered) {
		return keyed, kind
	}
	if kind != nil {
		return numbered, kind
	}
	return d.shapedStarts(lines), nil
}

// snapKeys moves the keys of places that are a line or two above the number of their entry to the line with the
// number.
func (d *Document) snapKeys(numbered []int) {
	isStart := make(map[int]bool, len(numbered))
	for _, i := range numbered {
		isStart[i] = true
	}
	for _, i := range numbered {
		if d.Lines[i].Key != "" {
			continue
		}
		for up := i - 1; up >= max(0, i-2) && !isStart[up]; up-- {
			if d.Lines[up].Key != "" {
				d.Lines[i].Key, d.Lines[up].Key = d.Lines[up].Key, ""
				break
			}
		}
	}
}

// numbered returns the lines that begin with a number or sign, if the list numbers its entries.
func (d *Document) numbered(lines []int) (*labelKind, []int) {
	var best []int
	var kind *labelKind
	for n := range labelKinds {
		k := &labelKinds[n]
		if run := d.labelRun(lines, k, n >= 2); len(run) > len(best) {
			best, kind = run, k
		}
	}
	// Every entry has some lines; a few numbers in a long list are not labels.
	if len(best) < 2 || len(best)*entryLines < len(lines) || len(best) == 2 && len(lines) > twoLong ||
		slices.Index(lines, best[0]) > firstLabel {
		return nil, nil
	}
	return kind, best
}

// labelRun returns the lines that begin with labels of one kind, or none if these are not those of a list. edge says
// that numbers must be at the edge.
func (d *Document) labelRun(lines []int, k *labelKind, edge bool) []int {
	if k.number {
		run := d.risingRun(lines, *k)
		if len(run) > 0 && edge && !d.atEdge(run) {
			return nil
		}
		return run
	}
	run := lists.Filter(lines, func(i int) bool { return d.labelAt(i, *k) != "" })
	if len(run) > 0 && run[0] != lines[0] && run[0] != lines[min(1, len(lines)-1)] || k.common &&
		(len(run) < signsFewest || len(run)*signsApart < len(lines)) {
		return nil
	}
	return run
}

// atEdge reports whether the lines of a run are at one or two left edges of their columns, like the numbers of a
// list.
func (d *Document) atEdge(run []int) bool {
	near := 0
	for _, i := range run {
		l := &d.Lines[i]
		if l.Box.X0-d.columns[column{l.Page, l.Block}].left < numberIndent*l.Size {
			near++
		}
	}
	return near*10 >= atEdgeShare*len(run)
}

// partsMark matches the letter before one of several works under one number.
var partsMark = lazy.Regexp(`(?:^|[.;,] |\s)\(?([a-h])\)\s+(\S)`)

// lettered returns the references in an entry that has several: "(a) … (b) …".
func lettered(e Entry) []Entry {
	marks := partsMark.FindAllStringSubmatchIndex(e.Text, 9)
	if len(marks) < 2 || strings.TrimSpace(e.Text[:marks[0][0]]) != "" {
		return []Entry{e}
	}
	for k, m := range marks {
		if e.Text[m[2]] != byte('a'+k) {
			return []Entry{e}
		}
	}
	var out []Entry
	for k, m := range marks {
		end := len(e.Text)
		if k+1 < len(marks) {
			end = marks[k+1][0] + 1
		}
		text := strings.Trim(e.Text[m[4]:end], " ;")
		if len(text) < shortestPart {
			return []Entry{e}
		}
		part := e
		part.Text = text
		part.Label = e.Label + e.Text[m[2]:m[3]]
		if e.Key != "" {
			part.Key = e.Key + ":" + e.Text[m[2]:m[3]]
		}
		out = append(out, part)
	}
	return out
}

// trimEnd drops what follows a list without a heading of its own: from the first of three consecutive entries that
// are not references.
func trimEnd(entries []Entry) []Entry {
	bad := 0
	for i, e := range entries {
		if e.Key != "" || likeness(e.Text) >= entryLike && len(e.Text) < longestEntry {
			bad = 0
			continue
		}
		if bad++; bad == strangers && i > trimmedLeast {
			return entries[:i-strangers+1]
		}
	}
	return entries
}

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
