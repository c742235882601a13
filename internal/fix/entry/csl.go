package entry

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Item is a work as CSL-JSON (schema 1.0.2).
type Item struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	Title     string `json:"title,omitempty"`
	Author    []Name `json:"author,omitempty"`
	Editor    []Name `json:"editor,omitempty"`
	Container string `json:"container-title,omitempty"`
	Short     string `json:"container-title-short,omitempty"`
	Series    string `json:"collection-title,omitempty"`
	Issued    *Date  `json:"issued,omitempty"`
	Volume    string `json:"volume,omitempty"`
	Issue     string `json:"issue,omitempty"`
	Pages     string `json:"page,omitempty"`
	Publisher string `json:"publisher,omitempty"`
	Place     string `json:"publisher-place,omitempty"`
	Edition   string `json:"edition,omitempty"`
	DOI       string `json:"DOI,omitempty"`
	PMID      string `json:"PMID,omitempty"`
	ISBN      string `json:"ISBN,omitempty"`
	URL       string `json:"URL,omitempty"`
}

// Name is a CSL name.
type Name struct {
	Family   string `json:"family,omitempty"`
	Given    string `json:"given,omitempty"`
	Particle string `json:"non-dropping-particle,omitempty"`
	Suffix   string `json:"suffix,omitempty"`
	Literal  string `json:"literal,omitempty"`
}

// Date is a CSL date with one list of year, month and day.
type Date struct {
	Parts [1][]int `json:"date-parts"`
}

// CSL returns a work as a CSL item with an id.
func CSL(w *biblio.Work, id string) Item {
	item := Item{
		ID: id, Type: string(w.Type), Title: w.FullTitle(), Author: cslNames(w.Authors()),
		Editor:    cslNames(w.ByRole(biblio.Editor)),
		Container: w.Container.Title, Short: w.Container.Abbreviation(), Series: w.Container.Series, Volume: w.Volume,
		Issue: w.Issue, Pages: w.Pages,
		Publisher: w.Publisher, Place: w.Place, Edition: w.Edition,
		DOI: w.ID(ident.DOI).Value, PMID: w.ID(ident.PMID).Value, ISBN: w.ID(ident.ISBN).Value, URL: link(w),
	}
	switch w.Type {
	case biblio.TypeUnknown:
		item.Type = "document"
	case biblio.Proceedings:
		item.Type = "book"
	}
	if w.AuthorsCut && len(item.Author) > 0 {
		item.Author = append(item.Author, Name{Literal: "others"}) // the form that processors know
	}
	if d := w.Issued; d.Year != 0 {
		parts := []int{d.Year}
		if d.Month != 0 {
			if parts = append(parts, d.Month); d.Day != 0 {
				parts = append(parts, d.Day)
			}
		}
		item.Issued = &Date{[1][]int{parts}}
	}
	return item
}

func cslNames(list []biblio.Contributor) []Name {
	return lists.Map(list, func(c biblio.Contributor) Name {
		return Name{Family: c.Family, Given: c.Given, Particle: c.Particle, Suffix: c.Suffix, Literal: c.Literal}
	})
}

// link returns the address of a work: its own, or else that of its arXiv or ACL identifier.
func link(w *biblio.Work) string {
	return cmp.Or(w.URL, w.ID(ident.ArXiv).Link(), w.ID(ident.ACL).Link())
}

// risTypes maps types to those of RIS; types not listed become "GEN".
var risTypes = map[biblio.Type]string{
	biblio.ArticleJournal: "JOUR", biblio.ArticleMagazine: "MGZN", biblio.ArticleNews: "NEWS",
	biblio.PaperConference: "CPAPER", biblio.Chapter: "CHAP",
	biblio.Book: "BOOK", biblio.Proceedings: "CONF", biblio.Preprint: "UNPB", biblio.Report: "RPRT", biblio.Thesis: "THES",
	biblio.Dataset:  "DATA",
	biblio.Software: "COMP", biblio.WebPage: "ELEC", biblio.Standard: "STAND", biblio.Patent: "PAT", biblio.Legal: "CASE",
	biblio.Legislation: "STAT",
	biblio.Entry:       "ENCYC", biblio.Unpublished: "UNPB",
}

// RISType returns the RIS reference type of a type of work.
func RISType(t biblio.Type) string { return cmp.Or(risTypes[t], "GEN") }

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
	if w.AuthorsCut && len(w.Authors()) > 0 {
		line("AU", "et al.")
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
