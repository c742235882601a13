package layouts

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// Layout is one form of a document.
type Layout struct {
	Name    string
	Ending  string // of its file: ".txt", ".tex" or ".docx"; with office ".pdf", ".docx" or ".odt"
	Lists   int    // lists of references, one per chapter
	Entries int    // of each list
	make    func(*Convention, [][]string) string
	office  bool // LibreOffice converts the Word document that make returns
}

// Layouts are all forms of documents.
var Layouts = []Layout{
	{"text", ".txt", 1, 30, plainText, false},
	{"wrapped", ".txt", 1, 30, wrappedText, false},
	{"article", ".tex", 1, 40, tex(`\documentclass[10pt]{article}`, "section", hanging), false},
	{"columns", ".tex", 1, 40, tex(`\documentclass[9pt,twocolumn]{extarticle}`, "section", hanging), false},
	{"book", ".tex", 3, 60, tex(`\documentclass[11pt]{book}`, "chapter", hanging), false},
	{"flush", ".tex", 1, 40, tex(`\documentclass[10pt]{article}`, "section", flush), false},
	{"word", ".docx", 1, 40, word, false},
	{"parts", ".tex", 3, 14, texParts, false},
	{"partstext", ".txt", 3, 10, textParts, false},
	{"partsword", ".docx", 3, 14, wordParts, false},
	{"office", ".pdf", 1, 40, office(design{font: "Liberation Serif", size: 11, hang: true, counted: true, heads: true}),
		true},
	{"office-columns", ".pdf", 1, 40,
		office(design{font: "Liberation Serif", size: 9, columns: 2, hang: true, counted: true, heads: true}), true},
	{"office-book", ".pdf", 3, 40, office(design{font: "DejaVu Serif", size: 10, hang: true, heads: true}), true},
	{"office-flush", ".pdf", 1, 40, office(design{font: "Liberation Sans", size: 10}), true},
	{"office-thesis", ".pdf", 1, 40,
		office(design{font: "Liberation Serif", size: 12, double: true, hang: true, heads: true}), true},
	{"office-parts", ".pdf", 3, 14, office(design{font: "DejaVu Sans", size: 10, gap: 6, parts: true}), true},
	{"office-footnotes", ".pdf", 1, 40, office(design{font: "Liberation Serif", size: 12, heads: true, notes: "footnote"}),
		true},
	{"office-endnotes", ".pdf", 1, 40, office(design{font: "Liberation Serif", size: 12, heads: true, notes: "endnote"}),
		true},
	{"office-both", ".pdf", 2, 30,
		office(design{font: "Liberation Serif", size: 11, hang: true, heads: true, notes: "footnote"}), true},
	{"office-word", ".docx", 1, 40,
		office(design{font: "Liberation Serif", size: 11, hang: true, counted: true, heads: true}), true},
	{"office-odt", ".odt", 1, 40,
		office(design{font: "Liberation Serif", size: 11, hang: true, counted: true, heads: true}), true},
	{"office-parts-word", ".docx", 3, 14,
		office(design{font: "DejaVu Sans", size: 10, gap: 6, counted: true, parts: true}), true},
	{"office-parts-odt", ".odt", 3, 14, office(design{font: "DejaVu Sans", size: 10, gap: 6, counted: true, parts: true}),
		true},
	{"office-both-word", ".docx", 2, 30, office(design{font: "Liberation Serif", size: 11, notes: "footnote"}), true},
	{"office-both-odt", ".odt", 2, 30, office(design{font: "Liberation Serif", size: 11, notes: "endnote"}), true},
}

// Serves reports whether a layout can print a convention.
func (l *Layout) Serves(c *Convention) bool {
	return c.Latin || l.Ending != ".tex" && !(l.Ending == ".pdf" && strings.ContainsFunc(c.Heading, han))
}

// han reports whether the fonts of the office layouts lack a character.
func han(r rune) bool { return unicode.Is(unicode.Han, r) }

// prose is the text of a document, without citations.
const prose = "We describe how the parts of a system are put together and what each of them is for. The second part " +
	"is about the order in which they are made. Nothing in this section depends on the one before, and a reader in a " +
	"hurry may leave it out. "

