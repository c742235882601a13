package markup

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"golang.org/x/net/html"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// opening matches the beginning of HTML, perhaps after an XML declaration.
var opening = lazy.Regexp(
	`(?i)^\s*(?:\x{feff})?(?:<\?xml[^>]*>\s*)?(?:<!--(?s:.*?)-->\s*)*<(?:!doctype html|html|head|body|div|p|ol|ul|dl|section|article|main|h[1-6]|meta|title|table|span|b|i|a)\b`)

// LooksLikeHTML reports whether src is HTML, a whole page or a fragment.
func LooksLikeHTML(src []byte) bool { return opening.Match(src[:min(len(src), 8192)]) }

// ReadHTML reads the references of a page and the citations of its text.
func ReadHTML(src []byte) (reading.Result, error) {
	p := &page{z: html.NewTokenizer(bytes.NewReader(src)), line: 1}
	p.z.SetMaxBuf(maxToken)
	p.walk()
	p.flush()
	r := p.doc.Read()
	if len(r.References) == 0 && len(p.stated) > 0 { // a page that prints none may still state them
		for _, c := range p.stated {
			ref := c.Reference("", c.raw)
			ref.Place = c.place
			if c.raw != "" && c.Empty() {
				p.printed.Read(&ref)
			}
			r.References = append(r.References, ref)
		}
	}
	if p.broken {
		r.Problem(biblio.Place{Line: p.line}, "damaged-html",
			"the page has a tag of more than %d MB; what comes before it is read", maxToken>>20)
	}
	return r, nil
}

// The bounds of a page.
const (
	maxToken = 16 << 20 // bytes of one tag or text
	maxDepth = 1000     // open elements
)

type element struct {
	name   string
	listed bool // a reference list
	notes  bool // footnotes
	entry  bool // everything inside is one paragraph
	list   *int // the number of the next item
	start  int  // of a link or superscript
	link   string
	raised bool
	label  bool // its text is the label of the entry
	named  bool // a link that is also a link target: the number before a note
}

