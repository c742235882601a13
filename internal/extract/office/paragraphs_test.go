package office

import (
	"fmt"
	"strings"
	"testing"

	ot "github.com/bonafide-audit/bonafide/internal/testing/officetest"
)

// paragraphs shows the paragraphs of a document with what is not as usual, and its problems.
func paragraphs(s *story) string {
	var b strings.Builder
	for i := range s.doc.Paragraphs {
		p := &s.doc.Paragraphs[i]
		fmt.Fprintf(&b, "%q", p.Text)
		if p.Heading > 0 {
			fmt.Fprintf(&b, " heading %d", p.Heading)
		}
		if p.Listed {
			b.WriteString(" listed")
		}
		if p.Item {
			fmt.Fprintf(&b, " item %s", p.Label)
		}
		if len(p.Keys) > 0 {
			fmt.Fprintf(&b, " keys %v", p.Keys)
		}
		for _, m := range p.Marks {
			fmt.Fprintf(&b, " cites %v at %d %q", m.Keys, m.At, m.Shown)
		}
		for _, l := range p.Links {
			fmt.Fprintf(&b, " link %q %s", p.Text[l.Span.Start:l.Span.End], l.URI)
		}
		for _, r := range p.Raised {
			fmt.Fprintf(&b, " raised %q", p.Text[r.Start:r.End])
		}
		if p.Note != "" {
			fmt.Fprintf(&b, " note %s", p.Note)
		}
		b.WriteString("|")
	}
	for _, p := range s.Problems {
		fmt.Fprintf(&b, "problem %s|", p.Rule)
	}
	return strings.TrimSuffix(b.String(), "|")
}

