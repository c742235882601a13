package reading

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// works are the works that a document cites in full, as its short forms name them.
type works struct {
	list   []biblio.Reference
	titles []string   // normalised
	names  [][]string // the last word of the first family name, as read and as printed, normalised
	byName map[string][]int
	byNote map[string][]int // the number of a note
}

// nearest bounds how many works of one name or note are compared with a short form, on either side of it.
const nearest = 50

// Mentions finds the references that are only short forms for a work that stands in full elsewhere in the document. It
// returns, for each of them, the works meant, none if they are not in the list.
func Mentions(list []biblio.Reference) map[int][]int {
	if !slices.ContainsFunc(list, func(r biblio.Reference) bool { return r.Place.Note != "" || r.Printed() }) {
		return nil // entries of a bibliography
	}
	w := works{list, make([]string, len(list)), make([][]string, len(list)), map[string][]int{}, map[string][]int{}}
	short := map[int][]reflist.Mention{}
	for i := range list {
		r := &list[i]
		if m := reflist.Mentions(r.Raw); m != nil && r.Printed() {
			short[i] = m
			continue
		}
		w.titles[i] = " " + normalise.Text(r.Claimed.FullTitle()) + " "
		w.names[i] = []string{firstFamily(r.Raw)}
		if people := familyNames(&r.Claimed); len(people) > 0 {
			w.names[i] = slices.Compact(append(w.names[i], people[0][len(people[0])-1]))
		}
		for _, name := range w.names[i] {
			w.byName[name] = append(w.byName[name], i)
		}
		if note := cmp.Or(r.Place.Note, r.Extra["note"], r.Extra[LabelField]); note != "" {
			w.byNote[note] = append(w.byNote[note], i)
		}
	}
	found := w.again()
	last := -1 // the work of the reference before
	for i := range list {
		forms, ok := short[i]
		if same := found[i]; !ok {
			last = i
			if len(same) > 0 {
				last = same[0]
			}
			continue
		}
		if i > 0 && (list[i].Place.Note == "") != (list[i-1].Place.Note == "") {
			last = -1 // of the list before the notes
		}
		of, plain := w.meant(i, last, forms)
		if last = -1; len(of) > 0 {
			last = of[0]
		}
		if len(of) > 0 || plain {
			found[i] = of
		}
	}
	return found
}

// again finds the notes that print an entry of the list once more, perhaps with pages.
func (w *works) again() map[int][]int {
	found := map[int][]int{}
	for i := range w.list {
		r := &w.list[i]
		if r.Place.Note == "" || w.names[i] == nil {
			continue
		}
		for _, k := range w.byName[w.names[i][0]][:min(nearest, len(w.byName[w.names[i][0]]))] {
			if of := &w.list[k]; of.Place.Note == "" && strings.HasPrefix(r.Raw, strings.TrimRight(of.Raw, " .")) {
				found[i] = []int{k}
				break
			}
		}
	}
	return found
}

// meant returns the works that the forms of reference i name, and whether it is no entry even if there are none.
func (w *works) meant(i, last int, forms []reflist.Mention) (of []int, plain bool) {
	plain = true
	for _, m := range forms {
		k := last
		if _, again := reflist.Repeated(m.Name); again && last >= 0 {
			k = w.find(i, w.names[last][0], &m)
		} else if m.Name != "" {
			k = w.find(i, firstFamily(m.Name), &m)
		} else if m.Note != "" {
			if k = -1; len(w.byNote[m.Note]) == 1 {
				k = w.byNote[m.Note][0]
			}
		}
		if k >= 0 {
			of = append(of, k)
		}
		plain = plain && (m.Certain || k >= 0 || m.Paged && w.list[i].Place.Note != "")
	}
	return of, plain
}

// find returns the work nearest to reference i that a form with a name may mean, those before it first; -1 if there is
// none.
func (w *works) find(i int, name string, m *reflist.Mention) int {
	title := normalise.Text(m.Title)
	fits := func(k int) bool {
		r := &w.list[k]
		year := strconv.Itoa(r.Claimed.Issued.Year)
		letter := yearLetter(r.Raw, year)
		return slices.Contains(w.names[k], name) && (m.Year == "" || m.Year == year || m.Year == year+letter ||
			letter == "" && strings.HasPrefix(m.Year, year)) && (strings.Contains(w.titles[k], " "+title) ||
			m.Paged && strings.Contains(beforeVenue(r), " "+title))
	}
	for _, all := range [][]int{w.byNote[m.Note], w.byName[name]} {
		at, _ := slices.BinarySearch(all, i)
		for _, k := range slices.Backward(all[max(0, at-nearest):at]) {
			if fits(k) {
				return k
			}
		}
		for _, k := range all[at:min(len(all), at+nearest)] {
			if fits(k) {
				return k
			}
		}
	}
	return -1
}

// beforeVenue returns, normalised, what an entry prints before its container: the title may have been read in part.
func beforeVenue(r *biblio.Reference) string {
	end := len(r.Raw)
	if venue := r.Claimed.Container.Title; venue != "" && strings.Contains(r.Raw, venue) {
		end = strings.Index(r.Raw, venue)
	}
	return " " + normalise.Text(r.Raw[:end]) + " "
}

// firstFamily returns the last word of the first name of a text, normalised.
func firstFamily(s string) string {
	s = s[:min(len(s), firstNameMost)]
	if end := nameEnd.FindStringIndex(s); end != nil {
		s = s[:end[0]]
	}
	if all := strings.Fields(normalise.Text(s)); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

const firstNameMost = 80 // bytes

// nameEnd matches what follows the first of several names.
var nameEnd = lazy.Regexp(`[,:;(/]| (?:et|u\.?) ?al\b| (?:` + words.Pattern(words.And) + `)\.? `)

// Join moves the citations of mentions to the works that they mean, and removes the mentions.
func (a *Account) Join(found map[int][]int) {
	if len(found) == 0 {
		return
	}
	means := map[string][]int{}
	for i, of := range found {
		means[a.References[i].ID] = of
		for _, k := range of {
			r := &a.References[k]
			r.Uncited = r.Uncited && a.References[i].Uncited
		}
	}
	for i := range a.Citations {
		c := &a.Citations[i]
		of, ok := means[c.Ref]
		if !ok || c.Ref == "" {
			continue
		}
		c.Ref = ""
		for n, k := range of {
			r := &a.References[k]
			if n == 0 {
				c.Ref = r.ID
			}
			if len(r.Citations) < perReference {
				one := *c
				one.Ref = r.ID
				r.Citations = append(r.Citations, one)
			}
		}
	}
	kept := 0
	for i := range a.References {
		if _, mention := found[i]; !mention {
			a.References[kept] = a.References[i]
			kept++
		}
	}
	clear(a.References[kept:])
	a.References = a.References[:kept]
}
