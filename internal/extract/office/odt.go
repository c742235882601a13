package office

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/words"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ReadODT reads a text document of OpenDocument, as a package or a single flat file.
func ReadODT(src []byte) (reading.Result, error) {
	if flatODT(src) {
		o := newODT()
		o.read(src)
		return o.result(), nil
	}
	p, err := open(src)
	if err != nil {
		return reading.Result{}, err
	}
	if manifest, _ := p.part("META-INF/manifest.xml"); strings.Contains(string(manifest), "encryption-data") {
		return reading.Result{}, errPassword
	}
	o := newODT()
	text, err := p.part("content.xml")
	damaged := err
	if errors.Is(err, errPassword) || errors.Is(err, errTooLarge) {
		return reading.Result{}, err
	}
	if err != nil {
		o.Problem(biblio.Place{}, "unreadable-part", "the part content.xml cannot be read whole: %v", err)
	}
	if len(text) == 0 {
		return reading.Result{}, errDamaged
	}
	if common, err := p.part("styles.xml"); err == nil {
		o.readStyles(common)
	}
	o.read(text)
	r := o.result()
	if damaged != nil && len(r.References) == 0 {
		return reading.Result{}, errDamaged
	}
	return r, nil
}

func newODT() *odt {
	return &odt{story: &story{described: map[string]bool{}}, styles: map[string]odtStyle{},
		lists: map[string]*[listLevels]level{}}
}

func (o *odt) read(text []byte) {
	o.readStyles(text)
	o.scan = xmlscan.NewScanner(text)
	o.walk()
	if o.scan.Err() != nil {
		o.Problem(o.place(), "damaged-xml", "the text breaks off inside markup; what comes before it is read")
	}
	for len(o.open) > 0 {
		o.end()
	}
	o.fields, o.story.lists = nil, 0
	o.readNotes()
}

type odt struct {
	*story
	styles map[string]odtStyle
	lists  map[string]*[listLevels]level

	scan     *xmlscan.Scanner
	spans    []odtSpan
	refs     map[string]odtSpan // reference marks that are open, by name
	fields   []odtSpan          // fields of other word processors that are open
	nesting  []odtList
	marks    int // open bibliography marks
	notes    []odtNote
	sections []bool // whether each open section is a reference list
}

// odtSpan is an open span, link or reference mark.
type odtSpan struct {
	field  fieldCode
	para   *draft
	start  int
	raised bool
}

type odtList struct {
	style  string
	counts [listLevels]int
	fresh  bool // an item has begun and none of its paragraphs yet
}

// odtNote is the place of a note in the source.
type odtNote struct {
	number, key string
	from, to    int
}

func (o *odt) walk() {
	walk(o.scan, o.start, o.close, func(text string) {
		if len(o.open) > 0 && o.marks == 0 {
			o.write(spaces(text))
		}
	})
}

var odtStarts = map[string]func(*odt, xmlscan.Token){
	"p": (*odt).paragraph, "h": (*odt).paragraph, "span": (*odt).styled, "a": (*odt).hyperlink,
	"reference-ref": (*odt).reference, "bookmark-ref": (*odt).reference,
	"table-row":  func(o *odt, _ xmlscan.Token) { o.beginRow() },
	"s":          func(o *odt, t xmlscan.Token) { o.write(strings.Repeat(" ", min(atoi(t.Attr("c")), 100))) },
	"tab":        func(o *odt, _ xmlscan.Token) { o.write(" ") },
	"line-break": func(o *odt, _ xmlscan.Token) { o.write("\n") },
	"list":       (*odt).beginList, "list-item": (*odt).beginItem, "section": (*odt).beginSection,
	"bibliography":         (*odt).beginSection,
	"reference-mark-start": (*odt).named, "bookmark-start": (*odt).named, "bookmark": (*odt).named,
	"reference-mark":     (*odt).named,
	"reference-mark-end": (*odt).namedEnd, "bookmark-end": (*odt).namedEnd, "param": (*odt).fieldCode,
	"note": (*odt).noteAt, "bibliography-mark": (*odt).bibliographyMark,
	"fieldmark-start": func(o *odt, _ xmlscan.Token) { push(&o.fields, odtSpan{para: o.top(), start: o.at()}) },
	"fieldmark-end":   func(o *odt, _ xmlscan.Token) { o.fieldEnds() },
}

var odtSkipped = words.Set(`
	tracked-changes annotation bibliography-source automatic-styles master-styles font-face-decls scripts
	table-of-content desc title`)

// start handles a start tag; false means that the element is skipped.
func (o *odt) start(t xmlscan.Token) bool {
	if do := odtStarts[t.Name]; do != nil {
		do(o, t)
	}
	return !odtSkipped[t.Name]
}

func (o *odt) styled(t xmlscan.Token) {
	push(&o.spans, odtSpan{para: o.top(), start: o.at(), raised: o.style(t.Attr("style-name")).raised})
}

func (o *odt) hyperlink(t xmlscan.Token) {
	f := fieldCode{URI: t.Attr("href")}
	if anchor, ok := strings.CutPrefix(f.URI, "#"); ok {
		f = fieldCode{Anchor: anchor}
	}
	push(&o.spans, odtSpan{field: f, para: o.top(), start: o.at()})
}

