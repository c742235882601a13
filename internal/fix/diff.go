package fix

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// context is the number of unchanged lines that a diff shows on each side of a change.
const context = 3 // case: TestDiff

// hunk is a run of changed lines: lines from..to of the old text (from 0, to excluded) become text.
type hunk struct {
	from, to int
	text     []string
}

// Diff returns the changes as a unified diff that patch and git apply accept; name is the path of the file
// without a leading slash. It returns "" if nothing changes.
func (r *Result) Diff(name string) string {
	if len(r.edits) == 0 {
		return ""
	}
	src := r.text
	old := lines(src)
	starts := make([]int, len(old)+1)
	for i, line := range old {
		starts[i+1] = starts[i] + len(line)
	}
	var b strings.Builder
	name = strings.TrimLeft(name, "/")
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", DiffPath("a/"+name), DiffPath("b/"+name))
	hunks := r.hunks(src, old, starts)
	shift := 0
	for i := 0; i < len(hunks); {
		j := i + 1
		for j < len(hunks) && hunks[j].from-hunks[j-1].to <= 2*context {
			j++
		}
		shift += writeHunks(&b, old, hunks[i:j], shift)
		i = j
	}
	return b.String()
}

// DiffPath writes a path as git and patch read it: in quotation marks where a mark in it could begin another line or
// file, for the names of files are a stranger's.
func DiffPath(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7F || r == '"' || r == '\\' }) {
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// lines cuts a text after its line feeds.
func lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if n := len(list); list[n-1] == "" {
		list = list[:n-1]
	}
	return list
}

// hunks turns the edits into runs of changed lines.
func (r *Result) hunks(src string, old []string, starts []int) []hunk {
	edits := append([]bibtex.Edit(nil), r.edits...)
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].Span.Start < edits[j].Span.Start })
	lineOf := func(offset int) int {
		return min(sort.Search(len(old), func(i int) bool { return starts[i+1] > offset }), len(old)-1)
	}
	var hunks []hunk
	for i := 0; i < len(edits); {
		from, to := lineOf(edits[i].Span.Start), lineOf(edits[i].Span.End)
		j := i + 1
		for j < len(edits) && lineOf(edits[j].Span.Start) <= to {
			to = max(to, lineOf(edits[j].Span.End))
			j++
		}
		var text bytes.Buffer
		at := starts[from]
		for _, e := range edits[i:j] {
			text.WriteString(src[at:e.Span.Start] + e.Text)
			at = e.Span.End
		}
		text.WriteString(src[at:starts[to+1]])
		hunks = append(hunks, trimmed(old, hunk{from, to + 1, lines(text.String())}))
		i = j
	}
	return hunks
}

// trimmed drops the unchanged lines at both ends of a hunk.
func trimmed(old []string, h hunk) hunk {
	for h.from < h.to && len(h.text) > 0 && old[h.from] == h.text[0] {
		h.from, h.text = h.from+1, h.text[1:]
	}
	for h.from < h.to && len(h.text) > 0 && old[h.to-1] == h.text[len(h.text)-1] {
		h.to, h.text = h.to-1, h.text[:len(h.text)-1]
	}
	return h
}

// writeHunks writes neighbouring hunks as one and returns by how many lines the new text is longer.
func writeHunks(b *strings.Builder, old []string, list []hunk, shift int) int {
	from, to := max(list[0].from-context, 0), min(list[len(list)-1].to+context, len(old))
	grown := 0
	for _, h := range list {
		grown += len(h.text) - (h.to - h.from)
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", lineRange(from, to-from), lineRange(from+shift, to-from+grown))
	at := from
	for _, h := range list {
		writeLines(b, ' ', old[at:h.from])
		writeLines(b, '-', old[h.from:h.to])
		writeLines(b, '+', h.text)
		at = h.to
	}
	writeLines(b, ' ', old[at:to])
	return grown
}

func lineRange(from, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", from)
	}
	if n == 1 {
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, n)
}

