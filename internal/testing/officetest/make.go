package officetest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Pack returns a package of parts, ordered by name; "mimetype" comes first and is not compressed.
func Pack(parts map[string]string) []byte {
	var names []string
	for name := range parts {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		if a, b := names[i] == "mimetype", names[j] == "mimetype"; a != b {
			return a
		}
		return names[i] < names[j]
	})
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		method := zip.Deflate
		if name == "mimetype" {
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = w.Write([]byte(parts[name]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const wordNames = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`

// DOCX returns a Word document with a body; further parts are added to those that every document has, or
// replace them.
func DOCX(body string, further map[string]string) []byte {
	parts := map[string]string{
		"[Content_Types].xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels":         `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ` + wordNames +
			`><w:body>` + body + `<w:sectPr/></w:body></w:document>`,
		"word/styles.xml": `<w:styles ` + wordNames +
			`><w:style w:type="paragraph" w:styleId="Berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="Literatur"><w:name w:val="Bibliography"/></w:style><w:style w:type="paragraph" w:styleId="EndNoteBibliography"><w:name w:val="EndNote Bibliography"/></w:style></w:styles>`,
	}
	maps.Copy(parts, further)
	return Pack(parts)
}

// P returns a paragraph of runs; Style returns one with a style or further properties.
func P(runs ...string) string { return "<w:p>" + strings.Join(runs, "") + "</w:p>" }

// Style returns a paragraph with a style.
func Style(style string, runs ...string) string {
	return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>` + strings.Join(runs, "") + "</w:p>"
}

// Item returns a numbered paragraph.
func Item(num int, runs ...string) string {
	return fmt.Sprintf(`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="%d"/></w:numPr></w:pPr>%s</w:p>`, num,
		strings.Join(runs, ""))
}

// R returns a run of text.
func R(text string) string {
	return `<w:r><w:t xml:space="preserve">` + html.EscapeString(text) + `</w:t></w:r>`
}

// Sup returns a superscript.
func Sup(text string) string {
	return `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>` + html.EscapeString(text) + `</w:t></w:r>`
}

// Field returns a field with an instruction, split into runs as Word does, and its result.
func Field(instruction, result string) string {
	var b strings.Builder
	b.WriteString(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`)
	for len(instruction) > 0 {
		n := min(len(instruction), 200)
		for n < len(instruction) && instruction[n]&0xC0 == 0x80 {
			n++
		}
		b.WriteString(`<w:r><w:instrText xml:space="preserve">` + html.EscapeString(instruction[:n]) + `</w:instrText></w:r>`)
		instruction = instruction[n:]
	}
	return b.String() + `<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + result +
		`<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

// EndNoteField returns an EndNote citation with its records in base64, in a nested field.
func EndNoteField(xml, result string) string {
	data := base64.StdEncoding.EncodeToString([]byte(xml + "\x00"))
	inner := `<w:r><w:fldChar w:fldCharType="begin"><w:fldData xml:space="preserve">` + data +
		`</w:fldData></w:fldChar></w:r><w:r><w:instrText xml:space="preserve"> ADDIN EN.CITE.DATA </w:instrText></w:r><w:r></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
	return `<w:r><w:fldChar w:fldCharType="begin"><w:fldData xml:space="preserve">` + data +
		`</w:fldData></w:fldChar></w:r><w:r><w:instrText xml:space="preserve"> ADDIN EN.CITE </w:instrText></w:r>` + inner +
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

// MendeleyCite returns a content control like those of Mendeley Cite.
func MendeleyCite(json, result string) string {
	return `<w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_` + base64.StdEncoding.EncodeToString([]byte(json)) +
		`"/><w:id w:val="1"/></w:sdtPr><w:sdtContent>` + result + `</w:sdtContent></w:sdt>`
}

// Notes returns the part with footnotes ("footnote") or endnotes ("endnote"), with ids from 2 on, and the
// separator.
func Notes(kind string, notes ...string) string {
	s := `<w:` + kind + `s ` + wordNames + `><w:` + kind +
		` w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:` + kind + `>`
	for i, n := range notes {
		s += fmt.Sprintf(`<w:%s w:id="%d"><w:p><w:r><w:%sRef/></w:r>%s</w:p></w:%s>`, kind, i+2, kind, n, kind)
	}
	return s + `</w:` + kind + `s>`
}

// NoteCall returns a reference to a note.
func NoteCall(kind string, id int) string {
	return fmt.Sprintf(`<w:r><w:%sReference w:id="%d"/></w:r>`, kind, id)
}

// Numbering returns the part that numbers list 1 as "[1]", "[2]" …
func Numbering() string {
	return `<w:numbering ` + wordNames +
		`><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`
}

// Relationships returns the part with the addresses of hyperlinks.
func Relationships(links map[string]string) string {
	ids := slices.Sorted(maps.Keys(links))
	s := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for _, id := range ids {
		s += `<Relationship Id="` + id +
			`" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="` +
			html.EscapeString(links[id]) + `" TargetMode="External"/>`
	}
	return s + `</Relationships>`
}

// ODT returns an OpenDocument text document.
func ODT(text string) []byte {
	return Pack(map[string]string{
		"mimetype":    "application/vnd.oasis.opendocument.text",
		"content.xml": `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Bibliography_20_1"/><style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style></office:automatic-styles><office:body><office:text>` + text + `</office:text></office:body></office:document-content>`,
	})
}
