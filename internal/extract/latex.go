package extract

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// looksLikeTeX reports whether src is LaTeX source: a document, a bibliography environment, or a .bbl file.
func looksLikeTeX(src []byte) bool {
	return slices.ContainsFunc([]string{"\\documentclass", "\\begin{document}", "\\begin{thebibliography}",
		"\\bibitem", "\\refsection{", "\\entry{", "\\begin{filecontents"},
		func(mark string) bool { return bytes.Contains(src, []byte(mark)) })
}

const maxCitations = 20000

// readLaTeX reads the references inside one LaTeX source: the entries of a .bbl file of any style, a thebibliography
// environment, or a .bib file that the source contains; and the citations in the text.
func readLaTeX(in *input) error {
	src := latex.Mask(string(in.src))
	if err := in.addSource(string(in.src), src); err != nil {
		return err
	}
	in.addCitations(src, latex.Cites(src))
	in.addNotes(src)
	in.stated = len(in.Citations) > 0 && !project.Indirect(src)
	if names := latex.Bibliographies(src); len(names) > 0 {
		if len(in.References) == 0 {
			return fmt.Errorf("%w: the document takes them from %s; name that file, or the .bbl file", ErrNoReferences,
				strings.Join(names[:min(len(names), 5)], ", "))
		}
		in.partial = true
	}
	return nil
}

