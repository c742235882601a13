package entries

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

var (
	referTitle = lazy.Regexp(`(?m)^%[TB] \S`)
	referOther = lazy.Regexp(`(?m)^%(?:0|A|D|J) ?\S`)
)

// LooksLikeRefer tells the format of refer and of EndNote's .enw files. A "%"
// also begins a comment of LaTeX, so two kinds of lines are asked for.
func LooksLikeRefer(src []byte) bool { return referTitle.Match(src) && referOther.Match(src) }

// ReadRefer reads entries of refer: "%A Jane Doe", set apart by blank lines or
// begun by "%0".
func ReadRefer(src []byte) (reading.Result, error) {
	s := syntax{referTag, func(f field, have *tagged) bool { return f.tag == "0" && (have.has("T") || have.has("A")) }}
	return read(s.entries(string(src), true), referClaim), nil
}

func referTag(line string) (tag, value string, ok bool) {
	line = strings.TrimPrefix(line, "\ufeff")
	if len(line) < 2 || line[0] != '%' || len(line) > 2 && line[2] != ' ' && line[2] != '\t' {
		return "", "", false
	}
	return line[1:2], strings.TrimSpace(line[2:]), true
}

func referClaim(e *tagged) (reading.Claim, string) {
	kind := strings.ToLower(e.first("0"))
	c := reading.Claim{}
	c.Type = endnoteTypes[kind]
	for _, f := range e.fields {
		if f.value != "" {
			referField(&c, f)
		}
	}
	c.Note("0", e.first("0"))
	settleContainer(&c, kind, e.first("J"), e.first("B"), e.first("S"))
	return c, ""
}

var (
	referPeople = map[string]biblio.Role{"A": biblio.Author, "Q": biblio.Author, "E": biblio.Editor, "H": biblio.Translator}
	referFields = reading.Fields{"T": reading.Title, "C": reading.Place, "I": reading.Publisher, "N": reading.Issue, "V": reading.Volume, "P": reading.Pages, "7": reading.Edition}
)

func referField(c *reading.Claim, f field) {
	if role := referPeople[f.tag]; role != "" {
		referNames(c, f.value, role)
		return
	}
	if referFields.Take(c, f.tag, f.value) {
		return
	}
	switch f.tag {
	case "0", "J", "B", "S":
	case "D":
		c.Date(f.value)
	case "8":
		c.Date(f.value)
		c.Note(f.tag, f.value)
	case "R":
		id, ok := ident.ParseDOI(f.value)
		c.Identify(f.tag, f.value, id, ok)
	case "U", ">":
		c.Link(f.value)
	case "@":
		c.Serial(f.value)
	default:
		c.Note(f.tag, f.value)
	}
}

// referNames reads a name, or several that a semicolon or " and " sets apart.
func referNames(c *reading.Claim, text string, role biblio.Role) {
	for _, one := range strings.Split(text, ";") {
		one = strings.TrimSpace(one)
		if body, ok := strings.CutSuffix(one, ","); ok { // EndNote's mark of a body
			c.Add(biblio.Contributor{Literal: strings.TrimSpace(body)}, role)
			continue
		}
		c.Name(one, role)
	}
}