func labelled(c *Convention, n int, entry string) string {
	if c.Label == "" {
		return entry
	}
	return fmt.Sprintf(c.Label, n+1) + entry
}

func plainText(c *Convention, lists [][]string) string {
	return printText(c, lists, func(s string) string { return s + "\n" })
}

// lineLength is the length of wrapped lines.
const lineLength = 76

// wrappedText wraps lines and indents the continuation lines of entries.
func wrappedText(c *Convention, lists [][]string) string {
	return printText(c, lists, func(s string) string {
		var b strings.Builder
		length := 0
		for i, w := range strings.Fields(s) {
			switch n := len([]rune(w)); {
			case i == 0:
				length = n
			case length+1+n > lineLength:
				b.WriteString("\n    ")
				length = 4 + n
			default:
				b.WriteByte(' ')
				length += 1 + n
			}
			b.WriteString(w)
		}
		return b.String()
	})
}

// partHeads maps the heading of a list to headings of parts: two inside it and that of a list of its own.
var partHeads = map[string][3]string{
	"":                     {"Primary sources", "Secondary literature", "Further reading"},
	"Literaturverzeichnis": {"Primärliteratur", "Sekundärliteratur", "Weiterführende Literatur"},
	"Literatur":            {"Gedruckte Werke", "Aufsätze und Berichte", "Weiterführende Literatur"},
	"Bibliographie":        {"Ouvrages", "Articles et rapports", "Pour aller plus loin"},
	"Referencias":          {"Fuentes primarias", "Literatura secundaria", "Lecturas complementarias"},
}

func headsOf(c *Convention) [3]string {
	if heads, ok := partHeads[c.Heading]; ok {
		return heads
	}
	return partHeads[""]
}

// textParts returns a text with a list that has two headings inside, and a list of further reading.
func textParts(c *Convention, lists [][]string) string {
	var b strings.Builder
	b.WriteString("A text about systems\n\n" + prose + "\n\n" + prose + "\n\n" + prose + "\n\n" + c.Heading + "\n\n")
	line := func(s string) { b.WriteString(s + "\n\n") }
	inParts(c, lists, func(head string, _ bool) { line(head) }, func(n int, e string) { line(labelled(c, n, e)) })
	return b.String()
}

// inParts calls head for the heading of each part, which may be a list of its own, and entry for its entries,
// numbered throughout.
func inParts(c *Convention, lists [][]string, head func(text string, own bool), entry func(n int, text string)) {
	n := 0
	for i, list := range lists {
		head(headsOf(c)[i], i == len(lists)-1)
		for _, e := range list {
			entry(n, e)
			n++
		}
	}
}

// texParts is textParts in LaTeX.
func texParts(c *Convention, lists [][]string) string {
	var b strings.Builder
	b.WriteString(`\documentclass[10pt]{article}` + preamble)
	b.WriteString("\\section{On all parts}\n" + strings.Repeat(strings.Repeat(prose, 3)+"\n\n", 4) + "\\section*{" +
		latex.Escape(c.Heading, true) + "}\n")
	for i, list := range lists {
		command := "subsection"
		if i == len(lists)-1 {
			command = "section"
		}
		fmt.Fprintf(&b, "\\%s*{%s}\n", command, latex.Escape(headsOf(c)[i], true))
		hanging(c, &b, list)
	}
	b.WriteString("\\end{document}\n")
	return b.String()
}

// wordParts is textParts as a word processor document.
func wordParts(c *Convention, lists [][]string) string {
	return wordDocument(func(paragraph func(style, text string)) {
		paragraph("Heading1", "A text about systems")
		paragraph("Normal", prose)
		paragraph("Heading1", c.Heading)
		inParts(c, lists, func(text string, own bool) {
			style := "Heading2"
			if own {
				style = "Heading1"
			}
			paragraph(style, text)
		}, func(n int, e string) { paragraph("Normal", labelled(c, n, e)) })
	})
}

