package office

import (
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/words"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ReadDOCX reads a document of Word.
func ReadDOCX(src []byte) (reading.Result, error) {
	p, err := open(src)
	if err != nil {
		return reading.Result{}, err
	}
	w := &word{pack: p, story: &story{described: map[string]bool{}}}
	main := w.mainPart()
	text, err := w.read(main)
	if errors.Is(err, errPassword) || errors.Is(err, errTooLarge) {
		return reading.Result{}, err
	}
	if len(text) == 0 {
		return reading.Result{}, errDamaged
	}
	w.all(main, text)
	r := w.result()
	if err != nil && len(r.References) == 0 {
		return reading.Result{}, errDamaged
	}
	return r, nil
}

type word struct {
	*story
	pack    *pack
	styles  styles
	numbers *numbering
	noteIDs map[string]int // "footnote:7" → its number in the text
	counts  map[string]int // notes of each kind so far

	stored map[string]fieldCode // citations marked by bookmarks, by their names

	// of the current part
	scan   *xmlscan.Scanner
	links  map[string]string // relationships that leave the document
	fields []*field
	runs   []run
	opened []anchorLink
	stds   []control
	inMark bool // inside the properties of a paragraph's mark
}

func (w *word) mainPart() string {
	const usual = "word/document.xml"
	rels, _ := w.pack.part("_rels/.rels")
	s := xmlscan.NewScanner(rels)
	for t := range s.Tokens() {
		if t.Kind == xmlscan.Start && t.Name == "Relationship" && strings.HasSuffix(t.Attr("Type"), "/officeDocument") {
			if target := strings.TrimPrefix(t.Attr("Target"), "/"); w.pack.has(target) {
				return target
			}
		}
	}
	return usual
}

// all reads the text and the notes.
func (w *word) all(main string, text []byte) {
	w.styles = readStyles(w.optional("word/styles.xml"))
	w.numbers = readNumbering(w.optional("word/numbering.xml"))
	w.wordSources()
	w.readStored()
	w.body(main, text)
	for _, kind := range []noteKind{footnotes, endnotes} {
		w.notesOf(kind, path.Join(path.Dir(main), kind.part))
	}
}

// read returns a part; errors become problems.
func (w *word) read(name string) ([]byte, error) {
	text, err := w.pack.part(name)
	if err != nil && !errors.Is(err, errPassword) {
		w.Problem(biblio.Place{}, "unreadable-part", "the part %s cannot be read whole: %v", name, err)
	}
	return text, err
}

func (w *word) optional(name string) []byte {
	text, _ := w.read(name)
	return text
}

// relationships returns the addresses that the hyperlinks of a part lead to.
func (w *word) relationships(part string) map[string]string {
	links := map[string]string{}
	s := xmlscan.NewScanner(w.optional(path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")))
	for t := range s.Tokens() {
		if t.Kind == xmlscan.Start && t.Name == "Relationship" && t.Attr("TargetMode") == "External" {
			links[t.Attr("Id")] = t.Attr("Target")
		}
	}
	return links
}

func (w *word) body(part string, text []byte) {
	w.links = w.relationships(part)
	w.scan = xmlscan.NewScanner(text)
	w.walk()
	if w.scan.Err() != nil {
		w.Problem(w.place(), "damaged-xml", "the part %s breaks off inside markup; what comes before it is read", part)
	}
	w.finish()
}

func (w *word) walk() { walk(w.scan, w.start, w.close, func(string) {}) }

// finish closes what a damaged part left open.
func (w *word) finish() {
	w.fields, w.runs, w.opened, w.stds, w.rows, w.lists, w.inMark = nil, nil, nil, nil, nil, 0, false
	for len(w.open) > 0 {
		w.open[len(w.open)-1].joined = false
		w.end()
	}
}

var wordStarts = map[string]func(*word, xmlscan.Token){
	"p": func(w *word, _ xmlscan.Token) {
		w.begin()
	}, "r": func(w *word, _ xmlscan.Token) { push(&w.runs, run{start: w.at()}) },
	"t": (*word).text, "instrText": (*word).text, "fldData": (*word).text,
	"pPr": func(w *word, _ xmlscan.Token) { w.inMark = true }, "rPr": func(*word, xmlscan.Token) {},
	"tab": (*word).tab, "ptab": (*word).tab, "br": (*word).lineBreak, "cr": (*word).lineBreak,
	"noBreakHyphen": func(w *word, _ xmlscan.Token) { w.write("-") },
	"tr":            func(w *word, _ xmlscan.Token) { w.beginRow() },
	"sdt":           func(w *word, _ xmlscan.Token) { push(&w.stds, control{}) },
	"sdtContent":    func(w *word, _ xmlscan.Token) { w.controlBegins() },
	"fldSimple":     (*word).simpleField, "hyperlink": (*word).hyperlink, "fldChar": (*word).fieldChar,
	"bookmarkStart":     func(w *word, t xmlscan.Token) { w.bookmark(t.Attr("name")) },
	"footnoteReference": func(w *word, t xmlscan.Token) { w.refer(footnotes, t.Attr("id")) },
	"endnoteReference":  func(w *word, t xmlscan.Token) { w.refer(endnotes, t.Attr("id")) },
}

// wordSkipped are elements that are skipped: deleted text, the state before a change, and alternatives for older
// programs.
var wordSkipped = words.Set(`
	del moveFrom Fallback delText delInstrText pPrChange rPrChange sectPrChange tblPrChange trPrChange
	tcPrChange numberingChange`)

// start handles a start tag; false means that the element is skipped.
func (w *word) start(t xmlscan.Token) bool {
	if wordSkipped[t.Name] {
		if p := w.top(); p != nil && w.inMark && (t.Name == "del" || t.Name == "moveFrom") {
			p.endDeleted = true
		}
		return false
	}
	if do := wordStarts[t.Name]; do != nil {
		do(w, t)
	} else {
		w.property(t)
	}
	return true
}

func (w *word) tab(xmlscan.Token) {
	if !w.inMark {
		w.write(" ")
	}
}

func (w *word) lineBreak(xmlscan.Token) { w.write("\n") }

func (w *word) simpleField(t xmlscan.Token) {
	f := &field{para: w.top(), start: w.at(), simple: true}
	f.instruction.WriteString(t.Attr("instr"))
	if len(w.fields) < maxNested {
		w.fields = append(w.fields, f)
		w.separate(f)
	}
}

func (w *word) hyperlink(t xmlscan.Token) {
	f := fieldCode{Kind: hyperlinkField, URI: w.links[t.Attr("id")], Anchor: t.Attr("anchor")}
	push(&w.opened, anchorLink{f, w.top(), w.at()})
}

func (w *word) property(t xmlscan.Token) {
	if n := len(w.stds); n > 0 {
		w.controlProperty(&w.stds[n-1], t)
	}
	if n := len(w.runs); n > 0 {
		w.runs[n-1].property(t)
	}
	if p := w.top(); p != nil && w.inMark {
		w.paragraphProperty(p, t)
	}
}

func (w *word) controlProperty(c *control, t xmlscan.Token) {
	switch t.Name {
	case "tag":
		if !c.content {
			w.control(t.Attr("val"))
		}
	case "docPartGallery":
		if t.Attr("val") == "Bibliographies" {
			c.field.Kind = bibliographyField
		}
	case "bibliography":
		c.field.Kind = bibliographyField
	}
}

func (r *run) property(t xmlscan.Token) {
	switch t.Name {
	case "vertAlign":
		r.raised = r.raised || t.Attr("val") == "superscript"
	case "vanish":
		r.hidden = r.hidden || t.Attr("val") != "0" && t.Attr("val") != "false"
	}
}

func (w *word) paragraphProperty(p *draft, t xmlscan.Token) {
	switch t.Name {
	case "pStyle":
		w.style(p, t.Attr("val"))
	case "outlineLvl":
		if n, err := strconv.Atoi(t.Attr("val")); err == nil && n >= 0 && n < 9 {
			p.Heading = n + 1
		}
	case "ilvl":
		p.level, _ = strconv.Atoi(t.Attr("val"))
	case "numId":
		p.number = t.Attr("val")
	}
}

func (w *word) close(name string) {
	switch name {
	case "p":
		w.endParagraph()
	case "pPr":
		w.inMark = false
		if p := w.top(); p != nil && p.number != "" && p.number != "0" {
			label, item := w.numbers.next(p.number, p.level)
			if p.Heading == 0 { // a numbered heading is not an item
				p.Label, p.Item = label, item
			}
		}
	case "r":
		w.endRun()
	case "tr":
		w.endRow()
	case "sdt":
		w.endControl()
	case "fldSimple":
		if n := len(w.fields); n > 0 && w.fields[n-1].simple {
			w.endField()
		}
	case "hyperlink":
		if l, ok := pop(&w.opened); ok && l.para == w.top() {
			w.link(l.field, l.para, l.start, w.at())
		}
	}
}
