package prose

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Line is a line of a plain text.
type Line struct {
	Text   string // without surrounding space
	Label  string // the number or sign that was removed
	Number int    // from 1, or what the caller of NewLine wants to identify it by
	indent int    // in columns; a tab extends to the next multiple of eight
	blank  bool

	further bool // in a list of further reading
}

// heads reports whether the line is the heading of a reference list.
func (l Line) heads() bool { return reflist.Heading(l.Text, false) }

var listEnd = lazy.Regexp(
	`(?i)^(?:#+\s*)?(?:[A-Z\d]+\.?\s+)?\**(?:appendi(?:x|ces)|acknowledge?ments?|supplementary materials?|supporting information|about the authors?|author contributions|funding|anhang|danksagung|annexes?|附录|致谢)\b[^.,]{0,40}$`)

var markdownHeading = lazy.Regexp(`^#{1,6}\s+\S`)

// MaxLines bounds the lines of a text.
const MaxLines = 400_000

// Bounded drops the lines of a text beyond the bound, and reports that as a problem.
func Bounded(r *reading.Result, src string) string {
	at := 0
	for line := 1; ; line++ {
		n := strings.IndexAny(src[at:], "\r\n") + 1
		if n == 0 {
			return src
		}
		if line > MaxLines {
			r.Problem(biblio.Place{Line: line}, "too-long", "lines from here on are not read: split the file")
			return src[:at]
		}
		if at += n; src[at-1] == '\r' && at < len(src) && src[at] == '\n' {
			at++
		}
	}
}

// ReadText reads a plain list of references, the list at the end of a plain text document, or the linked citations of
// a report, and returns the running text around them.
func ReadText(src string) reading.Result {
	var r reading.Result
	lines := Split(Bounded(&r, src))
	entries := Entries(lines)
	r.Texts = Running(lines, entries)
	var printed reading.Printed
	for _, entry := range entries {
		for _, ref := range References(entry, lines) {
			if ref.Raw == "" {
				continue
			}
			if len(r.References) == biblio.MaxReferences {
				r.Problem(ref.Place, "too-many-references", "references from here on are not read")
				return r
			}
			printed.Read(&ref)
			r.References = append(r.References, ref)
		}
	}
	if Unlike(lines, r.References, titlesFewest) {
		r.References = nil
	}
	return r
}

// signLike is the likeness of a text with a sign of a reference.
const signLike = 0.3

// The entries that are examined, and the fewest lines that may be titles alone.
const (
	entriesProbed = 200
	titlesFewest  = 3
	titleWords    = 3 // on average
)

// Unlike reports whether most entries of a text without a heading for them have no sign of a reference: they are its
// paragraphs. Lines that each begin like a title and end without a stop are a list of titles, if there are enough.
func Unlike(lines []Line, list []biblio.Reference, fewest int) bool {
	if slices.ContainsFunc(lines, Line.heads) {
		return false
	}
	list = list[:min(len(list), entriesProbed)]
	like, titles, length := 0, 0, 0
	for i := range list {
		text := oneLine(list[i].Raw)
		if signed(&list[i], text, len(list) == 1) {
			like++
		}
		if first, _ := utf8.DecodeRuneInString(text); unicode.IsUpper(first) && strings.TrimRight(text, ".,:;!?") == text {
			titles++
			length += len(strings.Fields(text))
		}
	}
	listed := len(list) >= fewest && titles == len(list) && length >= titleWords*titles
	return like*2 < len(list) && !listed
}

// signed reports whether an entry has a sign of a reference. A single line may be a law, or lack its year; of several
// lines, each names who made the work or where it appeared.
func signed(r *biblio.Reference, text string, single bool) bool {
	w := &r.Claimed
	if len(w.IDs) > 0 || w.URL != "" || w.Type != biblio.TypeUnknown {
		return true
	}
	single = single && !strings.Contains(r.Raw, "\n")
	named := single || len(w.Contributors) > 0 || w.Container.Title != "" || w.Publisher != ""
	year := w.Issued.Year > 0
	return named && (year && w.Volume != "" || (year || single) && reflist.Opening("", text) > 1 ||
		reflist.Likeness(text) >= signLike)
}

