package reflist

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Entry is one reference as it appears in the document.
type Entry struct {
	Text  string // joined, without the label
	Label string // the number or sign in the document: "12", "ABC+20"
	Key   string // the key stated in the file
	Lines []Line
	Note  bool // from a footnote or endnote

	Further bool // from a list of further reading
}

// Lists returns the entries of all reference lists in the order of the document: those under a heading, those that
// only their shape shows and, if there are none or the text is of a kind that cites in notes, those of the notes.
func (d *Document) Lists() []Entry {
	var entries []Entry
	regions := d.regions()
	for _, r := range regions {
		for _, e := range d.entriesOf(r) {
			e.Further = r.further
			entries = append(entries, e)
		}
	}
	entries = append(entries, d.noteEntries(regions, len(entries))...)
	return entries
}

// region is a stretch of lines that is a reference list.
type region struct {
	span
	skip map[int]bool // lines inside that are not part of entries: headings
	next int          // the heading after which numbering restarts, or 0 if there is none

	further bool // under a heading of further reading
}

func (r region) lines() []int {
	list := make([]int, 0, r.last-r.first)
	for i := r.first; i < r.last; i++ {
		if !r.skip[i] {
			list = append(list, i)
		}
	}
	return list
}

func (d *Document) regions() []region {
	var out []region
	numbers := d.bracketed()
	for i := 0; i < len(d.Lines); i++ {
		l := &d.Lines[i]
		if !listHeading(l.Text) && !(d.standsOut(l) && looseHeading(l.Text)) {
			continue
		}
		if len(numbers) >= runFewest && numbers[0] == i+1 && d.paragraphLikeness(i+1, probeLines) < listLike &&
			d.numberedLikeness(numbers) > numberedLike { // figures come after its first entries
			out = append(out, d.stretch(numbers))
			i = out[len(out)-1].last - 1
			continue
		}
		further := FurtherReading(l.Text)
		for r, ok := d.under(i); ok; r, ok = d.under(r.next) {
			r.further = further
			out = append(out, r)
			i = r.last - 1
			if r.next == 0 {
				break
			}
		}
	}
	out = d.withNumbered(d.withKeyed(out), numbers)
	if len(out) == 0 {
		out = d.unheaded()
	}
	return out
}

// The measures of a list under a heading.
const (
	probeLines = 24 // lines below a heading that are examined; case: TestLists

	// listLike is the mean likeness of these required for a list. At 0.34 "two lists" of TestLists fails, at 0.20 a
	// document of the dev data is read differently, at 0.26 none.
	listLike = 0.30 // case: TestLists
	// goesOnLike is the same for a list that continues below a heading inside it. At 0.30 a document of the dev data
	// is read differently; 0.32, 0.40 and 0.45 give the same.
	goesOnLike = listLike + 0.05
)

// The measures of a list without a heading.
const (
	// numberedLike is the mean likeness required of entries that only their numbers show. Values from 0.30 to 0.55
	// give the same on dev data.
	numberedLike = 0.42
	// shapedLike is the mean likeness required of lines that only their shape shows to be references. For a long
	// stretch, values from 0.45 to 0.65 give the same on dev data.
	shapedLike = 0.55 // case: TestLists
)

// under returns the list below the heading in line at; ok is false if what follows does not look like one.
func (d *Document) under(at int) (region, bool) {
	r := region{span: span{at + 1, at + 1}, skip: map[int]bool{}}
	if d.paragraphLikeness(at+1, probeLines) < listLike {
		return r, false
	}
	size, lastKeyed := bodySize(d.Lines[at+1:min(at+13, len(d.Lines))]), d.lastKeyed(at)
	for i := at + 1; i < len(d.Lines); i++ {
		if end := d.footEnd(i, size); end > i { // footnotes of the text come in between
			for ; i < end; i++ {
				r.skip[i] = true
			}
			i--
			continue
		}
		goesOn, head := d.goesOn(at, i, size, lastKeyed)
		if !goesOn {
			break
		}
		if head {
			r.skip[i] = true
			if d.countsAnew(at+1, i) {
				r.last, r.next = i, i
				break
			}
		}
		r.last = i + 1
	}
	return r, r.last > r.first
}

