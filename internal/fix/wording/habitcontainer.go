package wording

import (
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/fold"
)

// container is a name of a journal or of proceedings that the file has.
type container struct {
	text   string
	count  int
	form   fold.Container // of text, once parsed
	parsed bool
}

// mostContainers bounds how many names of a file are compared with a new one.
const mostContainers = 400

// listed gives the names that may stand for a container in any entry, the
// commonest first: names without a number or an ordinal, which would be of one
// year.
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

// ordinalWord reports a name that counts in words: "Tenth International …".
func ordinalWord(name string) bool {
	for _, word := range fold.Words(name) {
		switch {
		case strings.HasSuffix(word, "tieth"), strings.HasSuffix(word, "teenth"):
			return true
		}
		switch word {
		case "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth":
			return true
		}
	}
	return false
}

// settled is how many entries make a way to write a container a habit.
const settled = 3

// Container gives the name under which the file always has a container, in
// several entries, and else the name given. Another name than the same words is
// taken for a journal alone: proceedings of one conference have tracks.
func (h *Habits) Container(name string, journal bool) string {
	want := fold.ParseContainer(name)
	if want.IsZero() {
		return name
	}
	least := fold.SameContainer
	if journal {
		least = fold.AliasOf
	}
	var own container
	for i := range h.containers {
		c := &h.containers[i]
		if !c.parsed {
			c.form, c.parsed = fold.ParseContainer(c.text), true
		}
		if fold.CompareContainers(&c.form, &want) < least || fold.CompareContainers(&want, &c.form) < least {
			continue
		}
		if own.count > 0 { // two ways are none
			return name
		}
		own = *c
	}
	if own.count < settled {
		return name
	}
	return own.text
}
