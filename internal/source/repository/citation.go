package repository

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// readCitation reads the members of a CITATION.cff that identify a work: title,
// authors, DOI and date. It knows the block style in which such files are
// written, not YAML as a whole, and leaves out what it does not know.
// Form: https://github.com/citation-file-format/citation-file-format
func readCitation(file string, rec *biblio.Record) {
	var people []biblio.Contributor
	person := map[string]string{}
	flush := func() {
		if c := personOf(person); c.Family != "" || c.Literal != "" {
			people = append(people, c)
		}
		clear(person)
	}
	section := ""
	for line := range strings.Lines(file) {
		body := strings.TrimRight(line, " \r\n")
		text := strings.TrimLeft(body, " ")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		item, listed := strings.CutPrefix(text, "- ")
		key, value, ok := strings.Cut(item, ":")
		if !ok {
			continue
		}
		value = unquoted(value)
		switch {
		case len(text) == len(body) && !listed:
			flush()
			section = key
			topLevel(key, value, rec)
		case section == "authors":
			if listed {
				flush()
			}
			person[key] = value
		}
		if len(people) > 500 {
			break
		}
	}
	flush()
	rec.Contributors = people
}

func topLevel(key, value string, rec *biblio.Record) {
	switch key {
	case "title":
		if value != "" {
			rec.Title = value
		}
	case "doi":
		if id, ok := ident.ParseDOI(value); ok {
			rec.AddID(id)
		}
	case "date-released":
		rec.Issued.Year = biblio.LeadingYear(value)
	}
}

func personOf(p map[string]string) biblio.Contributor {
	if family := p["family-names"]; family != "" {
		c := biblio.NameParts(strings.TrimSpace(p["name-particle"]+" "+family), p["given-names"])
		c.Role = biblio.Author
		return c
	}
	return biblio.Contributor{Literal: p["name"], Role: biblio.Author}
}

// unquoted gives a plain or quoted value without a comment behind it.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	for _, q := range []string{`"`, `'`} {
		if inner, ok := strings.CutPrefix(s, q); ok {
			inner, _, _ = strings.Cut(inner, q)
			return inner
		}
	}
	s, _, _ = strings.Cut(s, " #")
	return strings.TrimSpace(s)
}