// Entries returns the lines of every entry: of the lists under headings, of the whole text if there is no heading, or
// the linked citations inside sentences. Marks before entries are removed.
func Entries(lines []Line) [][]Line {
	if tagged := taggedEntries(lines); tagged != nil {
		return tagged
	}
	kept := listLines(withoutPageEdges(lines))
	links := linkedCitations(kept)
	var entries [][]Line
	if links == nil {
		entries = cutEntries(kept)
		links = unlisted(linkedCitations(without(lines, kept)), entries)
	}
	for _, l := range links {
		entries = append(entries, []Line{l})
	}
	return entries
}

// taggedEntries splits a list of references in markup that each begin with the same tag on a line of its own,
// "<author>": a stray break inside one does not start a new entry or join others.
func taggedEntries(lines []Line) [][]Line {
	tag := ""
	var entries [][]Line
	for _, l := range lines {
		if l.blank {
			continue
		}
		if tag == "" {
			if tag = openTag.FindString(l.Text); tag == "" {
				return nil
			}
		}
		if strings.HasPrefix(l.Text, tag) {
			entries = append(entries, nil)
		}
		entries[len(entries)-1] = append(entries[len(entries)-1], l)
	}
	if len(entries) < 3 || 2*len(entries) < len(lines) {
		return nil
	}
	return entries
}

var openTag = lazy.Regexp(`^<[a-z][\w-]*>`)

func without(lines, others []Line) []Line {
	taken := make(map[int]bool, len(others))
	for _, l := range others {
		taken[l.Number] = true
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return taken[l.Number] })
}

// unlisted returns the linked citations of the text whose addresses no entry of the list has.
func unlisted(links []Line, entries [][]Line) []Line {
	if len(links) == 0 {
		return nil
	}
	var all strings.Builder
	for _, e := range entries {
		for _, l := range e {
			all.WriteString(strings.ToLower(l.Text) + "\n")
		}
	}
	listed := all.String()
	return slices.DeleteFunc(links, func(l Line) bool {
		address := strings.ToLower(strings.TrimSuffix(l.Text[strings.LastIndex(l.Text, "](")+2:], ")"))
		_, address, _ = strings.Cut(address, "://")
		for _, prefix := range []string{"doi.org/", "dx.doi.org/", "arxiv.org/abs/", "arxiv.org/pdf/", "www."} {
			address = strings.TrimPrefix(address, prefix)
		}
		return len(address) > 5 && strings.Contains(listed, strings.TrimRight(address, "/"))
	})
}

// ListOnly reports whether lines are a list, or have one under a heading; others are running text without one.
func ListOnly(lines []Line) bool {
	return slices.ContainsFunc(lines, Line.heads) || mostlyReferences(lines)
}

// Running returns the paragraphs of the text that contain no entry.
func Running(lines []Line, entries [][]Line) []reading.Text {
	listed := map[int]bool{}
	for _, e := range entries {
		if len(e) == 1 && isLink(e[0].Text) { // it is inside the text
			continue
		}
		for i := e[0].Number; i <= e[len(e)-1].Number; i++ {
			listed[i] = true
		}
	}
	var texts []reading.Text
	for _, block := range blocksOf(lines) {
		body, starts, numbers := "", []int(nil), []int(nil)
		for _, l := range block {
			if listed[l.Number] {
				continue
			}
			starts, numbers = append(starts, len(body)), append(numbers, l.Number)
			body += l.Text + " "
			if len(body) > longestBlock {
				break
			}
		}
		if len(starts) == 0 {
			continue
		}
		texts = append(texts, reading.Text{Body: strings.TrimSpace(body), At: func(start, _ int) biblio.Place {
			at, found := slices.BinarySearch(starts, start)
			if !found {
				at--
			}
			return biblio.Place{Line: numbers[max(at, 0)]}
		}})
	}
	return texts
}

const longestBlock = 1 << 16

