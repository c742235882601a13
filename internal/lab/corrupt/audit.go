package corrupt

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Audit returns why an entry must not be in a labelled set, or "": undoing its changes must give the original,
// the changes must be what the label says and nothing else, must not produce a value that a version of the work
// states, and must not describe another real work.
func (l *Library) Audit(e *Entry, w *Work) (string, error) {
	undone := e.Undo()
	if !same(&undone, &e.Original) {
		return "the changes do not undo to the original", nil
	}
	for _, f := range fieldsInOrder {
		listed := slices.ContainsFunc(e.Changes, func(c Change) bool { return c.Field == f })
		if !listed && Value(&e.Claim, f) != Value(&e.Original, f) {
			return "a field changed without a note of it", nil
		}
	}
	if e.Class != "HALLUCINATED" {
		return "", nil
	}
	if len(e.Changes) == 0 {
		return "nothing is changed", nil
	}
	if e.Family == "citecheck" && linked(&e.Claim) == linked(&e.Original) {
		return "the change does not show in the linked form", nil
	}
	for _, f := range changed(e.Changes) {
		if f != "url" && statedBy(w, f, &e.Claim) {
			return "a version of the work states the new " + f, nil
		}
	}
	held, err := l.Holds(&e.Claim, w)
	if held {
		return "another work of the corpus is like that", err
	}
	return "", err
}

// statedBy reports whether a version of the work states what a claim says in a field, apart from form.
func statedBy(w *Work, field string, claim *biblio.Flat) bool {
	value := Value(claim, field)
	if value == "" {
		return false
	}
	switch field {
	case "venue":
		name := normalise.ParseContainer(value)
		return anyContainer(containersOf(w), &name)
	case "doi", "arxiv_id":
		scheme := ident.DOI
		if field == "arxiv_id" {
			scheme = ident.ArXiv
		}
		id, ok := ident.ParseAs(scheme, value)
		return ok && slices.ContainsFunc(w.Versions, func(r biblio.Record) bool { return slices.Contains(r.Named(), id) })
	}
	return slices.ContainsFunc(w.Versions, func(r biblio.Record) bool {
		f := r.Flat()
		stated := Value(&f, field)
		switch field {
		case "title":
			return normalise.Title(stated) == normalise.Title(value)
		case "authors":
			return sameNames(f.Authors, claim.Authors)
		case "pages":
			return normalise.ParsePages(stated) == normalise.ParsePages(value)
		}
		return normalise.Text(stated) == normalise.Text(value)
	})
}

// sameNames compares lists by family names and initials, in order.
func sameNames(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool {
		p, q := biblio.ParseName(x), biblio.ParseName(y)
		return normalise.Text(p.Family+p.Literal) == normalise.Text(q.Family+q.Literal) &&
			(initial(p.Given) == initial(q.Given) && compatible(p.Given, q.Given))
	})
}

// compatible reports whether one of two given names may be the initials of the other.
func compatible(a, b string) bool {
	x, y := normalise.Text(firstWord(a)), normalise.Text(firstWord(b))
	return x == y || strings.HasPrefix(x, y) || strings.HasPrefix(y, x)
}
