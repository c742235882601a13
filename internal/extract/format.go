package extract

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/markup"
	"github.com/bonafide-audit/bonafide/internal/extract/office"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

type format struct {
	name   string
	binary bool              // not text
	sniff  func([]byte) bool // whether content, in any encoding, looks like it; nil means only by name
	read   func(*input) error
}

// formats lists every kind of input in the order in which content is tried;
// the first that recognises it reads it.
func formats() []format {
	return []format{
		{"pdf", true, paper.LooksLike, flowing(paper.Read)},
		{"docx", true, office.LooksLikeDOCX, flowing(office.ReadDOCX)},
		{"odt", true, office.LooksLikeODT, flowing(office.ReadODT)},
		{"office", true, office.LooksLikeOther, func(in *input) error {
			return fmt.Errorf("%w: %w", errUnknown, office.Refuse(in.src))
		}},
		{"zip", true, hasPrefix("PK\x03\x04"), unreadable("a zip archive: name the files in it")},
		{"gzip", true, hasPrefix("\x1f\x8b"), unreadable("compressed: unpack it first")},
		{"endnote-xml", false, entries.LooksLikeEndNoteXML, part(entries.ReadEndNoteXML)},
		{"pubmed-xml", false, entries.LooksLikePubMed, part(entries.ReadPubMed)},
		{"mods", false, entries.LooksLikeMODS, part(entries.ReadMODS)},
		{"word-sources", false, office.LooksLikeSources, part(office.ReadSources)},
		{"tei", false, markup.LooksLikeTEI, flowing(markup.ReadTEI)},
		{"jats", false, markup.LooksLikeJATS, flowing(markup.ReadJATS)},
		{"html", false, markup.LooksLikeHTML, flowing(markup.ReadHTML)},
		{"notebook", false, looksLikeNotebook, readNotebook},
		{"jsonl", false, entries.LooksLikeLines, part(entries.ReadLines)},
		{"csl-json", false, entries.LooksLikeItems, part(entries.ReadCSL)},
		{"yaml", false, entries.LooksLikeYAML, part(entries.ReadYAML)},
		{"bibtex", false, looksLikeBibTeX, readBibTeX},
		{"latex", false, looksLikeTeX, readLaTeX},
		{"ris", false, risStart.Match, readRIS},
		{"web-of-science", false, entries.LooksLikeWebOfScience, part(entries.ReadWebOfScience)},
		{"nbib", false, entries.LooksLikeNBIB, part(entries.ReadNBIB)},
		{"refer", false, entries.LooksLikeRefer, part(entries.ReadRefer)},
		{"table", false, entries.LooksLikeTable, part(entries.ReadTable)},
		{"markdown", false, markup.LooksLikeMarkdown, readMarkdown},
		{typst, false, func([]byte) bool { return false }, readTypst},
		{"text", false, func([]byte) bool { return true }, readText},
	}
}

// Formats lists the names of the formats.
func Formats() []string {
	return lists.Map(formats(), func(f format) string { return f.name })
}

// extensions maps file extensions to formats, for content that could be any text.
var extensions = map[string]string{".bib": "bibtex", ".biblatex": "bibtex", ".ris": "ris", ".tex": "latex",
	".bbl": "latex", ".ltx": "latex",
	".md": "markdown", ".markdown": "markdown", ".qmd": "markdown", ".rmd": "markdown", ".enw": "refer", ".nbib": "nbib",
	".typ": typst, ".html": "html", ".htm": "html", ".xhtml": "html", ".yaml": "yaml", ".yml": "yaml", ".cff": "yaml",
	".json": "csl-json", ".csljson": "csl-json", ".jsonl": "jsonl", ".ipynb": "notebook", ".csv": "table", ".tsv": "table",
	".ciw": "web-of-science"}

// binaryExtensions are the extensions of files that are not text: text with such an extension is an error page or the
// remains of a download.
var binaryExtensions = map[string]bool{".pdf": true, ".docx": true, ".odt": true}

// typst is the format of documents whose entries are mostly in a separate file.
const typst = "typst"

// recognise returns the format of an input: the named one, or the one that its content looks like. For content that
// is merely text, the extension of the file decides.
func recognise(file string, src []byte, name string) (format, error) {
	if name != "" {
		return byName(name)
	}
	for _, f := range formats() {
		if f.binary && f.sniff(src) {
			return f, nil
		}
	}
	if reading.IsBinary(src) {
		return format{}, fmt.Errorf("%w: it is not text", errUnknown)
	}
	text, _ := reading.ToUTF8(src[:min(len(src), sniffMax)])
	for _, f := range formats() {
		if f.binary || !f.sniff(text) {
			continue
		}
		ext := strings.ToLower(path.Ext(file))
		if f.name == "text" && binaryExtensions[ext] {
			return format{}, fmt.Errorf("%w: its name ends in %s, its content is plain text", errUnknown, ext)
		}
		if named, ok := extensions[ext]; ok && f.name == "text" {
			return byName(named)
		}
		return f, nil
	}
	return format{}, errUnknown
}

