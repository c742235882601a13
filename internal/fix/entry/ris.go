package entry

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// risTypes maps types to those of RIS; a type that is not listed is "GEN".
var risTypes = map[biblio.Type]string{
	biblio.ArticleJournal: "JOUR", biblio.ArticleMagazine: "MGZN", biblio.ArticleNews: "NEWS", biblio.PaperConference: "CPAPER", biblio.Chapter: "CHAP",
	biblio.Book: "BOOK", biblio.Proceedings: "CONF", biblio.Preprint: "UNPB", biblio.Report: "RPRT", biblio.Thesis: "THES", biblio.Dataset: "DATA",
	biblio.Software: "COMP", biblio.WebPage: "ELEC", biblio.Standard: "STAND", biblio.Patent: "PAT", biblio.Legal: "CASE", biblio.Legislation: "STAT",
	biblio.Entry: "ENCYC", biblio.Unpublished: "UNPB",
}

// RISType gives the reference type of RIS for a type of works.
func RISType(t biblio.Type) string {
	if kind := risTypes[t]; kind != "" {
		return kind
	}
	return "GEN"
}

// RIS writes a work as a RIS entry with an id.
func RIS(w *biblio.Work, id string) string {
	var b strings.Builder
	line := func(tag, value string) {
		if value = OneLine(value); value != "" {
			b.WriteString(tag + "  - " + value + "\n")
		}
	}
	line("TY", RISType(w.Type))
	line("ID", id)
	for _, c := range w.Authors() {
		line("AU", RISName(c))
	}
	for _, c := range w.ByRole(biblio.Editor) {
		line("ED", RISName(c))
	}
	line("TI", w.FullTitle())
	line("T2", w.Container.Title)
	line("J2", w.Container.Abbreviation())
	line("T3", w.Container.Series)
	line("PY", w.YearString())
	line("VL", w.Volume)
	line("IS", w.Issue)
	first, last, _ := strings.Cut(strings.ReplaceAll(w.Pages, "–", "-"), "-")
	line("SP", first)
	line("EP", strings.TrimLeft(last, "-"))
	line("PB", w.Publisher)
	line("CY", w.Place)
	line("ET", w.Edition)
	line("DO", w.ID(ident.DOI).Value)
	line("SN", w.ID(ident.ISBN).Value)
	line("UR", link(w))
	b.WriteString("ER  - \n")
	return b.String()
}

// RISName writes a name as "Family, Given, Suffix".
func RISName(c biblio.Contributor) string {
	if c.Literal != "" {
		return c.Literal
	}
	name := strings.TrimSpace(c.Particle + " " + c.Family)
	if c.Given != "" || c.Suffix != "" {
		name += ", " + c.Given
	}
	if c.Suffix != "" {
		name += ", " + c.Suffix
	}
	return name
}