// listLines returns the lines that belong to reference lists: all, or, in a text with headings of such lists, those
// below them. The text above the first heading stays if it looks like references too.
func listLines(lines []Line) []Line {
	first := slices.IndexFunc(lines, Line.heads)
	var kept []Line
	in, further := true, false
	from := first
	if from < 0 {
		from = notesFrom(lines)
	}
	if from >= 0 {
		if like, full := referenceLines(lines[:from]); like*2 <= full {
			lines = lines[from:]
		}
	}
	for i, l := range lines {
		switch {
		case l.heads():
			in, further = true, reflist.FurtherReading(l.Text)
			l = Line{Number: l.Number, blank: true}
		case first >= 0 && partHeading(lines, i):
			l = Line{Number: l.Number, blank: true}
		case first >= 0 && listEnd.MatchString(l.Text):
			in = false
		case markdownHeading.MatchString(l.Text):
			l = Line{Number: l.Number, blank: true}
		}
		if in {
			l.further = further
			kept = append(kept, l)
		}
	}
	return kept
}

// numberedNote matches the beginning of a note, "[12] Foucault"; text without a heading ends in notesFewest at least.
var numberedNote = lazy.Regexp(`(?:^| )\[\d{1,4}\] [\p{Lu}“"„«]`)

const notesFewest = 3 // case: TestEndnotes

// notesFrom returns where the notes at the end of a text without a list begin: below their heading, or where all
// paragraphs to the end begin with a number in brackets; -1 if there are none.
func notesFrom(lines []Line) int {
	for i, l := range slices.Backward(lines) {
		if reflist.NoteHeading(l.Text) {
			return i + 1
		}
	}
	blocks := blocksOf(lines)
	other := func(block []Line) bool {
		at := numberedNote.FindStringIndex(block[0].Text)
		return at == nil || at[0] > 0
	}
	first := slices.IndexFunc(blocks, func(block []Line) bool { return !other(block) })
	if first < 0 || slices.ContainsFunc(blocks[first:], other) {
		return -1
	}
	notes := 0
	for _, block := range blocks[first:] {
		for _, l := range block {
			notes += len(numberedNote.FindAllStringIndex(l.Text, notesFewest))
		}
	}
	if notes < notesFewest {
		return -1
	}
	return slices.IndexFunc(lines, func(l Line) bool { return l.Number == blocks[first][0].Number })
}

// pageEdge matches what is printed at the edge of a page: its number, and the running head of a manuscript.
var pageEdge = lazy.Regexp(`^(?:(?i:page )?\d{1,4}(?i: (?:of|/) \d{1,4})?|(?i)preprint\. under review\.?)$`)

// withoutPageEdges drops the edges of pages inside entries, with the blank lines around them, and makes a blank line of
// those between entries.
func withoutPageEdges(lines []Line) []Line {
	kept := make([]Line, 0, len(lines))
	end, open := 0, 0 // the lines kept up to the last that is not blank, and up to the edge of a page inside an entry
	for _, l := range lines {
		if l.blank && open > 0 && open == len(kept) {
			continue
		}
		if end > 0 && pageEdge.MatchString(l.Text) {
			if !strings.HasSuffix(kept[end-1].Text, ".") {
				kept, open = kept[:end], end
				continue
			}
			if strings.Trim(l.Text, "0123456789") != "" { // a number alone may be a label
				l = Line{Number: l.Number, blank: true}
			}
		}
		if kept = append(kept, l); !l.blank {
			end = len(kept)
		}
	}
	return kept
}

// partWords matches headings inside lists: "Primary sources".
var partWords = lazy.Regexp(`(?i)^(?:[\p{L}-]+ ){0,3}(?:\p{L}*literatur|` + words.Pattern(words.Part) +
	`)(?: (?:` + words.Pattern(words.And) + `) [\p{L}-]+)?$`)

// partHeading reports whether a line between blank ones is the heading of a part of a list.
func partHeading(lines []Line, i int) bool {
	l := &lines[i]
	if l.blank || i > 0 && !lines[i-1].blank && !reflist.Heading(lines[i-1].Text, false) || i+1 < len(lines) &&
		!lines[i+1].blank {
		return false
	}
	first, _ := utf8.DecodeRuneInString(l.Text)
	return unicode.IsUpper(first) && partWords.MatchString(l.Text)
}

