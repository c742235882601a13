package fold

import (
	"strings"
	"sync"
)

// placeLikeness says how two statements of a place stand to each other.
type placeLikeness uint8

// From no common place to the same words.
const (
	OtherPlace placeLikeness = iota
	PlaceVariant
	SamePlace
)

// placeAliases maps names and abbreviations of countries, states and cities to
// one form.
var placeAliases = map[string]string{
	"usa": "us", "u s a": "us", "u s": "us", "united states": "us", "united states of america": "us", "uk": "gb", "u k": "gb", "united kingdom": "gb",
	"great britain": "gb", "england": "gb", "scotland": "gb", "wales": "gb", "prc": "china", "p r china": "china", "peoples republic of china": "china",
	"republic of korea": "korea", "south korea": "korea", "the netherlands": "netherlands", "holland": "netherlands", "uae": "united arab emirates",
	"deutschland": "germany", "brd": "germany", "suisse": "switzerland", "schweiz": "switzerland", "osterreich": "austria", "munchen": "munich", "munchen germany": "munich",
	"koln": "cologne", "wien": "vienna", "praha": "prague", "roma": "rome", "milano": "milan", "torino": "turin", "firenze": "florence", "venezia": "venice",
	"napoli": "naples", "lisboa": "lisbon", "sevilla": "seville", "bruxelles": "brussels", "brussel": "brussels", "geneve": "geneva", "genf": "geneva", "zurich": "zurich",
	"moskva": "moscow", "beijing": "beijing", "peking": "beijing", "new york city": "new york", "nyc": "new york", "ny": "new york", "n y": "new york",
	"ca": "california", "calif": "california", "ma": "massachusetts", "mass": "massachusetts", "wa": "washington", "tx": "texas", "pa": "pennsylvania",
	"il": "illinois", "nj": "new jersey", "n j": "new jersey", "dc": "district of columbia", "d c": "district of columbia", "la": "louisiana", "fl": "florida", "ga": "georgia", "md": "maryland",
	"va": "virginia", "co": "colorado", "ut": "utah", "hi": "hawaii", "or": "oregon", "mn": "minnesota", "mi": "michigan", "nv": "nevada", "az": "arizona", "bc": "british columbia",
	"b c": "british columbia", "on": "ontario", "qc": "quebec", "ab": "alberta", "nsw": "new south wales", "vic": "victoria",
	"hong kong sar": "hong kong", "macau": "macao", "korea republic of": "korea", "viet nam": "vietnam", "turkiye": "turkey", "czechia": "czech republic",
	"online": "online", "virtual": "online", "virtual event": "online", "virtual only": "online", "virtual conference": "online", "online event": "online", "online and in person": "online",
}

// ComparePlaces compares places of publication or of a conference. Part of a
// place ("Toronto" for "Toronto, Canada") is a variant; two cities, or two
// countries, differ.
func ComparePlaces(a, b string) placeLikeness {
	if Text(a) == Text(b) {
		return SamePlace
	}
	x, y := placeParts(a), placeParts(b)
	if len(x) == 0 || len(y) == 0 {
		return PlaceVariant
	}
	if x[0] == y[0] || Squash(x[0]) == Squash(y[0]) || alikePlaces(x[0], y[0]) { // the same city, or the same country alone
		return PlaceVariant
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	for _, p := range x { // every part of the shorter stands in the longer
		if !contained(p, y) {
			return OtherPlace
		}
	}
	return PlaceVariant
}

// alikePlaces reports two spellings of one long name: "Marrakesh", "Marrakech".
func alikePlaces(a, b string) bool {
	return len(a) >= 6 && len(b) >= 6 && a[0] == b[0] && Distance(a, b) <= 1
}

// placeParts cuts a place at commas, slashes and "and", and folds each part.
func placeParts(s string) []string {
	var parts []string
	for _, p := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == '/' || r == '(' || r == ')' || r == '|' }) {
		p = Text(p)
		if rest, ok := strings.CutPrefix(p, "hybrid "); ok {
			p = rest
		}
		if alias, ok := placeAliases[p]; ok {
			p = alias
		}
		if p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

func contained(p string, parts []string) bool {
	for _, q := range parts {
		if p == q || strings.HasPrefix(q, p+" ") || strings.HasSuffix(q, " "+p) || strings.HasPrefix(p, q+" ") {
			return true
		}
	}
	return false
}

// countries lists the countries in which most conferences and publishers are.
var countries = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.SplitSeq("argentina;australia;austria;belgium;brazil;bulgaria;canada;chile;china;colombia;croatia;cyprus;czech republic;czechia;denmark;egypt;england;"+
		"estonia;finland;france;germany;greece;hungary;iceland;india;indonesia;iran;ireland;israel;italy;japan;korea;south korea;republic of korea;latvia;lithuania;luxembourg;"+
		"malaysia;malta;mexico;morocco;netherlands;the netherlands;new zealand;norway;pakistan;peru;philippines;poland;portugal;romania;russia;saudi arabia;scotland;serbia;"+
		"singapore;slovakia;slovenia;south africa;spain;sweden;switzerland;taiwan;thailand;tunisia;turkey;ukraine;united arab emirates;united kingdom;united states;"+
		"united states of america;uk;usa;uruguay;vietnam;wales", ";") {
		set[name] = true
	}
	return set
})

// Country reports that a text is the name of a country and nothing else.
func Country(s string) bool { return countries()[Text(s)] }
