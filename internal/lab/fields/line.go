package fields

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Line is the label of one field of one entry, as given to people to label again.
type Line struct {
	ID     string   `json:"id"`
	Field  string   `json:"field"`
	Label  string   `json:"label"`
	Value  string   `json:"value"`            // as the entry states it
	Truth  []string `json:"truth"`            // what the versions state, each once
	Before string   `json:"before,omitempty"` // label before the correction, if there was one
	Group  string   `json:"group,omitempty"`
}

// Lines returns the final labels, field by field, without those that do not apply.
func (s *Study) Lines() []Line {
	var list []Line
	claims := s.Claims
	if s.After != nil {
		claims = s.Corrected
	}
	for i, row := range s.final() {
		for k, name := range Names {
			if row[k] == NotApplicable {
				continue
			}
			l := Line{ID: s.Truth[i].ID, Field: name, Label: string(row[k]), Value: text(claims[i].Kind, &claims[i].Work, k),
				Group: s.Truth[i].Groups[s.by]}
			if s.After != nil {
				l.Before = string(s.Before[i][k])
			}
			seen := map[string]bool{"": true}
			for j := range s.Truth[i].Versions {
				w := &s.Truth[i].Versions[j]
				if v := text(kindOf(w), w, k); !seen[v] {
					seen[v] = true
					l.Truth = append(l.Truth, v)
				}
			}
			list = append(list, l)
		}
	}
	return list
}

// text returns a field as text for people.
func text(kind string, w *biblio.Work, field int) string {
	f := w.Flat()
	switch field {
	case entryType:
		return kind
	case author:
		out := ""
		for i, name := range f.Authors {
			if i > 0 {
				out += "; "
			}
			out += name
		}
		return out
	case title:
		return f.Title
	case year:
		return string(f.Year)
	case venue:
		if names := containers(w); len(names) > 0 {
			return names[0]
		}
	case volume:
		return f.Volume
	case number:
		return f.Issue
	case pages:
		return f.Pages
	case doi:
		return f.DOI
	}
	return ""
}

// alike is the similarity of titles, out of 100, at which the nearest work of a held-back entry counts as the
// intended one.
const alike = 95

// Lookups is what a correction reports about its look-ups.
type Lookups struct {
	Lost    map[string]bool              // entries without a record of the intended work
	Sources map[string]map[string]string // by entry and field of Names: the source of a changed value
}

// fieldNames maps the fields of a correction to Names.
var fieldNames = map[string]string{
	"type": "entry_type", "title": "title", "authors": "author", "venue": "venue", "year": "year", "volume": "volume",
	"issue": "number", "pages": "pages", "doi": "doi",
}

// ReadLookups reads the output of "fix --json". Entries that are not listed needed nothing.
func ReadLookups(path string) (*Lookups, error) {
	l := &Lookups{Lost: map[string]bool{}, Sources: map[string]map[string]string{}}
	err := result.EachObject(path, func(o result.Object) error {
		for _, e := range o.Children("entries") {
			key := e.Text("key", "id")
			l.Lost[key] = lost(e)
			for _, p := range e.Children("patches") {
				if name := fieldNames[p.Text("field")]; name != "" {
					if l.Sources[key] == nil {
						l.Sources[key] = map[string]string{}
					}
					l.Sources[key][name] = p.Text("source")
				}
			}
		}
		return nil
	})
	return l, err
}

// lost reports whether an entry was held back and its nearest work is another one.
func lost(e result.Object) bool {
	held := e.Text("outcome") == "not-found"
	for _, u := range e.Children("unactionable") {
		held = held || u.Text("field") == "" && u.Text("rule") == "suspected"
	}
	if near := e.Children("nearest"); len(near) > 0 && held {
		similarity, _ := near[0]["title_similarity"].(float64)
		held = similarity < alike
	}
	return held
}
