package extract

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// looksLikeBibTeX reports whether a text has an entry at the start of a line and no LaTeX document around it.
func looksLikeBibTeX(src []byte) bool {
	at := bibtex.FirstItem(src)
	return at >= 0 && !looksLikeTeX(src[:at])
}

// expansion bounds what the macros of a file may add to its references: as much text as the file has, plus a fixed
// amount.
const expansion = 32 << 20

// readBibTeX reads the entries of a BibTeX or BibLaTeX file, with the fields
// they inherit.
func readBibTeX(in *input) error {
	if n := bytes.Count(in.src, []byte("@")); n > biblio.MaxEntries && !in.whole {
		return fmt.Errorf("%w: more than %d entries; split it", ErrTooLarge, biblio.MaxEntries)
	}
	size := len(in.src)
	f := bibtex.ParseWith(in.src, in.macros)
	in.src = nil // the tree has its own copy, and the file may be large
	for _, p := range f.Problems {
		in.problem(p.Line, p.Column, p.Rule, "%s", p.Message)
	}
	budget := size + expansion
	inherit := slices.ContainsFunc(f.Items, func(it bibtex.Item) bool { return f.Inherits(&it) })
	in.References = make([]biblio.Reference, 0, len(f.Items)/2+1) // between two entries there is an item of text
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != bibtex.Entry || !entries.DescribesWork(f.TypeName(it)) {
			continue
		}
		in.addEntry(f, it, &budget)
		if !inherit {
			it.Fields = nil // in a large file they take as much memory as its references
		}
		if budget < 0 {
			line, column := f.Position(it.Span.Start)
			in.problem(line, column, "too-large",
				"macros and inheritance make the entries too large; those after this one are not read")
			return nil
		}
	}
	return nil
}

// Macros returns the definitions of several BibTeX files for use in each other, or nil if there is only one file.
// given holds content to use in place of files, by name.
func Macros(names []string, given map[string][]byte) bibtex.Macros {
	bibs := slices.DeleteFunc(slices.Clone(names),
		func(name string) bool { return !strings.EqualFold(path.Ext(name), ".bib") })
	if len(bibs) < 2 {
		return nil
	}
	macros := bibtex.Macros{}
	for _, name := range bibs {
		src, has := given[name]
		if info, err := os.Stat(name); !has && err == nil && info.Mode().IsRegular() && info.Size() <= DefaultMaxBytes {
			src, _ = os.ReadFile(name)
		}
		text, _ := reading.ToUTF8(src)
		macros.Define(text)
	}
	return macros
}

// addEntry adds one entry as a reference. An entry without any field is a problem, but still a reference.
func (in *input) addEntry(f *bibtex.File, it *bibtex.Item, budget *int) {
	fields, problems := f.Resolve(it)
	for _, p := range problems {
		in.problem(p.Line, p.Column, p.Rule, "%s", p.Message)
	}
	entry, unread := entries.Of(f, it, fields)
	for i := range entry.Fields {
		*budget -= len(entry.Fields[i].Text)
	}
	line, column := f.Position(it.Span.Start)
	endLine, endColumn := f.Position(it.Span.End - 1)
	if len(fields) == 0 {
		in.problem(line, column, "empty-entry", "the entry has no fields")
	}
	work, rest := in.works.read(&entry)
	if rest == nil && len(unread) > 0 {
		rest = unread
	}
	maps.Copy(rest, unread)
	ref := biblio.Reference{Key: strings.Clone(f.Key(it)), Raw: f.Text(it.Span), Claimed: work, Extra: rest}
	ref.Place.Column, ref.Place.EndColumn = column, endColumn+1
	if in.exact {
		ref.Place.Span = biblio.Span{Start: in.start + it.Span.Start, End: in.start + it.Span.End}
	}
	in.add(ref, line, endLine)
}

// BibTeXRecords reads a BibTeX file as records of a source for the index, and returns the entries with their keys,
// and the errors.
func BibTeXRecords(name string, src []byte) ([]biblio.Record, []error) {
	doc, err := Read(name, src, Options{Format: "bibtex", whole: true})
	if err != nil {
		return nil, []error{err}
	}
	records := make([]biblio.Record, 0, len(doc.References))
	for i := range doc.References {
		r := &doc.References[i]
		records = append(records, biblio.Record{Work: r.Claimed, Source: "bibtex", LocalID: r.ID, Extra: r.Extra})
	}
	return records, lists.Map(doc.Problems, func(p biblio.Problem) error { return problemError{p} })
}

type problemError struct{ biblio.Problem }

func (p problemError) Error() string { return p.Message }

// Works keeps the claims of the entries of a bibliography from one reading to the next, so that only changed entries
// are read again. The zero Works is empty.
type Works struct {
	mu     sync.Mutex
	latest map[string]claimed // by the whole text of an entry
}

// claimed is what an entry claims, and the fields that are not part of the claim.
type claimed struct {
	work biblio.Work
	rest map[string]string
}

// worksOf is one reading of a bibliography.
type worksOf struct{ before, now map[string]claimed }

func (w *Works) begin() *worksOf {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &worksOf{w.latest, make(map[string]claimed, len(w.latest))}
}

func (w *Works) end(r *worksOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.latest = r.now
}

func (r *worksOf) read(e *entries.Entry) (biblio.Work, map[string]string) {
	if r == nil {
		return e.Work(), e.Rest()
	}
	var b strings.Builder
	b.WriteString(e.Kind)
	for _, f := range e.Fields {
		b.WriteString("\x00" + f.Name + "\x01" + f.Text)
	}
	key := b.String()
	c, ok := r.before[key]
	if !ok {
		c.work = e.Work()
		c.rest = e.Rest()
	}
	r.now[key] = c
	return c.work, maps.Clone(c.rest)
}
