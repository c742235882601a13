package extract

import (
	"errors"
	"strings"
	"testing"

	ot "github.com/bonafide-audit/bonafide/internal/testing/officetest"
)

// Every kind of input is recognised from its content, whatever its name.
func TestRecognise(t *testing.T) {
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600)
	for _, c := range []struct{ name, src, want string }{
		{"x", "%PDF-1.7\n", "pdf"},
		{"x.zip", string(ot.DOCX(ot.P(ot.R("x")), nil)), "docx"},
		{"x", string(ot.ODT("<text:p>x</text:p>")), "odt"},
		{"x.docx", string(ot.Pack(map[string]string{"[Content_Types].xml": "", "xl/workbook.xml": ""})), "office"},
		{"x.docx", ole, "office"},
		{"x", `<?xml version="1.0"?><article><body><p>$\documentclass{minimal}\begin{document}x$</p></body><back><ref-list><ref/></ref-list></back></article>`, "jats"},
		{"x", `<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>`, "tei"},
		{"x", `<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle"><PubmedArticleSet><PubmedArticle/></PubmedArticleSet>`, "pubmed-xml"},
		{"x", `<xml><records><record><ref-type name="Book">6</ref-type></record></records></xml>`, "endnote-xml"},
		{"x", "\n<!-- a comment -->\n<!DOCTYPE html><html><body>@article{x, y={\\bibitem}}</body></html>", "html"},
		{"x", "PMID- 1\nTI  - x\n", "nbib"},
		{"x", "%0 Book\n%T x\n", "refer"},
		{"x", "TY  - JOUR\nTI  - x\nER  - \n", "ris"},
		{"x", "It is so.[^1]\n\n[^1]: Kuhn 1962.\n", "markdown"},
		{"x.md", "# Report\n\nIt is so.\n", "markdown"},
		{"x.txt", "# Report\n\nIt is so.\n", "text"},
		{"x", "@article{x, title={y}}", "bibtex"},
		{"x", "\\begin{thebibliography}{9}\\bibitem{a} b", "latex"},
		{"x", `[{"id":"a","type":"book","title":"x"}]`, "csl-json"},
		{"x", `{"raw":"x"}`, "jsonl"},
		{"x", "Kuhn, T. S. (1962). The structure of scientific revolutions.", "text"},
	} {
		f, err := recognise(c.name, []byte(c.src), "")
		if err != nil || f.name != c.want {
			t.Errorf("%s %.40q: %s, want %s (%v)", c.name, c.src, f.name, c.want, err)
		}
	}
}

// Text with the extension of a format that is not text is not a list of references.
func TestTextInBinaryName(t *testing.T) {
	for _, name := range []string{"paper.pdf", "paper.PDF", "thesis.docx", "thesis.odt"} {
		if _, err := recognise(name, []byte("hello wo"), ""); !errors.Is(err, errUnknown) ||
			!strings.Contains(err.Error(), "its content is plain text") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if f, err := recognise("paper.pdf", []byte("hello wo"), "text"); err != nil || f.name != "text" {
		t.Errorf("named by the user: %s, %v", f.name, err)
	}
}

// Files that cannot be read say why, and what to do.
func TestRefusedOffice(t *testing.T) {
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600)
	for src, want := range map[string]string{
		ole: "save it as .docx",
		ole + "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00": "without one",
		string(ot.Pack(map[string]string{"[Content_Types].xml": "", "xl/workbook.xml": ""})):     "spreadsheet",
	} {
		_, err := Read("x", []byte(src), Options{})
		if !errors.Is(err, errUnknown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	good := ot.DOCX(ot.P(ot.R("x")), nil)
	if _, err := Read("x.docx", good[:len(good)-40], Options{}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("half a document: %v", err)
	}
}

func BenchmarkDOCX(b *testing.B) {
	for _, s := range madeSeeds() {
		if s.name != "body.docx" {
			continue
		}
		src := s.pack(s.src)
		b.SetBytes(int64(len(s.src)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Read("x", src, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
