package markup

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// dialect is what distinguishes the two kinds of articles.
type dialect struct {
	skipped   map[string]bool                                  // elements without running text or references
	citing    func(t xmlscan.Token) (keys []string, sure bool) // names of the references that an element points to
	reference func(a *article, t xmlscan.Token) (ok bool)      // reads an element that is a reference, to its end
	block     map[string]bool                                  // elements that are paragraphs
}

type article struct {
	reading.Result
	dialect  dialect
	scan     *xmlscan.Scanner
	lines    *reading.Lines
	printed  reading.Printed
	keys     map[string]bool
	alias    map[string]string // other names of references
	number   int               // of the article in its set
	section  string            // the latest heading
	pointers int               // citations so far
}

// stated is a citation in the text, before it is known whether its reference exists.
type stated struct {
	keys []string
	sure bool // the element says that it cites
	at   int
	end  int
}

// pointer is a citation before all references are known.
type pointer struct {
	biblio.Citation
	sure bool
}

// maxBlock bounds the text of one paragraph, in bytes.
const maxBlock = 1 << 20 // case: TestJATS

func read(src []byte, d dialect) reading.Result {
	a := &article{dialect: d, scan: xmlscan.NewScanner(src), keys: map[string]bool{}, alias: map[string]string{}}
	a.lines = reading.NewLines(a.scan.Source(0, a.scan.Len()))
	var pending []pointer
	for t := range a.scan.Tokens() {
		if t.Kind != xmlscan.Start {
			continue
		}
		switch {
		case t.Name == "article" || t.Name == "TEI":
			a.number++
		case d.reference(a, t):
		case d.skipped[t.Name]:
			a.scan.Skip(t)
		case d.block[t.Name]:
			pending = append(pending, a.paragraph(t)...)
		}
	}
	if a.scan.Err() != nil {
		a.Problem(biblio.Place{}, "damaged-xml", "the file breaks off inside markup; what comes before it is read")
	}
	a.resolve(pending)
	return a.Result
}

// resolve keeps the citations whose references exist. Others are links to figures, tables and the like, unless the
// element says that it cites.
func (a *article) resolve(pending []pointer) {
	for _, c := range pending {
		if to := a.alias[c.Key]; to != "" {
			c.Key = to
		}
		switch {
		case a.keys[c.Key]:
			a.Cite(c.Citation)
		case c.sure:
			a.Problem(c.Place, "undefined-key", "the text cites %s, which no reference list defines", c.Key)
		}
	}
}

// running is a paragraph whose text is being collected.
type running struct {
	strings.Builder
	raised      []biblio.Span
	marks, open []stated
	depth, sup  int // open elements of the paragraph's name; where a raised text began, or -1
}

// paragraph reads the running text of an element, with the citations and references in it.
func (a *article) paragraph(start xmlscan.Token) []pointer {
	place := biblio.Place{Line: a.lines.Of(start.From)}
	b := running{depth: 1, sup: -1}
	for b.depth > 0 {
		t, ok := a.scan.Next()
		if !ok {
			break
		}
		switch t.Kind {
		case xmlscan.Text:
			if b.Len() < maxBlock {
				b.WriteString(spaced(b.String(), t.Text))
			}
		case xmlscan.Start:
			a.opens(&b, start.Name, t)
		case xmlscan.End:
			b.closes(start.Name, t.Name)
		}
	}
	if start.Name == "title" || start.Name == "head" {
		a.section = reading.OneLine(b.String())
	}
	if strings.TrimSpace(b.String()) != "" {
		a.Texts = append(a.Texts,
			reading.Text{Body: b.String(), Section: a.section, Raised: b.raised,
				At: func(int, int) biblio.Place { return place }})
	}
	return a.citations(&b, place)
}

func (a *article) opens(b *running, paragraph string, t xmlscan.Token) {
	switch keys, sure := a.dialect.citing(t); {
	case keys != nil:
		b.open = append(b.open, stated{keys: keys, sure: sure, at: b.Len()})
	case a.dialect.reference(a, t):
	case a.dialect.skipped[t.Name]:
		a.scan.Skip(t)
	case t.Name == paragraph:
		b.depth++
	case t.Name == "sup":
		b.sup = b.Len()
	}
}

func (b *running) closes(paragraph, name string) {
	switch {
	case name == "sup" && b.sup >= 0 && b.sup < b.Len():
		if strings.Trim(b.String()[b.sup:], "0123456789,;–—- ") == "" {
			b.raised = append(b.raised, biblio.Span{Start: b.sup, End: b.Len()})
		}
		b.sup = -1
	case name == paragraph:
		b.depth--
	case (name == "xref" || name == "ref") && len(b.open) > 0:
		m := b.open[len(b.open)-1]
		b.open = b.open[:len(b.open)-1]
		m.end = b.Len()
		b.marks = append(b.marks, m)
	}
}

