package bibtex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Effective is a field that an entry has, either its own or inherited.
type Effective struct {
	Name  string // in lower case, as the entry sees it: the title of a proceedings is the booktitle of a paper
	Field *Field
	Entry *Item   // the entry that states it: this one or a parent
	said  *string // the text that the data containers named in its value supply
}

// Said returns the text of a field, with macros replaced.
func (f *File) Said(e Effective) string {
	if e.said != nil {
		return *e.said
	}
	return f.Expand(e.Field.Value)
}

const (
	maxDepth     = 8   // of nested parents
	maxParents   = 32  // entries consulted for one
	maxInherited = 256 // fields of an entry, own and inherited
)

// resolver collects the effective fields of one entry.
type resolver struct {
	f      *File
	fields []Effective
	has    map[string]bool
	walk   *walk
}

// walk is shared by the resolvers of an entry and its parents.
type walk struct {
	path     map[*Item]bool // from the entry to the parent being read
	parents  int
	problems []Problem
}

// Resolve returns the fields of an entry: its own in order, then those of the entries that its xdata and crossref
// name, as BibLaTeX and BibTeX inherit them. A field that the entry states itself is never replaced. Missing parents
// and circles are problems; depth is bounded.
func (f *File) Resolve(it *Item) ([]Effective, []Problem) {
	own := f.stated(it, len(it.Fields))
	if !f.Inherits(it) {
		return own, nil
	}
	r := newResolver(f, own, &walk{path: map[*Item]bool{it: true}})
	r.inherit(it, 0)
	return r.fields, r.walk.problems
}

// Inherits reports whether an entry names others whose fields it inherits.
func (f *File) Inherits(it *Item) bool {
	crossref, _ := f.Field(it, "crossref")
	xdata, _ := f.Field(it, "xdata")
	return crossref != nil || xdata != nil || slices.ContainsFunc(it.Fields, f.namesData)
}

// dataName matches a part of a value that is replaced by a field of a data container: "xdata=key-field", or for one
// name of a list "xdata=key-field-2".
var dataName = lazy.Regexp(`(?i)^[\s{]*xdata\s*=\s*([^\s{},=]+?)-([a-z]+)(?:-(\d{1,3}))?[\s}]*$`)

var andBetween = lazy.Regexp(`(?i)\s+and\s+`)

func namesIn(list string) []string {
	return strings.Split(andBetween.ReplaceAllString(list, "\x00"), "\x00")
}

// namesData reports whether a value names fields of data containers.
func (f *File) namesData(field Field) bool {
	text := f.Text(field.Value.Span)
	return len(text) < 10_000 && strings.Contains(text, "xdata") && len(field.Value.Pieces) == 1
}

// granular replaces the names of data containers with their contents in the values of the entry itself.
func (r *resolver) granular(it *Item, depth int) {
	for i := range r.fields {
		e := &r.fields[i]
		if e.Entry != it || !r.f.namesData(*e.Field) {
			continue
		}
		parts := []string{r.f.Expand(e.Field.Value)}
		if bibfield.Of(e.Name).Is(bibfield.Names) {
			parts = namesIn(parts[0])
		}
		named := false
		for j, part := range parts {
			if m := dataName.FindStringSubmatch(part); m != nil {
				named, parts[j] = true, r.data(it, m[1], m[2], m[3], depth)
			}
		}
		if named {
			said := strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " and ")
			e.said = &said
		}
	}
}

// data returns a field of a data container, or one name of it.
func (r *resolver) data(it *Item, key, name, number string, depth int) string {
	parent := r.parent(it, key, depth)
	if parent == nil {
		return ""
	}
	defer delete(r.walk.path, parent)
	field, _ := r.f.Field(parent, name)
	if field == nil {
		r.problem("missing-parent", it, fmt.Sprintf("the entry %s has no field %s", quote(key), quote(name)))
		return ""
	}
	text := r.f.Expand(field.Value)
	if n, err := strconv.Atoi(number); err == nil {
		if names := namesIn(text); n >= 1 && n <= len(names) {
			return names[n-1]
		}
		return ""
	}
	return text
}

func newResolver(f *File, own []Effective, w *walk) *resolver {
	r := &resolver{f: f, fields: own, has: make(map[string]bool, len(own)), walk: w}
	for i := range own {
		r.has[own[i].Name] = true
	}
	return r
}

func (r *resolver) add(name string, stated Effective) {
	if !r.has[name] && len(r.fields) < maxInherited {
		r.has[name] = true
		r.fields = append(r.fields, Effective{name, stated.Field, stated.Entry, stated.said})
	}
}

// stated returns the fields of the entry itself, limited to most.
func (f *File) stated(it *Item, most int) []Effective {
	list := make([]Effective, min(len(it.Fields), most))
	for i := range list {
		list[i] = Effective{Name: f.FieldName(&it.Fields[i]), Field: &it.Fields[i], Entry: it}
	}
	return list
}

// inherit adds the fields of the parents of it: data containers first, because their fields count as its own.
func (r *resolver) inherit(it *Item, depth int) {
	r.granular(it, depth)
	for _, key := range r.keys(it, "xdata") {
		if parent := r.parent(it, key, depth); parent != nil {
			for _, stated := range r.f.stated(parent, maxInherited) {
				if stated.Name != "xdata" {
					r.add(stated.Name, stated)
				}
			}
			r.inherit(parent, depth+1)
			delete(r.walk.path, parent)
		}
	}
	for _, key := range r.keys(it, "crossref") {
		if parent := r.parent(it, key, depth); parent != nil {
			r.adopt(it, parent, depth)
			delete(r.walk.path, parent)
		}
	}
}

