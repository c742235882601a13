package entries

import (
	"bytes"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikeMODS reports whether src is XML in the schema of the Library of Congress.
func LooksLikeMODS(src []byte) bool {
	head := src[:min(len(src), 4096)]
	return bytes.HasPrefix(bytes.TrimLeft(src, " \t\r\n\ufeff"), []byte("<")) &&
		bytes.Contains(head, []byte("www.loc.gov/mods"))
}

// ReadMODS reads the entries of a collection, or of a file with one.
func ReadMODS(src []byte) (reading.Result, error) {
	return elements(src, map[string]bool{"mods": true}, func(raw string) (biblio.Reference, error) {
		root, err := xmlscan.Parse([]byte(raw))
		if err != nil {
			return biblio.Reference{}, err
		}
		var c reading.Claim
		modsPart(&c, root, false)
		ref := c.Reference("", raw)
		ref.ID = root.Attr("ID")
		return ref, nil
	}), nil
}

// modsPart reads what describes a work, or the work in which it appeared.
func modsPart(c *reading.Claim, e xmlscan.Element, host bool) {
	for part := range e.Elements() {
		switch part.Local() {
		case "titleInfo":
			modsTitle(c, part, host)
		case "name":
			modsName(c, part)
		case "originInfo":
			for e := range part.Elements() {
				modsOrigins.Take(c, e.Local(), e.Line())
			}
		case "relatedItem":
			if kind := part.Attr("type"); kind == "host" || kind == "series" && !host {
				modsPart(c, part, true)
			}
		case "part":
			modsPlace(c, part)
		case "identifier":
			if scheme, ok := reading.Schemes[strings.ToLower(part.Attr("type"))]; ok && !host {
				c.State(scheme, part.Line())
			} else if kind := strings.ToLower(part.Attr("type")); kind == "isbn" || kind == "issn" {
				c.Serial(part.Line())
			}
		case "location":
			for url := range part.Elements() {
				if url.Local() == "url" && !host {
					c.Link(url.Line())
				}
			}
		}
	}
}

func modsTitle(c *reading.Claim, info xmlscan.Element, host bool) {
	if info.Attr("type") != "" { // abbreviated, translated
		return
	}
	title, rest := "", ""
	for e := range info.Elements() {
		switch e.Local() {
		case "nonSort":
			title = e.Line() + " " + title
		case "title":
			title += e.Line()
		case "subTitle":
			rest = ": " + e.Line()
		}
	}
	to := &c.Title
	if host {
		to = &c.Container.Title
	}
	c.Set(to, "titleInfo", strings.TrimSpace(title+rest))
}

func modsName(c *reading.Claim, name xmlscan.Element) {
	parts, whole, role := map[string]string{}, "", biblio.Author
	for e := range name.Elements() {
		switch e.Local() {
		case "namePart":
			if kind := e.Attr("type"); kind != "" {
				parts[kind] = strings.TrimSpace(parts[kind] + " " + e.Line())
			} else {
				whole = e.Line()
			}
		case "role":
			switch strings.ToLower(e.Line()) {
			case "editor", "edt":
				role = biblio.Editor
			case "translator", "trl":
				role = biblio.Translator
			}
		}
	}
	switch {
	case parts["family"] != "":
		c.Person(parts["family"], parts["given"], parts["termsOfAddress"], role)
	case name.Attr("type") == "corporate":
		c.Add(biblio.Contributor{Literal: whole}, role)
	default:
		c.Name(whole, role)
	}
}

// modsOrigins maps what is stated about a publication.
var modsOrigins = reading.Fields{"dateIssued": reading.Date, "publisher": reading.Publisher, "place": reading.Place,
	"edition": reading.Edition}

// modsPlace reads volume, issue, pages and date of what appeared in another work.
func modsPlace(c *reading.Claim, part xmlscan.Element) {
	for e := range part.Elements() {
		switch kind := e.Attr("type"); {
		case e.Local() == "date":
			c.Date(e.Line())
		case e.Local() == "detail" && kind == "volume":
			c.Set(&c.Volume, kind, e.Line())
		case e.Local() == "detail" && (kind == "issue" || kind == "number"):
			c.Set(&c.Issue, kind, e.Line())
		case e.Local() == "extent":
			limits := map[string]string{}
			for l := range e.Elements() {
				limits[l.Local()] = l.Line()
			}
			c.Range(limits["start"], limits["end"])
		}
	}
}
