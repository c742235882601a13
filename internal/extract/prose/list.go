package prose

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// The measures of a list, on the scale of reflist.Likeness; case: TestLists.
const (
	listLike     = 0.30 // mean likeness required of the paragraphs below a heading
	markedLike   = 0.15 // the same for a list that the file marks
	entryLike    = 0.45 // likeness of a paragraph that is not under a heading
	itemLength   = 30   // mean bytes of items that only their numbers show to be entries
	fewestBare   = 3    // such paragraphs in a row
	longEntry    = 900  // bytes of a paragraph that may contain several entries
	longestEntry = 3000 // bytes; a longer paragraph is not an entry
)

// regions returns the paragraphs of every reference list: those that the file
// marks, those under a heading, or, without either, the longest stretch of
// paragraphs that look like references.
func (d *Document) regions() [][]int {
	var out [][]int
	for i := 0; i < len(d.Paragraphs); i++ {
		p := &d.Paragraphs[i]
		switch {
		case p.Note != "":
		case p.Listed:
			var region []int
			for ; i < len(d.Paragraphs) && d.Paragraphs[i].Listed; i++ {
				if q := &d.Paragraphs[i]; strings.TrimSpace(q.Text) != "" && !(q.Heading > 0 || reflist.Heading(q.Text, false)) {
					region = append(region, i)
				}
			}
			i--
			region = d.withoutButtons(region)
			if d.meanLikeness(region) >= markedLike || d.enumerated(region) {
				out = append(out, region)
			}
		case len(p.Text) < 90 && !p.Item && reflist.Heading(p.Text, p.Heading > 0):
			if region := d.under(i); len(region) > 0 {
				out = append(out, region)
				i = region[len(region)-1]
			}
		}
	}
	if len(out) == 0 {
		if region := d.bare(); region != nil {
			out = append(out, region)
		}
	}
	return out
}

// furtherReading reports whether the heading above a paragraph is that of further reading.
func (d *Document) furtherReading(i int) bool {
	for i--; i >= 0; i-- {
		if text := strings.TrimSpace(d.Paragraphs[i].Text); text != "" {
			return reflist.FurtherReading(text)
		}
	}
	return false
}

// withoutButtons drops text between the items of a list that the file marks: "Download references".
func (d *Document) withoutButtons(region []int) []int {
	if d.items(region)*10 < 6*len(region) {
		return region
	}
	return slices.DeleteFunc(region, func(i int) bool {
		p := &d.Paragraphs[i]
		return !p.Listed && !p.Item && p.Label == "" && p.likeness() < listLike
	})
}

// under returns the list below the heading at a place, or nothing if what follows does not look like one.
func (d *Document) under(at int) []int {
	heading := &d.Paragraphs[at]
	var region []int
	bad := 0
	for i := at + 1; i < len(d.Paragraphs); i++ {
		p := &d.Paragraphs[i]
		if p.Note != "" || strings.TrimSpace(p.Text) == "" {
			continue
		}
		if !p.Listed && d.ends(i, heading) {
			break
		}
		if d.subheading(i) {
			continue
		}
		region = append(region, i)
		if p.Listed || p.Item || p.Label != "" || len(p.Keys) > 0 || p.wholeLikeness() >= listLike {
			bad = 0
		} else if bad++; bad == 3 && len(region) > 4 {
			region = region[:len(region)-3]
			break
		}
	}
	if d.meanLikeness(region) < listLike && !(heading.Heading > 0 && d.enumerated(region)) {
		return nil
	}
	return region
}

// ends reports whether paragraph i comes after the list under a heading.
func (d *Document) ends(i int, heading *Paragraph) bool {
	p := &d.Paragraphs[i]
	switch {
	case p.Item:
		return false
	case p.Heading > 0 && (heading.Heading == 0 || p.Heading <= heading.Heading):
		return true
	case len(p.Text) >= 90:
		return false
	case reflist.Heading(p.Text, p.Heading > 0):
		return true
	}
	return reflist.Closer(p.Text) || reflist.NoteHeading(p.Text)
}

// subheading reports whether a line inside a list is not an entry: "Primary sources".
func (d *Document) subheading(i int) bool {
	p := &d.Paragraphs[i]
	return p.Heading > 0 || !p.Listed && !p.Item && p.Label == "" && len(p.Keys) == 0 && len(p.Links) == 0 &&
		len(p.Text) < 60 && p.likeness() < 0.12 && !strings.HasSuffix(p.Text, ".")
}

// enumerated reports whether nearly all paragraphs are items that are long enough for references: links under such a
// heading are shorter.
func (d *Document) enumerated(region []int) bool {
	n := d.items(region)
	return n > 0 && n*10 >= 9*len(region) && d.meanLength(region) >= itemLength
}

// items counts the paragraphs of a region that are items of a list, marked or numbered.
func (d *Document) items(region []int) int {
	return lists.Count(region, func(i int) bool { return d.Paragraphs[i].Item || d.Paragraphs[i].Label != "" })
}

func (d *Document) meanLength(region []int) int {
	sum := 0
	for _, i := range region {
		sum += len(strings.TrimSpace(d.Paragraphs[i].Text))
	}
	return sum / max(len(region), 1)
}

func (d *Document) meanLikeness(region []int) float64 {
	if len(region) == 0 {
		return 0
	}
	sum := 0.0
	for _, i := range region {
		sum += d.Paragraphs[i].likeness()
	}
	return sum / float64(len(region))
}

// likeness returns how much a paragraph looks like a reference, judging by its first bytes.
func (p *Paragraph) likeness() float64 {
	if !p.measured {
		p.like, p.measured = reflist.Likeness(clip(p.Text)), true
	}
	return p.like
}

