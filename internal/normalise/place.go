package normalise

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// placeLikeness says how two statements of a place relate.
type placeLikeness uint8

// From no common place to the same words.
const (
	OtherPlace placeLikeness = iota
	PlaceVariant
	SamePlace
)

// placenames.txt: each line is a country, state or city, then its other names and abbreviations: "us|usa;u s a".
//
//go:embed placenames.txt
var placeNames string

var placeAliases = sync.OnceValue(func() map[string]string {
	aliases := map[string]string{}
	for line := range strings.Lines(placeNames) {
		place, names, _ := strings.Cut(strings.TrimSpace(line), "|")
		for name := range strings.SplitSeq(names, ";") {
			aliases[name] = place
		}
	}
	return aliases
})

// ComparePlaces compares places of publication or of a conference. Part of a place ("Toronto" for "Toronto, Canada")
// is a variant; two cities, or two countries, differ.
func ComparePlaces(a, b string) placeLikeness {
	if Text(a) == Text(b) {
		return SamePlace
	}
	x, y := placeParts(a), placeParts(b)
	if len(x) == 0 || len(y) == 0 {
		return PlaceVariant
	}
	// the same city, or only the same country
	if x[0] == y[0] || Squash(x[0]) == Squash(y[0]) || alikePlaces(x[0], y[0]) {
		return PlaceVariant
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	if slices.ContainsFunc(x, func(p string) bool { return !contained(p, y) }) { // part of the shorter
		return OtherPlace
	}
	return PlaceVariant
}

// alikePlaces reports whether a and b are two spellings of one long name: "Marrakesh", "Marrakech".
func alikePlaces(a, b string) bool {
	return len(a) >= 6 && len(b) >= 6 && a[0] == b[0] && Distance(a, b) <= 1
}

// placeParts splits a place at commas, slashes and "and", and normalises each part.
func placeParts(s string) []string {
	var parts []string
	for _, p := range strings.FieldsFunc(s, func(r rune) bool {
		return r == ',' || r == ';' || r == '/' || r == '(' || r == ')' || r == '|'
	}) {
		p = Text(p)
		if rest, ok := strings.CutPrefix(p, "hybrid "); ok {
			p = rest
		}
		if alias, ok := placeAliases()[p]; ok {
			p = alias
		}
		if p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

func contained(p string, parts []string) bool {
	return slices.ContainsFunc(parts, func(q string) bool {
		return p == q || strings.HasPrefix(q, p+" ") || strings.HasSuffix(q, " "+p) || strings.HasPrefix(p, q+" ")
	})
}

// countries lists the countries in which most conferences and publishers are.
var countries = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.SplitSeq(
		"argentina;australia;austria;belgium;brazil;bulgaria;canada;chile;china;colombia;croatia;cyprus;czech "+
			"republic;czechia;denmark;egypt;england;"+
			"estonia;finland;france;germany;greece;hungary;iceland;india;indonesia;iran;ireland;israel;italy;japan;korea;south korea;republic of korea;latvia;lithuania;luxembourg;"+
			"malaysia;malta;mexico;morocco;netherlands;the netherlands;new "+
			"zealand;norway;pakistan;peru;philippines;poland;portugal;romania;russia;saudi arabia;scotland;serbia;"+
			"singapore;slovakia;slovenia;south africa;spain;sweden;switzerland;taiwan;thailand;tunisia;turkey;ukraine;united "+
			"arab emirates;united kingdom;united states;"+
			"united states of america;uk;usa;uruguay;vietnam;wales", ";") {
		set[name] = true
	}
	return set
})

// Country reports whether a text is just the name of a country.
func Country(s string) bool { return countries()[Text(s)] }

// conferenceplaces.txt: each line is a conference, its key in venues.txt, then year and place pairs separated by
// semicolons.
//
//go:embed conferenceplaces.txt
var conferencePlaces string

var placeTable = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.SplitSeq(conferencePlaces, "\n") {
		key, rest, ok := strings.Cut(line, "|")
		if !ok {
			continue
		}
		for _, entry := range strings.Split(rest, ";") {
			year, place, _ := strings.Cut(entry, " ")
			table[key+" "+year] = place
		}
	}
	return table
})

// ConferencePlace returns where a well-known conference, given by its key, was held in a year, or "" if the table
// does not say.
func ConferencePlace(key string, year int) string {
	return placeTable()[key+" "+strconv.Itoa(year)]
}