func printText(c *Convention, lists [][]string, print func(string) string) string {
	var b strings.Builder
	b.WriteString("A text about systems\n\n" + prose + "\n\n" + prose + "\n\n")
	for _, list := range lists {
		b.WriteString(c.Heading + "\n\n")
		for i, e := range list {
			b.WriteString(print(labelled(c, i, e)) + "\n")
		}
	}
	return b.String()
}

// hanging writes a list of labelled entries with hanging indent.
func hanging(c *Convention, b *strings.Builder, list []string) {
	b.WriteString("\\begin{entries}\n")
	if c.Label == "" {
		b.WriteString("\\itemindent=-2em\\labelwidth=0pt\\labelsep=0pt\n")
	}
	for k, e := range list {
		b.WriteString(`\item[` + latex.Escape(strings.TrimSpace(labelled(c, k, "")), true) + "] " + corrupt.Source(e) + "\n")
	}
	b.WriteString("\\end{entries}\n")
}

// flush writes entries as paragraphs without hanging indent or space between them.
func flush(c *Convention, b *strings.Builder, list []string) {
	b.WriteString("{\\parindent=0pt\\parskip=0pt\n")
	for k, e := range list {
		b.WriteString(latex.Escape(labelled(c, k, ""), true) + corrupt.Source(e) + "\\par\n")
	}
	b.WriteString("}\n")
}

// tex returns the source of a document with running heads, in chapters or
// sections that each end in a list.
func tex(class, part string, entries func(*Convention, *strings.Builder, []string)) func(*Convention,
	[][]string) string {
	return func(c *Convention, lists [][]string) string {
		var b strings.Builder
		b.WriteString(class + preamble)
		heading := latex.Escape(c.Heading, true)
		for i, list := range lists {
			fmt.Fprintf(&b, "\\%s{On part %d}\n%s\n", part, i+1,
				strings.Repeat(strings.Join(slices.Repeat([]string{prose}, 3), "")+"\n\n", 4))
			fmt.Fprintf(&b, "\\section*{%s}\\markboth{%[1]s}{%[1]s}\n", heading)
			entries(c, &b, list)
		}
		b.WriteString("\\end{document}\n")
		return b.String()
	}
}

// word returns a word processor document: paragraphs, with a style for headings.
func word(c *Convention, lists [][]string) string {
	return wordDocument(func(paragraph func(style, text string)) {
		paragraph("Heading1", "A text about systems")
		for _, list := range lists {
			paragraph("Normal", prose)
			paragraph("Heading1", c.Heading)
			for k, e := range list {
				paragraph("Normal", labelled(c, k, e))
			}
		}
	})
}

// wordDocument returns the file with the paragraphs that write writes.
func wordDocument(write func(paragraph func(style, text string))) string {
	var body strings.Builder
	write(func(style, text string) {
		body.WriteString(`<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr><w:r><w:t xml:space="preserve">`)
		_ = xml.EscapeText(&body, []byte(text)) // a strings.Builder never fails
		body.WriteString(`</w:t></w:r></w:p>`)
	})
	return pack([]part{
		{"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", mainRelationship},
		{"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` +
			body.String() + `</w:body></w:document>`},
	})
}

const mainRelationship = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

// part is a file of a package.
type part struct{ name, text string }

// pack returns the package of the parts.
func pack(parts []part) string {
	var out strings.Builder
	z := zip.NewWriter(&out)
	for _, p := range parts {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate})
		if err == nil {
			_, err = io.WriteString(w, p.text)
		}
		if err != nil { // a strings.Builder never fails
			return ""
		}
	}
	if z.Close() != nil {
		return ""
	}
	return out.String()
}

// preamble defines running heads from the marks, and lists with hanging lines.
const preamble = `
\IfFileExists{cmap.sty}{\usepackage{cmap}}{}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{url}\urlstyle{same}\pagestyle{headings}\sloppy
\newenvironment{entries}{\begin{list}{}{\leftmargin=2em\labelwidth=1.6em\labelsep=.4em\itemindent=0pt\itemsep=0pt\parsep=0pt}}{\end{list}}
\begin{document}
`
