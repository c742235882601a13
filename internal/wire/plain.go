package wire

import (
	"html"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/words"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// inline lists the elements that services leave in titles: faces, positions, JATS and MathML. Anything else
// between angle brackets is text.
var inline = words.Set(`
	i b u em strong sub sup inf scp sc tt italic bold underline monospace roman sans-serif strike overline ovl
	span font br p title xref math mi mn mo mrow msub msup msubsup mtext mfrac msqrt mover munder munderover
	mspace mstyle mfenced semantics mprescripts mmultiscripts none annotation tex-math inline-formula
	alternatives small large a ext-link named-content styled-content div small-caps mpadded mphantom mtd mtr
	mtable mml ital it fixed-case`)

// plain returns the text of a title or name without inline markup, entities and
// superfluous white space.
func plain(s string) string {
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
		if strings.IndexByte(s, '&') >= 0 { // deposited with double escapes
			s = html.UnescapeString(s)
		}
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = dropTags(s)
	}
	return xmlscan.Squeeze(s)
}

// plainOf returns the text of a member of an object without markup.
func plainOf(v jsonscan.Value, path ...string) string { return plain(v.Get(path...).Text()) }

func dropTags(s string) string {
	var b strings.Builder
	for {
		lt := strings.IndexByte(s, '<')
		if lt < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:lt])
		s = s[lt:]
		gt := strings.IndexByte(s, '>')
		if gt < 0 || !inline[elementName(s[1:gt])] {
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		s = s[gt+1:]
	}
}

// elementName returns the lower-case name, without prefix, from the inside of a tag.
func elementName(tag string) string {
	tag = strings.Trim(tag, "/ ")
	if i := strings.IndexAny(tag, " \t\n\r"); i >= 0 {
		tag = tag[:i]
	}
	if i := strings.IndexByte(tag, ':'); i >= 0 {
		tag = tag[i+1:]
	}
	return strings.ToLower(tag)
}

// dropStop removes the full stop that some sources put after every title.
func dropStop(title string) string {
	if strings.HasSuffix(title, ".") && !strings.HasSuffix(title, "..") {
		return title[:len(title)-1]
	}
	return title
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// plainTitle sets the title; the source's own text is kept in Extra if it had markup.
func (d *draft) plainTitle(key, text string) {
	d.Title = plain(text)
	if d.Title != xmlscan.Squeeze(text) {
		d.note(key, text)
	}
}

// person splits a name that the source states as one text. The text is kept with the parts if they do not
// reproduce it.
func person(name string) biblio.Contributor {
	if n := len(name) - len(" 0001"); n > 0 && name[n] == ' ' && allDigits(name[n+1:]) &&
		strings.IndexByte(name, ',') < 0 {
		c := biblio.ParseName(name[:n]) // DBLP's number of a homonym
		if !c.IsZero() {
			c.Stated = name
		}
		return c
	}
	c := biblio.ParseName(name)
	if !c.IsZero() && !reproduces(&c, name) {
		c.Stated = name
	}
	return c
}

// reproduces reports whether c.String() == name, for the usual shapes without building the string.
func reproduces(c *biblio.Contributor, name string) bool {
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

// people adds names in order; a mark such as "et al." cuts the list instead.
func (d *draft) people(names []string, role biblio.Role) {
	for _, name := range names {
		d.name(name, role)
	}
}

func (d *draft) name(name string, role biblio.Role) {
	at := words.CutTail(name)
	if at >= 0 || words.IsCut(name) {
		d.AuthorsCut = d.AuthorsCut || role == biblio.Author
		name = name[:max(at, 0)]
	}
	if name != "" {
		d.add(person(name), role)
	}
}

// nameIn adds an author that is a text, or an object with the name in a member.
func (d *draft) nameIn(v jsonscan.Value, key string) {
	if v.IsObject() {
		v = v.Get(key)
	}
	d.name(plain(v.Text()), biblio.Author)
}
