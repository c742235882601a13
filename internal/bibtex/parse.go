package bibtex

import (
	"fmt"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// maxProblems bounds the number of problems kept for one file.
const maxProblems = 10000

// parser makes one pass over the source. Nothing recurses: nesting is a counter.
type parser struct {
	*File    // the file being built; problems are noted as they are found
	s        string
	i        int
	items    []Item
	uses     []Span  // macro pieces
	fields   []Field // of the item being read
	pieces   []Piece // of the value being read
	fieldMem arena[Field]
	pieceMem arena[Piece]
	waste    int // bytes read ahead in vain; see scan.go
	strayed  int // where the last stray text ended
}

// Parse reads a source. It never fails: damaged parts become text and Problems. It takes time linear in the size of
// the source.
func Parse(src []byte) *File { return ParseWith(src, nil) }

// ParseWith reads a source that may also use macros of other files. Its own definitions take precedence.
func ParseWith(src []byte, known Macros) *File {
	f := &File{text: string(src), known: known}
	p := &parser{File: f, s: f.text}
	for p.i < len(p.s) {
		start := p.nextItem(p.i)
		p.withoutSign(p.i, start)
		if start > p.i {
			p.items = append(p.items, Item{Kind: Text, Closed: true, Span: Span{p.i, start}, Close: start})
			p.i = start
		}
		if start < len(p.s) {
			p.item()
		}
	}
	f.Items = p.items
	f.starts = lineStarts(f.text)
	f.index()
	f.define(p.uses)
	f.aliases()
	f.place()
	return f
}

// problem records a problem; place fills in its line and column.
func (f *File) problem(rule string, offset int, format string, args ...any) {
	if len(f.Problems) < maxProblems {
		f.Problems = append(f.Problems, Problem{Rule: rule, Offset: offset, Message: fmt.Sprintf(format, args...)})
	}
}

// place sorts the problems and sets the line and column of each.
func (f *File) place() {
	sort.SliceStable(f.Problems, func(i, j int) bool { return f.Problems[i].Offset < f.Problems[j].Offset })
	if len(f.Problems) >= maxProblems {
		f.Problems = append(f.Problems[:maxProblems-1],
			Problem{Rule: "too-many-problems", Offset: len(f.text), Message: "more problems are not listed"})
	}
	for i := range f.Problems {
		f.Problems[i].Line, f.Problems[i].Column = f.Position(f.Problems[i].Offset)
	}
}

// index maps keys to the first entries that have them.
func (f *File) index() {
	f.keys, f.normalised = map[string]int{}, map[string]int{}
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != Entry || it.Key.Len() == 0 {
			continue
		}
		key := f.Text(it.Key)
		if _, ok := f.keys[key]; ok {
			continue
		}
		f.keys[key] = i
		if low := strings.ToLower(key); low != key {
			if _, ok := f.normalised[low]; !ok {
				f.normalised[low] = i
			}
		}
	}
}

// aliases maps the further keys of entries, which BibLaTeX has in ids, unless they are the keys of others.
func (f *File) aliases() {
	for i := range f.Items {
		for _, field := range f.Items[i].Fields {
			if f.Items[i].Kind != Entry || !strings.EqualFold(f.Text(field.Name), "ids") {
				continue
			}
			for key := range strings.SplitSeq(f.Expand(field.Value), ",") {
				if key = strings.TrimSpace(key); key != "" && f.EntryByKey(key) == nil {
					f.keys[key] = i
				}
			}
		}
	}
}

// nextItem finds the at sign that starts the next item at or after i: one that is followed by a word and an opening
// delimiter, is not inside a word (an e-mail address), and is not commented out by a percent sign before it.
func (p *parser) nextItem(i int) int {
	from := i
	for {
		n := strings.IndexByte(p.s[i:], '@')
		if n < 0 {
			return len(p.s)
		}
		i += n
		if !startsItem(p.s, i) || i > from && wordByte(p.s[i-1]) && !glued(p.s, i) {
			p.notAnItem(i)
			i++
			continue
		}
		line := from + strings.LastIndexAny(p.s[from:i], "\n\r") + 1
		if strings.IndexByte(p.s[line:i], '%') < 0 {
			return i
		}
		p.problem("commented-entry", i, "commented out by the percent sign before it")
		i = lineEnd(p.s, i)
		from = i
	}
}