// goesOn reports whether the list whose heading is line at continues in line i, and whether that is a heading inside
// it.
func (d *Document) goesOn(at, i int, size float64, lastKeyed int) (goesOn, head bool) {
	l, heading := &d.Lines[i], &d.Lines[at]
	like := func() float64 { return d.paragraphLikeness(i+1, probeLines) }
	switch {
	case listHeading(l.Text) && d.standsOut(l):
		list := i-at < 3 || like() < listLike
		return list, list
	case closer(l.Text) && d.isHeading(i, heading), d.otherSize(i, size),
		d.largerHeading(i, heading) && i > lastKeyed && like() < goesOnLike: // a chapter
		return false, false
	case d.likeHeading(l, heading) && d.isHeading(i, heading) && !d.continues(i):
		inside := (i <= lastKeyed || lastKeyed <= at) && like() >= goesOnLike
		return inside, inside
	}
	return true, d.subheading(at, i)
}

// subheading reports whether a line is the heading of a part of the list whose heading is line at: set in larger
// type, or bold after text that is not, after the end of an entry or a gap, and unlike an entry.
func (d *Document) subheading(at, i int) bool {
	l := &d.Lines[i]
	if l.Key != "" || len(l.Text) > looseLong || !unicode.IsUpper(firstRune(l.Text)) ||
		strings.ContainsAny(l.Text, ".,;:()0123456789") {
		return false
	}
	larger, up := l.Size > largerType*d.body, &d.Lines[i-1]
	apart := d.below(i) && up.Base-l.Base > nextLine*l.Size
	ended := larger || i == at+1 || apart || endingScore(up.Text) > endOfEntry
	return (larger || l.Bold) && ended && d.paragraphLikeness(i+1, probeLines) >= goesOnLike
}

func (d *Document) below(i int) bool {
	l, up := &d.Lines[i], &d.Lines[max(0, i-1)]
	return i > 0 && up.Page == l.Page && up.Block == l.Block
}

// continues reports whether line i continues what the line directly above it did not end, as where a style prints
// titles in bold.
func (d *Document) continues(i int) bool {
	if !d.below(i) {
		return false
	}
	l, up := &d.Lines[i], &d.Lines[i-1]
	return up.Base-l.Base <= nextLine*l.Size && endingScore(up.Text) <= endOfEntry &&
		within(up.Size, l.Size, otherType*l.Size)
}

// countsAnew reports whether a list restarts numbering at one after line i.
func (d *Document) countsAnew(first, i int) bool {
	opensWith := func(k int, want string) bool {
		label, _ := cutLabel(d.Lines[k].Text)
		return label == want
	}
	if i+1 >= len(d.Lines) || !opensWith(i+1, "1") {
		return false
	}
	for k := first; k < i; k++ {
		if opensWith(k, "1") {
			return true
		}
	}
	return false
}

// Where a list ends.
const (
	otherLines     = 6    // consecutive lines in other type; fewer are a caption or a formula; case: TestLists
	otherType      = 0.08 // of the size, the difference of two fonts in one text; case: a paper of the dev data
	chapterType    = 1.1  // of the list's heading or the text: a chapter's heading; case: documents in many layouts
	opensLikeEntry = 0.9  // openness of names, or of a script without case with a year
	keysApart      = 40   // lines between named places of one list
	lastEntry      = 12   // lines after the last named place
	edgeAlike      = 2    // points between the edges of two first lines
	// how the last line of an entry may end: a full stop, bracket or address; case: documents in many layouts
	endOfEntry = 0.3
)

// A list recognised only by its numbers.
const (
	runFewest    = 4 // numbers
	linesPerRun  = 8 // lines per number
	linesOfEntry = 6 // lines of an entry that are read
)

// footEnd returns the end of the footnotes that begin in line i: lines in smaller type than a list's, the first of
// which begins with a number or sign, down to the foot of the column. It is 0 if none begin, or nothing follows them.
func (d *Document) footEnd(i int, size float64) int {
	const smaller = 0.93
	l := &d.Lines[i]
	label, _ := bareNumber.labelOf(l.Text)
	if l.Size > smaller*size || l.Key != "" || label == "" && l.Raised == 0 || i > 0 && d.Lines[i-1].Size <= smaller*size {
		return 0
	}
	end := i + 1
	for end < len(d.Lines) && d.Lines[end].Page == l.Page && d.Lines[end].Block == l.Block {
		if o := &d.Lines[end]; o.Size > smaller*size || o.Key != "" {
			return 0
		}
		end++
	}
	if end == len(d.Lines) {
		return 0
	}
	return end
}