func (a *article) citations(b *running, place biblio.Place) []pointer {
	var list []pointer
	for _, m := range b.marks {
		if a.pointers >= reading.MaxCitations {
			break
		}
		shown := reading.OneLine(b.String()[m.at:m.end])
		c := biblio.Citation{Mark: shown, Place: place, Section: a.section}
		c.Context, c.At = reading.Surroundings(b.String(), m.at, m.end)
		for _, key := range m.keys {
			c.Key = a.key(key)
			list = append(list, pointer{c, m.sure})
			a.pointers++
		}
	}
	return list
}

// spaced collapses white space to single spaces, given the preceding text.
func spaced(before, s string) string {
	out := strings.Join(strings.Fields(s), " ")
	switch {
	case out == "" && s != "":
		out = " "
	case out != "" && s[0] <= ' ':
		out = " " + out
	}
	if out != "" && out != " " && s[len(s)-1] <= ' ' {
		out += " "
	}
	if strings.HasSuffix(before, " ") {
		out = strings.TrimPrefix(out, " ")
	}
	return out
}

// element parses the element that a start tag opens. If it is not well-formed, the tree is absent and text is
// everything in it.
func (a *article) element(t xmlscan.Token) (e xmlscan.Element, place biblio.Place, text string) {
	place.Line = a.lines.Of(t.From)
	end := a.scan.Skip(t)
	place.EndLine = a.lines.Of(end)
	raw := a.scan.Source(t.From, end)
	e, err := xmlscan.Parse([]byte(raw))
	if err == nil {
		return e, place, ""
	}
	a.Problem(place, "unreadable-entry", "this entry is not well-formed XML (%v); read as plain text", err)
	inner := xmlscan.NewScanner([]byte(raw))
	var b strings.Builder
	for t := range inner.Tokens() {
		if t.Kind == xmlscan.Text {
			b.WriteString(t.Text)
		} else {
			b.WriteByte(' ')
		}
	}
	return xmlscan.Element{}, place, reading.OneLine(b.String())
}

// add adds a reference: its labelled fields, and its text if it has any of its own.
func (a *article) add(c *reading.Claim, key, raw, label string, place biblio.Place) {
	if len(a.References) >= biblio.MaxReferences {
		return
	}
	if c.Empty() && strings.TrimSpace(raw) == "" {
		a.Problem(place, "empty-entry", "the entry has no text")
		return
	}
	key = a.key(key)
	ref := c.Reference(key, raw)
	if raw != "" && (c.Title == "" || len(c.Contributors) == 0 && c.Container.Title == "") {
		a.complete(&ref)
	}
	reading.SetExtra(&ref, "label", label)
	ref.Place = place
	a.keys[key] = true
	a.References = append(a.References, ref)
}

// key distinguishes names that several articles of a set use.
func (a *article) key(name string) string {
	if a.number < 2 || name == "" {
		return name
	}
	return strconv.Itoa(a.number) + ":" + name
}

func (a *article) complete(ref *biblio.Reference) {
	labelled := ref.Claimed
	bare := labelled.Title == "" && len(labelled.Contributors) == 0 && labelled.Container.Title == ""
	a.printed.Read(ref)
	if bare {
		for _, id := range labelled.IDs {
			ref.Claimed.AddID(id)
		}
		ref.Claimed.URL = cmp.Or(labelled.URL, ref.Claimed.URL)
		ref.Claimed.Type = cmp.Or(labelled.Type, ref.Claimed.Type)
		return
	}
	parsed, spans, sure := ref.Claimed, ref.Spans, ref.Confidence
	ref.Claimed, ref.Spans, ref.Confidence = labelled, map[biblio.Field]biblio.Span{}, map[biblio.Field]float64{}
	keep := func(f biblio.Field) {
		if s, ok := spans[f]; ok {
			ref.Spans[f], ref.Confidence[f] = s, sure[f]
		}
	}
	if labelled.Title == "" && parsed.FullTitle() != labelled.Container.Title {
		ref.Claimed.Title, ref.Claimed.Subtitle, ref.Claimed.TitleCut = parsed.Title, parsed.Subtitle, parsed.TitleCut
		keep(biblio.FieldTitle)
	}
	if len(labelled.Contributors) == 0 {
		ref.Claimed.Contributors, ref.Claimed.AuthorsCut = parsed.Contributors, parsed.AuthorsCut
		keep(biblio.FieldAuthors)
	}
	if labelled.Issued.Year == 0 {
		ref.Claimed.Issued = parsed.Issued
		keep(biblio.FieldYear)
	}
}
