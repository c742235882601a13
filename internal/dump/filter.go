package dump

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Filter selects works of a dump. The zero value selects all. It is plain data for JSON.
type Filter struct {
	Fields []string `json:"fields,omitempty"` // OpenAlex's names of fields of research, lower case: "computer science"
	// the dump's names of types: "article", "preprint", "book-chapter"; "journal-article"
	Types    []string `json:"types,omitempty"`
	FromYear int      `json:"from_year,omitempty"`
	ToYear   int      `json:"to_year,omitempty"`
}

// IsZero reports whether the filter selects all works.
func (f *Filter) IsZero() bool {
	return len(f.Fields) == 0 && len(f.Types) == 0 && f.FromYear == 0 && f.ToYear == 0
}

// fields are OpenAlex's fields of research.
var fields = []string{
	"agricultural and biological sciences", "arts and humanities", "biochemistry, genetics and molecular biology",
	"business, management and accounting",
	"chemical engineering", "chemistry", "computer science", "decision sciences", "dentistry",
	"earth and planetary sciences", "economics, econometrics and finance",
	"energy", "engineering", "environmental science", "health professions", "immunology and microbiology",
	"materials science", "mathematics", "medicine",
	"neuroscience", "nursing", "pharmacology, toxicology and pharmaceutics", "physics and astronomy", "psychology",
	"social sciences", "veterinary",
}

var typeName = lazy.Regexp(`^[a-z]+(-[a-z]+)*$`)

// Check returns an error for a filter that no work can pass, as far as is known. OpenAlex adds types of works
// from time to time, so only their form is checked.
func (f *Filter) Check() error {
	for _, field := range f.Fields {
		if !slices.Contains(fields, field) {
			return fmt.Errorf("openalex has no field %.100q: its fields are %s", field, strings.Join(fields, "; "))
		}
	}
	for _, t := range f.Types {
		if !typeName.MatchString(t) {
			return fmt.Errorf("there is no type %.100q: types are written article, preprint, book-chapter, …", t)
		}
	}
	if f.ToYear != 0 && f.FromYear > f.ToYear {
		return fmt.Errorf("no work is of %d or later and of %d or earlier", f.FromYear, f.ToYear)
	}
	return nil
}

// Wants reports whether the filter selects a work. A work without a year, type or field is not selected if the
// filter asks for it.
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

// inField reports whether the field of the work's first topic is selected.
func (f *Filter) inField(r *biblio.Record) bool {
	v, err := jsonscan.Parse([]byte(r.Extra["primary_topic"]))
	if err != nil {
		return false
	}
	return slices.Contains(f.Fields, strings.ToLower(v.Get("field", "display_name").Text()))
}