// What is read of the paragraphs of OpenDocument's texts.
func TestParagraphsODT(t *testing.T) {
	const styles = `<x><office:automatic-styles><style:style style:name="Sup"><style:text-properties ` +
		`style:text-position="super 58%"/></style:style><style:style style:name="Sub" style:parent-style-name="Sup"/>` +
		`<style:style style:name="B" style:display-name="Bibliography 1"/><style:style style:name="B2" ` +
		`style:parent-style-name="B"/><style:style style:name="B3" style:parent-style-name="Bibliography_20_1"/>` +
		`<text:list-level-style-number text:level="1"/><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" ` +
		`text:start-value="3"/><text:list-level-style-number text:level="2" style:num-format="a"/>` +
		`<text:list-level-style-bullet text:level="3" style:num-format="1"/></text:list-style></office:automatic-styles>`
	p := func(text string) string { return "<text:p>" + text + "</text:p>" }
	item := func(text ...string) string {
		return "<text:list-item>" + strings.Join(text, "") + "</text:list-item>"
	}
	cite := `CSL_CITATION {&quot;citationItems&quot;:[{&quot;id&quot;:&quot;k&quot;}]}`
	for name, c := range map[string]struct{ body, want string }{
		"headings": {`<text:h text:outline-level="2">One</text:h><text:h>Two</text:h>`, `"One" heading 2|"Two" heading 1`},
		"styles of lists": {`<text:p text:style-name="B">b</text:p><text:p text:style-name="B2">c</text:p>` +
			`<text:p text:style-name="B3">d</text:p><text:p text:style-name="Sup">e</text:p>`,
			`"b" listed|"c" listed|"d" listed|"e"`},
		"superscripts": {p(`see <text:span text:style-name="Sup">1,2</text:span><text:span text:style-name="Sub">–4</text:span>` +
			` the 5<text:span text:style-name="Sup">th</text:span><text:span text:style-name="Sup"/> <text:span>6</text:span>`),
			`"see 1,2–4 the 5th 6" raised "1,2–4"`},
		"links": {p(`<text:a xlink:href="https://a.org/">A</text:a> <text:a xlink:href="#k">K</text:a> ` +
			`<text:bookmark-ref text:ref-name="r">R</text:bookmark-ref>`),
			`"A K R" cites [k] at 2 "K" cites [r] at 4 "R" link "A" https://a.org/`},
		"a link over two paragraphs": {`<text:p>a <text:a xlink:href="#k">K</text:p><text:p>L</text:a></text:p>`,
			`"a K"|"L"`},
		"anchors": {p(`<text:bookmark-start text:name="k"/>x<text:bookmark-end text:name="k"/><text:bookmark ` +
			`text:name="ZOTERO_x"/><text:bookmark text:name=""/><text:bookmark text:name="` + strings.Repeat("l", 200) + `"/>`),
			`"x" keys [k]`},
		"many anchors": {p(strings.Repeat(`<text:bookmark text:name="k"/>`, 60)),
			`"" keys [` + strings.TrimSpace(strings.Repeat("k ", 50)) + "]"},
		"lists": {`<text:list text:style-name="L">` + item(p("i"), p("ii")) +
			item("<text:list>"+item(p("a"), "<text:list>"+item(p("x"))+"</text:list>")+item(p("b"))+"</text:list>") +
			item(p("iii")) + "</text:list>" + p("out") + "<text:list>" + item(p("no style")) + "</text:list>",
			`"i" item 3|"ii"|"a" item a|"x" item |"b" item b|"iii" item 4|"out"|"no style" item `},
		"deep lists": {strings.Repeat(`<text:list text:style-name="L">`+"<text:list-item>", 12) + p("x") +
			strings.Repeat("</text:list-item></text:list>", 12), `"x" item `},
		"sections": {`<text:section text:name="ZOTERO_BIBL x">` + p("in") + `</text:section><text:section text:name="S">` +
			p("s") + `</text:section><text:bibliography><text:bibliography-source>no</text:bibliography-source>` +
			p("bib") + `</text:bibliography>` + p("after"), `"in" listed|"s"|"bib" listed|"after"`},
		"rows": {"<table:table-row>" + p("[1]") + p("entry") + "</table:table-row><table:table-row>" + p("1999-2001") +
			p("b") +
			"</table:table-row><table:table-row>" + p("2") + "</table:table-row><table:table-row>" + p("3") + p("c") + p("d") +
			"</table:table-row><table:table-row>" + p("A") + p("e") + "</table:table-row>",
			`""|"entry" item 1|"1999-2001"|"b"|"2"|"3"|"c"|"d"|"A"|"e"`},
		"notes": {p(`note<text:note><text:note-citation>1</text:note-citation><text:note-body>` +
			p("The <text:span>note<text:note><text:note-body>"+p("inner")+"</text:note-body></text:note>") + p("more") +
			"</text:note-body></text:note> goes on<text:note><text:note-body>" + p("Last") + "</text:note-body></text:note>"),
			`"note goes on" cites [note-1] at 4 "" cites [note-2] at 12 ""|"The note" keys [note-1] note 1|"more" note 1|` +
				`"Last" keys [note-2] note 2`},
		"white space": {p(`a<text:s text:c="3"/>b<text:s/>c<text:tab/>d<text:line-break/>e`), `"a   b c d\ne"`},
		"what is no text": {`<text:tracked-changes>` + p("gone") + `</text:tracked-changes>` +
			p("x<office:annotation>"+p("said")+
				"</office:annotation>y"), `"xy"`},
		"a manager's mark": {p(`a <text:reference-mark-start text:name="` + cite +
			`"/>(K)<text:reference-mark-end text:name="` +
			cite + `"/><text:reference-mark text:name="` + cite + `"/><text:reference-mark-end text:name="other"/>`),
			`"a (K)" cites [k] at 2 "(K)" cites [k] at 5 ""`},
		"a mark over two paragraphs": {p(`a <text:reference-mark-start text:name="`+cite+`"/>(K`) +
			p(`x)<text:reference-mark-end text:name="`+cite+`"/>`), `"a (K" cites [k] at 2 ""|"x)"`},
		"a damaged mark": {p(`<text:reference-mark-start text:name="CSL_CITATION {"/>`), `""|problem unreadable-field`},
		"fields of Word": {p(`a <field:fieldmark-start><field:param field:name="vnd.oasis.field.code" field:value="ADDIN ` +
			`ZOTERO_ITEM ` + cite + `"/><field:param field:name="other" field:value="ADDIN EN.REFLIST"/>(K)` +
			`<field:fieldmark-end/><field:fieldmark-end/>`), `"a (K)" cites [k] at 2 "(K)"`},
		"a field over two paragraphs": {p(`a <field:fieldmark-start><field:param field:name="x.field.code" field:value="ADDIN `+
			`ZOTERO_ITEM `+cite+`"/>(K`) + p(`x)<field:fieldmark-end/>`), `"a (K" cites [k] at 2 ""|"x)"`},
		"the list of a field": {p(`<field:fieldmark-start><field:param field:name="x.field.code" field:value="ADDIN `+
			`ZOTERO_BIBL"/><field:param field:name="x.field.code" field:value="ADDIN ZOTERO_BIBL"/>one`) +
			p(`two<field:fieldmark-end/>`) + p("after"), `"one" listed|"two" listed|"after"`},
		"its own bibliography": {p(`a <text:bibliography-mark text:identifier="k" text:title="T">[shown]<text:x/></text:bibliography-mark>` +
			` b <text:bibliography-mark text:identifier="l">[l]</text:bibliography-mark>`),
			`"a [k] b [l]" cites [k] at 5 "" cites [l] at 11 ""`},
		"broken off": {`<text:p>a <!--`, `"a "|problem damaged-xml`},
	} {
		o := newODT()
		o.read([]byte(styles + "<office:body>" + c.body + "</office:body></x>"))
		if got := paragraphs(o.story); got != c.want {
			t.Errorf("%s:\n%s\n%s", name, got, c.want)
		}
	}
}