func (o *odt) reference(t xmlscan.Token) {
	push(&o.spans, odtSpan{field: fieldCode{Anchor: t.Attr("ref-name")}, para: o.top(), start: o.at()})
}

func (o *odt) beginList(t xmlscan.Token) {
	style := t.Attr("style-name")
	if n := len(o.nesting); style == "" && n > 0 {
		style = o.nesting[n-1].style
	}
	push(&o.nesting, odtList{style: style})
}

func (o *odt) beginItem(xmlscan.Token) {
	if n := len(o.nesting); n > 0 {
		o.nesting[n-1].fresh = true
	}
}

func (o *odt) beginSection(t xmlscan.Token) {
	if len(o.sections) >= maxNested {
		return
	}
	f, _ := parseField("ADDIN "+t.Attr("name"), "")
	listed := t.Name == "bibliography" || f.Kind == bibliographyField
	o.sections = append(o.sections, listed)
	if listed {
		o.story.lists++
	}
}

func (o *odt) close(name string) {
	switch name {
	case "p", "h":
		o.end()
	case "span", "a", "reference-ref", "bookmark-ref":
		s, _ := pop(&o.spans)
		if p := o.top(); p != nil && p == s.para {
			o.link(s.field, p, s.start, o.at())
			if s.raised && s.start < o.at() {
				raise(p, s.start)
			}
		}
	case "list":
		pop(&o.nesting)
	case "table-row":
		o.endRow()
	case "section", "bibliography":
		if listed, _ := pop(&o.sections); listed {
			o.story.lists--
		}
	case "bibliography-mark":
		o.marks = max(0, o.marks-1)
	}
}

// paragraph opens a paragraph, with its number if it is an item.
func (o *odt) paragraph(t xmlscan.Token) {
	p := o.begin()
	if t.Name == "h" {
		p.Heading = max(1, atoi(t.Attr("outline-level")))
		return
	}
	p.Listed = p.Listed || o.style(t.Attr("style-name")).listed
	n := len(o.nesting)
	if n == 0 || !o.nesting[n-1].fresh {
		return
	}
	l := &o.nesting[n-1]
	l.fresh = false
	p.Item = true
	list := o.lists[l.style]
	if list == nil {
		return
	}
	at := min(n-1, listLevels-1)
	l.counts[at]++
	if f := list[at].format; f != "bullet" && f != "" {
		p.Label = numeral(f, l.counts[at]+max(list[at].start, 1)-1)
	}
}

// named opens a named place: a citation of a reference manager, or an anchor.
func (o *odt) named(t xmlscan.Token) {
	name := t.Attr("name")
	if !strings.Contains(name, "CSL_CITATION") {
		if p := o.top(); p != nil && len(p.Keys) < 50 && len(name) < 200 && name != "" &&
			!strings.HasPrefix(name, "ZOTERO_") {
			p.Keys = append(p.Keys, name)
		}
		return
	}
	f, err := parseField("ADDIN "+strings.TrimPrefix(name, "ADDIN "), "")
	if err != nil {
		o.Problem(o.place(), "unreadable-field", "%v; the citation is read as printed", err)
	}
	span := odtSpan{field: f, para: o.top(), start: o.at()}
	if strings.HasSuffix(t.Name, "-start") {
		if o.refs == nil {
			o.refs = map[string]odtSpan{}
		}
		o.refs[name] = span
		return
	}
	o.cite(f, span.para, span.start, span.start)
}

func (o *odt) namedEnd(t xmlscan.Token) {
	name := t.Attr("name")
	s, ok := o.refs[name]
	if !ok {
		return
	}
	delete(o.refs, name)
	to := s.start
	if s.para == o.top() {
		to = o.at()
	}
	o.cite(s.field, s.para, s.start, to)
}

// noteAt records the place of a note; its text follows that of the document.
func (o *odt) noteAt(t xmlscan.Token) {
	at := o.scan.Skip(t)
	if len(o.notes) >= maxStyles || o.note != "" {
		return
	}
	number := strconv.Itoa(len(o.notes) + 1)
	if p := o.top(); p != nil {
		p.Marks = append(p.Marks, prose.Mark{At: p.text.Len(), Keys: []string{"note-" + number}})
	}
	o.notes = append(o.notes, odtNote{number, "note-" + number, t.To, at})
}

func (o *odt) readNotes() {
	source := o.scan
	for _, n := range o.notes {
		o.note, o.keys = n.number, []string{n.key}
		text := source.Source(n.from, n.to)
		if at := strings.Index(text, "note-body"); at >= 0 { // the number precedes it
			text = "<" + text[strings.LastIndexByte(text[:at], '<')+1:]
		}
		o.scan = xmlscan.NewScanner([]byte(text))
		o.walk()
		for len(o.open) > 0 {
			o.end()
		}
		o.spans, o.nesting, o.rows, o.marks = nil, nil, nil, 0
	}
	o.note, o.keys = "", nil
}
