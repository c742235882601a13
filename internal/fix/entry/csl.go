package entry

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Item is a work in the form of CSL-JSON (schema 1.0.2).
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

// CSL gives a work as a CSL item with an id.
func CSL(w *biblio.Work, id string) Item {
	item := Item{
		ID: id, Type: string(w.Type), Title: w.FullTitle(), Author: cslNames(w.Authors()), Editor: cslNames(w.ByRole(biblio.Editor)),
		Container: w.Container.Title, Short: w.Container.Abbreviation(), Series: w.Container.Series, Volume: w.Volume, Issue: w.Issue, Pages: w.Pages,
		Publisher: w.Publisher, Place: w.Place, Edition: w.Edition,
		DOI: w.ID(ident.DOI).Value, PMID: w.ID(ident.PMID).Value, ISBN: w.ID(ident.ISBN).Value, URL: link(w),
	}
	switch w.Type {
	case biblio.TypeUnknown:
		item.Type = "document"
	case biblio.Proceedings:
		item.Type = "book"
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
	var out []Name
	for _, c := range list {
		out = append(out, Name{Family: c.Family, Given: c.Given, Particle: c.Particle, Suffix: c.Suffix, Literal: c.Literal})
	}
	return out
}

// link gives an address of a work: its own, else that of its arXiv or ACL
// identifier.
func link(w *biblio.Work) string {
	if w.URL != "" {
		return w.URL
	}
	for _, scheme := range []ident.Scheme{ident.ArXiv, ident.ACL} {
		if id := w.ID(scheme); !id.IsZero() {
			return id.Link()
		}
	}
	return ""
}
