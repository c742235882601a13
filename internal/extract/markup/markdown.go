package markup

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

var (
	// heading and footnote match lines that only Markdown has.
	heading  = lazy.Regexp(`(?m)^#{1,6} +\S`)
	footnote = lazy.Regexp(`(?m)^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*`)
	// call matches a call of a footnote.
	call = lazy.Regexp(`\[\^([^\]\s]{1,100})\]`)
	// pandoc matches keys of a bibliography: "[@doe2020, p. 5; @roe]", "@doe2020".
	pandoc = lazy.Regexp(`(?:^|[\s\[;(-])@(?:\{([^}\s]{1,100})\}|([\pL\d_][\pL\d_:.#$%&+?<>~/-]{0,100}))`)
)

// LooksLikeMarkdown reports whether src is Markdown with footnotes rather than plain text. Other Markdown looks like
// text and is recognised by its file name.
func LooksLikeMarkdown(src []byte) bool { return footnote.Match(src) && call.Match(src) }

// ReadMarkdown reads the references of a text and its citations.
func ReadMarkdown(src []byte) (reading.Result, error) {
	var d document
	d.lines = prose.Split(prose.Bounded(&d.Result, string(src)))
	d.mask()
	d.fences()
	notes := d.footnotes()
	if prose.ListOnly(d.lines) || d.items() || d.linked() {
		d.list()
	}
	if prose.Unlike(d.lines, d.References, 2) {
		d.References, d.Texts = nil, nil
	}
	if d.Texts == nil {
		d.Texts = prose.Running(d.lines, nil)
	}
	d.notes(notes)
	d.cite()
	return d.Result, nil
}

type document struct {
	reading.Result
	lines   []prose.Line
	named   map[int]string // line number → the key that Pandoc assigns to what begins there
	printed reading.Printed
}

func (d *document) blank(i int) { d.lines[i] = prose.NewLine("", d.lines[i].Number) }

