package biblio

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/row"
)

// Flat is a work with every field as plain text: the shape of all JSON input
// and output. Names are those of the Field constants.
type Flat row.Work

// Year is a year as JSON states it.
type Year = row.Year

// Work turns the flat form into a work: names are split into parts, "et al." at the end of the authors sets
// AuthorsCut, and identifiers are normalised. An identifier that does not parse is kept through Malformed, so that it
// can be judged.
func (f *Flat) Work() Work {
	w := Work{
		Type: Type(f.Type), Title: strings.TrimSpace(f.Title),
		Container: Container{Title: strings.TrimSpace(f.Venue)},
		Issued:    Date{Year: LeadingYear(string(f.Year))},
		URL:       strings.TrimSpace(f.URL),
		Volume:    strings.TrimSpace(f.Volume), Issue: strings.TrimSpace(f.Issue), Pages: strings.TrimSpace(f.Pages),
		Publisher: strings.TrimSpace(f.Publisher), Place: strings.TrimSpace(f.Location),
	}
	w.Contributors, w.AuthorsCut = ParseNames(f.Authors, Author)
	editors, _ := ParseNames(f.Editors, Editor)
	w.Contributors = append(w.Contributors, editors...)
	w.State(ident.DOI, f.DOI)
	w.State(ident.ArXiv, f.ArXivID)
	w.State(ident.PMID, f.PMID)
	w.State(ident.ISBN, f.ISBN)
	if id, ok := ident.Parse(w.URL); ok {
		w.AddID(id)
	}
	return w
}

// AddID adds an identifier unless the work has it already.
func (w *Work) AddID(id ident.ID) {
	if !id.IsZero() && !slices.Contains(w.IDs, id) {
		w.IDs = append(w.IDs, id)
	}
}

// Flat returns the flat form of a work.
func (w *Work) Flat() Flat {
	f := Flat{
		Type: string(w.Type), Title: w.FullTitle(), Venue: w.Container.Title, Year: Year(w.YearString()),
		DOI: w.ID(ident.DOI).Value, ArXivID: w.ID(ident.ArXiv).Value, PMID: w.ID(ident.PMID).Value,
		ISBN: w.ID(ident.ISBN).Value, URL: w.URL, Volume: w.Volume, Issue: w.Issue, Pages: w.Pages,
		Publisher: w.Publisher, Location: w.Place,
	}
	for _, c := range w.Authors() {
		f.Authors = append(f.Authors, c.String())
	}
	if w.AuthorsCut {
		f.Authors = append(f.Authors, "et al.")
	}
	for _, c := range w.ByRole(Editor) {
		f.Editors = append(f.Editors, c.String())
	}
	return f
}

// LeadingYear returns the first plausible year (1000 to 2999) that is on its own in a text: "2017", "2017-06-12", "c.
// 1890", "June 2019", "2019a"; 0 if there is none.
func LeadingYear(s string) int {
	for i := 0; i+4 <= len(s); i++ {
		if i > 0 && digit(s[i-1]) || !digit(s[i]) {
			continue
		}
		j := i
		for j < len(s) && digit(s[j]) {
			j++
		}
		if j-i == 4 && (s[i] == '1' || s[i] == '2') {
			n, _ := strconv.Atoi(s[i:j])
			return n
		}
		i = j
	}
	return 0
}

// twoYears matches two years that a text states together: one of them in brackets, both separated by a slash or a
// dash, or a range of days.
var twoYears = lazy.Regexp(`^(?:\[([12]\d{3})\]\s?([12]\d{3})|([12]\d{3})(?: BE| SH| AH)? ?[\[(]([12]\d{3})[\])]|` +
	`([12]\d{3})(?:-\d\d){0,2} ?(?:/|--?|–) ?([12]\d{3}))(?:\D|$)`)

// SecondYear returns the year next to the one at the start of a text: 2014 in "1999/2014", "[1999] 2014", "2557 BE
// [2014]", "2013-12/2014-01"; 0 if there is none.
func SecondYear(s string) int {
	m := twoYears.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	other, _ := strconv.Atoi(m[2] + m[4] + m[6])
	if first, _ := strconv.Atoi(m[1] + m[3] + m[5]); m[6] != "" && other <= first || other == first {
		return 0
	}
	return other
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