// signless matches the head of an entry whose at sign is missing or full-width.
var signless = lazy.Regexp(`(?m)^[ \t]*(＠?)[ \t]*(\pL+)[ \t]*[{(][^{}(),\s]*,[ \t]*(?:[\r\n]|$)`)

// withoutSign reports heads of entries between two items that lack the at sign.
func (p *parser) withoutSign(from, to int) {
	if strings.IndexByte(p.s[from:to], '{') < 0 && strings.IndexByte(p.s[from:to], '(') < 0 {
		return
	}
	for _, m := range signless.FindAllStringSubmatchIndex(p.s[from:to], -1) {
		if word := p.s[from+m[4] : from+m[5]]; common(word) || m[3] > m[2] {
			p.problem("malformed-type", from+m[4], "no at sign before %s; read as text", word)
		}
	}
}

// glued reports whether the at sign at i, although inside a word, begins an entry: one of a common type, and with a
// field.
func glued(s string, i int) bool {
	end := identEnd(s, i+1)
	return common(s[i+1:end]) && hasField(s, end)
}

// notAnItem reports an at sign that was clearly meant to start an entry.
func (p *parser) notAnItem(i int) {
	if i > 0 && p.s[i-1] != '\n' && p.s[i-1] != '\r' || i+1 < len(p.s) && p.s[i+1] == '@' {
		return
	}
	end := identEnd(p.s, i+1)
	switch {
	case common(p.s[i+1 : end]):
		p.problem("missing-brace", i, "no opening brace after @%s; read as text", p.s[i+1:end])
	case hasField(p.s, end):
		p.problem("malformed-type", i, "no type of entry after the at sign; read as text")
	}
}

// common reports whether an at sign before word at the start of a line looks like an entry even without its brace.
func common(word string) bool {
	return len(word) <= len("inproceedings") && bibfield.TypeOf(strings.ToLower(word)).Is(bibfield.Common)
}

// hasField reports whether a field follows end: after a comma on the same line, or on the next line.
func hasField(s string, end int) bool {
	const longest = 200
	stop := lineEnd(s[:min(len(s), end+longest)], end)
	comma := strings.IndexByte(s[end:stop], ',')
	return comma >= 0 && fieldLine(s, end+comma+1) || fieldLine(s, skipBlank(s, stop))
}

func startsItem(s string, i int) bool {
	_, ok := head(s, i)
	return ok
}

// head returns the span of the type of the item that starts with the at sign at i: a word before an opening
// delimiter. "@comment" needs no delimiter.
func head(s string, i int) (Span, bool) {
	word := Span{Start: skipBlank(s, i+1)}
	word.End = identEnd(s, word.Start)
	if word.Len() > 0 && word.Len() <= maxType && !isDigit(s[word.Start]) {
		open := skipBlank(s, word.End)
		if open < len(s) && (s[open] == '{' || s[open] == '(') {
			return word, true
		}
		if word.Start == i+1 && (strings.EqualFold(s[word.Start:word.End], "comment") || lostBrace(s, i, word.End)) {
			return word, true
		}
	}
	return oddHead(s, i)
}

const maxType = 64

// oddHead returns the span of the type of an entry whose head is malformed, "@['JournalArticle']{key,", "@{key,",
// "@article[key,": it starts a line, and a field follows the key.
func oddHead(s string, i int) (Span, bool) {
	if i > 0 && s[i-1] != '\n' && s[i-1] != '\r' {
		return Span{}, false
	}
	open := i + 1
	for open < len(s) && open-i <= maxType && strings.IndexByte("{(\n\r=,}@", s[open]) < 0 {
		open++
	}
	if open >= len(s) || s[open] != '{' && s[open] != '(' {
		if open = identEnd(s, i+1); open < len(s) { // another bracket after a word that is a type
			open = i + 1 + strings.IndexAny(s[i+1:open], "[<")
		}
		if open <= i || open >= len(s) || !common(s[i+1:open]) {
			return Span{}, false
		}
	}
	const longest = 200
	key := s[open+1 : min(len(s), open+1+longest)]
	comma := strings.IndexAny(key, ",\n\r={}\"")
	named := comma >= 0 && key[comma] == ',' && fieldLine(s, skipBlank(s, open+1+comma+1))
	if !named && !fieldLine(s, skipBlank(s, open+1)) {
		return Span{}, false
	}
	word := Span{Start: skipGap(s, i+1)}
	word.End = max(word.Start, trimBack(s, word.Start, open))
	return word, true
}