// mask blanks what is not text: the head of the file, code.
func (d *document) mask() {
	in, fence := false, ""
	for i, l := range d.lines {
		text := l.Text
		switch {
		case i == 0 && text == "---":
			in, fence = true, "---"
		case in && (text == fence || fence == "---" && text == "..." || fence != "---" && strings.HasPrefix(text, fence) &&
			strings.Trim(text, fence[:1]) == ""):
			in = false
		case !in && (strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")):
			in, fence = true, text[:3]
		case !in:
			continue
		}
		d.blank(i)
	}
	if in && fence == "---" { // a rule, not a head
		d.lines[0] = prose.NewLine("", 1)
	}
}

// fence matches a line that opens or closes a part of a text written by Pandoc.
var (
	fence    = lazy.Regexp(`^(?::{3,}.*|</?div\b[^<>]*>(?:\s*</?div\b[^<>]*>)*)$`)
	fenceKey = lazy.Regexp(`(?:\{#|id=")ref-([^\s"}]{1,100})`)
)

// fences blanks the lines that only mark parts, and records the keys they assign.
func (d *document) fences() {
	key := ""
	for i, l := range d.lines {
		switch {
		case fence.MatchString(l.Text):
			key = ""
			if m := fenceKey.FindStringSubmatch(l.Text); m != nil {
				key = m[1]
			}
			d.blank(i)
		case l.Text != "" && key != "":
			if d.named == nil {
				d.named = map[int]string{}
			}
			d.named[l.Number], key = key, ""
		}
	}
}

type note struct {
	id    string
	lines []prose.Line
}

// footnotes removes the definitions of footnotes from the text and returns them.
func (d *document) footnotes() []note {
	var notes []note
	open := false
	for i, l := range d.lines {
		at := footnote.FindStringSubmatchIndex(l.Text)
		switch {
		case at != nil && at[0] == 0:
			notes = append(notes,
				note{id: l.Text[at[2]:at[3]], lines: []prose.Line{prose.NewLine(l.Text[at[1]:], l.Number)}})
			open = true
		case open && l.Text != "" && !heading.MatchString(l.Text):
			n := &notes[len(notes)-1]
			n.lines = append(n.lines, l)
		default:
			open = false
			continue
		}
		d.blank(i)
	}
	return notes
}

func (d *document) linked() bool {
	return slices.ContainsFunc(prose.Entries(d.lines), func(e []prose.Line) bool {
		return strings.HasPrefix(e[0].Text, "[") && strings.Contains(e[0].Text, "](")
	})
}

func (d *document) list() {
	entries := prose.Entries(d.lines)
	for _, e := range entries {
		for i, ref := range prose.References(e, d.lines) {
			if key := d.named[e[0].Number]; key != "" && i == 0 {
				ref.Key = key
			}
			if !d.listed(ref) {
				break
			}
		}
	}
	d.Texts = prose.Running(d.lines, entries)
}

// listed adds a reference of a list; it reports whether more can be added.
func (d *document) listed(ref biblio.Reference) bool {
	if ref.Raw == "" {
		return true
	}
	if len(d.References) == biblio.MaxReferences {
		d.Problem(ref.Place, "too-many-references", "references from here on are not read")
		return false
	}
	parse(&ref, &d.printed)
	d.References = append(d.References, ref)
	return true
}

// notes reads the references in footnotes. Their text stays as written, so that it can be found again in the file.
func (d *document) notes(notes []note) {
	list := make([]reflist.Note, len(notes))
	for i, n := range notes {
		var joined strings.Builder
		for _, l := range n.lines {
			joined.WriteString(" " + l.Text)
		}
		text := joined.String()
		list[i] = reflist.Note{Label: n.id, Text: plain(strings.TrimSpace(text)).text}
	}
	cited := reflist.Cited(list, len(d.References) == 0)
	for i, n := range notes {
		ref := prose.Reference(n.lines, nil)
		if ref.Raw == "" || len(d.References) == biblio.MaxReferences {
			continue
		}
		if len(cited[i]) == 0 && !address(ref.Raw) && reflist.Likeness(list[i].Text) < noteLike {
			continue
		}
		ref.Place.Note = n.id
		if len(cited[i]) <= 1 {
			ref.Key = n.id
			parse(&ref, &d.printed)
			d.References = append(d.References, ref)
			continue
		}
		for k, e := range cited[i] { // several in one note: their texts without markup
			part := biblio.Reference{Key: n.id, Raw: e.Text, Place: ref.Place}
			if k > 0 {
				part.Key = ""
			}
			d.printed.Read(&part)
			d.References = append(d.References, part)
		}
	}
}

var item = lazy.Regexp(`^(?:[-*+]|\d{1,5}[.)]|\[\d{1,5}\]:?) `)

// task matches an item of a to-do list, which is not a reference.
var task = lazy.Regexp(`^[-*+] \[[ xX]\] `)

// items reports whether a text is almost nothing but a list: references, whatever they look like.
func (d *document) items() bool {
	full, items := 0, 0
	for _, l := range d.lines {
		if text := l.Text; text != "" && !heading.MatchString(text) {
			full++
			if item.MatchString(text) && !task.MatchString(text) {
				items++
			}
		}
	}
	return items > 0 && items*10 >= 6*full
}

// noteLike is how much a single citing note among others must look like a reference.
const noteLike = 0.5

func address(s string) bool {
	return strings.Contains(s, "http://") || strings.Contains(s, "https://") || strings.Contains(s, "doi.org/")
}

// cite records the calls of footnotes and the keys that Pandoc's citations name.
func (d *document) cite() {
	keys := map[string]bool{}
	for _, r := range d.References {
		keys[r.Key] = true
	}
	foreign := ""
	for _, t := range d.Texts {
		for _, at := range call.FindAllStringSubmatchIndex(t.Body, -1) {
			if id := t.Body[at[2]:at[3]]; keys[id] {
				d.mark(t, id, at)
			}
		}
		for _, at := range pandoc.FindAllStringSubmatchIndex(t.Body, -1) {
			from, to := at[2], at[3]
			if from < 0 {
				from, to = at[4], at[5]
			}
			key := strings.TrimRight(t.Body[from:to], ".:,;?")
			if key == "" || strings.Contains(key, "@") {
				continue
			}
			if !keys[key] && foreign == "" {
				foreign = key
			}
			d.mark(t, key, []int{from - 1, to})
		}
	}
	if len(d.References) == 0 && foreign != "" {
		d.Problem(biblio.Place{}, "keys-only",
			"the text cites keys such as @%s of a bibliography in another file: name that file (.bib, .json) too", foreign)
	}
}

func (d *document) mark(t reading.Text, key string, at []int) {
	if len(d.Citations) >= reading.MaxCitations {
		return
	}
	shown := strings.TrimSpace(t.Body[at[0]:at[1]])
	c := biblio.Citation{Key: key, Mark: shown, Place: t.At(at[0], at[1]), Section: t.Section}
	c.Context, c.At = reading.Surroundings(t.Body, at[0], at[1])
	d.Cite(c)
}

// plainText is a text without markup, and where its bytes were.
type plainText struct {
	text  string
	at    []int // for each byte of text its place in the source, and the source's length
	links []string
}

var (
	inlineTag = lazy.Regexp(`^</?(?:i|b|em|strong|sup|sub|u|span|a|cite|code|br|small)\b[^<>]*>`)
	autolink  = lazy.Regexp(`^<((?:https?://|doi:)[^<>\s]+)>`)
	link      = lazy.Regexp(
		`^!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+"[^"]*")?\s*\)`)
)

// definition matches the definition of a link, "[1]: address "Title"", without its name: the title is the entry.
var definition = lazy.Regexp(
	`^<?((?:https?://|doi:)[^\s<>]+)>?\s+(?:"([^"]{10,})"|'([^']{10,})'|\(((?:[^()]|\([^()]*\)){10,})\))$`)

// plain removes the markup from a text: emphasis, links, code, tags, escapes.
func plain(s string) plainText {
	var p plainText
	if m := definition.FindStringSubmatchIndex(s); m != nil {
		p.links = append(p.links, s[m[2]:m[3]])
		for i := 4; i < len(m); i += 2 {
			if m[i] >= 0 {
				p.add(s[m[i]:m[i+1]], m[i], 0)
				s = s[:m[i+1]]
				break
			}
		}
	} else {
		p.add(s, 0, 0)
	}
	p.at = append(p.at, len(s))
	return p
}

const maxLinks = 50

// add adds a part of the source at an offset.
func (p *plainText) add(s string, offset, depth int) {
	var b strings.Builder
	put := func(from, to int) {
		b.WriteString(s[from:to])
		for i := from; i < to; i++ {
			p.at = append(p.at, offset+i)
		}
	}
	flush := func() {
		p.text += b.String()
		b.Reset()
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && strings.IndexByte("\\`*_{}[]()#+-.!<>~|&", s[i+1]) >= 0:
			put(i+1, i+2)
			i += 2
		case c == '*' || c == '`', c == '_' && wordEdge(s, i):
			i++
		case c == '<':
			if m := autolink.FindStringSubmatchIndex(s[i:min(len(s), i+2500)]); m != nil {
				put(i+m[2], i+m[3])
				i += m[1]
			} else if n := len(inlineTag.FindString(s[i:min(len(s), i+600)])); n > 0 {
				i += n
			} else {
				put(i, i+1)
				i++
			}
		case (c == '[' || c == '!') && depth < 3 && len(p.links) < maxLinks:
			m := link.FindStringSubmatchIndex(s[i:min(len(s), i+4500)])
			if m == nil {
				put(i, i+1)
				i++
				continue
			}
			flush()
			if c == '[' {
				p.add(s[i+m[2]:i+m[3]], offset+i+m[2], depth+1)
			}
			p.links = append(p.links, s[i+m[4]:i+m[5]])
			i += m[1]
		default:
			put(i, i+1)
			i++
		}
	}
	flush()
}

