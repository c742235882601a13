package entry

import (
	"cmp"
	"sort"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// container is a name of a journal or of proceedings that appears in the file.
type container struct {
	text   string
	count  int
	form   normalise.Container // text, parsed; filled on demand
	parsed bool
}

// mostContainers bounds how many names of a file are compared with a new one.
const mostContainers = 400

// listed returns the names that can be used for a container in any entry, the most common first: names without
// a number or an ordinal, which would belong to one year.
func listed(names tally) []container {
	var list []container
	for text, count := range names {
		if text != "" && !strings.ContainsAny(text, "0123456789") && !ordinalWord(text) {
			list = append(list, container{text: text, count: count})
		}
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].count > list[j].count || list[i].count == list[j].count && list[i].text < list[j].text
	})
	return list[:min(len(list), mostContainers)]
}

// ordinalWord reports whether a name contains an ordinal in words: "Tenth International …".
func ordinalWord(name string) bool {
	for _, word := range normalise.Words(name) {
		switch {
		case strings.HasSuffix(word, "tieth"), strings.HasSuffix(word, "teenth"):
			return true
		}
		switch word {
		case "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
			"eleventh", "twelfth":
			return true
		}
	}
	return false
}

// settled is how many entries make a way of writing a container a habit.
const settled = 3 // case: TestContainer

// Container returns the name that the file always uses for a container, in several entries, or else the given
// name. A name with different words is accepted only for a journal: proceedings of one conference have tracks.
func (h *Habits) Container(name string, journal bool) string {
	want := normalise.ParseContainer(name)
	if want.IsZero() {
		return name
	}
	least := normalise.SameContainer
	if journal {
		least = normalise.AliasOf
	}
	var own container
	for i := range h.containers {
		c := &h.containers[i]
		if !c.parsed {
			c.form, c.parsed = normalise.ParseContainer(c.text), true
		}
		if normalise.CompareContainers(&c.form, &want) < least || normalise.CompareContainers(&want, &c.form) < least {
			continue
		}
		if own.count > 0 { // two ways are no habit
			return name
		}
		own = *c
	}
	if own.count < settled {
		return name
	}
	return own.text
}

// mostlyAcronyms reports whether there are several names and four in five of them are acronyms.
func mostlyAcronyms(names tally) bool {
	short, all := 0, 0
	for text, count := range names {
		short += count * bit(acronym(text))
		all += count * bit(text != "")
	}
	return short >= settled && 5*short >= 4*all
}

// acronym reports whether a name is one word with several capitals, apart from a year after it: "CVPR", "NeurIPS 2019".
func acronym(name string) bool {
	name = strings.TrimRight(name, " 0123456789'’")
	capitals := 0
	for _, c := range name {
		capitals += bit(unicode.IsUpper(c))
	}
	return capitals >= 2 && len(name) <= 10 && !strings.ContainsAny(name, " .{}\\")
}

// Acronym returns the acronym of a container in a file that writes containers that way: its own, or the usual
// one. writes is false if the file writes them otherwise; text is "" if there is no acronym.
func (h *Habits) Acronym(name string) (text string, writes bool) {
	if !h.acronymic {
		return "", false
	}
	want := normalise.ParseContainer(name)
	for i := range h.containers {
		own := normalise.ParseContainer(h.containers[i].text)
		if acronym(h.containers[i].text) && normalise.CompareContainers(&own, &want) >= normalise.AliasOf {
			return h.containers[i].text, true
		}
	}
	if len(want.Venues) != 1 || normalise.VenueName(want.Venues[0]) == "" {
		return "", true
	}
	if want.Venues[0] == "neurips" {
		return "NeurIPS", true
	}
	return strings.ToUpper(want.Venues[0]), true
}

// Pages writes pages with the dash of the old value, or the file's.
func (h *Habits) Pages(old, want string) string {
	dash := cmp.Or(dashOf(old, texDashes), h.dash)
	first, last, ok := cutRange(want, texDashes, "{}\\")
	if !ok {
		return h.Escape(want)
	}
	return first + dash + last
}

// Of returns the habits of one entry: its own delimiters and case of names if consistent, all else the file's.
func (h *Habits) Of(f *bibtex.File, it *bibtex.Item) *Habits {
	marks, names := tally{}, tally{}
	for i := range it.Fields {
		field := &it.Fields[i]
		if len(field.Value.Pieces) == 1 {
			switch field.Value.Pieces[0].Kind {
			case bibtex.Quoted:
				marks["quotes"]++
			case bibtex.Braced:
				marks["braces"]++
			}
		}
		if !bibfield.Of(f.FieldName(field)).Is(bibfield.Acronym) {
			names[caseOf(f.Text(field.Name))]++
		}
	}
	own := *h
	if way, ok := marks.only(); ok {
		own.Quotes = way == "quotes"
	}
	if way, ok := names.only(); ok {
		own.capitals, own.capital = way == "capitals", way == "capital"
	}
	return &own
}

// only returns the way in which something is written every time, if it is written more than once.
func (t tally) only() (way string, ok bool) {
	if len(t) != 1 {
		return "", false
	}
	for way, n := range t {
		return way, n > 1
	}
	return "", false
}

// Named writes the name of a new field the way the file, or the entry, writes names.
func (h *Habits) Named(field string) string {
	switch {
	case bibfield.Of(field).Is(bibfield.Acronym) && len(h.acronyms[field]) > 0:
		return h.acronyms[field].most(field)
	case h.capitals:
		return strings.ToUpper(field)
	case h.capital && len(field) > 1:
		return strings.ToUpper(field[:1]) + field[1:]
	}
	return field
}
