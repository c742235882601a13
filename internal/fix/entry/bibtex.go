package entry

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// bibTypes maps types to BibTeX's entry types; types not listed become "misc".
var bibTypes = map[biblio.Type]string{
	biblio.ArticleJournal: "article", biblio.ArticleMagazine: "article", biblio.ArticleNews: "article",
	biblio.Review:          "article",
	biblio.PaperConference: "inproceedings", biblio.Chapter: "incollection", biblio.Entry: "incollection",
	biblio.Book: "book", biblio.Proceedings: "proceedings", biblio.Report: "techreport", biblio.Standard: "techreport",
	biblio.Thesis: "phdthesis", biblio.Unpublished: "unpublished",
}

// Kind returns BibTeX's entry type for a type of work.
func Kind(t biblio.Type) string { return cmp.Or(bibTypes[t], "misc") }

// BibTeX writes a work as an entry with a key. Letters outside ASCII stay; capitals inside words are protected.
func BibTeX(w *biblio.Work, key string) string {
	kind := Kind(w.Type)
	var list [][2]string
	add := func(name, value string) {
		if value = whole(value, name == "doi" || name == "url"); value != "" {
			list = append(list, [2]string{name, value})
		}
	}
	esc := func(s string) string { return latex.Escape(s, false) }
	add("author", people(w.Authors(), w.AuthorsCut))
	add("editor", people(w.ByRole(biblio.Editor), false))
	add("title", title(w.FullTitle()))
	arxiv := w.ID(ident.ArXiv)
	add(containerField(kind), esc(containerName(w)))
	if kind != "book" {
		add("series", esc(w.Container.Series))
	}
	add("edition", esc(w.Edition))
	add("volume", esc(w.Volume))
	add("number", esc(w.Issue))
	add("pages", pages(w.Pages))
	add(bibfield.Name(bibfield.TypeOf(kind).Publishes(), false), esc(w.Publisher))
	add("address", esc(w.Place))
	add("year", w.YearString())
	add("doi", w.ID(ident.DOI).Value)
	add("isbn", w.ID(ident.ISBN).Value)
	if !arxiv.IsZero() {
		add("eprint", arxiv.Value)
		add("archiveprefix", "arXiv")
	}
	if w.ID(ident.DOI).IsZero() {
		add("url", cmp.Or(w.URL, w.ID(ident.ACL).Link())) // arXiv's is in the eprint field
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", kind, key)
	width := 0
	for _, f := range list {
		width = max(width, len(f[0]))
	}
	for _, f := range list {
		fmt.Fprintf(&b, "  %-*s = {%s},\n", width, f[0], f[1])
	}
	b.WriteString("}\n")
	return b.String()
}

// OneLine returns text on one line without control characters.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

// whole returns a value on one line with its braces balanced the way BibTeX counts them, with or without a
// backslash; otherwise it would end the field early. In addresses they are percent-encoded.
func whole(value string, address bool) string {
	value = OneLine(value)
	if address && strings.ContainsAny(value, "{}") {
		return numbered.Replace(value)
	}
	if bibtex.Balanced(value) {
		return value
	}
	if value = named.Replace(value); bibtex.Balanced(value) {
		return value
	}
	return strings.NewReplacer("{", "", "}", "").Replace(value)
}

var (
	numbered = strings.NewReplacer("{", "%7B", "}", "%7D")
	named    = strings.NewReplacer(`\{`, `\textbraceleft{}`, `\}`, `\textbraceright{}`)
)

// containerName returns the container's name; "" for a preprint, which has its eprint instead.
func containerName(w *biblio.Work) string {
	if w.Type == biblio.Preprint && !w.ID(ident.ArXiv).IsZero() {
		return ""
	}
	return cmp.Or(w.Container.Title, w.Container.Short)
}

func containerField(kind string) string {
	if kind == "misc" {
		return bibfield.Name(bibfield.HowPublished, false)
	}
	return bibfield.Name(cmp.Or(bibfield.TypeOf(kind).In, bibfield.BookTitle), false)
}

func people(list []biblio.Contributor, cut bool) string {
	parts := make([]string, 0, len(list)+1)
	for _, c := range list {
		parts = append(parts, person(c))
	}
	if cut {
		parts = append(parts, "others")
	}
	return strings.Join(parts, " and ")
}

// conjunction matches the word at which BibTeX splits lists of names.
var conjunction = lazy.Regexp(`(?i)(?:^|\s)and(?:\s|$)`)

func person(c biblio.Contributor) string {
	if c.Literal != "" {
		return "{" + latex.Escape(c.Literal, false) + "}"
	}
	name := strings.TrimSpace(c.Particle + " " + c.Family)
	if conjunction.MatchString(name + " " + c.Given) { // otherwise BibTeX would read two people
		return "{" + latex.Escape(c.String(), false) + "}"
	}
	if c.Suffix != "" {
		name += ", " + c.Suffix
	}
	if c.Given != "" {
		name += ", " + c.Given
	}
	return latex.Escape(name, false)
}

// pages writes a range with BibTeX's dash.
func pages(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, "–", "-"), "--", "-"), "-", "--")
}

// title protects the words that contain a capital.
func title(s string) string {
	words := strings.Fields(s)
	for i, word := range words {
		core := strings.TrimRight(word, ":;,.?!")
		text := latex.Escape(core, false)
		if CapitalInside(core) {
			text = "{" + text + "}"
		}
		words[i] = text + word[len(core):]
	}
	return strings.Join(words, " ")
}
