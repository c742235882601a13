package corrupt

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// draft is a reference being corrupted.
type draft struct {
	work    *Work
	library *Library
	random  *metric.Random
	claim   biblio.Flat
	changes []Change
	failed  error // of the corpus
}

// set changes a field and records the change; it returns false if the value stays the same.
func (d *draft) set(operator, field, to string) bool {
	from := Value(&d.claim, field)
	if from == to {
		return false
	}
	put(&d.claim, field, to)
	d.changes = append(d.changes, Change{Field: field, From: from, To: to, Operator: operator})
	return true
}

// setAuthors changes the list of authors.
func (d *draft) setAuthors(operator string, names []string) bool {
	f := biblio.Flat{Authors: names}
	return d.set(operator, "authors", Value(&f, "authors"))
}

// authors returns a copy of the claimed names.
func (d *draft) authors() []string { return slices.Clone(d.claim.Authors) }

// other returns a suitable record of another work, or nil.
func (d *draft) other(suits func(*biblio.Record) bool) *biblio.Record {
	return d.within(tries, suits)
}

// fieldTries is how many records are examined for one of the same field.
const fieldTries = 2000

// kindred returns a record of another work of the same broad field, so that what is made from its words stays
// on topic; of any field if none is found.
func (d *draft) kindred() *biblio.Record {
	if field := fieldOf(&d.work.Record); field != "" {
		if r := d.within(fieldTries, func(r *biblio.Record) bool { return fieldOf(r) == field }); r != nil {
			return r
		}
	}
	return d.other(nil)
}

func (d *draft) within(tries int, suits func(*biblio.Record) bool) *biblio.Record {
	r, err := d.library.Other(tries, func(r *biblio.Record) bool {
		return !slices.ContainsFunc(d.work.Versions, func(v biblio.Record) bool {
			return v.LocalID == r.LocalID && v.Source == r.Source
		}) && (suits == nil || suits(r))
	})
	if err != nil {
		d.failed = err
	}
	return r
}

// stated returns what the versions of the work state in a field.
func (d *draft) stated(field string) []string {
	var list []string
	for i := range d.work.Versions {
		f := d.work.Versions[i].Flat()
		if v := Value(&f, field); v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// pick returns a random element of a list.
func pick[T any](r *metric.Random, list []T) T { return list[r.Intn(len(list))] }

// between returns a random number from low to high, inclusive.
func between(r *metric.Random, low, high int) int { return low + r.Intn(high-low+1) }

// changed returns the fields that differ from the original, in report order.
func changed(changes []Change) []string {
	list := []string{}
	for _, f := range fieldsInOrder {
		if slices.ContainsFunc(changes, func(c Change) bool { return c.Field == f }) {
			list = append(list, f)
		}
	}
	return list
}
