package layouts

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"
)

// design is the appearance of a word processor document.
type design struct {
	font    string
	size    int    // of the text, in points
	columns int    // 0 means one
	double  bool   // double spacing
	gap     int    // before an entry, in points
	hang    bool   // all lines of an entry but the first are indented
	counted bool   // the word processor numbers the entries; else their numbers are typed
	heads   bool   // running heads with the name of the chapter and the page number
	parts   bool   // the lists are parts of one; else each ends a chapter
	notes   string // notes that cite the first list: "footnote", "endnote" or ""
}

// office returns Word documents in a design, for LibreOffice to convert.
func office(d design) func(*Convention, [][]string) string {
	return func(c *Convention, lists [][]string) string {
		w := &officeWriter{design: d, convention: c}
		w.write(lists)
		return w.pack()
	}
}

// officeWriter writes one document.
type officeWriter struct {
	design
	convention *Convention

	body  strings.Builder
	noted strings.Builder // the text of the notes
	count int             // number of notes
	lists int             // lists with automatic numbers
	tops  []string        // running heads, one per chapter
}

func (w *officeWriter) write(lists [][]string) {
	if w.notes != "" {
		w.heading(1, "On the sources")
		for _, e := range lists[0] {
			w.paragraph("", run(strings.Repeat(prose, 2))+w.note(e))
		}
		lists = lists[1:]
	}
	if w.parts {
		w.heading(1, "On all parts")
		w.paragraph("", run(prose))
		w.heading(1, w.convention.Heading)
		w.lists++
		inParts(w.convention, lists, func(text string, own bool) {
			level := 2
			if own {
				level = 1
			}
			w.heading(level, text)
		}, w.entry)
		w.body.WriteString(w.section("On all parts"))
		return
	}
	title := "On the sources"
	for i, list := range lists {
		if i > 0 {
			w.paragraph(w.section(title), "")
		}
		title = fmt.Sprintf("On part %d", i+1)
		w.heading(1, title)
		for range 4 {
			w.paragraph("", run(strings.Repeat(prose, 3)))
		}
		w.heading(1, w.convention.Heading)
		w.lists++
		for k, e := range list {
			w.entry(k, e)
		}
	}
	w.body.WriteString(w.section(title))
}

func (w *officeWriter) heading(level int, text string) {
	w.paragraph(fmt.Sprintf(`<w:pStyle w:val="Heading%d"/>`, level), run(text))
}