// wholeLikeness is likeness judged by all of the text; nothing that long is a reference.
func (p *Paragraph) wholeLikeness() float64 {
	switch {
	case len(p.Text) <= longEntry:
		return p.likeness()
	case len(p.Text) < longestEntry:
		return reflist.Likeness(p.Text)
	}
	return 0
}

// clip bounds how much of a paragraph is examined, so that a long one that contains a whole list is judged by its
// first entries.
func clip(s string) string {
	if len(s) <= longEntry {
		return s
	}
	end := longEntry
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// bare returns the longest stretch of paragraphs that look like references.
func (d *Document) bare() []int {
	var best, run []int
	misses := 0
	end := func() {
		if n := len(run) - misses; n >= fewestBare && n > len(best) || n > 0 && n == d.full() {
			best = run[:n]
		}
		run, misses = nil, 0
	}
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		if p.Note != "" || strings.TrimSpace(p.Text) == "" {
			continue
		}
		switch {
		case p.Heading == 0 && p.likeness() >= entryLike:
			run, misses = append(run, i), 0
		case len(run) > 0 && misses == 0 && p.Heading == 0:
			run, misses = append(run, i), 1
		default:
			end()
		}
	}
	end()
	return best
}

func (d *Document) full() int {
	n := 0
	for i := range d.Paragraphs {
		if p := &d.Paragraphs[i]; p.Note == "" && strings.TrimSpace(p.Text) != "" {
			n++
		}
	}
	return n
}

func (d *Document) cut(region []int) []entry {
	if signs := d.signs(region); signs != nil || d.whole(region) {
		return d.cutParagraphs(region, signs)
	}
	var out []entry
	for _, group := range cutEntries(d.lines(region)) {
		out = appendParts(out, d.joined(group))
	}
	return out
}

// cutParagraphs turns every paragraph into an entry; signs are the signs at their start, or nil if there are none.
func (d *Document) cutParagraphs(region []int, signs []string) []entry {
	var out []entry
	counted := d.counted(region)
	for k, i := range region {
		p := &d.Paragraphs[i]
		label, text := p.Label, oneLine(p.Text)
		if signs != nil && signs[k] != "" {
			label, text = signs[k], strings.TrimSpace(text[len(signs[k])+1:])
		}
		if typed, rest := reflist.CutLabel(text); typed != "" && (label == "" || label == typed) && counted {
			label, text = typed, rest
		}
		out = appendParts(out, entry{text, label, []int{i}})
	}
	return out
}

// lines returns the paragraphs of a list as lines, and those with several entries line by line.
func (d *Document) lines(region []int) []Line {
	explode := d.manyInside(region)
	var lines []Line
	for _, i := range region {
		if !explode {
			lines = append(lines, NewLine(oneLine(d.Paragraphs[i].Text), i))
			continue
		}
		for line := range strings.SplitSeq(d.Paragraphs[i].Text, "\n") {
			lines = append(lines, NewLine(line, i))
		}
		lines = append(lines, NewLine("", i))
	}
	return lines
}

func (d *Document) joined(group []Line) entry {
	var e entry
	var text strings.Builder
	for _, l := range group {
		if text.Len() > reflist.MaxEntryText {
			break
		}
		text.WriteString(" " + l.Text)
		if n := len(e.paragraphs); n == 0 || e.paragraphs[n-1] != l.Number {
			e.paragraphs = append(e.paragraphs, l.Number)
		}
	}
	if e.text = oneLine(text.String()); e.text == "" {
		return e
	}
	p := &d.Paragraphs[e.paragraphs[0]]
	if group[0].Label != "" {
		e.label = group[0].Label
	} else if label, _ := reflist.CutLabel(oneLine(p.Text)); label != "" && !strings.HasPrefix(oneLine(p.Text), e.text) {
		e.label = label
	} else {
		e.label = p.Label
	}
	return e
}

func appendParts(out []entry, e entry) []entry {
	if e.text == "" {
		return out
	}
	for _, part := range reflist.Parts(reflist.Entry{Text: e.text, Label: e.label}) {
		out = append(out, entry{part.Text, part.Label, e.paragraphs})
	}
	return out
}

// signs returns the signs with which the paragraphs of a list begin, "Knu84: ", or nil if there are none.
func (d *Document) signs(region []int) []string {
	return reflist.CommonLabels(lists.Map(region, func(i int) string { return oneLine(d.Paragraphs[i].Text) }))
}

// counted reports whether the paragraphs of a list begin with the numbers of their entries, typed as text.
func (d *Document) counted(region []int) bool {
	n := 0
	for k, i := range region {
		if label, _ := reflist.CutLabel(oneLine(d.Paragraphs[i].Text)); label == strconv.Itoa(k+1) {
			n++
		}
	}
	return n > 1 && n*10 >= 8*len(region)
}

// whole reports whether every paragraph of a list is an entry: the file numbers or marks them.
func (d *Document) whole(region []int) bool {
	marked := lists.Count(region, func(i int) bool {
		p := &d.Paragraphs[i]
		return p.Label != "" || p.Item || p.Listed || len(p.Keys) > 0
	})
	return marked*10 >= 9*len(region) && !d.manyInside(region)
}

// manyInside reports whether paragraphs contain several entries each, one per line.
func (d *Document) manyInside(region []int) bool {
	breaks, size := 0, 0
	for _, i := range region {
		breaks += strings.Count(strings.TrimSpace(d.Paragraphs[i].Text), "\n")
		size += len(d.Paragraphs[i].Text)
	}
	n := len(region)
	return breaks >= 2*n && (size > longEntry*n/2 || breaks >= 4*n)
}
