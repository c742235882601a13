package fixtureserver

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// item is one object in a service's format, with its search keys.
type item struct {
	raw   []byte
	rec   biblio.Record
	words map[string]bool
}

// Catalogue has the works of services in addition to those on the shelves, for more works than shelves can
// hold. Its methods are safe for concurrent use.
type Catalogue interface {
	// ByID returns the works of a service that have an identifier.
	ByID(service string, id ident.ID) []biblio.Work
	// Near returns the works of a service whose titles are most similar to a text, best first.
	Near(service, text string, most int) []biblio.Work
	// Agency returns the agency that registered a DOI, or "".
	Agency(doi string) string
}

// library holds the objects of every service.
type library struct {
	shelves map[string][]item // by service
	known   map[string]string // DOI → agency
	beside  Catalogue         // may be nil
}

// agency returns the agency that registered a DOI, or "".
func (l *library) agency(doi string) string {
	doi = strings.ToLower(doi)
	if a := l.known[doi]; a != "" || l.beside == nil {
		return a
	}
	return l.beside.Agency(doi)
}

// formed returns works in a service's format.
func formed(service string, works []biblio.Work) []item {
	if len(works) == 0 {
		return nil
	}
	shelf := library{}
	shelf.open()
	put := named(service).shelve
	for i := range works {
		put(&shelf, &works[i])
	}
	return shelf.shelves[service]
}

// nearest is how many works of a catalogue are examined for those that contain all words of a title.
const nearest = 60

// near returns works of the catalogue whose titles are most similar to a text.
func (l *library) near(service, text string, most int) []item {
	if l.beside == nil {
		return nil
	}
	return formed(service, l.beside.Near(service, text, most))
}

// open creates the shelves.
func (l *library) open() {
	if l.shelves == nil {
		l.shelves, l.known = map[string][]item{}, map[string]string{}
	}
}

func (l *library) put(service string, raw []byte, rec biblio.Record) {
	l.open()
	words := map[string]bool{}
	for _, w := range wordsOf(rec.FullTitle()) {
		words[w] = true
	}
	l.shelves[service] = append(l.shelves[service], item{raw, rec, words})
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// byID returns the objects that have an identifier.
func (l *library) byID(service string, id ident.ID) []item {
	var out []item
	for _, it := range l.shelves[service] {
		if slices.Contains(it.rec.IDs, id) {
			out = append(out, it)
		}
	}
	if l.beside != nil {
		out = append(out, formed(service, l.beside.ByID(service, id))...)
	}
	return out
}

// having returns the objects whose titles contain all words of one of the groups.
func (l *library) having(service string, groups [][]string, most int) []item {
	list := slices.Clone(l.shelves[service])
	for _, g := range groups {
		list = append(list, l.near(service, strings.Join(g, " "), nearest)...)
	}
	var out []item
	for _, it := range list {
		if len(out) < most && slices.ContainsFunc(groups, it.has) && !slices.ContainsFunc(out, it.same) {
			out = append(out, it)
		}
	}
	return out
}

// has reports whether a title contains all words.
func (it *item) has(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !it.words[w] })
}

// same reports whether two items are the same object.
func (it *item) same(other item) bool { return string(it.raw) == string(other.raw) }

// ranked returns the objects ranked by how many words of a query their titles contain, of an author if not "".
func (l *library) ranked(service, query, author string, most int) []item {
	type scored struct {
		it    *item
		score float64
	}
	var list []scored
	query = strings.ToLower(query)
	words := wordsOf(query)
	long := func(w string) bool { return len(w) > 3 }
	least := min(2, len(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !long(w) })))
	for _, items := range [][]item{l.shelves[service], l.near(service, query, max(most, nearest))} {
		for i := range items {
			it, common, telling := &items[i], 0, 0
			for _, w := range words {
				if it.words[w] {
					common++
					if long(w) {
						telling++
					}
				}
			}
			// among all existing works there are as many that are nearer
			if 3*common >= len(words) && common > 0 && telling >= least && it.by(author) {
				list = append(list, scored{it, float64(common) - 0.01*float64(len(it.words))})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []item
	for _, s := range list[:min(most, len(list))] {
		out = append(out, *s.it)
	}
	return out
}

// by reports whether an object has an author of that name.
func (it *item) by(author string) bool {
	for _, c := range it.rec.Contributors {
		if author == "" || strings.Contains(strings.ToLower(c.String()), strings.ToLower(author)) {
			return true
		}
	}
	return author == ""
}

// objects returns the raw objects.
func objects(items []item) []json.RawMessage {
	out := make([]json.RawMessage, len(items))
	for i, it := range items {
		out[i] = it.raw
	}
	return out
}

// groupsOf parses "(a AND b) OR (c AND d)" in the services' syntaxes: noise removes what surrounds the words.
func groupsOf(query string, or string, noise *strings.Replacer) [][]string {
	var groups [][]string
	for _, part := range strings.Split(query, or) {
		groups = append(groups, wordsOf(noise.Replace(part)))
	}
	return groups
}

func atoi(s string, other int) int {
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return n
	}
	return other
}

func (a *answer) json(v any) { a.jsonAs("application/json", v) }

func (a *answer) jsonAs(kind string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are ours
	}
	a.w.Header().Set("Content-Type", kind)
	a.w.Write(data)
}

type object = map[string]any
