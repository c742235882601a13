package wire

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// lost replaces a letter that was lost on the way: bytes that are not UTF-8 become it when they are read, and
// some sources have it in their data.
const lost = "\ufffd"

// sound removes what is damaged from a record, so that it is unknown and never evidence of a difference: a list
// of authors ends before the first damaged name, other fields are cleared.
func (d *draft) sound() {
	d.soundPeople()
	for key, text := range map[string]*string{"container": &d.Container.Title, "container-short": &d.Container.Short,
		"series":    &d.Container.Series,
		"publisher": &d.Publisher, "place": &d.Place, "volume": &d.Volume, "issue": &d.Issue, "pages": &d.Pages,
		"edition": &d.Edition} {
		if strings.Contains(*text, lost) {
			d.note(key+"-damaged", *text)
			*text = ""
		}
	}
	d.beforeLost("title-damaged", &d.Title)
	d.beforeLost("subtitle-damaged", &d.Subtitle)
	if !webAddress(d.URL) {
		d.note("url", d.URL)
		d.URL = ""
	}
}

// soundPeople ends the list of authors before one whose family name is damaged or who has no name, and reduces
// a damaged given name to its initial.
func (d *draft) soundPeople() {
	var list []biblio.Contributor
	open := true // the list of authors has not ended
	for i, c := range d.Contributors {
		open = open && d.gap != i+1
		author := c.Role == biblio.Author
		broken := strings.Contains(c.Family+c.Literal, lost) || questioned(c.Family)
		if broken || strings.Contains(c.Given, lost) || questioned(c.Given) {
			d.more("names-damaged", c.String())
			c.Given = initial(c.Given)
		} else if author && !open {
			d.more("names-behind", c.String())
		}
		if open = open && !(author && broken); author && !open || broken {
			continue
		}
		list = append(list, c)
	}
	if open = open && d.gap != len(d.Contributors)+1; !open {
		d.AuthorsCut = true
	}
	d.Contributors = list
}

// initial returns the initial of a damaged given name, "" if it is lost.
func initial(given string) string {
	if r, _ := utf8.DecodeRuneInString(given); unicode.IsLetter(r) {
		return string(r) + "."
	}
	return ""
}

// questioned reports whether there is a question mark beside a letter.
func questioned(s string) bool {
	letters := []rune(s)
	for i, r := range letters {
		if r == '?' && (i > 0 && unicode.IsLetter(letters[i-1]) || i+1 < len(letters) && unicode.IsLetter(letters[i+1])) {
			return true
		}
	}
	return false
}

// telling is how many bytes of a damaged title still identify the work.
const telling = 20

// beforeLost cuts a title before its first lost letter, at the end of a word.
func (d *draft) beforeLost(key string, title *string) {
	at := strings.Index(*title, lost)
	if at < 0 {
		return
	}
	if end := strings.LastIndexByte((*title)[:at], ' '); end >= telling {
		d.note(key, *title)
		*title, d.TitleCut = strings.TrimSpace((*title)[:end]), true
	}
}

// webAddress reports whether an address may be written into a bibliography and opened.
func webAddress(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && slices.Contains([]string{"http", "https", "ftp", ""}, u.Scheme)
}