func (p *page) walk() {
	for {
		kind := p.z.Next()
		raw := p.z.Raw()
		switch kind {
		case html.ErrorToken:
			p.broken = p.z.Err() != io.EOF
			return
		case html.TextToken:
			p.text(string(p.z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t := p.z.Token()
			p.start(&t, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := p.z.TagName()
			p.end(string(name))
		}
		p.line += bytes.Count(raw, []byte("\n"))
	}
}

// skipped are elements without text of the page.
var skipped = words.Set(`style noscript template nav button svg select textarea iframe del s strike`)

// void are elements without an end.
var void = words.Set(`area base br col embed hr img input link meta source track wbr`)

// blocks are elements that end a paragraph where they begin and end.
var blocks = words.Set(`
	address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form h1 h2 h3
	h4 h5 h6 header hr html head title li main ol p pre section summary table tbody td th thead tr ul details`)

func (p *page) start(t *html.Token, alone bool) {
	attrs := attributes(t)
	switch t.Data {
	case "meta":
		p.meta(attrs)
		return
	case "script":
		p.script(attrs["type"])
		return
	case "br":
		p.write("\n")
		return
	case "math":
		switch { // without a text next to it, it is shown twice, here for screen readers
		case alone:
		case attrs["alttext"] != "":
			p.formula()
		default:
			p.skip(t.Data)
		}
		return
	}
	if void[t.Data] {
		if blocks[t.Data] {
			p.breakLine()
		}
		return
	}
	if skipped[t.Data] || backlink.MatchString(attrs["class"]) {
		if !alone {
			p.skip(t.Data)
		}
		return
	}
	p.imply(t.Data)
	p.imply(t.Data)
	e := p.element(t.Data, attrs)
	if alone && t.Data != "a" { // browsers do not support <div/>: it opens
		alone = false
	}
	if len(p.stack) < maxDepth && !alone {
		p.stack = append(p.stack, e)
	}
	p.anchors(attrs)
}

// implied maps elements whose end tags may be omitted to the elements that end them by beginning.
var implied = map[string][]string{"li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr", "td", "th"},
	"td": {"td", "th"}, "th": {"td", "th"}}

// imply ends the elements that a start tag ends implicitly: an item when the next begins, a paragraph when any block
// begins.
func (p *page) imply(name string) {
	ends := implied[name]
	for i := len(p.stack) - 1; i >= 0 && i > len(p.stack)-50; i-- {
		open := p.stack[i].name
		switch {
		case slices.Contains(ends, open):
			p.end(open)
			return
		case open == "p" && blocks[name]:
			p.end(open)
		case open == "ol", open == "ul", open == "dl", open == "table":
			return
		}
	}
}

func (p *page) element(name string, attrs map[string]string) element {
	e := element{name: name}
	if blocks[name] {
		p.block(&e, attrs)
	}
	switch name {
	case "a":
		e.link, e.start = attrs["href"], p.at()
		e.named = attrs["id"] != "" || attrs["name"] != ""
	case "sup":
		e.raised, e.start = true, p.at()
	}
	e.label = tagSign.MatchString(attrs["class"]) && p.inEntry()
	if partSign.MatchString(attrs["class"]) && p.at() > 0 {
		p.write(" ")
	}
	return e
}

// block decides what a block means: a list, an entry, or a paragraph.
func (p *page) block(e *element, attrs map[string]string) {
	sign := attrs["class"] + " " + attrs["id"] + " " + attrs["role"]
	if p.inEntry() && parting[e.name] && !p.listing() {
		for i := range p.stack { // the outer item is not an entry: it contains a list
			p.stack[i].entry = false
		}
	}
	p.breakLine()
	switch e.name {
	case "ol":
		e.list = new(start(attrs["start"]))
	case "ul":
		e.list = new(unnumbered)
	}
	if p.inEntry() {
		return
	}
	p.heading = 0
	if headings[e.name] {
		p.heading = int(e.name[1] - '0')
	}
	if e.name == "li" {
		p.item()
	}
	e.entry = e.name == "li" || e.name == "tr" && p.listing() || !headings[e.name] && entrySign.MatchString(sign)
	if container[e.name] && !e.entry {
		e.listed = listSign.MatchString(sign) && !notList.MatchString(sign)
		e.notes = noteSign.MatchString(sign)
	}
}

// unnumbered is the number of the items of a list without numbers.
const unnumbered = -1 << 30

var headings = map[string]bool{"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true}

// parting are blocks that never occur inside an entry of a reference list.
var parting = words.Set(`ol ul dl table section article h1 h2 h3 h4 h5 h6`)

// container are elements that may contain a list.
var container = words.Set(`section div ol ul dl aside table article`)

var (
	// listSign matches signs of a reference list in classes, ids and roles.
	listSign = lazy.Regexp(
		`(?i)(?:^|[\s_-])(?:references?|reference-?list|ref-?list|reflist|references__list|bibliograph(?:y|ie|ia)|doc-bibliography|csl-bib-body|ltx_biblist|ltx_bibliography|literature?|literatur(?:verzeichnis)?|citations?-list|works-?cited|cited-references)(?:[\s_-]|$)`)
	notList = lazy.Regexp(
		`(?i)(?:nav|menu|tooltip|popup|modal|inline|counter|metrics|export|link|cited-by|citedby|download|toggle)`)
	// noteSign matches signs of a list of footnotes.
	noteSign = lazy.Regexp(
		`(?i)(?:^|\s)(?:footnotes|doc-endnotes|endnotes|fn-group|ftn-list|sd(?:foot|end)note\d+|(?:ftn|edn)\d+)(?:\s|$)`)
	// entrySign matches signs of one entry.
	entrySign = lazy.Regexp(
		`(?i)(?:^|[\s_-])(?:csl-entry|ltx_bibitem|bib-?item|bibentry|ref-?item|reference-?item|references__item|reference-citation|citation-content|ref-content|doc-biblioentry|refentry)(?:[\s_-]|$)`)
	// tagSign matches the label that a program wrote before an entry.
	tagSign = lazy.Regexp(
		`(?:^|\s)(?:ltx_tag_bibitem|csl-left-margin|ref-label|reference-label|c-article-references__counter)(?:\s|$)`)
	// partSign matches the parts of an entry, which may be separated only by a line of the source.
	partSign = lazy.Regexp(`(?:^|\s)ltx_bibblock(?:\s|$)`)
	// backlink matches links from an entry back to the text.
	backlink = lazy.Regexp(
		`(?i)(?:mw-cite-backlink|footnote-back|reversefootnote|backlink|ltx_bib_cited|mw-editsection|visually-hidden|sr-only)`)
)

func attributes(t *html.Token) map[string]string {
	m := make(map[string]string, len(t.Attr))
	for _, a := range t.Attr {
		if _, twice := m[a.Key]; !twice && len(a.Val) < 1<<16 || a.Key == "content" {
			m[a.Key] = a.Val
		}
	}
	return m
}

// start returns the number with which a list begins.
func start(s string) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 && n <= 1<<20 {
		return n
	}
	return 1
}

func (p *page) skip(name string) {
	for depth := 1; depth > 0; {
		kind := p.z.Next()
		raw := p.z.Raw()
		p.line += bytes.Count(raw, []byte("\n"))
		switch kind {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			if n, _ := p.z.TagName(); string(n) == name {
				depth++
			}
		case html.EndTagToken:
			if n, _ := p.z.TagName(); string(n) == name {
				depth--
			}
		}
	}
}

// end handles an end tag: it closes the innermost element with that name, and everything open inside it.
func (p *page) end(name string) {
	at := -1
	for i := len(p.stack) - 1; i >= 0 && i > len(p.stack)-200; i-- {
		if p.stack[i].name == name {
			at = i
			break
		}
	}
	if at < 0 {
		if blocks[name] {
			p.breakLine()
		}
		return
	}
	for len(p.stack) > at {
		e := p.stack[len(p.stack)-1]
		p.close(e)
		p.stack = p.stack[:len(p.stack)-1]
		if e.entry {
			p.flush()
		} else if blocks[e.name] {
			p.breakLine()
		}
		if headings[e.name] {
			p.heading = 0
		}
	}
}