// addNotes adds the works in the notes of a masked source that has and names no bibliography.
func (in *input) addNotes(src string) {
	if len(in.References) > 0 || len(latex.Bibliographies(src)) > 0 {
		return
	}
	at := reading.NewLines(src)
	list, around := latex.Notes(src)
	notes := make([]reflist.Note, len(list))
	cites := make([]latex.Cite, len(list))
	for i, n := range list {
		notes[i] = reflist.Note{Label: strconv.Itoa(i + 1), Text: reading.OneLine(latex.Text(n.Text))}
		cites[i] = latex.Cite{Key: notes[i].Label, Command: "footnote", Start: n.Start, End: n.End}
	}
	for i, works := range reflist.Cited(notes, true) {
		for k, e := range works {
			ref := biblio.Reference{Raw: e.Text, Place: biblio.Place{Note: e.Label}}
			if k == 0 {
				ref.Key = e.Label
			}
			in.printed.Read(&ref)
			in.add(ref, at.Of(list[i].Start), at.Of(list[i].End+len(list[i].Text)))
		}
	}
	if len(in.References) > 0 {
		in.addCitations(around, cites)
	}
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

const markMax = 200

// addCitations adds the citations of a masked source with their sentences.
func (in *input) addCitations(src string, list []latex.Cite) {
	at := reading.NewLines(src)
	start, sentence := -1, biblio.Citation{}
	headings := latex.Headings(src)
	for _, c := range list {
		if len(in.Citations) == maxCitations {
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
		in.Citations = append(in.Citations, biblio.Citation{
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
	for _, r := range part.References {
		r.Place.Line += lines
		r.Place.EndLine += lines
		in.References = append(in.References, r)
	}
	for _, p := range part.Problems {
		p.Place.Line += lines
		in.Problems = append(in.Problems, p)
	}
}

func (in *input) addBiblatex(e latex.Entry, line, endLine int) {
	if !entries.DescribesWork(e.Type) {
		return
	}
	entry := entries.Entry{Kind: e.Type}
	var shown []string
	for _, names := range e.Names {
		text := joinPeople(names)
		entry.Add(names.Role, text)
		if names.Role == "author" {
			shown = append(shown, entries.PlainText(text))
		}
	}
	for _, f := range e.Fields {
		if internalFields[f.Name] {
			continue
		}
		entry.Add(f.Name, f.Text)
		shown = append(shown, entries.PlainText(f.Text))
	}
	if len(entry.Fields) == 0 {
		return
	}
	w := entry.Work()
	in.add(biblio.Reference{Key: e.Key, Raw: strings.Join(shown, ". "), Claimed: w, Extra: entry.Rest()}, line, endLine)
}

// internalFields are fields by which BibLaTeX sorts and labels.
var internalFields = words.Set(`
	sortinit sortinithash labelalpha labelnamesource labeltitlesource labeldatesource extraname extradate
	extradatescope extratitle extraalpha namehash fullhash labelyear labelmonth labelday labeltitle langid
	langidopts dateera urlraw singletitle clonesourcekey urlday urlmonth urlyear`)

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

// addBibItem adds an entry of a thebibliography: by its labelled parts if the style marks them, else as a printed
// reference.
func (in *input) addBibItem(item latex.BibItem, line, endLine int) {
	item.Body = withCommands(item.Body)
	ref := biblio.Reference{Key: item.Key, Raw: latex.Text(item.Body)}
	if ref.Raw == "" {
		in.problem(line, 1, "empty-entry", "the entry has no text")
		return
	}
	if entry, ok := labelledItem(item); ok {
		ref.Claimed = entry.Work()
		ref.Extra = entry.Rest()
	} else if list := reflist.Parts(reflist.Entry{Label: "1", Text: ref.Raw}); len(list) > 1 &&
		strings.HasPrefix(list[1].Label, "1") {
		in.addWorks(ref, list, line, endLine)
		return
	} else {
		in.printed.Read(&ref)
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

var (
	// texCommand matches a command without arguments.
	texCommand = lazy.Regexp(`\\[A-Za-z]{2,12}\b`)
	// arxivCommand is AASTeX's command for an arXiv identifier.
	arxivCommand = lazy.Regexp(`\\doarXiv\{`)
)

// withCommands replaces commands by their meaning: journals of astronomy and physics ("\apj") by their names, and
// AASTeX's arXiv identifiers.
func withCommands(body string) string {
	var b strings.Builder
	end := 0
	for _, at := range texCommand.FindAllStringIndex(body, -1) {
		journal, ok := normalise.JournalMacro(body[at[0]:at[1]])
		if !ok || strings.HasPrefix(body[at[1]:], "{") && !strings.HasPrefix(body[at[1]:], "{}") {
			continue
		}
		b.WriteString(body[end:at[0]] + journal)
		end = at[1]
	}
	return arxivCommand.ReplaceAllString(b.String()+body[end:], "{arXiv:")
}

// addWorks adds the works under one key, each as a reference of its own: those after the first get the key with a
// letter, and are cited wherever that key is.
func (in *input) addWorks(ref biblio.Reference, list []reflist.Entry, line, endLine int) {
	for i, part := range list {
		one := biblio.Reference{Key: ref.Key, Raw: part.Text}
		if i > 0 && ref.Key != "" {
			one.Key = ref.Key + "#" + string(rune('a'+min(i, 25)))
			reading.SetExtra(&one, reading.PartOf, ref.Key)
		}
		in.printed.Read(&one)
		in.add(one, line, endLine)
	}
}

// labelledItem returns the parts of an item that its style labels, if they are enough to form a reference.
func labelledItem(item latex.BibItem) (entry entries.Entry, ok bool) {
	entry.Kind = "misc"
	var people, editors []string
	for _, info := range latex.Infos(item.Body) {
		switch info.Name {
		case "author", "person":
			if text := latex.Text(info.Text); text != "" && len(entry.Fields) < 100 {
				people = append(people, info.Text)
			}
		case "editor":
			if latex.Text(info.Text) != "" && len(editors) < 100 {
				editors = append(editors, info.Text)
			}
		case "family", "given":
		default:
			if !entry.Has(info.Name) {
				entry.Add(info.Name, info.Text)
			}
		}
	}
	if len(entry.Fields) < 2 || len(people) == 0 {
		return entry, false
	}
	if head, _, _ := strings.Cut(item.Body,
		"\\bibinfo{year}"); words.CutTail(strings.TrimRight(latex.Text(head[:min(len(head), 20000)]), " (")) > 0 {
		people = append(people, "others")
	}
	entry.Add("author", strings.Join(people, " and "))
	if len(editors) > 0 {
		entry.Add("editor", strings.Join(editors, " and "))
	}
	nameWhole(&entry, item.Body)
	for _, sign := range []struct{ field, kind string }{{"booktitle", "inproceedings"}, {"journal", "article"},
		{"school", "phdthesis"}, {"institution", "techreport"}, {"publisher", "book"}} {
		if entry.Has(sign.field) {
			entry.Kind = sign.kind
			break
		}
	}
	return entry, true
}

// printedEdition matches what ACM's style prints after the title of a book.
var printedEdition = lazy.Regexp(`\s*\(\s*\\bibinfo\{edition\}[^()]*\)\s*$`)

// nameWhole sets the title of a book or report in ACM's style, which labels the title of anything but an article as
// that of a book.
func nameWhole(entry *entries.Entry, body string) {
	if entry.Has("title") || !strings.Contains(body, "\\bibinfo{person}") {
		return
	}
	for i := range entry.Fields {
		if f := &entry.Fields[i]; f.Name == "booktitle" {
			f.Name, f.Text = "title", printedEdition.ReplaceAllString(f.Text, "")
		}
	}
}

// blockConfidence is the confidence in title and authors read from the blocks of a style.
const blockConfidence = 0.95

// byBlocks corrects the reading of a printed reference by the blocks into which the style divided it: people, title,
// and where it appeared.
func byBlocks(ref *biblio.Reference, blocks []string) {
	if len(blocks) < 3 {
		return
	}
	title := strings.TrimRight(latex.Text(blocks[1]), ". ")
	for _, tail := range []string{", volume ", ", vol. ", ", number "} {
		title, _, _ = strings.Cut(title, tail)
	}
	if m := trailingYear.FindStringIndex(title); m != nil && !anyYear.MatchString(strings.ReplaceAll(ref.Raw, title, "")) {
		title = title[:m[0]] // the style prints the date only there, after the title
	}
	at := strings.Index(ref.Raw, title)
	if len(title) < 8 || at < 0 || strings.HasPrefix(title, "In ") || biblio.LeadingYear(title) != 0 && len(title) < 12 {
		return
	}
	ref.Claimed.Title, ref.Claimed.Subtitle, ref.Claimed.TitleCut = title, "", false
	ref.Spans, ref.Confidence = withField(ref.Spans, biblio.FieldTitle, biblio.Span{Start: at, End: at + len(title)}),
		withField(ref.Confidence, biblio.FieldTitle, blockConfidence)
	people := strings.TrimRight(latex.Text(blocks[0]), " ")
	if _, again := reflist.Repeated(ref.Raw); again || strings.ContainsAny(people, "0123456789") ||
		strings.Contains(people, "editor") || !strings.HasPrefix(ref.Raw, people) {
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
	ref.Spans, ref.Confidence = withField(ref.Spans, biblio.FieldAuthors, biblio.Span{Start: 0, End: len(people)}),
		withField(ref.Confidence, biblio.FieldAuthors, blockConfidence)
}

var (
	// trailingYear matches a date at the end of a block.
	trailingYear = lazy.Regexp(`,\s+(?:\p{Lu}\p{Ll}{2,8}\.?\s+)?(?:1[5-9]\d\d|20[0-4]\d)[a-z]?$`)
	anyYear      = lazy.Regexp(`\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b`)
)

// withField returns the map with an additional entry.
func withField[T any](m map[biblio.Field]T, f biblio.Field, v T) map[biblio.Field]T {
	if m == nil {
		m = map[biblio.Field]T{}
	}
	m[f] = v
	return m
}