// wordEdge reports whether an underscore is at the edge of a word, as in emphasis.
func wordEdge(s string, i int) bool {
	word := func(c byte) bool {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 || c == '_'
	}
	return i == 0 || i+1 == len(s) || !word(s[i-1]) || !word(s[i+1])
}

// linkedCitation matches an entry that is one linked citation, whose brackets the parser knows.
var linkedCitation = lazy.Regexp(`^\[[^\[\]]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)$`)

// longestEntry bounds, in bytes, the entries from which markup is removed: a longer one is text without the marks of
// a list, and its places would take eight times its memory.
const longestEntry = 1 << 20 // case: TestRead

// parse reads an entry without its markup. Its raw text stays as written, and the spans refer to that.
func parse(ref *biblio.Reference, printed *reading.Printed) {
	if len(ref.Raw) > longestEntry {
		printed.Read(ref)
		return
	}
	p := plain(ref.Raw)
	if p.text == ref.Raw || linkedCitation.MatchString(ref.Raw) {
		printed.Read(ref)
		return
	}
	raw := ref.Raw
	ref.Raw = p.text
	printed.Read(ref)
	ref.Raw = raw
	for f, s := range ref.Spans {
		if s.Start < 0 || s.End >= len(p.at) || s.Start >= s.End {
			delete(ref.Spans, f)
			continue
		}
		ref.Spans[f] = biblio.Span{Start: p.at[s.Start], End: p.at[s.End-1] + 1}
	}
	for _, uri := range p.links {
		reading.AddLink(ref, uri)
	}
}