// entry writes an entry of a list with its number.
func (w *officeWriter) entry(n int, text string) {
	var properties string
	if w.counted && w.convention.Label != "" {
		properties = fmt.Sprintf(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="%d"/></w:numPr>`, w.lists)
	} else {
		text = labelled(w.convention, n, text)
	}
	if w.gap > 0 {
		properties += fmt.Sprintf(`<w:spacing w:before="%d"/>`, 20*w.gap)
	}
	if w.hang {
		properties += `<w:ind w:left="567" w:hanging="567"/>`
	}
	w.paragraph(properties, run(text))
}

// note adds a note and returns the reference to it.
func (w *officeWriter) note(text string) string {
	w.count++
	call := `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:%sRef` + `%s/></w:r>`
	id := fmt.Sprintf(` w:id="%d"`, w.count)
	fmt.Fprintf(&w.noted, `<w:%s%s><w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr>`+call+`%s</w:p></w:%[1]s>`, w.notes, id,
		w.notes, "", run(" "+text))
	return fmt.Sprintf(call, w.notes, "erence"+id)
}

func (w *officeWriter) paragraph(properties, runs string) {
	w.body.WriteString(`<w:p><w:pPr>` + properties + `</w:pPr>` + runs + `</w:p>`)
}

func run(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never fails
	return `<w:r><w:t xml:space="preserve">` + b.String() + `</w:t></w:r>`
}

// section ends a chapter and defines the look of its pages.
func (w *officeWriter) section(title string) string {
	var ends string
	if w.heads {
		const page = `<w:r><w:tab/></w:r><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>`
		w.tops = append(w.tops, `<w:p><w:pPr><w:tabs><w:tab w:val="right" w:pos="9070"/></w:tabs></w:pPr>`+
			run(title)+page+`</w:p>`)
		ends = fmt.Sprintf(
			`<w:headerReference w:type="default" r:id="top%d"/><w:footerReference w:type="default" r:id="foot"/>`, len(w.tops))
	}
	return fmt.Sprintf(
		`<w:sectPr>%s<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" w:footer="708"/><w:cols w:num="%d" w:space="400"/></w:sectPr>`, ends, max(w.columns, 1))
}

// pack returns the file.
func (w *officeWriter) pack() string {
	parts := []officePart{
		{"document", "document", "", `<w:body>` + w.body.String() + `</w:body>`},
		{"styles", "styles", "", w.styles()},
		{"numbering", "numbering", "", w.numbering()},
	}
	if w.notes != "" {
		parts = append(parts, officePart{w.notes + "s", w.notes + "s", "", w.noted.String()})
	}
	for i, top := range w.tops {
		parts = append(parts, officePart{fmt.Sprintf("top%d", i+1), "header", "hdr", top})
	}
	if len(w.tops) > 0 {
		parts = append(parts,
			officePart{"foot", "footer", "ftr",
				`<w:p><w:pPr><w:jc w:val="center"/></w:pPr>` + run("A text about systems") + `</w:p>`})
	}
	types, relations := "", ""
	files := []part{{"_rels/.rels", mainRelationship}}
	for _, p := range parts {
		kind := p.kind
		if kind == "document" {
			kind = "document.main"
		}
		types += `<Override PartName="/word/` + p.name +
			`.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.` + kind + `+xml"/>`
		if p.kind != "document" {
			relations += `<Relationship Id="` + p.name +
				`" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/` + p.kind +
				`" Target="` + p.name + `.xml"/>`
		}
		root := cmp.Or(p.root, p.kind)
		files = append(files,
			part{"word/" + p.name + ".xml",
				`<w:` + root +
					` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` + p.text + `</w:` + root + `>`})
	}
	const packageNames = "http://schemas.openxmlformats.org/package/2006/"
	return pack(append(files,
		part{"[Content_Types].xml",
			`<Types xmlns="` + packageNames +
				`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` + types + `</Types>`},
		part{"word/_rels/document.xml.rels", `<Relationships xmlns="` + packageNames + `relationships">` + relations +
			`</Relationships>`}))
}

// officePart is a part of a Word document: its kind names its type, and its root unless that has another name.
type officePart struct{ name, kind, root, text string }

// styles returns the styles of headings and notes, and the properties of all text.
func (w *officeWriter) styles() string {
	line := 240
	if w.double {
		line = 480
	}
	text := fmt.Sprintf(
		`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="%s" w:hAnsi="%[1]s" w:cs="%[1]s"/><w:sz w:val="%d"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:line="%d" w:lineRule="auto"/><w:jc w:val="both"/></w:pPr></w:pPrDefault></w:docDefaults>`, w.font, 2*w.size, line)
	for level := 1; level <= 2; level++ {
		text += fmt.Sprintf(
			`<w:style w:type="paragraph" w:styleId="Heading%d"><w:name w:val="heading %[1]d"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:jc w:val="left"/><w:outlineLvl w:val="%d"/></w:pPr><w:rPr><w:b/><w:sz w:val="%d"/></w:rPr></w:style>`, level, level-1, 2*w.size+8-4*level)
	}
	return text +
		fmt.Sprintf(
			`<w:style w:type="paragraph" w:styleId="Note"><w:name w:val="%s text"/><w:pPr><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="%d"/></w:rPr></w:style>`, cmp.Or(w.notes, "note"), 2*w.size-4)
}

// numbering returns the automatic numbering of each list, labelled as in the convention.
func (w *officeWriter) numbering() string {
	label := strings.ReplaceAll(strings.TrimSpace(w.convention.Label), "%d", "%1")
	text := `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="` + label + `"/><w:pPr><w:ind w:left="567" w:hanging="567"/></w:pPr></w:lvl></w:abstractNum>`
	for n := range w.lists {
		text += fmt.Sprintf(
			`<w:num w:numId="%d"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`, n+1)
	}
	return text
}
