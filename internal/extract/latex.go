package extract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// looksLikeTeX reports LaTeX source: a document, a bibliography environment, or
// a .bbl file.
func looksLikeTeX(src []byte) bool {
	for _, mark := range []string{"\\documentclass", "\\begin{document}", "\\begin{thebibliography}", "\\bibitem", "\\refsection{", "\\entry{", "\\begin{filecontents"} {
		if bytes.Contains(src, []byte(mark)) {
			return true
		}
	}
	return false
}

// maxCitations bounds how many citations of a document are kept.
const maxCitations = 20000

// readLaTeX reads the references inside LaTeX source: the entries of a .bbl
// file of any style, a thebibliography environment, or a .bib file that the
// source carries; and the citations in the text.
func readLaTeX(in *input) error {
	src := latex.Mask(string(in.src))
	at := lineCounter{src: src}
	for _, e := range latex.Entries(src) {
		in.addBiblatex(e, at.line(e.Start), at.line(e.End))
	}
	at = lineCounter{src: src}
	for _, item := range latex.BibItems(src) {
		in.addBibItem(item, at.line(item.Start), at.line(max(item.Start, len(strings.TrimRight(src[:item.End], " \t\r\n")))))
	}
	if err := in.carriedFiles(string(in.src)); err != nil {
		return err
	}
	in.addCitations(src)
	if len(in.references) == 0 {
		if names := latex.Includes(src, true); len(names) > 0 {
			return fmt.Errorf("%w: the document takes them from %s; name that file, or the .bbl file", ErrNoReferences, strings.Join(names[:min(len(names), 5)], ", "))
		}
	}
	return nil
}

// lineCounter gives the lines of offsets that are asked in rising order.
type lineCounter struct {
	src      string
	at, seen int
}

func (c *lineCounter) line(offset int) int {
	offset = max(c.at, min(offset, len(c.src)))
	c.seen += strings.Count(c.src[c.at:offset], "\n")
	c.at = offset
	return c.seen + 1
}

// addCitations keeps every citation with its sentence.
func (in *input) addCitations(src string) {
	at := lineCounter{src: src}
	start, context := -1, ""
	for _, c := range latex.Cites(src) {
		if len(in.citations) == maxCitations {
			in.problem(at.line(c.Start), 1, "too-many-citations", "citations from here on are not kept")
			return
		}
		if c.Start != start {
			start, context = c.Start, latex.Sentence(src, c.Start, c.End)
		}
		in.citations = append(in.citations, biblio.Citation{Key: c.Key, Place: biblio.Place{File: in.name, Line: at.line(c.Start)}, Context: context})
	}
}

// carriedFiles reads the .bib files that the source writes out itself.
func (in *input) carriedFiles(src string) error {
	const begin, end = "\\begin{filecontents", "\\end{filecontents"
	at := lineCounter{src: src}
	for i := 0; ; {
		n := strings.Index(src[i:], begin)
		if n < 0 {
			return nil
		}
		i += n + len(begin)
		stop := strings.Index(src[i:], end)
		if stop < 0 {
			stop = len(src) - i
		}
		line := at.line(i)
		if body := src[i : i+stop]; looksLikeBibTeX([]byte(body)) {
			part := &input{name: in.name, src: []byte(body)}
			if err := readBibTeX(part); err != nil {
				return err
			}
			in.adopt(part, line-1)
		}
		i += stop
	}
}

// adopt takes what was read of a part of the file that starts after some lines.
func (in *input) adopt(part *input, lines int) {
	for _, r := range part.references {
		r.Place.Line += lines
		r.Place.EndLine += lines
		in.references = append(in.references, r)
	}
	for _, p := range part.problems {
		p.Place.Line += lines
		in.problems = append(in.problems, p)
	}
}

// addBiblatex takes an entry that biber wrote.
func (in *input) addBiblatex(e latex.Entry, line, endLine int) {
	if noReference[e.Type] {
		return
	}
	l := labels{kind: e.Type}
	var shown []string
	for _, names := range e.Names {
		text := joinPeople(names)
		l.list = append(l.list, label{name: names.Role, text: text})
		if names.Role == "author" {
			shown = append(shown, plainText(text))
		}
	}
	for _, f := range e.Fields {
		if internalFields[f.Name] {
			continue
		}
		l.list = append(l.list, label{name: f.Name, text: f.Text})
		shown = append(shown, plainText(f.Text))
	}
	if len(l.list) == 0 {
		return
	}
	w := l.work()
	in.add(biblio.Reference{Key: e.Key, Raw: strings.Join(shown, ". "), Claimed: w, Extra: l.rest()}, line, endLine)
}

// internalFields are fields by which BibLaTeX sorts and labels.
var internalFields = map[string]bool{
	"sortinit": true, "sortinithash": true, "labelalpha": true, "labelnamesource": true, "labeltitlesource": true, "labeldatesource": true, "extraname": true, "extradate": true,
	"extradatescope": true, "extratitle": true, "extraalpha": true, "namehash": true, "fullhash": true, "labelyear": true, "labelmonth": true, "labelday": true, "labeltitle": true,
	"langid": true, "langidopts": true, "dateera": true, "urlraw": true, "singletitle": true, "clonesourcekey": true, "urlday": true, "urlmonth": true, "urlyear": true,
}

