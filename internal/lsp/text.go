package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lsp/protocol"
)

// text is a text that converts between offsets and positions. Lines end in LF, CRLF or CR.
type text struct {
	string
	lines []int // where they start
	utf8  bool  // columns count bytes, otherwise UTF-16 units
}

func newText(s string, utf8 bool) *text {
	t := &text{string: s, lines: []int{0}, utf8: utf8}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// position returns line and column of an offset, both from 0.
func (t *text) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(t.string))
	line := sort.SearchInts(t.lines, offset+1) - 1
	return protocol.Position{Line: uint32(line),
		Character: uint32(t.units(t.string[t.lines[line]:offset]))} //nolint:gosec // texts are far shorter
}

// units returns the length of a part in the unit of columns.
func (t *text) units(part string) int {
	if t.utf8 {
		return len(part)
	}
	n := 0
	for _, r := range part {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}

// span returns the range of some bytes.
func (t *text) span(start, end int) protocol.Range {
	return protocol.Range{Start: t.position(start), End: t.position(max(start, end))}
}

// offset returns the offset of a position; one past the end of its line is the end of the line.
func (t *text) offset(p protocol.Position) int {
	line := int(p.Line)
	if line >= len(t.lines) {
		return len(t.string)
	}
	start, end := t.line(line)
	at := start
	for column := int(p.Character); column > 0 && at < end; {
		_, size := utf8.DecodeRuneInString(t.string[at:])
		column -= t.units(t.string[at : at+size])
		at += size
	}
	return min(at, end)
}

// line returns the span of a line, without its line end.
func (t *text) line(i int) (start, end int) {
	start, end = t.lines[i], len(t.string)
	if i+1 < len(t.lines) {
		end = t.lines[i+1]
	}
	return start, start + len(strings.TrimRight(t.string[start:end], "\r\n"))
}

// words returns the span of a line, counted from 1, without surrounding space.
func (t *text) words(line int) (start, end int) {
	if line < 1 || line > len(t.lines) {
		return 0, 0
	}
	start, end = t.line(line - 1)
	end = start + len(strings.TrimRight(t.string[start:end], " \t"))
	return start + len(t.string[start:end]) - len(strings.TrimLeft(t.string[start:end], " \t")), end
}
