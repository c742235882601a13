package corrupt

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/style"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Styles are the default bibliography styles of a set.
var Styles = []string{plainStyle, "ieee", "acm", "apa", "nature"}

// plainStyle prints every field as claimed.
const plainStyle = "plain"

// CheckStyle returns an error that lists the styles if name is not one of them.
func CheckStyle(name string) error {
	if name == plainStyle || style.Check(name) == nil {
		return nil
	}
	return fmt.Errorf("no style %q; there are %s, %s", name, plainStyle, strings.Join(style.Names(), ", "))
}

// Print returns a claim as a printed reference in a style.
func Print(f *biblio.Flat, name string) (string, error) {
	if name == plainStyle {
		return plain(f), nil
	}
	w := f.Work()
	text, err := style.Render(&w, name)
	return text.String(), err
}

// plain prints in the order of BibTeX's plain style, every field as claimed.
func plain(f *biblio.Flat) string {
	var b strings.Builder
	b.WriteString(nameList(f.Authors))
	b.WriteString(". " + strings.TrimRight(f.Title, ".") + ".")
	if f.Venue != "" {
		b.WriteString(" " + f.Venue)
		if f.Volume != "" {
			b.WriteString(", " + f.Volume)
			if f.Issue != "" {
				b.WriteString("(" + f.Issue + ")")
			}
		}
		if f.Pages != "" {
			sep := ", "
			if f.Volume != "" {
				sep = ":"
			}
			b.WriteString(sep + f.Pages)
		}
		b.WriteString(",")
	}
	for _, part := range []string{f.Publisher, f.Location} {
		if part != "" {
			b.WriteString(" " + part + ",")
		}
	}
	b.WriteString(" " + string(f.Year) + ".")
	switch {
	case f.DOI != "":
		b.WriteString(" doi:" + strings.TrimPrefix(f.DOI, "https://doi.org/") + ".")
	case f.ArXivID != "":
		b.WriteString(" arXiv:" + f.ArXivID + ".")
	case f.URL != "":
		b.WriteString(" " + f.URL)
	}
	return b.String()
}

// nameList joins names with commas and "and"; a mark of a cut list comes last.
func nameList(names []string) string {
	n := len(names)
	switch {
	case n == 0:
		return ""
	case words.IsCut(names[n-1]):
		return strings.Join(names[:n-1], ", ") + ", et al"
	case n == 1:
		return names[0]
	case n == 2:
		return names[0] + " and " + names[1]
	}
	return strings.Join(names[:n-1], ", ") + ", and " + names[n-1]
}

// linked prints a claim as report-writing models do: "[Authors, Year,
// Title](address)".
func linked(f *biblio.Flat) string {
	w := f.Work()
	people := w.Authors()
	who := ""
	switch {
	case len(people) > 2 || len(people) > 0 && w.AuthorsCut:
		who = familyOf(people[0]) + " et al."
	case len(people) == 2:
		who = familyOf(people[0]) + " & " + familyOf(people[1])
	case len(people) == 1:
		who = familyOf(people[0])
	}
	address := f.URL
	switch {
	case f.ArXivID != "":
		address = "https://arxiv.org/abs/" + f.ArXivID
	case f.DOI != "":
		address = "https://doi.org/" + f.DOI
	}
	text := fmt.Sprintf("[%s, %s, %s]", who, f.Year, f.Title)
	if address == "" {
		return text
	}
	return text + "(" + address + ")"
}

func familyOf(c biblio.Contributor) string { return cmp.Or(c.Family, c.Literal) }

// Raw returns the printed form for the suites of the family.
func (e *Entry) Raw() string {
	if e.Family == "citecheck" {
		return linked(&e.Claim)
	}
	return plain(&e.Claim)
}

// BibTeX returns a claim as an entry of a .bib file.
func BibTeX(f *biblio.Flat, key string) string {
	w := f.Work()
	return entry.BibTeX(&w, key)
}
