package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ErrEmpty means that an object has neither a title nor an identifier.
var ErrEmpty = errors.New("record has neither title nor identifier")

// draft is a record under construction.
type draft struct {
	biblio.Record
	year int // stated beside the date; correct if they differ
	gap  int // 1 + number of contributors before the first author without a name; 0 if there is none
}

func object(source string, data []byte) (jsonscan.Value, error) {
	v, err := jsonscan.Parse(data)
	if err != nil {
		return v, fmt.Errorf("%s: %w", source, err)
	}
	if !v.IsObject() {
		return v, fmt.Errorf("%s: not a JSON object", source)
	}
	return v, nil
}

func element(source string, data []byte) (xmlscan.Element, error) {
	e, err := xmlscan.Parse(data)
	if err != nil {
		return e, fmt.Errorf("%s: %w", source, err)
	}
	return e, nil
}

// objectRecord is a record under construction that receives an object member by member and at the end decides
// what depends on several members.
type objectRecord interface {
	base() *draft
	member(key string, v jsonscan.Value)
	settle()
	done() (biblio.Record, error)
}

func (d *draft) base() *draft { return d }

// member keeps members that are not in the table of fields.
func (d *draft) member(key string, v jsonscan.Value) { d.keep(key, v) }

func (d *draft) settle() {}

// read makes a record from an object of a source.
func read[T any, P interface {
	*T
	objectRecord
}](source string, data []byte, table fields) (biblio.Record, error) {
	v, err := object(source, data)
	if err != nil {
		return biblio.Record{}, err
	}
	r := P(new(T))
	r.base().Source = source
	return readMembers(r, v, table)
}

// readMembers passes the members of an object to a record: those in the table to their setters, the others to
// the record's member method.
func readMembers(r objectRecord, v jsonscan.Value, table fields) (biblio.Record, error) {
	d := r.base()
	for key, member := range v.Fields() {
		if set, ok := table[key]; ok {
			set(d, key, member)
		} else {
			r.member(key, member)
		}
	}
	r.settle()
	return r.done()
}

// done returns the record, or an error if it says nothing.
func (d *draft) done() (biblio.Record, error) {
	if d.Title == "" && len(d.IDs) == 0 {
		return biblio.Record{}, fmt.Errorf("%s: %w", d.Source, ErrEmpty)
	}
	d.sound()
	d.clean()
	return d.Record, nil
}

// keep puts a value that has no field of its own into Extra.
func (d *draft) keep(key string, v jsonscan.Value) {
	if !v.Empty() {
		d.note(key, v.Text())
	}
}

// note puts a text into Extra, unless it is empty.
func (d *draft) note(key, text string) {
	if text == "" {
		return
	}
	if d.Extra == nil {
		d.Extra = make(map[string]string)
	}
	d.Extra[key] = text
}

// more appends a text to Extra under the key, after "; ".
func (d *draft) more(key, text string) {
	if have := d.Extra[key]; have != "" && text != "" {
		text = have + "; " + text
	}
	d.note(key, text)
}

// firstOr sets a field if it is empty, and keeps later values, as they were written, in Extra.
func (d *draft) firstOr(to *string, key, text, written string) {
	if *to == "" {
		*to = text
	} else {
		d.more(key, written)
	}
}

// addFirst adds an identifier unless the record has one of its scheme.
func (d *draft) addFirst(id ident.ID) {
	if d.ID(id.Scheme).IsZero() {
		d.AddID(id)
	}
}

// numberIn returns the identifier in a text or an address; ok is false for an address without one.
func numberIn(text string) (id ident.ID, ok bool) {
	id, ok = ident.Parse(text)
	return id, ok && id.Scheme != ident.URL
}

// canonical returns the arXiv id for arXiv's own DOI.
func canonical(id ident.ID) ident.ID {
	if id.Scheme == ident.DOI {
		for _, alias := range id.Aliases() {
			if alias.Scheme == ident.ArXiv {
				return alias
			}
		}
	}
	return id
}

// siteOfIDs reports whether an address may contain an identifier.
func siteOfIDs(url string) bool {
	return slices.ContainsFunc([]string{"/10.", "arxiv", "acl", "pubmed", "ncbi.", "openalex", "semanticscholar",
		"europepmc", "huggingface"}, func(part string) bool { return strings.Contains(url, part) })
}

// drop removes an identifier from the record.
func (d *draft) drop(id ident.ID) {
	d.IDs = slices.DeleteFunc(d.IDs, func(have ident.ID) bool { return have == id })
}

// claim adds an identifier; a text that is not of that scheme is kept in Extra under key.
func (d *draft) claim(scheme ident.Scheme, key, text string) {
	if text == "" {
		return
	}
	if id, ok := ident.ParseAs(scheme, text); ok {
		d.AddID(id)
		return
	}
	d.note(key, text)
}

// dois returns the DOIs of a field that may hold several, separated by spaces, commas or semicolons.
func dois(text string) []ident.ID {
	if id, ok := ident.ParseDOI(text); ok {
		return []ident.ID{id}
	}
	var list []ident.ID
	for _, word := range strings.FieldsFunc(text,
		func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\t' }) {
		if id, ok := ident.ParseDOI(word); ok && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// arxivWithin extracts an arXiv number from the container's name: "arXiv preprint arXiv:1412.6981".
func (d *draft) arxivWithin() {
	for _, f := range ident.Find(d.Container.Title) {
		if f.ID.Scheme == ident.ArXiv {
			d.AddID(f.ID)
		}
	}
}

// relate adds a relation to another record, once, and never to the record itself.
func (d *draft) relate(kind biblio.RelationKind, id ident.ID) {
	own := func(have ident.ID) bool { return have == id || slices.Contains(have.Aliases(), id) }
	related := func(have biblio.Relation) bool { return have.ID == id }
	if id.IsZero() || slices.ContainsFunc(d.IDs, own) || slices.ContainsFunc(d.Relations, related) {
		return
	}
	d.Relations = append(d.Relations, biblio.Relation{Kind: kind, ID: id})
}

// maxContributors bounds the contributors of one record: the longest known list has some 15,000.
const maxContributors = 20_000

// add appends a contributor unless it has no name.
func (d *draft) add(c biblio.Contributor, role biblio.Role) {
	switch {
	case c.IsZero() && role == biblio.Author:
		d.unnamed()
	case !c.IsZero() && len(d.Contributors) < maxContributors:
		c.Role = role
		d.Contributors = append(d.Contributors, c)
	}
}

// unnamed notes that the list has an author without a name here.
func (d *draft) unnamed() {
	if d.gap == 0 {
		d.gap = len(d.Contributors) + 1
	}
}

// update adds a notice about the work; a retraction marks the work as retracted.
func (d *draft) update(u biblio.Update) {
	d.Updates = append(d.Updates, u)
	if u.Kind == biblio.Retraction {
		d.Status = biblio.StatusRetracted
	}
}

func pageRange(first, last string) string {
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	switch {
	case last == "" || first == last:
		return first
	case first == "":
		return last
	}
	return first + "-" + last
}
