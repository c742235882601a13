package wire

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// fields says what the members of a service's objects fill, by their names.
// Members that are not listed go to the method member of the record.
type fields map[string]setter

// setter puts one member of an object into a record in the making.
type setter = func(d *draft, key string, v jsonscan.Value)

// field is a text of a record.
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

// cleanLine sets a field from a text or the first of a list, without markup.
func cleanLine(to field) setter {
	return func(d *draft, _ string, v jsonscan.Value) { *to(d) = line(v) }
}

// id adds an identifier of a scheme.
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

// ownID adds the identifier by which the service itself knows the record.
func ownID(scheme ident.Scheme) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		d.LocalID = v.Text()
		d.claim(scheme, key, d.LocalID)
	}
}

// kind sets the type by the service's own word for it.
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

// words splits a text at spaces, commas and semicolons.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
}

// CrossrefNotices gives, of a work that is itself a notice ("update-to"), one
// record for each work that it is about: the identifier and the update, and no
// more.
func CrossrefNotices(notice *biblio.Record) []biblio.Record {
	text := notice.Extra["update-to"]
	if text == "" {
		return nil
	}
	v, err := jsonscan.Parse([]byte(text))
	if err != nil {
		return nil
	}
	var list []biblio.Record
	for u := range v.Items() {
		kind := updateKind(u)
		if kind == "" {
			continue
		}
		d := draft{Record: biblio.Record{Source: "crossref", LocalID: notice.LocalID}}
		d.claim(ident.DOI, "DOI", u.Get("DOI").Text())
		if len(d.IDs) == 0 || d.IDs[0] == notice.ID(ident.DOI) {
			continue
		}
		d.update(biblio.Update{Kind: kind, ID: notice.ID(ident.DOI), Date: crossrefDate(u.Get("updated"))})
		if updateType(u) == "partial_retraction" {
			d.Status = biblio.StatusNormal
		}
		list = append(list, d.Record)
	}
	return list
}

// WithNotices adds to the works of one answer of Crossref what notices among
// them say of them: of a retracted article that does not name its retraction
// itself, a search by title finds both.
func WithNotices(records []biblio.Record, err error) ([]biblio.Record, error) {
	for i := range records {
		for _, n := range CrossrefNotices(&records[i]) {
			for k := range records {
				if records[k].ID(ident.DOI) == n.ID(ident.DOI) {
					notice(&records[k], &n)
				}
			}
		}
	}
	return records, err
}

// notice takes over the updates that a record does not have.
func notice(to, from *biblio.Record) {
	for _, u := range from.Updates {
		if !slices.ContainsFunc(to.Updates, func(have biblio.Update) bool { return have.Kind == u.Kind && have.ID == u.ID }) {
			to.Updates = append(to.Updates, u)
		}
	}
	if from.Status == biblio.StatusRetracted {
		to.Status = from.Status
	}
}