// adopt adds to the child what its parent states or has inherited itself.
func (r *resolver) adopt(child, parent *Item, depth int) {
	above := newResolver(r.f, r.f.stated(parent, maxInherited), r.walk)
	above.inherit(parent, depth+1)

	childType := r.f.TypeName(child)
	row := inheritanceOf(r.f.TypeName(parent), childType)
	dated := slices.ContainsFunc(bibfield.Named(bibfield.Date, bibfield.Year),
		func(name string) bool { return r.has[name] })
	for _, stated := range above.fields { // BibTeX's rule: same name
		name := stated.Name
		_, renamed := row.rename[name]
		field := bibfield.Of(name)
		own := field.Is(bibfield.Stays) || field.Role == bibfield.Title && bibfield.TypeOf(childType).Is(bibfield.Child) ||
			dated && dateRoles[field.Role]
		if !own && !renamed {
			r.add(name, stated)
		}
	}
	for _, stated := range above.fields { // BibLaTeX's rules: different name
		name := row.rename[stated.Name]
		if row.author && stated.Name == "author" {
			name = "bookauthor"
		}
		if name != "" {
			r.add(name, stated)
		}
	}
}

// dateRoles are the roles that together state when a work appeared.
var dateRoles = map[bibfield.Role]bool{bibfield.Date: true, bibfield.Year: true, bibfield.Month: true,
	bibfield.Day: true}

// keys returns the keys that a field of an entry names.
func (r *resolver) keys(it *Item, name string) []string {
	field, _ := r.f.Field(it, name)
	if field == nil {
		return nil
	}
	text := r.f.Expand(field.Value)
	if name == "crossref" {
		return []string{strings.TrimSpace(text)}
	}
	var keys []string
	for _, key := range strings.SplitN(text, ",", maxParents+1) {
		if key = strings.TrimSpace(key); key != "" && len(keys) < maxParents {
			keys = append(keys, key)
		}
	}
	return keys
}

// parent returns the entry that a key names, visiting each entry once.
func (r *resolver) parent(it *Item, key string, depth int) *Item {
	if key == "" {
		return nil
	}
	parent := r.f.EntryByKey(key)
	switch {
	case parent == nil:
		r.problem("missing-parent", it, fmt.Sprintf("no entry has the key %s that this one inherits from", quote(key)))
		return nil
	case r.walk.path[parent]:
		r.problem("circular-parent", it, fmt.Sprintf("the entry inherits from %s in a circle", quote(key)))
		return nil
	case depth >= maxDepth || r.walk.parents >= maxParents:
		r.problem("deep-parent", it, fmt.Sprintf("inheritance from %s goes too deep", quote(key)))
		return nil
	}
	r.walk.path[parent] = true
	r.walk.parents++
	return parent
}

func (r *resolver) problem(rule string, it *Item, message string) {
	line, column := r.f.Position(it.Span.Start)
	r.walk.problems = append(r.walk.problems,
		Problem{Rule: rule, Offset: it.Span.Start, Line: line, Column: column, Message: message})
}

// rename maps the name of a parent's field to the name under which a child inherits it; "" means that it is not
// inherited.
type rename map[string]string

var (
	toBook = rename{
		"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon",
		"shorttitle": "", "sorttitle": "", "indextitle": "", "indexsorttitle": "",
	}
	toMain = rename{
		"title": "maintitle", "subtitle": "mainsubtitle", "titleaddon": "maintitleaddon",
		"shorttitle": "", "sorttitle": "", "indextitle": "", "indexsorttitle": "",
	}
	toJournal = rename{
		"title": "journaltitle", "subtitle": "journalsubtitle",
		"shorttitle": "", "sorttitle": "", "indextitle": "", "indexsorttitle": "",
	}
)

// inheritance is a row of biblatex's default inheritance: from a parent of one of the types to a child of one of the
// types.
type inheritance struct {
	parents, children []string
	rename            rename
	author            bool // the parent's author is also the child's bookauthor
}

var inheritances = []inheritance{
	{[]string{"mvbook"}, []string{"book", "inbook", "bookinbook", "suppbook"}, toMain, true},
	{[]string{"mvcollection", "mvreference"},
		[]string{"collection", "reference", "incollection", "inreference", "suppcollection"}, toMain, false},
	{[]string{"mvproceedings"}, []string{"proceedings", "inproceedings"}, toMain, false},
	{[]string{"book"}, []string{"inbook", "bookinbook", "suppbook"}, toBook, true},
	{[]string{"book", "collection", "reference", "proceedings"},
		[]string{"incollection", "inreference", "suppcollection", "inproceedings", "inbook"}, toBook, false},
	{[]string{"periodical"}, []string{"article", "suppperiodical"}, toJournal, false},
}

// inheritanceOf returns the row for a parent and a child. For other pairs, a title is not inherited if the child is
// part of another work.
func inheritanceOf(parent, child string) inheritance {
	if usual := bibfield.TypeOf(child).Name(); usual != "" {
		child = usual
	}
	for _, row := range inheritances {
		if slices.Contains(row.parents, parent) && slices.Contains(row.children, child) {
			return row
		}
	}
	return inheritance{}
}
