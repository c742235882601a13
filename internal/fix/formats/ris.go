package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Reasons why a patch is not written.
var (
	errNoTag    = errors.New("the entry has no line for it")
	errNotASCII = errors.New("the file is not in UTF-8 and the value has letters outside ASCII")
)

// opens matches the line that opens an entry: "TY  - JOUR".
var opens = lazy.Regexp(`(?m)^TY  ?-`)

// fixRIS corrects a RIS file by the findings about its entries, which are in file order.
func fixRIS(src []byte, findings []audit.Finding, opt Options) (fix.Result, error) {
	entries := find(src, findings)
	valid := utf8.Valid(src)
	return fix.Rewrite(src, findings, opt.Options,
		fix.Format{Write: func(i int, c *fix.Correction, p fix.Patch) ([]bibtex.Edit, error) {
			if entries[i] == nil {
				return nil, errLost
			}
			w := risWriter{e: entries[i], c: c, claimed: &findings[i].Reference.Claimed}
			edits, err := w.edits(p)
			for _, e := range edits {
				if !valid && strings.ContainsFunc(e.Text, func(r rune) bool { return r >= utf8.RuneSelf }) {
					return nil, errNotASCII
				}
			}
			return edits, err
		}, Place: func(i int) bibtex.Span {
			return bibtex.Span{Start: entries[i].at, End: entries[i].at + len(entries[i].text)}
		}, Sound: func(corrected []byte) bool { return risReadsAlike(src, corrected) }})
}

// risEntry is one entry of a file.
type risEntry struct {
	at    int // offset of the entry in the file
	text  string
	lines []wire.RISLine
}

// split splits a file into its entries, without the unreadable ones.
func split(src []byte) []*risEntry {
	if bytes.IndexByte(src[:min(len(src), 64)], 0) >= 0 { // UTF-16
		return nil
	}
	mark := 0
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		mark = 3
	}
	body := src[mark:]
	starts := opens.FindAllIndex(body, -1)
	var list []*risEntry
	for i, start := range starts {
		end := len(body)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		text := body[start[0]:end]
		if _, err := wire.RIS(bytes.TrimRight(text, " \t\r\n")); err != nil {
			continue
		}
		list = append(list, &risEntry{at: mark + start[0], text: string(text), lines: wire.RISLines(string(text))})
	}
	return list
}

// find returns the entry of each finding, nil if it is not found again.
func find(src []byte, findings []audit.Finding) []*risEntry {
	all := split(src)
	found := make([]*risEntry, len(findings))
	for i, next := 0, 0; i < len(findings); i++ {
		for k := next; k < len(all); k++ {
			if raw := findings[i].Reference.Raw; sameText(strings.TrimRight(all[k].text, " \t\r\n"), raw) {
				found[i], next = all[k], k+1
				break
			}
		}
	}
	return found
}

// sameText reports whether an entry is the text that was read from it, which has been decoded.
func sameText(text, raw string) bool {
	if text == raw {
		return true
	}
	ascii := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= utf8.RuneSelf {
				return -1
			}
			return r
		}, s)
	}
	return !utf8.ValidString(text) && ascii(text) == ascii(raw)
}

// risReadsAlike reports whether a corrected file has the same number of readable entries under the same ids.
func risReadsAlike(old, now []byte) bool {
	if bytes.Equal(old, now) {
		return true
	}
	a, b := split(old), split(now)
	return slices.EqualFunc(a, b, func(x, y *risEntry) bool { return x.value("ID") == y.value("ID") })
}

// line returns the first line with one of the tags, or nil.
func (e *risEntry) line(tags ...string) *wire.RISLine {
	for i := range e.lines {
		if slices.Contains(tags, e.lines[i].Tag) && e.text[e.lines[i].From:e.lines[i].To] != "" {
			return &e.lines[i]
		}
	}
	return nil
}

func (e *risEntry) value(tag string) string {
	if l := e.line(tag); l != nil {
		return e.of(l)
	}
	return ""
}

// of returns the value of a line.
func (e *risEntry) of(l *wire.RISLine) string { return e.text[l.From:l.To] }

// put returns the edit that replaces the value of a line.
func (e *risEntry) put(l *wire.RISLine, value string) []bibtex.Edit {
	value = entry.OneLine(value)
	if value == e.of(l) || value == "" {
		return nil
	}
	return []bibtex.Edit{{Span: bibtex.Span{Start: e.at + l.From, End: e.at + l.To}, Text: value}}
}

func (e *risEntry) remove(l *wire.RISLine) bibtex.Edit {
	return bibtex.Edit{Span: bibtex.Span{Start: e.at + l.Start, End: e.at + l.End}}
}

// insert returns the edit that inserts a line after another one, written like it.
func (e *risEntry) insert(after *wire.RISLine, tag, value string) bibtex.Edit {
	before := e.text[after.Start:after.From]
	if i := strings.Index(before, after.Tag); i >= 0 {
		before = strings.TrimPrefix(before[:i], "\ufeff") + tag + strings.TrimRight(before[i+len(after.Tag):], " \t") + " "
	}
	text := before + entry.OneLine(value)
	end := e.text[after.To:after.End]
	if i := strings.IndexAny(end, "\r\n"); i >= 0 {
		text += end[i:]
	} else {
		text = e.newline() + text
	}
	return bibtex.Edit{Span: bibtex.Span{Start: e.at + after.End, End: e.at + after.End}, Text: text}
}

// newline returns how the lines of the entry end.
func (e *risEntry) newline() string {
	l := e.lines[0]
	if end := e.text[l.To:l.End]; strings.TrimLeft(end, " \t") != "" {
		return strings.TrimLeft(end, " \t")
	}
	return "\n"
}

// risOrder is the order of new lines.
var risOrder = []string{"TY", "ID", "AU", "A1", "ED", "A2", "TI", "T1", "T2", "JO", "JF", "JA", "J2", "T3", "PY", "Y1",
	"DA", "VL", "IS", "SP", "EP", "PB", "CY", "ET", "DO", "SN", "UR"}

// add returns the edit that states a missing field, after the lines that usually precede it.
func (e *risEntry) add(tag, value string) bibtex.Edit {
	rank := slices.Index(risOrder, tag)
	after := &e.lines[0]
	for i := range e.lines {
		if r := slices.Index(risOrder, e.lines[i].Tag); r >= 0 && r <= rank && e.of(&e.lines[i]) != "" {
			after = &e.lines[i]
		}
	}
	return e.insert(after, tag, value)
}
