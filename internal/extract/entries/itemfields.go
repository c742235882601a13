package entries

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// looseFields are the fields of biblio.Flat as programs write them: numbers
// for text, one text for a list, names as objects. What has another form is
// passed over.
type looseFields struct {
	Type      looseText `json:"type"`
	Title     looseText `json:"title"`
	Authors   looseList `json:"authors"`
	Editors   looseList `json:"editors"`
	Venue     looseText `json:"venue"`
	Year      looseText `json:"year"`
	DOI       looseText `json:"doi"`
	ArXivID   looseText `json:"arxiv_id"`
	PMID      looseText `json:"pmid"`
	ISBN      looseText `json:"isbn"`
	URL       looseText `json:"url"`
	Volume    looseText `json:"volume"`
	Issue     looseText `json:"issue"`
	Pages     looseText `json:"pages"`
	Publisher looseText `json:"publisher"`
	Location  looseText `json:"location"`
}

// flat gives the fields in the form of biblio.
func (f *looseFields) flat() biblio.Flat {
	return biblio.Flat{
		Type: string(f.Type), Title: string(f.Title), Authors: f.Authors, Editors: f.Editors, Venue: string(f.Venue), Year: biblio.Year(f.Year), DOI: string(f.DOI), ArXivID: string(f.ArXivID),
		PMID: string(f.PMID), ISBN: string(f.ISBN), URL: string(f.URL), Volume: string(f.Volume), Issue: string(f.Issue), Pages: string(f.Pages), Publisher: string(f.Publisher), Location: string(f.Location),
	}
}

// looseText is a text, a number, or the first of a list of them.
type looseText string

// UnmarshalJSON never fails.
func (t *looseText) UnmarshalJSON(b []byte) error {
	*t = looseText(textOf(b))
	return nil
}

// textOf gives a JSON value as text: numbers as written (2017.0 as 2017), of a
// list the first, "" for the rest.
func textOf(b []byte) string {
	b = bytes.TrimSpace(b)
	switch {
	case len(b) == 0:
		return ""
	case b[0] == '"':
		var s string
		if json.Unmarshal(b, &s) != nil {
			return ""
		}
		return strings.TrimSpace(s)
	case b[0] == '[':
		var list []json.RawMessage
		if json.Unmarshal(b, &list) != nil || len(list) == 0 || len(list[0]) > 0 && list[0][0] == '[' {
			return ""
		}
		return textOf(list[0])
	case b[0] == '-' || b[0] >= '0' && b[0] <= '9':
		return strings.TrimSuffix(string(b), ".0")
	}
	return ""
}

// looseList is a list of names: texts, objects with their parts, or one text
// that holds them all.
type looseList []string

// UnmarshalJSON never fails.
func (l *looseList) UnmarshalJSON(b []byte) error {
	*l = nil
	b = bytes.TrimSpace(b)
	if len(b) > 0 && b[0] == '"' {
		*l = namesIn(textOf(b))
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(b, &list) != nil {
		return nil
	}
	for _, item := range list {
		if name := nameOf(item); name != "" {
			*l = append(*l, name)
		}
	}
	return nil
}

// namesIn splits a text that holds a whole list of names.
func namesIn(s string) []string {
	contributors, cut := bibNames(s, biblio.Author)
	if !strings.Contains(s, " and ") {
		contributors, cut = refstring.SplitNames(s)
	}
	var names []string
	for _, c := range contributors {
		names = append(names, c.String())
	}
	if cut {
		names = append(names, "et al.")
	}
	return names
}

// nameOf gives a name: a text, or an object with family and given, first and
// last, or name.
func nameOf(b []byte) string {
	if text := textOf(b); text != "" {
		return text
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(b, &parts) != nil {
		return ""
	}
	first := func(keys ...string) string {
		for _, key := range keys {
			if text := textOf(parts[key]); text != "" {
				return text
			}
		}
		return ""
	}
	family, given := first("family", "last", "last_name", "lastName"), first("given", "first", "first_name", "firstName")
	switch {
	case family != "" && given != "":
		return family + ", " + given
	case family != "":
		return family
	}
	return first("name", "full_name", "literal", "author")
}
