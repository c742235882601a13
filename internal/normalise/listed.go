package normalise

import (
	"slices"
	"strings"
)

// Claimed is the name of a container as a reference states it, and the part of it before its place and date.
type Claimed struct {
	Container
	head Container
}

// ParseClaimed normalises a claimed name.
func ParseClaimed(s string) Claimed {
	c := Claimed{Container: ParseContainer(s)}
	c.head = c.Container
	if i := strings.IndexByte(s, ','); i > 0 {
		if head := ParseContainer(s[:i]); !head.IsZero() {
			c.head = head
		}
	}
	return c
}

// MeansListed reports whether a claimed container is surely the one whose list is given: title is the list's full
// name, names are that and its other names. Mistaking another container for it here would turn a real work into a
// missing one, so this is stricter than Identical:
//
//   - a name of one word (an acronym, a volume's handle, a publisher) counts
//     only if the table of venues knows it and the full title means the same
//     venue: "STOC" is not the workshop whose handle is "stoc";
//   - every significant word that the claim states before its place and date
//     is in the list's names or in those of the venue: the "Pacific
//     Association for Computational Linguistics" is another association;
//   - edition numbers do not differ: the 15th meeting is not the 16th.
func MeansListed(claim *Claimed, title *Container, names []Container) bool {
	if claim.IsZero() || claim.Normalised == title.Normalised {
		return !claim.IsZero()
	}
	if editionsClash(&claim.Container, title) || !allStated(claim, title, names) {
		return false
	}
	if len(claim.Words) <= 1 && !(intersect(claim.Venues, title.Venues) && saysVenue(title)) {
		return false
	}
	for i := range names {
		if len(names[i].Words) <= 1 && !intersect(names[i].Venues, title.Venues) { // a handle says nothing by itself
			continue
		}
		if Identical(&claim.Container, &names[i]) {
			return true
		}
	}
	return false
}

// saysVenue reports whether a full title is a venue's name, and not a list of topics that begins with the same words:
// "Software Engineering, Testing, and …".
func saysVenue(title *Container) bool {
	return title.First == len(title.Words) ||
		slices.ContainsFunc(strings.Fields(title.Normalised), func(w string) bool { return headWords[w] == Conference })
}

// allStated reports whether the list's names, or those of the venue that both mean, contain every significant word of
// the claim before its first comma.
func allStated(claim *Claimed, title *Container, names []Container) bool {
	for i := range claim.head.Words {
		w := claim.head.word(i)
		if !anyWord(names, w.matches) && !venues().states(claim.Venues, title.Venues, w) {
			return false
		}
	}
	return true
}

func anyWord(names []Container, same func(titleWord) bool) bool {
	for k := range names {
		c := &names[k]
		for i := range c.Words {
			if same(c.word(i)) {
				return true
			}
		}
		if slices.ContainsFunc(c.Acronyms, func(a string) bool { return same(titleWord{text: a}) }) {
			return true
		}
	}
	return false
}

// states reports whether a venue whose key is in both lists has a word in its names, or as its acronym.
func (t *venueTable) states(a, b []string, word titleWord) bool {
	return slices.ContainsFunc(a, func(key string) bool {
		v := t.byKey[key]
		return v != nil && slices.Contains(b, key) && (slices.Contains(v.acronyms, word.text) ||
			slices.ContainsFunc(v.words, func(w string) bool { return word.matches(titleWord{text: w}) }))
	})
}

// editionsClash reports whether both names state an edition number and the numbers differ. A joint meeting states
// several; one in common suffices.
func editionsClash(a, b *Container) bool {
	x, y := a.editions, b.editions
	return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(x, func(n int) bool { return slices.Contains(y, n) })
}

// Editions returns the ordinal numbers in the name of a container.
func Editions(name string) []int { return editions(Text(name)) }

// editions returns the ordinal numbers in a normalised name: "57th", "fifty seventh".
func editions(normalised string) (list []int) {
	tens := 0
	for _, w := range strings.Fields(normalised) {
		n, ok := ordinalNumber(w)
		if t := countTens[w]; t > 0 {
			tens = t
			continue
		}
		if ok {
			if n >= 10 {
				tens = 0
			}
			list = append(list, tens+n)
		}
		tens = 0
	}
	return list
}

var countTens = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}

var countWords = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
	"ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
	"seventeenth": 17, "eighteenth": 18,
	"nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60,
}

func ordinalNumber(w string) (n int, ok bool) {
	if n, ok = countWords[w]; ok {
		return n, true
	}
	if !ordinal(w) || w[0] < '0' || w[0] > '9' {
		return 0, false
	}
	for i := 0; i < len(w) && w[i] >= '0' && w[i] <= '9' && n < 1000; i++ {
		n = 10*n + int(w[i]-'0')
	}
	return n, true
}