// joinPeople writes a list of names as BibTeX does.
func joinPeople(names latex.NameList) string {
	list := make([]string, 0, len(names.People)+1)
	for _, p := range names.People {
		family := strings.TrimSpace(p.Prefix + " " + p.Family)
		switch {
		case p.Given == "" && p.Suffix == "":
			list = append(list, "{"+strings.Trim(family, "{}")+"}")
		case p.Suffix != "":
			list = append(list, family+", "+p.Suffix+", "+p.Given)
		default:
			list = append(list, family+", "+p.Given)
		}
	}
	if names.More {
		list = append(list, "others")
	}
	return strings.Join(list, " and ")
}

// addBibItem takes an entry of a thebibliography: by its labelled parts where
// the style marks them, else as a printed reference.
func (in *input) addBibItem(item latex.BibItem, line, endLine int) {
	ref := biblio.Reference{Key: item.Key, Raw: latex.Text(item.Body)}
	if ref.Raw == "" {
		in.problem(line, 1, "empty-entry", "the entry has no text")
		return
	}
	if l, ok := labelledItem(item); ok {
		ref.Claimed = l.work()
		ref.Extra = l.rest()
	} else {
		parse(&ref)
		byBlocks(&ref, latex.Blocks(item.Body))
	}
	for _, address := range latex.Addresses(item.Body) {
		if id, ok := ident.Parse(address); ok && (id.Scheme != ident.URL || ref.Claimed.URL == "") {
			ref.Claimed.AddID(id)
			if ref.Claimed.URL == "" {
				ref.Claimed.URL = address
			}
		}
	}
	in.add(ref, line, endLine)
}

// labelledItem gives the parts of an item that its style labels, when they are
// enough to make up a reference.
func labelledItem(item latex.BibItem) (labels, bool) {
	l := labels{kind: "misc"}
	var people []string
	for _, info := range latex.Infos(item.Body) {
		switch info.Name {
		case "author", "person":
			if text := latex.Text(info.Text); text != "" && len(l.list) < 100 {
				people = append(people, info.Text)
			}
		case "family", "given":
		default:
			if l.peek(info.Name) == "" {
				l.list = append(l.list, label{name: info.Name, text: info.Text})
			}
		}
	}
	if len(l.list) < 2 || len(people) == 0 {
		return l, false
	}
	if head, _, _ := strings.Cut(item.Body, "\\bibinfo{year}"); strings.Contains(latex.Text(head[:min(len(head), 20000)]), "et al") {
		people = append(people, "others")
	}
	l.list = append(l.list, label{name: "author", text: strings.Join(people, " and ")})
	for _, sign := range []struct{ field, kind string }{{"booktitle", "inproceedings"}, {"journal", "article"}, {"school", "phdthesis"}, {"institution", "techreport"}, {"publisher", "book"}} {
		if l.peek(sign.field) != "" {
			l.kind = sign.kind
			break
		}
	}
	return l, true
}

// blockConfidence is how sure the blocks of a style are of title and authors.
const blockConfidence = 0.95

// byBlocks corrects the reading of a printed reference by the blocks into
// which the style cut it: people, title, and where it appeared.
func byBlocks(ref *biblio.Reference, blocks []string) {
	if len(blocks) < 3 {
		return
	}
	title := strings.TrimRight(latex.Text(blocks[1]), ". ")
	for _, tail := range []string{", volume ", ", vol. ", ", number "} {
		title, _, _ = strings.Cut(title, tail)
	}
	at := strings.Index(ref.Raw, title)
	if len(title) < 8 || at < 0 || strings.HasPrefix(title, "In ") || biblio.LeadingYear(title) != 0 && len(title) < 12 {
		return
	}
	ref.Claimed.Title, ref.Claimed.Subtitle, ref.Claimed.TitleCut = title, "", false
	ref.Spans, ref.Confidence = withField(ref.Spans, biblio.FieldTitle, biblio.Span{Start: at, End: at + len(title)}), withField(ref.Confidence, biblio.FieldTitle, blockConfidence)
	people := strings.TrimRight(latex.Text(blocks[0]), " ")
	if strings.ContainsAny(people, "0123456789") || strings.Contains(people, "editor") || !strings.HasPrefix(ref.Raw, people) {
		return
	}
	names, cut := refstring.SplitNames(people)
	if len(names) == 0 {
		return
	}
	for i := range names {
		names[i].Role = biblio.Author
	}
	ref.Claimed.Contributors = append(names, ref.Claimed.ByRole(biblio.Editor)...)
	ref.Claimed.AuthorsCut = cut
	ref.Spans, ref.Confidence = withField(ref.Spans, biblio.FieldAuthors, biblio.Span{Start: 0, End: len(people)}), withField(ref.Confidence, biblio.FieldAuthors, blockConfidence)
}

// withField gives a map with one more entry.
func withField[T any](m map[biblio.Field]T, f biblio.Field, v T) map[biblio.Field]T {
	if m == nil {
		m = map[biblio.Field]T{}
	}
	m[f] = v
	return m
}