func writeLines(b *strings.Builder, mark byte, list []string) {
	for _, line := range list {
		b.WriteByte(mark)
		b.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// Pieces splits a unified diff, as written by Diff, into diffs of at most most bytes each; a single change that
// is longer stays whole. Applied one after the other they have the effect of the whole diff. It returns nil if
// nothing changes.
func Pieces(diff string, most int) []string {
	p := pieces{most: most}
	head := ""
	for rest := lines(diff); len(rest) > 0; {
		if strings.HasPrefix(rest[0], "--- ") && len(rest) > 1 {
			head, rest = rest[0]+rest[1], rest[2:]
			p.endHunk()
			continue
		}
		words := strings.Fields(rest[0])
		if len(words) < 4 || words[0] != "@@" {
			break // not written by Diff
		}
		from, to := readRange(words[1]), readRange(words[2])
		rest = rest[1:]
		p.head, p.old, p.now = head, from[0], to[0]
		for left := [2]int{from[1], to[1]}; len(rest) > 0 && (left[0] > 0 || left[1] > 0); {
			var n int
			if n, left = changed(rest, left); n == 0 {
				return p.list
			}
			p.add(rest[:n])
			rest = rest[n:]
		}
		p.endHunk()
	}
	p.end()
	return p.list
}

// readRange parses a range as lineRange writes it after a sign: its first line, counted from 0, and its length.
func readRange(word string) [2]int {
	at, length, ok := strings.Cut(word[1:], ",")
	first, _ := strconv.Atoi(at)
	n := 1
	if ok {
		n, _ = strconv.Atoi(length)
	}
	if n == 0 {
		return [2]int{first, 0}
	}
	return [2]int{first - 1, n}
}

// changed returns how many lines belong together (one unchanged line, or removed lines with the lines that
// replace them) and how many lines of both texts remain in the hunk.
func changed(list []string, left [2]int) (n int, after [2]int) {
	before := byte(0)
	for n < len(list) {
		mark := list[n][0]
		switch {
		case mark == '\\':
		case before != 0 && (mark == ' ' || before == ' ' || mark == '-' && before == '+'):
			return n, left
		default:
			before = mark
			if mark != '+' {
				left[0]--
			}
			if mark != '-' {
				left[1]--
			}
		}
		n++
		if left[0] <= 0 && left[1] <= 0 && (n == len(list) || list[n][0] != '\\') {
			return n, left
		}
	}
	return n, left
}

// pieces collects the pieces of a diff.
type pieces struct {
	most     int
	list     []string
	head     string // of the file
	written  string // the head that the current piece has
	old, now int    // the next line of both texts, counted from 0

	piece    strings.Builder
	hunk     strings.Builder
	from     [2]int // where the hunk begins in both texts
	n        [2]int // lines of both texts that the hunk has
	changing bool
}

// add adds lines that belong together.
func (p *pieces) add(list []string) {
	text := strings.Join(list, "")
	if p.piece.Len()+p.hunk.Len()+len(text) > p.most && (p.changing || p.piece.Len() > 0) {
		p.end()
	}
	if p.hunk.Len() == 0 {
		p.from = [2]int{p.old, p.now}
	}
	p.hunk.WriteString(text)
	for _, line := range list {
		if line[0] == '-' || line[0] == ' ' {
			p.old, p.n[0] = p.old+1, p.n[0]+1
		}
		if line[0] == '+' || line[0] == ' ' {
			p.now, p.n[1] = p.now+1, p.n[1]+1
		}
		p.changing = p.changing || line[0] == '-' || line[0] == '+'
	}
}

// endHunk writes the current hunk if anything in it changes.
func (p *pieces) endHunk() {
	if p.changing {
		if p.written != p.head {
			p.written = p.head
			p.piece.WriteString(p.head)
		}
		fmt.Fprintf(&p.piece, "@@ -%s +%s @@\n%s", lineRange(p.from[0], p.n[0]), lineRange(p.from[1], p.n[1]),
			p.hunk.String())
	}
	p.hunk.Reset()
	p.n, p.changing = [2]int{}, false
}

// end finishes the current piece.
func (p *pieces) end() {
	if p.endHunk(); p.piece.Len() > 0 {
		p.list = append(p.list, p.piece.String())
	}
	p.piece.Reset()
	p.written = ""
}