var yearInside = lazy.Regexp(`(?:^|[^\d])(?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?:[^\d]|$)`)

// mostlyReferences reports whether at least half of the lines look like references.
func mostlyReferences(lines []Line) bool {
	like, full := referenceLines(lines)
	return full > 0 && like*2 >= full
}

// manyYears is more than an entry has: a sentence that cites several works; case: TestPartsOfList.
const manyYears = 4

// referenceLines returns the number of lines that have a year and begin like a reference, and the number of non-empty
// lines.
func referenceLines(lines []Line) (like, full int) {
	for _, l := range lines {
		if l.blank || markdownHeading.MatchString(l.Text) {
			continue
		}
		full++
		if inSentence(l.Text) {
			continue
		}
		if years := len(yearInside.FindAllStringIndex(l.Text, manyYears)); len(l.Text) > 30 && years > 0 &&
			years < manyYears && opening("", unmarked(l.Text)) > 0.5 {
			like++
		}
	}
	return like, full
}

// Reference returns the entry formed by some lines, unparsed, with the label that preceded it in the text.
func Reference(entry, all []Line) biblio.Reference {
	texts := lists.Map(entry, func(l Line) string { return l.Text })
	ref := biblio.Reference{Raw: strings.TrimSpace(strings.Join(texts, "\n"))}
	ref.Place.Line, ref.Place.EndLine = entry[0].Number, entry[len(entry)-1].Number
	if at := entry[0].Number - 1; at >= 0 && at < len(all) {
		if label, rest := reflist.CutLabel(all[at].Text); label != "" && rest != "" &&
			!strings.HasPrefix(all[at].Text, entry[0].Text) {
			reading.SetExtra(&ref, reading.LabelField, label)
		}
	}
	if entry[0].further {
		reading.SetExtra(&ref, reading.ListField, reading.FurtherReading)
	}
	return ref
}

// References returns the references in an entry of some lines, unparsed: one, or several that share a number or run
// on.
func References(entry, all []Line) []biblio.Reference {
	ref := Reference(entry, all)
	parts := reflist.Parts(reflist.Entry{Text: reading.OneLine(ref.Raw), Label: ref.Extra[reading.LabelField]})
	if len(parts) < 2 {
		return []biblio.Reference{ref}
	}
	list := make([]biblio.Reference, len(parts))
	for i, part := range parts {
		one := ref
		one.Raw, one.Extra = part.Text, maps.Clone(ref.Extra)
		if part.Label != "" {
			reading.SetExtra(&one, reading.LabelField, part.Label)
		}
		list[i] = one
	}
	return list
}

// wideMark matches numbers in full width that mark an entry or cite it, "［１，２］", "３．"; narrow writes them in ASCII.
var (
	wideMark = lazy.Regexp(`[［〔【\[][０-９\d]{1,4}(?:[，,、－–-][０-９\d]{1,4})*[］〕】\]]|` +
		`(?m:^[ 　]*[（(]?[０-９\d]{1,4}[）．](?:[^\d０-９]|$))`)
	narrow = strings.NewReplacer("０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8",
		"９", "9", "［", "[", "〔", "[", "【", "[", "］", "] ", "〕", "] ", "】", "] ", "（", "(", "）", ") ", "．", ". ", "，", ",",
		"、", ",", "－", "-", "　", " ")
)

// Split returns the lines of a text.
func Split(s string) []Line {
	var lines []Line
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	if strings.Contains(s, "\xef\xbc") || strings.Contains(s, "\xe3\x80") { // what narrow changes begins with these bytes
		s = wideMark.ReplaceAllStringFunc(s, narrow.Replace)
	}
	for i, text := range strings.Split(s, "\n") {
		trimmed := strings.TrimSpace(text)
		lines = append(lines, Line{Text: trimmed, Number: i + 1, indent: indentOf(text), blank: trimmed == ""})
	}
	return lines
}

func indentOf(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}

// NewLine returns a line without indent; number is any number by which the caller wants to identify it.
func NewLine(text string, number int) Line {
	text = strings.TrimSpace(text)
	return Line{Text: text, Number: number, blank: text == ""}
}
