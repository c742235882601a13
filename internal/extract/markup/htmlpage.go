package markup

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

type page struct {
	z       *html.Tokenizer
	doc     prose.Document
	printed reading.Printed
	stated  []statedReference
	stack   []element
	line    int
	broken  bool

	// the current paragraph
	buf     strings.Builder
	para    prose.Paragraph
	opened  int // line in which it began
	heading int
	label   string // of the next item
	isItem  bool
	keys    []string
	notes   int
}

// statedReference is a reference that a page states for machines.
type statedReference struct {
	reading.Claim
	raw   string
	place biblio.Place
}

func (p *page) at() int { return p.buf.Len() }

// inEntry reports whether an open element collects everything into one paragraph.
func (p *page) inEntry() bool {
	for i := len(p.stack) - 1; i >= 0 && i > len(p.stack)-50; i-- {
		if p.stack[i].entry {
			return true
		}
	}
	return false
}

func (p *page) listing() bool {
	return slices.ContainsFunc(p.stack, func(e element) bool { return e.listed })
}

func (p *page) item() {
	p.isItem = true
	for i := len(p.stack) - 1; i >= 0; i-- {
		if next := p.stack[i].list; next != nil {
			if *next > 0 {
				p.label = strconv.Itoa(*next)
			}
			*next++
			return
		}
	}
}

// breakLine ends the paragraph or, inside an entry, only the line.
func (p *page) breakLine() {
	if p.inEntry() {
		if s := p.buf.Len(); s > 0 {
			p.buf.WriteByte(' ')
		}
		return
	}
	p.flush()
}

func (p *page) flush() {
	text := p.buf.String()
	if strings.TrimSpace(text) == "" {
		p.buf.Reset()
		p.keys = append(p.keys, p.para.Keys...)
		p.para = prose.Paragraph{}
		if len(p.keys) > 50 {
			p.keys = p.keys[len(p.keys)-50:]
		}
		return
	}
	q := p.para
	q.Place = biblio.Place{Line: p.opened, EndLine: p.line}
	q.Heading, q.Label, q.Item = p.heading, p.label, p.isItem
	q.Keys = append(p.keys, q.Keys...)
	for i := range p.stack {
		q.Listed = q.Listed || p.stack[i].listed
		if p.stack[i].notes {
			p.notes++
			q.Note, q.Listed = cmp.Or(q.Label, strconv.Itoa(p.notes)), false
			q.Place.Note = q.Note
		}
	}
	if q.Heading > 0 {
		q.Listed = false
	}
	p.buf.Reset()
	p.para, p.label, p.isItem, p.keys = prose.Paragraph{}, "", false, nil
	q.Text = emptyBrackets.ReplaceAllString(text, "")
	p.joinLabel(&q)
	if len(p.doc.Paragraphs) < biblio.MaxParagraphs {
		p.doc.Paragraphs = append(p.doc.Paragraphs, q)
	}
}

func (p *page) text(s string) {
	if strings.TrimSpace(s) == "" {
		if p.buf.Len() > 0 {
			p.write(" ")
		}
		return
	}
	words := strings.Join(strings.Fields(s), " ")
	if s[0] <= ' ' {
		words = " " + words
	}
	if s[len(s)-1] <= ' ' {
		words += " "
	}
	p.write(words)
}

func (p *page) write(s string) {
	if p.buf.Len() == 0 {
		s = strings.TrimLeft(s, " \n")
		p.opened = p.line
	} else if strings.HasPrefix(s, " ") && strings.HasSuffix(p.buf.String(), " ") {
		s = s[1:]
	}
	if p.buf.Len()+len(s) <= maxBlock {
		p.buf.WriteString(s)
	}
}

func (p *page) anchors(attrs map[string]string) {
	for _, key := range []string{attrs["id"], attrs["name"]} {
		if key != "" && len(key) < 100 && len(p.para.Keys) < 50 {
			p.para.Keys = append(p.para.Keys, key)
		}
	}
}

// buttons matches the texts of links that only lead to locations of an entry.
var buttons = lazy.Regexp(
	`(?i)^(?:\[?(?:google scholar|crossref|pubmed|pmc(?: free article)?|article|full text|view(?: article| in article| at publisher)?|abstract|medline|web of science|scopus|cas|ads|mathscinet|math|zbmath|green version|download(?: pdf)?|pdf|get it|find it|open in new tab|worldcat|search ads|doi|link|arxiv|jstor|search google scholar|export citation|↩︎?|↑|\^)\]?)$`)

