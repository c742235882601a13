package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// person splits a name that the source states as one text. The text itself
// stays with the parts where they do not give it back.
func person(name string) biblio.Contributor {
	if n := len(name) - len(" 0001"); n > 0 && name[n] == ' ' && allDigits(name[n+1:]) && strings.IndexByte(name, ',') < 0 {
		c := biblio.ParseName(name[:n]) // DBLP's number of a homonym
		if !c.IsZero() {
			c.Stated = name
		}
		return c
	}
	c := biblio.ParseName(name)
	if !c.IsZero() && !givesBack(&c, name) {
		c.Stated = name
	}
	return c
}

// givesBack reports c.String() == name for the usual shapes without building
// the string.
func givesBack(c *biblio.Contributor, name string) bool {
	if c.Literal != "" {
		return c.Literal == name
	}
	rest := name
	for _, part := range [...]string{c.Given, c.Particle, c.Family, c.Suffix} {
		if part == "" {
			continue
		}
		if len(rest) != len(name) {
			if rest == "" || rest[0] != ' ' {
				return false
			}
			rest = rest[1:]
		}
		if len(rest) < len(part) || rest[:len(part)] != part {
			return false
		}
		rest = rest[len(part):]
	}
	return rest == ""
}

// people adds names, in order; a mark such as "et al." cuts the list instead.
func (d *draft) people(names []string, role biblio.Role) {
	for _, name := range names {
		d.name(name, role)
	}
}

func (d *draft) name(name string, role biblio.Role) {
	if mayBeEtAl(name) && biblio.IsEtAl(name) {
		if role == biblio.Author {
			d.AuthorsCut = true
		}
		return
	}
	d.add(person(name), role)
}

// mayBeEtAl rules out most names by their first letter.
func mayBeEtAl(name string) bool {
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return true
	}
	switch name[0] {
	case 'E', 'O', 'A', 'U':
		return len(name) <= 20
	}
	return false
}
