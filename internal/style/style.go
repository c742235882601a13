package style

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// styles maps the name of each style to the function that prints a work in it.
var styles = map[string]func(*sheet){
	"acm": acm, "apa": apa, "chicago": chicago, "ieee": ieee, "mla": mla, "nature": nature, "vancouver": vancouver,
}

// Names returns the styles in alphabetical order.
func Names() []string {
	return slices.Sorted(maps.Keys(styles))
}

// Check returns an error that lists the styles if name is not one of them.
func Check(name string) error {
	if styles[name] == nil {
		return fmt.Errorf("unknown style %q: use one of %s", name, strings.Join(Names(), ", "))
	}
	return nil
}

// Render prints a work in a style. The only error is that of Check.
func Render(w *biblio.Work, name string) (Text, error) {
	if err := Check(name); err != nil {
		return nil, err
	}
	s := newSheet(w)
	styles[name](s)
	return s.spans, nil
}

// shape is the structure of a reference: several types share one.
type shape uint8

const (
	article shape = iota // in a journal, magazine or newspaper
	paper                // in proceedings
	chapter              // in a book
	book                 // a whole book
	thesis
	report
	preprint
	page // on the web
	software
	dataset
)

var shapes = map[biblio.Type]shape{
	biblio.ArticleJournal: article, biblio.ArticleMagazine: article, biblio.ArticleNews: article, biblio.Review: article,
	biblio.PaperConference: paper, biblio.Chapter: chapter, biblio.Entry: chapter, biblio.Book: book,
	biblio.Proceedings: book,
	biblio.Thesis:      thesis, biblio.Report: report, biblio.Standard: report, biblio.Patent: report,
	biblio.Preprint: preprint, biblio.WebPage: page,
	biblio.Software: software, biblio.Dataset: dataset,
}

// sheet is a work prepared for printing, and the line being printed.
type sheet struct {
	line
	shape             shape
	authors, editors  []biblio.Contributor
	cut               bool // names are missing at the end of the authors
	title             string
	container, short  string // the container as stated, and its abbreviation or else the same
	series            string
	volume, issue     string
	pages             string
	year              string
	date              biblio.Date
	publisher, place  string
	edition           string
	doi, arxiv, where string // where is the address: of the DOI, or else the work's own
}

func newSheet(w *biblio.Work) *sheet {
	s := &sheet{
		authors: w.Authors(), editors: w.ByRole(biblio.Editor), cut: w.AuthorsCut,
		title: clean(w.FullTitle()), container: strings.TrimRight(clean(w.Container.Title),
			"."), series: clean(w.Container.Series),
		volume: clean(w.Volume), issue: clean(w.Issue), pages: clean(w.Pages), year: w.YearString(), date: w.Issued,
		publisher: clean(w.Publisher), place: clean(w.Place), edition: ordinal(clean(w.Edition)),
		doi: w.ID(ident.DOI).Value, arxiv: w.ID(ident.ArXiv).Value, where: address(w),
	}
	// the name is an abbreviation as a whole
	if strings.HasSuffix(clean(w.Container.Title), ".") && strings.Count(w.Container.Title, ".") > 1 {
		s.container += "."
	}
	s.short = s.container
	if strings.ContainsAny(w.Container.Short, ". ") || s.container == "" {
		s.short = clean(w.Container.Short)
	}
	s.container = cmp.Or(s.container, s.short)
	if len(s.authors) == 0 {
		s.cut = false
	}
	s.shape = shapeOf(w, s)
	return s
}

// shapeOf returns the shape of a work; if its type is unknown, the shape follows from what it states.
func shapeOf(w *biblio.Work, s *sheet) shape {
	if shape, ok := shapes[w.Type]; ok {
		return shape
	}
	switch {
	case s.container != "" && (s.volume != "" || s.issue != ""):
		return article
	case s.container != "":
		return chapter
	case s.arxiv != "":
		return preprint
	case s.publisher == "" && s.doi == "" && s.where != "":
		return page
	}
	return book
}

// clean returns a field without surrounding white space and the marks that the punctuation of a reference would
// double.
func clean(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimLeft(strings.TrimRight(text, ",;: "), ",;: ")
}

// headline returns the title without its final full stop.
func headline(title string) string {
	if strings.HasSuffix(title, ".") && !strings.HasSuffix(title, "..") {
		return strings.TrimRight(title[:len(title)-1], " ")
	}
	return title
}

// legible restores the characters of a DOI that an address may contain unescaped and that people print that way.
var legible = strings.NewReplacer("%28", "(", "%29", ")", "%3A", ":", "%3a", ":", "%3B", ";", "%3b", ";",
	"%2F", "/", "%2f", "/")

// address returns where a work can be found: by its DOI, else its own address, else that of another identifier.
func address(w *biblio.Work) string {
	if link := w.ID(ident.DOI).Link(); link != "" {
		return legible.Replace(link)
	}
	if w.URL != "" {
		return clean(w.URL)
	}
	for _, scheme := range []ident.Scheme{ident.ArXiv, ident.ACL, ident.PMCID} {
		if link := w.ID(scheme).Link(); link != "" {
			return link
		}
	}
	return ""
}

// archive returns the name of the archive of a preprint.
func (s *sheet) archive() string {
	if s.arxiv != "" {
		return "arXiv"
	}
	return s.site()
}

// site returns the publisher of a page, a program or a data set.
func (s *sheet) site() string { return cmp.Or(s.container, s.publisher) }

// whole reports whether the work's title is that of the whole publication.
func (s *sheet) whole() bool {
	return s.shape == book || s.shape == report || s.shape == thesis || s.shape == software ||
		s.shape == dataset || s.shape == page
}

// lead opens a reference with its people: the authors, or the editors of a whole book, for whom edited is true.
// editors holds the text before their label, and the label for one and for several.
func (s *sheet) lead(form NameList, editors [3]string) (edited bool) {
	if len(s.authors) == 0 && s.shape == book && len(s.editors) > 0 {
		if names := form.Print(s.editors, false); names != "" {
			s.put("", names)
			s.put(editors[0], plural(len(s.editors), editors[1], editors[2]))
		}
		return true
	}
	s.put("", form.Print(s.authors, s.cut))
	return false
}

// authorDate opens a reference with its people, the date and the title, or with the title if there are no people.
func (s *sheet) authorDate(form NameList, editors [3]string, date string, title func()) {
	s.lead(form, editors)
	if len(s.spans) == 0 {
		title()
		s.stop()
		s.put(" ", date)
		s.stop()
		return
	}
	s.stop()
	s.put(" ", date)
	s.stop()
	title()
	s.stop()
}

// plural returns the singular or the plural form.
func plural(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

var months = [...]string{"", "January", "February", "March", "April", "May", "June", "July", "August", "September",
	"October", "November", "December"}

// month returns the name of the month, cut to n letters and a full stop if it is longer, or "" if it is not stated.
func (s *sheet) month(n int) string {
	if s.date.Month < 1 || s.date.Month > 12 {
		return ""
	}
	name := months[s.date.Month]
	if n > 0 && len(name) > n+1 {
		return name[:n] + "."
	}
	return name
}
