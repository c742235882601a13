package extract

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Document is what was read of one file.
type Document struct {
	Name       string // as the user named it
	Format     string // one of Formats
	References []biblio.Reference
	Citations  []biblio.Citation
	Problems   []biblio.Problem
}

// Options are what a user may say about an input. The zero value is usable.
type Options struct {
	Format   string // read as this format instead of what the content looks like
	MaxBytes int64  // largest input read; DefaultMaxBytes when zero
}

// DefaultMaxBytes is the largest input that is read when nothing else is said.
const DefaultMaxBytes = 128 << 20

// The ways in which a whole input cannot be used.
var (
	ErrEmpty        = errors.New("the file is empty")
	ErrNoReferences = errors.New("no references found in it")
	ErrTooLarge     = errors.New("the file is too large")
	ErrUnknown      = errors.New("not a format that bonafide reads")
	ErrDirectory    = errors.New("it is a directory: name the files in it")
)

// Read reads the references of one file whose bytes are src. The format is
// recognised from the content unless opt names one. The error wraps ErrEmpty,
// ErrUnknown or ErrNoReferences when there is nothing to report on.
func Read(name string, src []byte, opt Options) (Document, error) {
	doc := Document{Name: name}
	if len(src) == 0 {
		return doc, fmt.Errorf("%s: %w", name, ErrEmpty)
	}
	format, err := recognise(name, src, opt.Format)
	if err != nil {
		return doc, fmt.Errorf("%s: %w", name, err)
	}
	doc.Format = format.name
	in := &input{name: name, src: src}
	if !format.binary {
		in.decode()
	}
	if err := format.read(in); err != nil {
		return doc, fmt.Errorf("%s: %w", name, err)
	}
	doc.References, doc.Citations, doc.Problems = in.references, in.citations, in.problems
	if len(doc.References) == 0 {
		return doc, fmt.Errorf("%s: %w (read as %s)", name, ErrNoReferences, format.name)
	}
	doc.giveIDs()
	return doc, nil
}

// giveIDs makes the id of every reference unique: the input's own, else the
// key, else the file's name and the reference's number. Repeated ones get a
// number and a problem.
func (d *Document) giveIDs() {
	seen := make(map[string]int, len(d.References)) // id → the number that its next repetition gets
	for i := range d.References {
		r := &d.References[i]
		if r.ID == "" {
			r.ID = r.Key
		}
		if r.ID == "" {
			r.ID = d.Name + ":" + strconv.Itoa(i+1)
		}
		if n := seen[r.ID]; n > 0 {
			base := r.ID
			for ; seen[r.ID] > 0; n++ {
				r.ID = base + "#" + strconv.Itoa(n)
			}
			seen[base] = n
			d.Problems = append(d.Problems, biblio.Problem{Place: r.Place, Rule: "duplicate-key", Message: "the key " + base + " stands here again; reported as " + r.ID})
		}
		seen[r.ID] = 2
	}
}

// input is one file on its way to a Document.
type input struct {
	name       string
	src        []byte // the file's bytes, in UTF-8 unless the format is binary
	references []biblio.Reference
	citations  []biblio.Citation
	problems   []biblio.Problem
}

// problem notes what could not be read as meant. Line and column count from 1.
func (in *input) problem(line, column int, rule, format string, args ...any) {
	in.problems = append(in.problems, biblio.Problem{
		Place: biblio.Place{File: in.name, Line: line, Column: column}, Rule: rule, Message: fmt.Sprintf(format, args...),
	})
}

// add takes a reference that stands on the given lines.
func (in *input) add(r biblio.Reference, line, endLine int) {
	r.Place.File, r.Place.Line, r.Place.EndLine = in.name, line, endLine
	in.references = append(in.references, r)
}
