package fix

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// otherNames maps the names that people know fields by to ours.
var otherNames = map[string]biblio.Field{
	"author": biblio.FieldAuthors, "journal": biblio.FieldVenue, "booktitle": biblio.FieldVenue, "journaltitle": biblio.FieldVenue, "container": biblio.FieldVenue,
	"date": biblio.FieldYear, "number": biblio.FieldIssue, "arxiv": biblio.FieldArXiv, "eprint": biblio.FieldArXiv, "address": biblio.FieldLocation, "place": biblio.FieldLocation,
}

// ParseFields reads names of fields, ours or those of BibTeX.
func ParseFields(list []string) ([]biblio.Field, error) {
	var out []biblio.Field
	for _, word := range list {
		field, ok := otherNames[strings.ToLower(strings.TrimSpace(word))]
		for _, f := range biblio.Fields {
			if string(f) == strings.ToLower(strings.TrimSpace(word)) && f != biblio.FieldType {
				field, ok = f, true
			}
		}
		if !ok {
			return nil, fmt.Errorf("unknown field %q: use %s", word, knownFields())
		}
		out = append(out, field)
	}
	return out, nil
}

func knownFields() string {
	var names []string
	for _, f := range biblio.Fields {
		if f != biblio.FieldType {
			names = append(names, string(f))
		}
	}
	return strings.Join(names, ", ")
}

// ParsePrefer reads the name of a preference; "" is AsCited.
func ParsePrefer(s string) (Prefer, error) {
	switch p := Prefer(s); p {
	case "", AsCited:
		return AsCited, nil
	case Published, Preprint:
		return p, nil
	}
	return "", fmt.Errorf("unknown preference %q: use %s, %s or %s", s, AsCited, Published, Preprint)
}
