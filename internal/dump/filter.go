package dump

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// Filter says which works of a dump are wanted. The zero value wants all. It is
// plain data for JSON.
type Filter struct {
	Fields   []string `json:"fields,omitempty"` // OpenAlex's names of fields of research, lower case: "computer science"
	Types    []string `json:"types,omitempty"`  // OpenAlex's names of types: "article", "preprint", "book-chapter"
	FromYear int      `json:"from_year,omitempty"`
	ToYear   int      `json:"to_year,omitempty"`
}

// IsZero reports that all works are wanted.
func (f *Filter) IsZero() bool {
	return len(f.Fields) == 0 && len(f.Types) == 0 && f.FromYear == 0 && f.ToYear == 0
}

// Wants reports whether a work of OpenAlex is wanted. One that states no year, no
// type or no field is not wanted where those are asked for.
func (f *Filter) Wants(r *biblio.Record) bool {
	year := r.Issued.Year
	switch {
	case f.FromYear != 0 && year < f.FromYear, f.ToYear != 0 && (year == 0 || year > f.ToYear):
		return false
	case len(f.Types) > 0 && !slices.Contains(f.Types, r.Extra["type"]):
		return false
	}
	return len(f.Fields) == 0 || f.inField(r)
}

// inField looks at the field of the work's first topic.
func (f *Filter) inField(r *biblio.Record) bool {
	v, err := jsonscan.Parse([]byte(r.Extra["primary_topic"]))
	if err != nil {
		return false
	}
	return slices.Contains(f.Fields, strings.ToLower(v.Get("field", "display_name").Text()))
}