// lostBrace reports whether an entry lacks only its opening brace: the at sign at i starts a line, the word up to end
// is a common type, a comma, perhaps after a key, ends the line, and the next line looks like a field.
func lostBrace(s string, i, end int) bool {
	if i > 0 && s[i-1] != '\n' && s[i-1] != '\r' || !common(s[i+1:end]) {
		return false
	}
	stop := lineEnd(s[:min(len(s), end+200)], end)
	line := strings.TrimRight(s[end:stop], " \t")
	if !strings.HasSuffix(line, ",") || len(strings.Fields(line)) > 1 {
		return false
	}
	return fieldLine(s, skipBlank(s, stop))
}

func (p *parser) item() {
	it := Item{Span: Span{Start: p.i}}
	it.Type, _ = head(p.s, p.i)
	p.i = it.Type.End
	switch word := p.s[it.Type.Start:it.Type.End]; {
	case strings.EqualFold(word, "comment"):
		it.Kind = Comment
		p.comment(&it)
	case strings.EqualFold(word, "string"):
		it.Kind = String
		p.body(&it, p.assignments)
	case strings.EqualFold(word, "preamble"):
		it.Kind = Preamble
		p.body(&it, p.preamble)
	default:
		it.Kind = Entry
		if word == "" || isDigit(word[0]) || identEnd(word, 0) < len(word) {
			p.problem("malformed-type", it.Span.Start, "%s is not a type of entry", quote(word))
		}
		p.body(&it, p.entry)
	}
	it.Span.End = p.i
	p.items = append(p.items, it)
}

// comment reads "@comment{…}" to the matching brace, or else to the end of the line.
func (p *parser) comment(it *Item) {
	open := skipBlank(p.s, p.i)
	if open >= len(p.s) || p.s[open] != '{' {
		p.i = lineEnd(p.s, p.i)
		it.Close, it.Closed = p.i, true
		return
	}
	r := p.balanced(open, '}', len(p.s), false)
	if r.ok {
		p.i, it.Close, it.Closed = r.end, r.end-1, true
		return
	}
	p.problem("unclosed-entry", it.Span.Start, "the comment is not closed")
	p.i = trimBack(p.s, open+1, p.spend(r, r.at))
	it.Close = p.i
}

func (p *parser) body(it *Item, read func(it *Item, closer byte)) {
	open := skipBlank(p.s, p.i)
	closer := byte('}')
	switch p.s[open] {
	case '(':
		closer = ')'
		fallthrough
	case '{':
		p.i = open + 1
	case '[', '<':
		p.i = open + 1
		p.problem("missing-brace", open, "%c in place of the opening brace", p.s[open])
	default:
		p.problem("missing-brace", p.i, "no opening brace after @%s", p.s[it.Type.Start:it.Type.End])
	}
	p.fields = p.fields[:0]
	read(it, closer)
	it.Fields = p.fieldMem.keep(p.fields)
}

// preamble reads the value of a @preamble and its closing delimiter.
func (p *parser) preamble(it *Item, closer byte) {
	p.space()
	uses := len(p.uses)
	it.Value = p.value(closer)
	p.uses = p.uses[:uses] // it is for TeX
	p.assignments(it, closer)
}

// arena hands out parts of large blocks, so that a file of many small slices needs few allocations.
type arena[T any] struct{ block []T }

func (a *arena[T]) keep(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	if cap(a.block)-len(a.block) < len(list) {
		a.block = make([]T, 0, max(len(list), 512))
	}
	start := len(a.block)
	a.block = append(a.block, list...)
	return a.block[start:len(a.block):len(a.block)]
}