// What is read of the paragraphs of Word's documents.
func TestParagraphsDOCX(t *testing.T) {
	props := func(p, text string) string { return "<w:p><w:pPr>" + p + "</w:pPr>" + text + "</w:p>" }
	char := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	code := func(text string) string { return "<w:r><w:instrText>" + text + "</w:instrText></w:r>" }
	item := `ADDIN ZOTERO_ITEM CSL_CITATION {&quot;citationItems&quot;:[{&quot;id&quot;:&quot;k&quot;}]}`
	cell := func(text string) string { return "<w:tc>" + ot.P(ot.R(text)) + "</w:tc>" }
	for name, c := range map[string]struct{ body, want string }{
		"headings": {ot.Style("Berschrift1", ot.R("One")) + props(`<w:outlineLvl w:val="0"/>`, ot.R("Two")) +
			props(`<w:outlineLvl w:val="8"/>`, ot.R("Three")) + props(`<w:outlineLvl w:val="9"/>`, ot.R("Body")) +
			props(`<w:outlineLvl w:val="-1"/>`, ot.R("Body")) + `<w:outlineLvl w:val="1"/>`,
			`"One" heading 1|"Two" heading 1|"Three" heading 9|"Body"|"Body"`},
		"styles of lists": {ot.Style("Literatur", ot.R("a")) + ot.Style("Heading2", ot.R("b")) + ot.Style("none", ot.R("c")),
			`"a" listed|"b" heading 2|"c"`},
		"numbers": {ot.Item(1, ot.R("a")) + ot.Item(1, ot.R("b")) + ot.Item(0, ot.R("c")) + ot.Item(9, ot.R("d")) +
			ot.Style("N", ot.R("e")) + props(`<w:numPr><w:numId w:val="0"/></w:numPr><w:pStyle w:val="N"/>`, ot.R("f")) +
			props(`<w:pStyle w:val="Berschrift1"/><w:numPr><w:numId w:val="1"/></w:numPr>`, ot.R("g")),
			`"a" item 1|"b" item 2|"c"|"d" item |"e" item 3|"f"|"g" heading 1`},
		"superscripts": {ot.P(ot.R("see"), ot.Sup("1,2"), ot.Sup("–4"), ot.R(" the 5"), ot.Sup("th"), ot.Sup(""), ot.R(" "),
			`<w:r><w:rPr><w:vertAlign w:val="subscript"/></w:rPr><w:t>6</w:t></w:r>`), `"see1,2–4 the 5th 6" raised "1,2–4"`},
		"hidden text": {ot.P(ot.R("a"), `<w:r><w:rPr><w:vanish/></w:rPr><w:t>b</w:t></w:r>`,
			`<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>c</w:t></w:r>`,
			`<w:r><w:rPr><w:vanish w:val="false"/></w:rPr><w:t>d</w:t></w:r>`,
			`<w:r><w:rPr><w:vanish/><w:vanish w:val="0"/></w:rPr><w:t>e</w:t></w:r>`, ot.R("f")), `"acdf"`},
		"white space": {"<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>" +
			`<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c` +
			`</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>`, `"a b\nc-d"`},
		"what was deleted": {ot.P(ot.R("a"), "<w:del>"+ot.R("b")+"</w:del><w:moveFrom>"+ot.R("c")+"</w:moveFrom>",
			ot.R("d")) +
			props("<w:rPr><w:del/></w:rPr>", ot.R("joined ")) + ot.P(ot.R("with this")) +
			props("<w:rPr><w:moveFrom/></w:rPr>", ot.R("and ")) + props("<w:rPr><w:ins/></w:rPr>", ot.R("that")) +
			ot.P(ot.R("end")),
			`"ad"|"joined with this"|"and that"|"end"`},
		"links": {ot.P(`<w:hyperlink r:id="rId5">` + ot.R("A") + `</w:hyperlink><w:hyperlink w:anchor="k">` + ot.R("K") +
			`</w:hyperlink><w:hyperlink r:id="none">` + ot.R("N") + `</w:hyperlink>`),
			`"AKN" cites [k] at 1 "K" link "A" https://a.org/`},
		"a link over two paragraphs": {`<w:p><w:hyperlink w:anchor="k">` + ot.R("a") + `</w:p><w:p>` + ot.R("b") +
			`</w:hyperlink></w:p>`, `"a"|"b"`},
		"fields": {ot.P(ot.R("a "), char("begin"), code("PAGE"), char("separate"), ot.R("7"), char("end"), ot.Field("REF k",
			ot.R("K")),
			`<w:fldSimple w:instr="HYPERLINK &quot;https://b.org&quot;">`+ot.R("B")+`</w:fldSimple>`, char("end")),
			`"a 7KB" cites [k] at 3 "K" link "B" https://b.org`},
		"a field without a result": {ot.P(ot.R("a"), char("begin"), code(item), char("end"), ot.R("b")),
			`"ab" cites [k] at 1 ""`},
		"a field over two paragraphs": {ot.P(ot.R("a"), char("begin"), code(item), char("separate"), ot.R("(K")) +
			ot.P(ot.R("x)"), char("end")), `"a(K" cites [k] at 1 ""|"x)"`},
		"a cross-reference over two": {ot.P(ot.R("a"), char("begin"), code("REF k"), char("separate"), ot.R("K")) +
			ot.P(ot.R("x"), char("end")), `"aK"|"x"`},
		"an instruction that never ends": {ot.P(ot.R("a"), char("begin"), code("PAGE"), ot.R("in")) + ot.P(ot.R("b")),
			`"a"|"b"`},
		"a field in another's instruction": {ot.P(char("begin"), code("ADDIN EN.CITE"), char("begin"), code(item),
			char("separate"),
			ot.R("data"), char("end"), char("separate"), ot.R("(K)"), char("end")), `"(K)" cites [k] at 0 "(K)"`},
		"a field in another's result": {ot.P(char("begin"), code("PAGE"), char("separate"), ot.R("a"), ot.Field("REF k",
			ot.R("K")),
			char("end")), `"aK" cites [k] at 1 "K"`},
		"lists of managers": {ot.P(char("begin"), code("ADDIN EN.REFLIST"), char("separate"), ot.R("a")) +
			ot.P(ot.R("b"), char("end")) + ot.P(ot.R("c")), `"a" listed|"b" listed|"c"`},
		"damaged data": {ot.P(ot.Field("ADDIN ZOTERO_ITEM CSL_CITATION {", ot.R("K"))), `"K"|problem unreadable-field`},
		"controls": {`<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Bibliographies"/></w:docPartObj></w:sdtPr>` +
			`<w:sdtContent>` + ot.P(ot.R("a")) + `</w:sdtContent></w:sdt><w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery ` +
			`w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>` + ot.P(ot.R("b")) + `</w:sdtContent></w:sdt>` +
			`<w:sdt><w:sdtPr><w:bibliography/></w:sdtPr><w:sdtContent>` + ot.P(ot.R("c")) + `</w:sdtContent></w:sdt>` +
			ot.P(ot.R("d ")+ot.MendeleyCite(`{"citationItems":[{"id":"k"}]}`, ot.R("(K)"))) + ot.P(ot.R("e")),
			`"a" listed|"b"|"c" listed|"d (K)" cites [k] at 2 "(K)"|"e"`},
		"a control over two paragraphs": {`<w:p><w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_` +
			`eyJjaXRhdGlvbkl0ZW1zIjpbeyJpZCI6ImsifV19"/></w:sdtPr><w:sdtContent>` + ot.R("a") + `</w:p><w:p>` + ot.R("b") +
			`</w:sdtContent></w:sdt></w:p>`, `"a"|"b"`},
		"bookmarks": {ot.P(`<w:bookmarkStart w:name="k"/><w:bookmarkStart w:name="_GoBack"/><w:bookmarkStart w:name=""/>`+
			`<w:bookmarkStart w:name="`+strings.Repeat("l", 201)+`"/>`, ot.R("a")) + `<w:bookmarkStart w:name="next"/>` +
			ot.P(ot.R("b")), `"a" keys [k]|"b" keys [next]`},
		"rows": {"<w:tr>" + cell("[1]") + cell("a") + "</w:tr><w:tr>" + cell("12345678") + cell("b") + "</w:tr><w:tr>" +
			cell("123456789") + cell("c") + "</w:tr><w:tr>" + cell("2") + cell("d") + cell("e") + "</w:tr>",
			`""|"a" item 1|""|"b" item 12345678|"123456789"|"c"|"2"|"d"|"e"`},
		"notes": {ot.P(ot.R("a"), ot.NoteCall("footnote", 3), ot.NoteCall("endnote", 2), ot.NoteCall("footnote", 2),
			ot.NoteCall("footnote", 3)), `"a" cites [footnote-1] at 1 "" cites [endnote-1] at 1 "" cites [footnote-2] at 1 "" ` +
			`cites [footnote-1] at 1 ""|"second" keys [footnote-1] note 1|"first" keys [footnote-2] note 2|` +
			`"end" keys [endnote-1] note e1`},
		"endnotes alone": {ot.P(ot.R("a"), ot.NoteCall("endnote", 2)),
			`"a" cites [endnote-1] at 1 ""|"end" keys [endnote-1] note 1`},
		"broken off": {"<w:p>" + ot.R("a") + "<!--", `"a"|problem damaged-xml`},
	} {
		p, err := open(ot.DOCX(c.body, map[string]string{"word/numbering.xml": ot.Numbering(),
			"word/_rels/document.xml.rels": ot.Relationships(map[string]string{"rId5": "https://a.org/"}),
			"word/styles.xml": `<w:styles><w:style w:styleId="Berschrift1"><w:name w:val="heading 1"/></w:style><w:style ` +
				`w:styleId="Heading2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Literatur"><w:name ` +
				`w:val="Bibliography"/></w:style><w:style w:styleId="N"><w:name w:val="n"/><w:numId w:val="1"/></w:style></w:styles>`,
			"word/footnotes.xml": ot.Notes("footnote", ot.R("first"), ot.R("second")),
			"word/endnotes.xml":  ot.Notes("endnote", ot.R("end"))}))
		if err != nil {
			t.Fatal(err)
		}
		w := &word{pack: p, story: &story{described: map[string]bool{}}}
		main := w.mainPart()
		text, err := w.read(main)
		if err != nil {
			t.Fatal(err)
		}
		w.all(main, text)
		if got := paragraphs(w.story); got != c.want {
			t.Errorf("%s:\n%s\n%s", name, got, c.want)
		}
	}
}
