package index

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Names are stored in reading order. If the family name is the last word, the words are enough; other names
// have a form byte.
const (
	nameRole   = 7      // bits: number of the role
	nameParts  = 1 << 3 // the five parts are stored one by one
	nameStated = 7 << 4 // bits: how the stated name is formed
	namePlain  = 0
)

// How Stated is formed from the parts.
const (
	statedNone     = iota
	statedComma    // "Family, Given"
	statedInverted // "Family Given"
	statedMore     // String() and additional text
	statedText
)

// roles are numbered by their place. Part of the format: append only.
var roles = []biblio.Role{biblio.Author, "", biblio.Editor, biblio.Translator}

const otherRole = 7

// inReadingOrder reports whether given and family name can be separated again after being joined in one text.
func inReadingOrder(c *biblio.Contributor) bool {
	return c.Particle == "" && c.Suffix == "" && c.Literal == "" && c.Family != "" && strings.IndexByte(c.Family, ' ') < 0
}

// readingOrder appends given and family name to the text.
func (e *encoder) readingOrder(c *biblio.Contributor) {
	if c.Given != "" {
		e.text = append(appendEscaped(e.text, c.Given), ' ')
	}
	e.string(c.Family)
}

func nameForm(c *biblio.Contributor) (form byte) {
	if !inReadingOrder(c) {
		form |= nameParts
	}
	role := slices.Index(roles, c.Role)
	if role < 0 {
		role = otherRole
	}
	stated := statedText
	switch {
	case c.Stated == "":
		stated = statedNone
	case c.Stated == c.Family+", "+c.Given:
		stated = statedComma
	case c.Stated == c.Family+" "+c.Given:
		stated = statedInverted
	case strings.HasPrefix(c.Stated, c.String()):
		stated = statedMore
	}
	return form | byte(role) | byte(stated)<<4
}

func (e *encoder) contributors(list []biblio.Contributor) {
	if !slices.ContainsFunc(list, func(c biblio.Contributor) bool { return nameForm(&c) != namePlain }) {
		e.num(uint64(len(list)) << 1)
		for i := range list {
			e.readingOrder(&list[i])
		}
		return
	}
	e.num(uint64(len(list))<<1 | 1)
	for i := range list {
		e.contributor(&list[i])
	}
}

func (e *encoder) contributor(c *biblio.Contributor) {
	form := nameForm(c)
	e.numbers = append(e.numbers, form)
	if form&nameParts == 0 {
		e.readingOrder(c)
	} else {
		for _, part := range [...]string{c.Family, c.Given, c.Particle, c.Suffix, c.Literal} {
			e.string(part)
		}
	}
	if form&nameRole == otherRole {
		e.string(string(c.Role))
	}
	switch form & nameStated >> 4 {
	case statedMore:
		e.string(c.Stated[len(c.String()):])
	case statedText:
		e.string(c.Stated)
	}
}

func (d *decoder) contributors() []biblio.Contributor {
	n := d.num()
	plain := n&1 == 0
	list := make([]biblio.Contributor, d.count(n>>1))
	for i := range list {
		c := &list[i]
		if plain {
			setReadingOrder(c, d.string())
			continue
		}
		d.contributor(c)
	}
	return list
}

func (d *decoder) contributor(c *biblio.Contributor) {
	form := d.byte()
	if form&nameParts == 0 {
		setReadingOrder(c, d.string())
	} else {
		c.Family, c.Given, c.Particle, c.Suffix, c.Literal = d.string(), d.string(), d.string(), d.string(), d.string()
	}
	switch role := form & nameRole; {
	case role == otherRole:
		c.Role = biblio.Role(d.string())
	case int(role) < len(roles):
		c.Role = roles[role]
	default:
		corrupt("unknown role")
	}
	switch form & nameStated >> 4 {
	case statedNone:
	case statedComma:
		c.Stated = c.Family + ", " + c.Given
	case statedInverted:
		c.Stated = c.Family + " " + c.Given
	case statedMore:
		c.Stated = c.String() + d.string()
	case statedText:
		c.Stated = d.string()
	default:
		corrupt("unknown form of a name")
	}
}

// setReadingOrder is the inverse of readingOrder.
func setReadingOrder(c *biblio.Contributor, text string) {
	c.Role = biblio.Author
	if i := strings.LastIndexByte(text, ' '); i >= 0 {
		c.Given, c.Family = text[:i], text[i+1:]
	} else {
		c.Family = text
	}
}
