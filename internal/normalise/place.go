package normalise

import (
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

// placeAliases maps names and abbreviations of countries, states and cities to
// one form.
var placeAliases = map[string]string{
	"usa": "us", "u s a": "us", "u s": "us", "united states": "us", "united states of america": "us", "uk": "gb",
	"u k": "gb", "united kingdom": "gb",
	"great britain": "gb", "england": "gb", "scotland": "gb", "wales": "gb", "prc": "china", "p r china": "china",
	"peoples republic of china": "china",
	"republic of korea":         "korea", "south korea": "korea", "the netherlands": "netherlands",
	"holland": "netherlands", "uae": "united arab emirates",
	"deutschland": "germany", "brd": "germany", "suisse": "switzerland", "schweiz": "switzerland", "osterreich": "austria",
	"munchen": "munich", "munchen germany": "munich",
	"koln": "cologne", "wien": "vienna", "praha": "prague", "roma": "rome", "milano": "milan", "torino": "turin",
	"firenze": "florence", "venezia": "venice",
	"napoli": "naples", "lisboa": "lisbon", "sevilla": "seville", "bruxelles": "brussels", "brussel": "brussels",
	"geneve": "geneva", "genf": "geneva", "zurich": "zurich",
	"moskva": "moscow", "beijing": "beijing", "peking": "beijing", "new york city": "new york", "nyc": "new york",
	"ny": "new york", "n y": "new york",
	"ca": "california", "calif": "california", "ma": "massachusetts", "mass": "massachusetts", "wa": "washington",
	"tx": "texas", "pa": "pennsylvania",
	"il": "illinois", "nj": "new jersey", "n j": "new jersey", "dc": "district of columbia", "d c": "district of columbia",
	"la": "louisiana", "fl": "florida", "ga": "georgia", "md": "maryland",
	"va": "virginia", "co": "colorado", "ut": "utah", "hi": "hawaii", "or": "oregon", "mn": "minnesota", "mi": "michigan",
	"nv": "nevada", "az": "arizona", "bc": "british columbia",
	"b c": "british columbia", "on": "ontario", "qc": "quebec", "ab": "alberta",
	"nsw": "new south wales", "vic": "victoria",
	"hong kong sar": "hong kong", "macau": "macao", "korea republic of": "korea", "viet nam": "vietnam",
	"turkiye": "turkey", "czechia": "czech republic",
	"online": "online", "virtual": "online", "virtual event": "online", "virtual only": "online",
	"virtual conference": "online", "online event": "online", "online and in person": "online",
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
	// the same city, or only the same country
	if x[0] == y[0] || Squash(x[0]) == Squash(y[0]) || alikePlaces(x[0], y[0]) {
		return PlaceVariant
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	for _, p := range x { // every part of the shorter is in the longer
		if !contained(p, y) {
			return OtherPlace
		}
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

// conferencePlaces: each line is a conference, its key in venues.txt, then year and place pairs separated by
// semicolons.
const conferencePlaces = `
acl|2010 Uppsala, Sweden;2011 Portland, Oregon, USA;2012 Jeju Island, Korea;2013 Sofia, Bulgaria;2014 Baltimore, Maryland, USA;2015 Beijing, China;2016 Berlin, Germany;2017 Vancouver, Canada;2018 Melbourne, Australia;2019 Florence, Italy;2020 Online;2021 Online;2022 Dublin, Ireland;2023 Toronto, Canada;2024 Bangkok, Thailand;2025 Vienna, Austria
emnlp|2010 Cambridge, MA, USA;2011 Edinburgh, Scotland, UK;2012 Jeju Island, Korea;2013 Seattle, Washington, USA;2014 Doha, Qatar;2015 Lisbon, Portugal;2016 Austin, Texas, USA;2017 Copenhagen, Denmark;2018 Brussels, Belgium;2019 Hong Kong, China;2020 Online;2021 Online and Punta Cana, Dominican Republic;2022 Abu Dhabi, United Arab Emirates;2023 Singapore;2024 Miami, Florida, USA;2025 Suzhou, China
naacl|2010 Los Angeles, California, USA;2012 Montréal, Canada;2013 Atlanta, Georgia, USA;2015 Denver, Colorado, USA;2016 San Diego, California, USA;2018 New Orleans, Louisiana, USA;2019 Minneapolis, Minnesota, USA;2021 Online;2022 Seattle, United States;2024 Mexico City, Mexico;2025 Albuquerque, New Mexico, USA
eacl|2012 Avignon, France;2014 Gothenburg, Sweden;2017 Valencia, Spain;2021 Online;2023 Dubrovnik, Croatia;2024 St. Julian's, Malta
aacl|2020 Suzhou, China;2022 Online only
ijcnlp|2015 Beijing, China;2017 Taipei, Taiwan;2021 Online;2023 Nusa Dua, Bali, Indonesia
conll|2015 Beijing, China;2016 Berlin, Germany;2017 Vancouver, Canada;2018 Brussels, Belgium;2019 Hong Kong, China;2020 Online;2021 Online;2022 Abu Dhabi, United Arab Emirates;2023 Singapore;2024 Miami, FL, USA
coling|2010 Beijing, China;2012 Mumbai, India;2014 Dublin, Ireland;2016 Osaka, Japan;2018 Santa Fe, New Mexico, USA;2020 Barcelona, Spain (Online);2022 Gyeongju, Republic of Korea;2025 Abu Dhabi, UAE
lreccoling|2024 Torino, Italia
lrec|2010 Valletta, Malta;2012 Istanbul, Turkey;2014 Reykjavik, Iceland;2016 Portorož, Slovenia;2018 Miyazaki, Japan;2020 Marseille, France;2022 Marseille, France
interspeech|2016 San Francisco, USA;2017 Stockholm, Sweden;2018 Hyderabad, India;2019 Graz, Austria;2020 Shanghai, China;2021 Brno, Czechia;2022 Incheon, Korea;2023 Dublin, Ireland;2024 Kos, Greece
icassp|2016 Shanghai, China;2017 New Orleans, USA;2018 Calgary, Canada;2019 Brighton, UK;2020 Barcelona, Spain;2021 Toronto, Canada;2022 Singapore;2023 Rhodes Island, Greece;2024 Seoul, Korea
icml|2012 Edinburgh, Scotland;2013 Atlanta, USA;2014 Beijing, China;2015 Lille, France;2016 New York, USA;2017 Sydney, Australia;2018 Stockholm, Sweden;2019 Long Beach, California, USA;2020 Virtual;2021 Virtual;2022 Baltimore, Maryland, USA;2023 Honolulu, Hawaii, USA;2024 Vienna, Austria;2025 Vancouver, Canada
neurips|2012 Lake Tahoe, Nevada, USA;2013 Lake Tahoe, Nevada, USA;2014 Montreal, Canada;2015 Montreal, Canada;2016 Barcelona, Spain;2017 Long Beach, California, USA;2018 Montréal, Canada;2019 Vancouver, Canada;2020 Virtual;2021 Virtual;2022 New Orleans, Louisiana, USA;2023 New Orleans, Louisiana, USA;2024 Vancouver, Canada
iclr|2014 Banff, Canada;2015 San Diego, USA;2016 San Juan, Puerto Rico;2017 Toulon, France;2018 Vancouver, Canada;2019 New Orleans, USA;2020 Addis Ababa, Ethiopia;2021 Virtual;2022 Virtual;2023 Kigali, Rwanda;2024 Vienna, Austria;2025 Singapore
cvpr|2014 Columbus, OH, USA;2015 Boston, MA, USA;2016 Las Vegas, NV, USA;2017 Honolulu, HI, USA;2018 Salt Lake City, UT, USA;2019 Long Beach, CA, USA;2020 Seattle, WA, USA;2021 Nashville, TN, USA;2022 New Orleans, LA, USA;2023 Vancouver, BC, Canada;2024 Seattle, WA, USA;2025 Nashville, TN, USA
iccv|2013 Sydney, Australia;2015 Santiago, Chile;2017 Venice, Italy;2019 Seoul, Korea;2021 Montreal, QC, Canada;2023 Paris, France;2025 Honolulu, Hawaii, USA
eccv|2014 Zurich, Switzerland;2016 Amsterdam, The Netherlands;2018 Munich, Germany;2020 Glasgow, UK;2022 Tel Aviv, Israel;2024 Milan, Italy
aaai|2015 Austin, Texas, USA;2016 Phoenix, Arizona, USA;2017 San Francisco, California, USA;2018 New Orleans, Louisiana, USA;2019 Honolulu, Hawaii, USA;2020 New York, USA;2021 Virtual;2022 Virtual;2023 Washington, DC, USA;2024 Vancouver, Canada;2025 Philadelphia, PA, USA
ijcai|2015 Buenos Aires, Argentina;2016 New York, USA;2017 Melbourne, Australia;2018 Stockholm, Sweden;2019 Macao, China;2020 Yokohama, Japan;2021 Montreal, Canada;2022 Vienna, Austria;2023 Macao, China;2024 Jeju, Korea
kdd|2016 San Francisco, CA, USA;2017 Halifax, NS, Canada;2018 London, UK;2019 Anchorage, AK, USA;2020 Virtual;2021 Virtual;2022 Washington, DC, USA;2023 Long Beach, CA, USA;2024 Barcelona, Spain
sigir|2016 Pisa, Italy;2017 Tokyo, Japan;2018 Ann Arbor, MI, USA;2019 Paris, France;2020 Virtual;2021 Virtual;2022 Madrid, Spain;2023 Taipei, Taiwan;2024 Washington, DC, USA
www|2016 Montréal, Canada;2017 Perth, Australia;2018 Lyon, France;2019 San Francisco, CA, USA;2020 Taipei, Taiwan;2021 Ljubljana, Slovenia;2022 Lyon, France;2023 Austin, TX, USA;2024 Singapore
icra|2016 Stockholm, Sweden;2017 Singapore;2018 Brisbane, Australia;2019 Montreal, Canada;2020 Paris, France;2021 Xi'an, China;2022 Philadelphia, PA, USA;2023 London, UK;2024 Yokohama, Japan
iros|2016 Daejeon, Korea;2017 Vancouver, Canada;2018 Madrid, Spain;2019 Macau, China;2020 Las Vegas, NV, USA;2021 Prague, Czech Republic;2022 Kyoto, Japan;2023 Detroit, MI, USA;2024 Abu Dhabi, UAE
chi|2016 San Jose, CA, USA;2017 Denver, CO, USA;2018 Montreal, QC, Canada;2019 Glasgow, Scotland, UK;2020 Honolulu, HI, USA;2021 Yokohama, Japan;2022 New Orleans, LA, USA;2023 Hamburg, Germany;2024 Honolulu, HI, USA
`

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
