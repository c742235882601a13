package reading

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Claim is a work assembled from parts that the input labels. Parts without a field are in Extra under the input's
// own name.
type Claim struct {
	biblio.Work
	Extra       map[string]string
	first, last string // pages
}

// Empty reports whether a claim has nothing that can be looked up.
func (c *Claim) Empty() bool {
	return c.Title == "" && len(c.IDs) == 0 && len(c.Contributors) == 0 && c.Container.Title == "" && c.URL == ""
}

// noteMost is the length of a note, in bytes, from which nothing more is added to it.
const noteMost = 64 << 10

// Note adds a text to Extra, separated by "; " from what is there.
func (c *Claim) Note(key, text string) {
	if text == "" || key == "" {
		return
	}
	if c.Extra == nil {
		c.Extra = map[string]string{}
	}
	if have := c.Extra[key]; have != "" {
		if len(have) > noteMost { // each addition would copy everything before it
			return
		}
		text = have + "; " + text
	}
	c.Extra[key] = text
}

// Set fills an empty field; further values go to Extra.
func (c *Claim) Set(field *string, key, text string) {
	switch {
	case text == "" || *field == text:
	case *field == "":
		*field = text
	default:
		c.Note(key, text)
	}
}

// Add adds a contributor that has a name; a mark such as "et al." marks the list as cut.
func (c *Claim) Add(p biblio.Contributor, role biblio.Role) {
	switch {
	case p.IsZero():
	case words.IsCut(p.String()):
		c.AuthorsCut = c.AuthorsCut || role == biblio.Author
	default:
		p.Role = role
		c.Contributors = append(c.Contributors, p)
	}
}

// CutIn marks the list of authors as cut if the printed reference has a mark such as "et al." between its last name
// and the title, or dots among the names.
func (c *Claim) CutIn(printed string) {
	authors := c.Authors()
	if len(authors) == 0 || c.Title == "" {
		return
	}
	head, _, _ := strings.Cut(printed, c.Title)
	at := strings.Index(head, cmp.Or(authors[0].Family, authors[0].Literal))
	if len(head) == len(printed) || at < 0 {
		return
	}
	names := strings.TrimRightFunc(head[at:], func(r rune) bool { return !unicode.IsLetter(r) })
	c.AuthorsCut = c.AuthorsCut || words.CutTail(names) > 0 || strings.Contains(head[at:], "…") ||
		strings.Contains(head[at:], "...")
}

// Name adds a name stated as one text, or a whole list in its place; a mark such as "et al." marks the list as cut.
func (c *Claim) Name(text string, role biblio.Role) {
	list, cut, ok := refstring.RunTogether(text)
	for i := range list {
		list[i].Role = role
	}
	if !ok {
		list, cut = biblio.ParseNames([]string{text}, role)
	}
	c.Contributors = append(c.Contributors, list...)
	if cut && role == biblio.Author {
		c.AuthorsCut = true
	}
}

// People adds the names of a list, however it separates and orders them.
func (c *Claim) People(text string, role biblio.Role) {
	list, cut := refstring.SplitNames(text)
	for _, one := range list {
		c.Add(one, role)
	}
	c.AuthorsCut = c.AuthorsCut || cut && role == biblio.Author
}

// Person adds a name stated in parts.
func (c *Claim) Person(family, given, suffix string, role biblio.Role) {
	p := biblio.NameParts(family, given)
	p.Suffix = cmp.Or(suffix, p.Suffix)
	c.Add(p, role)
}

// Link sets an address, and adds the identifier that it is.
func (c *Claim) Link(uri string) {
	if uri = strings.TrimSpace(uri); uri == "" {
		return
	}
	id, ok := ident.Parse(uri)
	if ok && id.Scheme != ident.URL && c.ID(id.Scheme).IsZero() {
		c.AddID(id)
	}
	if c.URL == "" {
		c.URL = uri
		if ok && id.Scheme == ident.URL {
			c.AddID(id)
		}
		return
	}
	c.Note("url", uri)
}

// Date sets the date: "2019", "2019-05", "2019/05/17", "May 2019". The first with a year is kept.
func (c *Claim) Date(text string) {
	if c.Issued.Year == 0 {
		c.Issued, c.OtherYear = ParseDate(text), biblio.SecondYear(strings.TrimSpace(text))
	}
}

// ParseDate reads a partial date with its parts in descending order, or only the year of any other text.
func ParseDate(text string) biblio.Date {
	text = strings.TrimSpace(text)
	head, _, _ := strings.Cut(text, "T")
	parts := strings.FieldsFunc(head, func(r rune) bool { return r == '-' || r == '/' || r == ' ' || r == '.' })
	d := biblio.Date{Year: biblio.LeadingYear(text)}
	if d.Year == 0 || len(parts) == 0 || parts[0] != strconv.Itoa(d.Year) {
		return d
	}
	for i, part := range parts[1:] {
		n, err := strconv.Atoi(part)
		if err != nil {
			n = words.Month(part)
		}
		switch {
		case i == 0 && n >= 1 && n <= 12:
			d.Month = n
		case i == 1 && d.Month > 0 && n >= 1 && n <= 31:
			d.Day = n
		default:
			return d
		}
	}
	return d
}

// Serial adds ISSNs and ISBNs that are in one field.
func (c *Claim) Serial(text string) {
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",; \n\r\t()", r) }) {
		digits := strings.ReplaceAll(one, "-", "")
		switch {
		case len(digits) == 8 && digits[0] >= '0' && digits[0] <= '9':
			if len(one) == 8 {
				one = one[:4] + "-" + one[4:]
			}
			c.Container.ISSN = append(c.Container.ISSN, one)
		case len(digits) == 10 || len(digits) == 13:
			if id, ok := ident.ParseISBN(one); ok {
				c.AddID(id)
			}
		}
	}
}

// Range sets first and last page.
func (c *Claim) Range(first, last string) {
	switch {
	case c.Pages != "":
	case last == "" || first == last:
		c.Pages = first
	case first == "":
		c.Pages = last
	default:
		c.Pages = first + "-" + last
	}
}

// Reference returns the claim as a reference. Without a raw text it gets one made from its parts.
func (c *Claim) Reference(key, raw string) biblio.Reference {
	c.Range(c.first, c.last)
	if raw == "" {
		raw = c.Text()
	}
	return biblio.Reference{Key: key, Raw: raw, Claimed: c.Work, Extra: c.Extra}
}

// Text words a claim as a reference list would, for readers.
func (c *Claim) Text() string {
	var names []string
	for i, p := range c.Authors() {
		if i == 50 {
			names = append(names, "…")
			break
		}
		names = append(names, p.String())
	}
	if c.AuthorsCut {
		names = append(names, "et al.")
	}
	var parts []string
	for _, part := range []string{strings.Join(names, ", "), c.YearString(), c.FullTitle(), c.Container.Title,
		volume(&c.Work), c.Publisher} {
		if part != "" {
			parts = append(parts, strings.TrimRight(part, "."))
		}
	}
	if doi := c.ID(ident.DOI); !doi.IsZero() {
		parts = append(parts, doi.Link())
	} else if c.URL != "" {
		parts = append(parts, c.URL)
	}
	return strings.Join(parts, ". ")
}

func volume(w *biblio.Work) string {
	s := w.Volume
	if w.Issue != "" {
		s += "(" + w.Issue + ")"
	}
	if w.Pages != "" {
		s = strings.TrimPrefix(s+":"+w.Pages, ":")
	}
	return s
}
