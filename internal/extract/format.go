package extract

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/articlexml"
	"github.com/bonafide-audit/bonafide/internal/extract/charset"
	"github.com/bonafide-audit/bonafide/internal/extract/exchange"
	"github.com/bonafide-audit/bonafide/internal/extract/flow"
	"github.com/bonafide-audit/bonafide/internal/extract/items"
	"github.com/bonafide-audit/bonafide/internal/extract/markdown"
	"github.com/bonafide-audit/bonafide/internal/extract/office"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/extract/plaintext"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/webpage"
)

// format is one kind of input.
type format struct {
	name   string
	binary bool              // its bytes are no text
	sniff  func([]byte) bool // whether content, in any encoding, looks like it; nil: only by name
	read   func(*input) error
}

// formats lists every kind of input in the order in which content is tried;
// the first that recognises it reads it.
func formats() []format {
	return []format{
		{"pdf", true, paper.LooksLike, readPDF},
		{"docx", true, office.LooksLikeDOCX, flowing(office.ReadDOCX)},
		{"odt", true, office.LooksLikeODT, flowing(office.ReadODT)},
		{"office", true, office.LooksLikeOther, func(in *input) error { return fmt.Errorf("%w: %w", ErrUnknown, office.Refuse(in.src)) }},
		{"zip", true, hasPrefix("PK\x03\x04"), unreadable("a zip archive: name the files in it")},
		{"gzip", true, hasPrefix("\x1f\x8b"), unreadable("compressed: unpack it first")},
		{"endnote-xml", false, exchange.LooksLikeEndNoteXML, part(exchange.ReadEndNoteXML)},
		{"pubmed-xml", false, exchange.LooksLikePubMed, part(exchange.ReadPubMed)},
		{"tei", false, articlexml.LooksLikeTEI, flowing(articlexml.ReadTEI)},
		{"jats", false, articlexml.LooksLikeJATS, flowing(articlexml.ReadJATS)},
		{"html", false, webpage.LooksLike, flowing(webpage.Read)},
		{"jsonl", false, items.LooksLikeLines, part(items.ReadLines)},
		{"csl-json", false, items.LooksLike, part(items.ReadCSL)},
		{"bibtex", false, looksLikeBibTeX, readBibTeX},
		{"latex", false, looksLikeTeX, readLaTeX},
		{"ris", false, looksLikeRIS, readRIS},
		{"nbib", false, exchange.LooksLikeNBIB, part(exchange.ReadNBIB)},
		{"refer", false, exchange.LooksLikeRefer, part(exchange.ReadRefer)},
		{"markdown", false, markdown.LooksLike, flowing(markdown.Read)},
		{"text", false, func([]byte) bool { return true }, readText},
	}
}

// Formats lists the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// extensions name the formats that a file's name tells when its content could
// be any text.
var extensions = map[string]string{".bib": "bibtex", ".biblatex": "bibtex", ".ris": "ris", ".tex": "latex", ".bbl": "latex", ".ltx": "latex",
	".md": "markdown", ".markdown": "markdown", ".qmd": "markdown", ".rmd": "markdown", ".enw": "refer", ".nbib": "nbib", ".html": "html", ".htm": "html", ".xhtml": "html"}

// recognise finds the format of an input: the one that is named, or the one
// that its content looks like. Content that is merely text is what the ending
// of the file's name says.
func recognise(file string, src []byte, name string) (format, error) {
	if name != "" {
		return byName(name)
	}
	for _, f := range formats() {
		if f.binary && f.sniff(src) {
			return f, nil
		}
	}
	if charset.IsBinary(src) {
		return format{}, fmt.Errorf("%w: its bytes are no text", ErrUnknown)
	}
	text, _ := charset.ToUTF8(src[:min(len(src), sniffMax)])
	for _, f := range formats() {
		if f.binary || !f.sniff(text) {
			continue
		}
		if named, ok := extensions[strings.ToLower(path.Ext(file))]; ok && f.name == "text" {
			return byName(named)
		}
		return f, nil
	}
	return format{}, ErrUnknown
}

func byName(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("no input format is called %q: use one of %s", name, strings.Join(Formats(), ", "))
}

// sniffMax bounds how much of a file is looked at to recognise its format.
const sniffMax = 1 << 20

func hasPrefix(magic string) func([]byte) bool {
	return func(src []byte) bool { return bytes.HasPrefix(src, []byte(magic)) }
}

func unreadable(what string) func(*input) error {
	return func(*input) error { return fmt.Errorf("%w: %s", ErrUnknown, what) }
}

// part makes a row out of a reader that knows nothing of files.
func part(read func(src []byte) (reading.Result, error)) func(*input) error {
	return func(in *input) error {
		r, err := read(in.src)
		in.take(r)
		return err
	}
}

// flowing makes a row out of a reader of documents made of paragraphs.
func flowing(read func(src []byte) (flow.Result, error)) func(*input) error {
	return func(in *input) error {
		r, err := read(in.src)
		in.take(r.Result)
		in.texts = r.Texts
		return err
	}
}

// take adopts what a reader gives that knows nothing of files.
func (in *input) take(r reading.Result) {
	r.Named(in.name)
	in.references = append(in.references, r.References...)
	in.citations = append(in.citations, r.Citations...)
	in.problems = append(in.problems, r.Problems...)
}

func readPDF(in *input) error {
	r, err := paper.Read(in.src)
	in.take(r.Result)
	in.texts = r.Texts
	return err
}

func readText(in *input) error {
	r, texts := plaintext.Read(string(in.src))
	in.take(r)
	in.texts = texts
	return nil
}
