package reading

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Result is what was read of one file. Places say nothing of the file's name,
// which the caller knows.
type Result struct {
	References []biblio.Reference
	Citations  []biblio.Citation
	Problems   []biblio.Problem
}

// Problem notes what could not be read as meant.
func (r *Result) Problem(at biblio.Place, rule, format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, biblio.Problem{Place: at, Rule: rule, Message: fmt.Sprintf(format, args...)})
	}
}

// Cite notes a citation.
func (r *Result) Cite(c biblio.Citation) {
	if len(r.Citations) < MaxCitations && c.Key != "" {
		r.Citations = append(r.Citations, c)
	}
}

// The bounds of one document.
const (
	MaxCitations  = 20000
	MaxReferences = 100000
	maxProblems   = 1000
)

// Named gives the problems with the name of their file.
func (r *Result) Named(file string) {
	for i := range r.References {
		r.References[i].Place.File = file
	}
	for i := range r.Citations {
		r.Citations[i].Place.File = file
	}
	for i := range r.Problems {
		r.Problems[i].Place.File = file
	}
}

// Lines gives the line, from 1, of places that are asked in rising order.
type Lines struct {
	src      string
	at, seen int
}

// NewLines counts the lines of a text.
func NewLines(src string) *Lines { return &Lines{src: src} }

// Of gives the line in which the byte stands.
func (c *Lines) Of(offset int) int {
	offset = max(c.at, min(offset, len(c.src)))
	c.seen += strings.Count(c.src[c.at:offset], "\n")
	c.at = offset
	return c.seen + 1
}