func byName(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("no input format is called %q: use one of %s", name, strings.Join(Formats(), ", "))
}

// sniffMax bounds how much of a file is examined to recognise its format.
const sniffMax = 1 << 20

func hasPrefix(magic string) func([]byte) bool {
	return func(src []byte) bool { return bytes.HasPrefix(src, []byte(magic)) }
}

func unreadable(what string) func(*input) error {
	return func(*input) error { return fmt.Errorf("%w: %s", errUnknown, what) }
}

// part adapts a reader that knows nothing about files to a format.
func part(read func(src []byte) (reading.Result, error)) func(*input) error {
	return func(in *input) error {
		r, err := read(in.src)
		in.take(r)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNoReferences, err)
		}
		return nil
	}
}

// flowing adapts a reader of documents made of paragraphs to a format.
func flowing(read func(src []byte) (reading.Result, error)) func(*input) error {
	return func(in *input) error {
		r, err := read(in.src)
		in.take(r)
		return err
	}
}

func readMarkdown(in *input) error {
	if err := strange(in.src); err != nil && !markup.LooksLikeMarkdown(in.src) {
		return err
	}
	in.take(entries.ReadHead(in.src))
	return flowing(markup.ReadMarkdown)(in)
}

// readTypst reads the list that a Typst document prints itself.
func readTypst(in *input) error {
	err := flowing(markup.ReadTypst)(in)
	if names := project.Named("x.typ", string(in.src)); err == nil && len(in.References) == 0 && len(names) > 0 {
		return fmt.Errorf("%w: it names %s in #bibliography: check that file, or both together", ErrNoReferences,
			strings.Join(names, ", "))
	}
	return err
}

// take adopts the result of a reader that knows nothing about files.
func (in *input) take(r reading.Result) {
	r.Named(in.name)
	in.References = append(in.References, r.References...)
	in.Citations = append(in.Citations, r.Citations...)
	in.Problems = append(in.Problems, r.Problems...)
	in.Texts, in.Pages = append(in.Texts, r.Texts...), r.Pages
}

// Likely returns the work that a reference claims, with its type as far as its form shows it: a printed reference
// states none. It is meant for writing entries; nothing is judged by a type that no one claimed.
func Likely(ref *biblio.Reference) biblio.Work {
	w := ref.Claimed
	if w.Type == biblio.TypeUnknown {
		w.Type = likelyType(ref)
	}
	return w
}

func likelyType(ref *biblio.Reference) biblio.Type {
	w := &ref.Claimed
	raw := strings.ToLower(ref.Raw)
	container := normalise.ParseContainer(w.Container.Title)
	switch {
	case words.Has(raw, words.Thesis):
		return biblio.Thesis
	case container.Head == normalise.Preprints, container.IsZero() && !w.ID(ident.ArXiv).IsZero():
		return biblio.Preprint
	case containsAny(raw, "technical report", "tech. rep", "working paper", "white paper"):
		return biblio.Report
	case !container.IsZero():
		return likelyPart(ref, container)
	case w.Publisher != "" && len(w.Contributors) > 0 && w.Pages == "":
		return biblio.Book
	}
	return biblio.TypeUnknown
}

func likelyPart(ref *biblio.Reference, container normalise.Container) biblio.Type {
	w := &ref.Claimed
	switch {
	case container.Head == normalise.Conference, containsAny(container.Normalised, "proceedings", "proc ",
		"workshop", "conference",
		"symposium", "advances in neural information"):
		return biblio.PaperConference
	case container.Head == normalise.Journal, w.Issue != "":
		return biblio.ArticleJournal
	case introduced(ref) && (w.Publisher != "" || len(w.ByRole(biblio.Editor)) > 0):
		return biblio.Chapter
	case introduced(ref):
		return biblio.PaperConference
	case w.Volume != "", w.Pages != "":
		return biblio.ArticleJournal
	}
	return biblio.TypeUnknown
}

func containsAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// introduced reports whether "In" precedes the container, as before the name of a book or of proceedings.
func introduced(ref *biblio.Reference) bool {
	at, ok := ref.Spans[biblio.FieldVenue]
	if !ok || at.Start > len(ref.Raw) {
		return false
	}
	before := strings.TrimRight(ref.Raw[:at.Start], " :\n“\"'")
	return strings.HasSuffix(before, " In") || strings.HasSuffix(before, " in") ||
		strings.HasPrefix(ref.Raw[at.Start:], "In ")
}