// lastKeyed returns the last line with a key, if enough of them follow the heading.
func (d *Document) lastKeyed(at int) int {
	first, _ := slices.BinarySearch(d.keyed, at+1)
	if len(d.keyed)-first < keysFewest {
		return -1
	}
	return d.keyed[len(d.keyed)-1]
}

// otherSize reports whether the type from line i on differs in size from that of the list: another part of the
// document begins.
func (d *Document) otherSize(i int, size float64) bool {
	return i+otherLines <= len(d.Lines) && !slices.ContainsFunc(d.Lines[i:i+otherLines],
		func(l Line) bool { return within(l.Size, size, otherType*size) || l.Key != "" })
}

func (d *Document) likeHeading(l, heading *Line) bool {
	return len(l.Text) <= lineOfText && l.Key == "" && d.standsOut(heading) && l.Font == heading.Font &&
		within(l.Size, heading.Size, headingsAlike) && (l.Bold || l.Size > largerType*d.body || capitals(l.Text))
}

// largerHeading reports whether line i is a heading of more than a list: larger
// than the list's own, after an end, and unlike an entry.
func (d *Document) largerHeading(i int, heading *Line) bool {
	l := &d.Lines[i]
	if l.Size <= chapterType*max(heading.Size, d.body) || l.Key != "" || len(l.Text) > lineOfText ||
		strings.IndexFunc(l.Text, unicode.IsLetter) < 0 {
		return false
	}
	label, rest := cutLabel(l.Text)
	entry := label != "" || openingScore(rest) > opensLikeEntry || likeness(l.Text) >= entryLike
	return !entry && endingScore(d.Lines[i-1].Text) > endOfEntry
}

func (d *Document) isHeading(i int, heading *Line) bool {
	l := &d.Lines[i]
	return l.Key == "" && !strings.HasSuffix(l.Text, ",") &&
		(l.Font == heading.Font && within(l.Size, heading.Size, headingsAlike) || l.Bold ||
			l.Size > largerType*d.body || capitals(l.Text))
}

func within(a, b, d float64) bool { return a-b < d && b-a < d }

// paragraphLikeness returns the mean likeness of the lines from first on, taken two at a time, since a single line is
// often the middle of a title.
func (d *Document) paragraphLikeness(first, count int) float64 {
	last := min(first+count, len(d.Lines))
	if first >= last {
		return 0
	}
	sum, n := 0.0, 0
	for i := first; i < last; i += 3 {
		text := d.Lines[i].Text
		for j := i + 1; j < min(i+3, last); j++ {
			text += " " + d.Lines[j].Text
		}
		_, text = cutLabel(text)
		sum += likeness(text)
		n++
	}
	return sum / float64(n)
}

// withKeyed adds the lists that only named places show, and extends a list that ends before its last named place.
func (d *Document) withKeyed(out []region) []region {
	inside := func(i int) bool {
		return slices.ContainsFunc(out, func(r region) bool { return i >= r.first && i < r.last })
	}
	var lost []int
	for i := range d.Lines {
		if d.Lines[i].Key != "" && !inside(i) {
			lost = append(lost, i)
		}
	}
	for start := 0; start < len(lost); {
		end := start + 1
		for end < len(lost) && lost[end]-lost[end-1] < keysApart {
			end++
		}
		if end-start >= keysFewest {
			out = append(out, d.keyedRegion(out, lost[start], lost[end-1]))
		}
		start = end
	}
	slices.SortStableFunc(out, func(a, b region) int { return cmp.Compare(a.first, b.first) })
	return out
}

// keyedRegion returns the list whose first and last entries begin in the given lines.
func (d *Document) keyedRegion(known []region, first, last int) region {
	end := last + 1
	for end < len(d.Lines) && end < last+lastEntry {
		l, up := &d.Lines[end], &d.Lines[end-1]
		if d.standsOut(l) && !d.standsOut(up) || closer(l.Text) || within(l.Box.X0, d.Lines[last].Box.X0, edgeAlike) &&
			endingScore(up.Text) > endOfEntry {
			break
		}
		end++
	}
	for _, r := range known {
		if r.first > first && r.first < end {
			end = r.first
		}
	}
	return region{span: span{first, end}, skip: map[int]bool{}}
}

