package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// fields maps the members of a service's objects to what they fill. Members that are not listed go to the
// record's method member.
type fields map[string]setter

// setter puts one member of an object into a record under construction.
type setter = func(d *draft, key string, v jsonscan.Value)

// field is a text field of a record.
type field = func(*draft) *string

func localID(d *draft) *string   { return &d.LocalID }
func subtitle(d *draft) *string  { return &d.Subtitle }
func container(d *draft) *string { return &d.Container.Title }
func short(d *draft) *string     { return &d.Container.Short }
func series(d *draft) *string    { return &d.Container.Series }
func volume(d *draft) *string    { return &d.Volume }
func issue(d *draft) *string     { return &d.Issue }
func pages(d *draft) *string     { return &d.Pages }
func publisher(d *draft) *string { return &d.Publisher }
func place(d *draft) *string     { return &d.Place }
func edition(d *draft) *string   { return &d.Edition }
func remark(d *draft) *string    { return &d.Note }
func address(d *draft) *string   { return &d.URL }

// text sets a field as written.
func text(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) { *to(d) = v.Text() }
}

// clean sets a field without markup.
func clean(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) { *to(d) = plain(v.Text()) }
}

// cleanLine sets a field from a text or the first element of a list, without markup.
func cleanLine(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) { *to(d) = line(v) }
}

func id(scheme ident.Scheme) setter {
	return func(d *draft, key string, v jsonscan.Value) { d.claim(scheme, key, v.Text()) }
}

// ids adds each identifier of a list.
func ids(scheme ident.Scheme) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		for _, s := range v.Strings() {
			d.claim(scheme, key, s)
		}
	}
}

// ownID adds the service's own identifier of the record.
func ownID(scheme ident.Scheme) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		d.LocalID = v.Text()
		d.claim(scheme, key, d.LocalID)
	}
}

// kind sets the type from the service's own term.
func kind(types map[string]biblio.Type) setter {
	return func(d *draft, _ string, v jsonscan.Value) { d.Type = types[v.Text()] }
}

// people adds the names of a list of texts.
func people(role biblio.Role) setter {
	return func(d *draft, _ string, v jsonscan.Value) {
		for _, name := range v.Strings() {
			d.name(plain(name), role)
		}
	}
}

// nameKeys are a service's keys of a name in parts, of a body's, and of one as printed.
type nameKeys struct{ family, given, initials, body, printed string }

// of reads a name: its parts, else that of a body, else what is printed.
func (k nameKeys) of(p jsonscan.Value) biblio.Contributor {
	c := biblio.NameParts(plainOf(p, k.family), cmp.Or(plainOf(p, k.given), plainOf(p, k.initials)))
	switch body := plainOf(p, k.body); {
	case !c.IsZero():
		return c
	case body != "":
		return biblio.Contributor{Literal: body}
	}
	return biblio.ParseName(plainOf(p, k.printed))
}

func (k nameKeys) authors(d *draft, _ string, v jsonscan.Value) {
	for p := range v.Items() {
		d.add(k.of(p), biblio.Author)
	}
}

// too sets a field and keeps the member in Extra as well.
func too(set setter) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		set(d, key, v)
		d.keep(key, v)
	}
}

func title(d *draft, key string, v jsonscan.Value)    { d.plainTitle(key, v.Text()) }
func issued(d *draft, _ string, v jsonscan.Value)     { d.Issued = isoDate(v.Text()) }
func issn(d *draft, _ string, v jsonscan.Value)       { d.Container.ISSN = v.Strings() }
func statedYear(d *draft, _ string, v jsonscan.Value) { d.year = v.Int() }
func noted(d *draft, key string, v jsonscan.Value)    { d.note(key, v.Text()) }
func ignore(*draft, string, jsonscan.Value)           {}

// first returns the first element of a list, or "".
func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// line returns a text, or the first element of a list of texts.
func line(v jsonscan.Value) string {
	if v.IsArray() {
		v = v.First()
	}
	return plain(v.Text())
}

// texts joins a text or a list of texts with commas.
func texts(v jsonscan.Value) string { return strings.Join(v.Strings(), ", ") }

// fieldsOf splits a text at spaces, commas and semicolons.
func fieldsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
}
