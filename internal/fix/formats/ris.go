package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// errNotASCII is why a patch is not written.
var errNotASCII = errors.New("the file is not in UTF-8 and the value has letters outside ASCII")

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
			edits, err := newRISWriter(entries[i], c, &findings[i].Reference.Claimed).edits(p)
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
	return slices.EqualFunc(a, b, func(x, y *risEntry) bool { return x.id() == y.id() })
}

// id returns the id of the entry.
func (e *risEntry) id() string {
	for _, l := range e.lines {
		if value := e.text[l.From:l.To]; l.Tag == "ID" && value != "" {
			return value
		}
	}
	return ""
}

// put returns the edit that replaces the value of a line.
func (e *risEntry) put(i int, value string) []bibtex.Edit {
	l := e.lines[i]
	if value = entry.OneLine(value); value == e.text[l.From:l.To] || value == "" {
		return nil
	}
	return []bibtex.Edit{{Span: bibtex.Span{Start: e.at + l.From, End: e.at + l.To}, Text: value}}
}

func (e *risEntry) remove(i int) bibtex.Edit {
	return bibtex.Edit{Span: bibtex.Span{Start: e.at + e.lines[i].Start, End: e.at + e.lines[i].End}}
}

// insert returns the edit that inserts a line after another one, written like it.
func (e *risEntry) insert(at int, tag, value string) bibtex.Edit {
	after := e.lines[at]
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

// risForm names the lines of RIS.
var risForm = form{
	names: map[biblio.Field][]string{
		biblio.FieldType: {"TY"}, biblio.FieldTitle: {"TI", "T1", "CT", "BT"}, biblio.FieldVolume: {"VL"},
		biblio.FieldIssue: {"IS"}, biblio.FieldPublisher: {"PB"}, biblio.FieldLocation: {"CY", "PP"},
		biblio.FieldDOI: {"DO"}, biblio.FieldURL: {"UR", "L1", "L2", "LK"}, biblio.FieldISBN: {"SN"},
		biblio.FieldYear: {"PY", "Y1", "DA"}, biblio.FieldVenue: {"T2", "JF", "JO", "BT", "JA", "J2", "J1"},
	},
	shorts: []string{"JA", "J2", "J1"},
	identifying: []string{"DO", "UR", "L1", "L2", "L3", "L4", "LK", "M1", "M3", "N1", "SN", "AN", "ID", "C1", "C2",
		"C3", "C7", "JO", "JF", "T2"},
	order: []string{"TY", "ID", "AU", "A1", "ED", "A2", "TI", "T1", "T2", "JO", "JF", "JA", "J2", "T3", "PY", "Y1",
		"DA", "VL", "IS", "SP", "EP", "PB", "CY", "ET", "DO", "SN", "UR"},
	kind: entry.RISType,
}

// risWriter writes the patches of one entry.
type risWriter struct {
	fielded
	e *risEntry
}

func newRISWriter(e *risEntry, c *fix.Correction, claimed *biblio.Work) *risWriter {
	w := &risWriter{fielded{form: &risForm, layout: e, c: c, claimed: claimed}, e}
	for _, l := range e.lines {
		v := named{l.Tag, e.text[l.From:l.To]}
		if v.text == "" { // as if it were not there
			v.name = ""
		}
		w.values = append(w.values, v)
	}
	return w
}

func (w *risWriter) edits(p fix.Patch) ([]bibtex.Edit, error) {
	switch {
	case p.Field == biblio.FieldAuthors:
		return w.authors()
	case p.Field == biblio.FieldPages:
		return w.pages(p.To), nil
	case p.Field == biblio.FieldVenue && p.Action == fix.Add && w.c.Work.Type == biblio.ArticleJournal &&
		w.value(w.names[p.Field]...) < 0:
		return w.add("JO", p.To), nil
	}
	return w.fielded.edits(p)
}

// add returns the edit that states something on a line of its own.
func (w *risWriter) add(tag, value string) []bibtex.Edit {
	return []bibtex.Edit{w.insert(w.before(tag), tag, value)}
}

// pages writes the first page into SP and the last into EP; an entry that has both on one line keeps them there.
func (w *risWriter) pages(want string) []bibtex.Edit {
	start, end := w.value("SP"), w.value("EP")
	first, last, isRange := entry.CutPages(want)
	switch {
	case start < 0 && end >= 0:
		return w.put(end, entry.Pages(w.values[end].text, want, "-"))
	case start < 0 && isRange:
		return append(w.add("SP", first), w.add("EP", last)...)
	case start < 0:
		return w.add("SP", want)
	case end < 0 && entry.Dash(w.values[start].text) != "":
		return w.put(start, entry.Pages(w.values[start].text, want, "-"))
	case end < 0 && isRange:
		return append(w.put(start, first), w.insert(start, "EP", last))
	case end < 0:
		return w.put(start, want)
	case !isRange:
		return append(w.put(start, want), w.remove(end))
	}
	return append(w.put(start, first), w.put(end, last)...)
}

// authors writes the list of authors, one name per line. Names that are right stay as they are written.
func (w *risWriter) authors() ([]bibtex.Edit, error) {
	var lines []int
	var old []biblio.Contributor
	cut, reading := false, 0
	for i, v := range w.values {
		if v.name != "AU" && v.name != "A1" {
			continue
		}
		names, etAl := biblio.ParseNames([]string{v.text}, biblio.Author)
		if cut = cut || etAl; len(names) == 1 {
			lines, old = append(lines, i), append(old, names[0])
			if !strings.Contains(v.text, ",") && names[0].Given != "" {
				reading++
			}
		}
	}
	want := w.c.Work.Authors()
	if cut && len(want) > len(old) {
		want = want[:max(len(old), 1)]
	}
	if len(want) == 0 {
		return nil, errNoField
	}
	var edits []bibtex.Edit
	tag, after := "AU", w.before("AU")
	if len(lines) > 0 {
		after = lines[len(lines)-1]
		tag = w.values[after].name
	}
	places, written := entry.Places(old, want), entry.LikeInitials(old, want)
	var more bibtex.Edit
	for i, c := range written {
		c.Stated = ""
		text := entry.RISName(c)
		if n := places[i]; n >= 0 {
			text = w.values[lines[n]].text
		} else if reading*2 > len(lines) {
			text = c.String()
		}
		if i < len(lines) {
			edits = append(edits, w.put(lines[i], text)...)
			continue
		}
		edit := w.insert(after, tag, text)
		more.Span, more.Text = edit.Span, more.Text+edit.Text
	}
	for _, i := range lines[min(len(want), len(lines)):] {
		edits = append(edits, w.remove(i))
	}
	if more.Text != "" {
		edits = append(edits, more)
	}
	return edits, nil
}
