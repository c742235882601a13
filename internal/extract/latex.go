package extract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// looksLikeTeX reports whether src is LaTeX source: a document, a bibliography environment, or a .bbl file.
func looksLikeTeX(src []byte) bool {
	return slices.ContainsFunc([]string{"\\documentclass", "\\begin{document}", "\\begin{thebibliography}",
		"\\bibitem", "\\refsection{", "\\entry{", "\\begin{filecontents"},
		func(mark string) bool { return bytes.Contains(src, []byte(mark)) })
}

// maxCitations bounds the citations kept of a document.
const maxCitations = 20000

// readLaTeX reads the references inside one LaTeX source: the entries of a .bbl file of any style, a thebibliography
// environment, or a .bib file that the source contains; and the citations in the text.
func readLaTeX(in *input) error {
	src := latex.Mask(string(in.src))
	if err := in.addSource(string(in.src), src); err != nil {
		return err
	}
	in.addCitations(src, latex.Cites(src))
	in.stated = len(in.citations) > 0 && !project.Indirect(src)
	if names := latex.Bibliographies(src); len(names) > 0 {
		if len(in.references) == 0 {
			return fmt.Errorf("%w: the document takes them from %s; name that file, or the .bbl file", ErrNoReferences,
				strings.Join(names[:min(len(names), 5)], ", "))
		}
		in.partial = true
	}
	return nil
}

// addSource adds the entries in a source. masked is the source without comments and verbatim text.
func (in *input) addSource(src, masked string) error {
	at := reading.NewLines(masked)
	for _, e := range latex.Entries(src) { // addresses in it contain percent signs
		if masked[e.Start] == '\\' {
			in.addBiblatex(e, at.Of(e.Start), at.Of(e.End))
		}
	}
	at = reading.NewLines(masked)
	for _, item := range latex.BibItems(masked) {
		if in.full(at.Of(item.Start)) {
			break
		}
		in.addBibItem(item, at.Of(item.Start),
			at.Of(max(item.Start, len(strings.TrimRight(masked[:item.End], " \t\r\n")))))
	}
	return in.carriedFiles(src)
}

// markMax bounds the bytes kept of a mark.
const markMax = 200

// addCitations adds the citations of a masked source with their sentences.
func (in *input) addCitations(src string, list []latex.Cite) {
	at := reading.NewLines(src)
	start, sentence := -1, biblio.Citation{}
	headings := latex.Headings(src)
	for _, c := range list {
		if len(in.citations) == maxCitations {
			in.problem(at.Of(c.Start), 1, "too-many-citations", "citations from here on are not kept")
			return
		}
		if c.Start != start {
			start, sentence.Context, sentence.At = c.Start, "", biblio.Span{}
			if !strings.HasPrefix(c.Command, "nocite") {
				text, from, to := latex.Sentence(src, c.Start, c.End)
				sentence.Context, sentence.At = reading.Clip(text, biblio.Span{Start: from, End: to})
			}
			for len(headings) > 0 && headings[0].At < c.Start {
				sentence.Section, headings = headings[0].Title, headings[1:]
			}
		}
		in.citations = append(in.citations, biblio.Citation{
			Key: c.Key, Mark: strings.ToValidUTF8(src[c.Start:min(c.End, c.Start+markMax)],
				""), Place: biblio.Place{File: in.name, Line: at.Of(c.Start)},
			Context: sentence.Context, At: sentence.At, Section: sentence.Section,
		})
	}
}

func (in *input) carriedFiles(src string) error {
	const begin, end = "\\begin{filecontents", "\\end{filecontents"
	at := reading.NewLines(src)
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
		line := at.Of(i)
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

// adopt adds what was read of a part of the file that starts after the given number of lines.
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