func (d *Document) unheaded() []region {
	foot := d.noteLines()
	var all []int
	for i := range d.Lines {
		if !foot[i] {
			all = append(all, i)
		}
	}
	var best region
	for _, run := range d.labelRuns(all) {
		first, last := run[0], run[len(run)-1]
		if len(run) < runFewest || (last-first)/len(run) > linesPerRun {
			continue
		}
		if d.numberedLikeness(run) > numberedLike && last-first > best.last-best.first {
			best = region{span: span{first, d.endAfter(run)}, skip: map[int]bool{}}
		}
	}
	if best.last > 0 {
		return []region{best}
	}
	return d.shaped(foot)
}

// endAfter returns the end of the last entry of a run of starts, which is assumed to be as long as the longest of the
// others.
func (d *Document) endAfter(run []int) int {
	longest := 1
	for i := 1; i < len(run); i++ {
		longest = max(longest, run[i]-run[i-1])
	}
	return min(run[len(run)-1]+longest, len(d.Lines))
}

// numberedLikeness returns the mean likeness of the entries that begin in the lines of a run.
func (d *Document) numberedLikeness(run []int) float64 {
	sum := 0.0
	for k, at := range run {
		end := min(at+linesOfEntry, len(d.Lines))
		if k+1 < len(run) {
			end = min(end, run[k+1])
		}
		_, text := cutLabel(d.join(d.Lines[at:end]))
		sum += likeness(text)
	}
	return sum / float64(len(run))
}

// stretch returns the lines of the entries that begin in the lines of a run, without the figures and tables between
// them. An entry before these, or at the end, is assumed to be as long as the longest of the others.
func (d *Document) stretch(run []int) region {
	longest := 1
	apart := func(k int) bool { return run[k]-run[k-1] >= keysApart }
	for k := 1; k < len(run); k++ {
		if !apart(k) {
			longest = max(longest, run[k]-run[k-1])
		}
	}
	r := region{span: span{run[0], min(run[len(run)-1]+longest, len(d.Lines))}, skip: map[int]bool{}}
	for k := 1; k < len(run); k++ {
		if apart(k) {
			r.leaveOut(run[k-1]+longest, run[k])
		}
	}
	return r
}

func (r *region) leaveOut(first, end int) {
	for i := first; i < end; i++ {
		r.skip[i] = true
	}
}

// bracketed returns the longest run of lines with bracketed numbers that rise one by one.
func (d *Document) bracketed() (run []int) {
	all := lists.Numbers(len(d.Lines))
	for _, k := range labelKinds[:bracketKinds] {
		if r := d.risingRun(all, k); len(r) > len(run) {
			run = r
		}
	}
	return run
}

// withNumbered adds what follows a list whose numbers, those of run, rise beyond its end: they say where it ends.
func (d *Document) withNumbered(out []region, run []int) []region {
	if len(out) == 0 {
		return out
	}
	last := &out[len(out)-1]
	n, _ := slices.BinarySearch(run, last.last)
	if n == 0 || n == len(run) || run[n-1] < last.first || d.numberedLikeness(run[n:]) <= entryLike {
		return out
	}
	more := d.stretch(run[n:])
	last.leaveOut(last.last, more.first)
	maps.Copy(last.skip, more.skip)
	last.last = more.last
	return out
}

func (d *Document) shaped(foot map[int]bool) []region {
	const (
		window     = 9   // times three lines
		lastShaped = 0.5 // likeness of the last three
	)
	n := len(d.Lines) / 3
	if n < window {
		if d.paragraphLikeness(0, len(d.Lines)) > shapedLike && len(d.Lines) > 2 {
			return []region{{span: span{0, len(d.Lines)}, skip: map[int]bool{}}}
		}
		return nil
	}
	score := make([]float64, n)
	for k := range score {
		if foot[3*k] || foot[3*k+2] {
			continue
		}
		score[k] = likeness(d.Lines[3*k].Text + " " + d.Lines[3*k+1].Text + " " + d.Lines[3*k+2].Text)
	}
	best := span{}
	for k := 0; k+window <= n; {
		end, sum := k, 0.0
		for ; end < n; end++ {
			sum += score[end]
			if end-k >= window {
				sum -= score[end-window]
			}
			if end-k >= window-1 && sum/window < shapedLike {
				break
			}
		}
		if end-k >= window && end-k > best.last-best.first {
			best = span{k, end}
		}
		k = max(k+1, end-window+1)
	}
	if best.last == 0 {
		return nil
	}
	for best.last > best.first && score[best.last-1] < lastShaped {
		best.last--
	}
	return []region{{span: span{3 * best.first, min(3*best.last, len(d.Lines))}, skip: map[int]bool{}}}
}