func (p *page) close(e element) {
	text := p.buf.String()
	e.start = min(e.start, len(text))
	shown := strings.TrimSpace(text[e.start:])
	switch {
	case e.label:
		p.labelled(e, shown)
	case e.raised:
		if shown != "" && strings.Trim(shown, "0123456789,;–—- []") == "" && len(p.para.Raised) < 10000 {
			p.para.Raised = append(p.para.Raised, biblio.Span{Start: e.start, End: len(text)})
		}
	case e.named && strings.HasPrefix(e.link, "#") && noteNumber.MatchString(shown) &&
		strings.TrimSpace(text[:e.start]) == "":
		p.labelled(e, shown)
	case e.name == "a" && e.link != "":
		p.follow(e, shown, len(text))
	}
}

// noteNumber matches what word processors write before a note as a link back to the place where the text calls it.
var noteNumber = lazy.Regexp(`^[\[(]?(?:\d{1,5}|[ivxlcIVXLC]{1,8}|[a-z*†‡])[\])]?\.?$`)

func (p *page) labelled(e element, shown string) {
	text := p.buf.String()
	label := strings.Trim(shown, "[]. ")
	if strings.HasPrefix(label, "(") {
		label = strings.Trim(label, "()")
	}
	if label != "" && len(label) < 80 && strings.TrimSpace(text[:e.start]) == "" {
		p.label = label
		p.buf.Reset()
	}
}

// onlyLabel matches a paragraph that is only the number of the next one.
var onlyLabel = lazy.Regexp(`^\s*[\[(]?(\d{1,5})[\])]?[.:]?\s*$`)

// joinLabel takes the number in a paragraph of its own before an entry as its label.
func (p *page) joinLabel(q *prose.Paragraph) {
	n := len(p.doc.Paragraphs)
	if n == 0 || q.Heading > 0 || q.Label != "" {
		return
	}
	last := &p.doc.Paragraphs[n-1]
	if m := onlyLabel.FindStringSubmatch(last.Text); m != nil && last.Heading == 0 && last.Listed == q.Listed &&
		last.Note == q.Note {
		q.Label, q.Item = m[1], true
		q.Keys = append(last.Keys, q.Keys...)
		p.doc.Paragraphs = p.doc.Paragraphs[:n-1]
	}
}

func (p *page) follow(e element, shown string, end int) {
	if anchor, ok := strings.CutPrefix(e.link, "#"); ok {
		if len(p.para.Marks) < 100000 && anchor != "" {
			p.para.Marks = append(p.para.Marks, prose.Mark{At: e.start, Shown: clip(shown), Keys: []string{anchor}})
		}
		return
	}
	low := strings.ToLower(e.link[:min(len(e.link), 8)])
	if strings.HasPrefix(low, "//") {
		e.link = "https:" + e.link
	} else if !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") &&
		!strings.HasPrefix(low, "doi:") {
		return
	}
	if len(shown) < 40 && p.buf.Len() < maxEntry && buttons.MatchString(shown) { // not part of the text
		text := p.buf.String()[:e.start]
		p.buf.Reset()
		p.buf.WriteString(text)
		end = e.start
	}
	if len(p.para.Links) < 1000 {
		p.para.Links = append(p.para.Links, prose.Link{Span: biblio.Span{Start: e.start, End: end}, URI: e.link})
	}
}

// emptyBrackets matches what buttons leave at the end of an entry.
var emptyBrackets = lazy.Regexp(`(?:\s*[\[(]\s*[\])])+[\s.]*$`)

// maxEntry bounds, in bytes, the text of what may be an entry.
const maxEntry = 20000

func clip(s string) string {
	if len(s) > 200 {
		return strings.ToValidUTF8(s[:200], "")
	}
	return s
}

// maxFormula bounds the text of a formula, in bytes: no title has a longer one.
const maxFormula = 200

// formula adds the visible text of a formula in MathML, without its sources in other languages and without invisible
// signs.
func (p *page) formula() {
	var shown strings.Builder
	aside := 0 // number of open annotations
	for depth := 1; depth > 0; {
		kind := p.z.Next()
		p.line += bytes.Count(p.z.Raw(), []byte("\n"))
		switch kind {
		case html.ErrorToken:
			return
		case html.TextToken:
			if aside == 0 && shown.Len() < maxFormula {
				shown.WriteString(strings.TrimSpace(string(p.z.Text())))
			}
		case html.StartTagToken, html.EndTagToken:
			step := 1
			if kind == html.EndTagToken {
				step = -1
			}
			switch name, _ := p.z.TagName(); string(name) {
			case "math":
				depth += step
			case "annotation", "annotation-xml":
				aside = max(0, aside+step)
			}
		}
	}
	text := strings.Map(func(r rune) rune {
		if r >= 0x2061 && r <= 0x2064 { // function application, invisible times and the like
			return -1
		}
		return r
	}, shown.String())
	if text != "" && len(text) < maxFormula {
		p.write(text)
	}
}
