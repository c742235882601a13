package fold

import "strings"

// headWords state what a container is.
var headWords = withServers(map[string]Head{
	"conference": Conference, "conf": Conference, "symposium": Conference, "symposia": Conference, "symp": Conference, "congress": Conference, "meeting": Conference,
	"convention": Conference, "colloquium": Conference, "conferences": Conference, "konferenz": Conference, "tagung": Conference, "conferencia": Conference,
	"journal": Journal, "transactions": Journal, "letters": Journal, "magazine": Journal, "annals": Journal, "review": Journal, "reviews": Journal,
	"bulletin": Journal, "zeitschrift": Journal, "quarterly": Journal, "archives": Journal, "j": Journal, "trans": Journal, "lett": Journal, "revista": Journal,
	"preprints": Preprints, "eprint": Preprints, "osf": Preprints,
})

// withServers adds the names of preprint servers that are one word.
func withServers(words map[string]Head) map[string]Head {
	for _, s := range preprintServers {
		for a := range strings.SplitSeq(strings.ToLower(s.acronyms), ";") {
			if !strings.ContainsAny(a, " .") {
				words[a] = Preprints
			}
		}
	}
	return words
}

// trackWords name a part of a conference.
var trackWords = map[string]Track{
	"workshop": Workshop, "workshops": Workshop, "ws": Workshop, "wksp": Workshop, "wkshp": Workshop, "findings": Findings,
	"demo": Volume, "demos": Volume, "demonstration": Volume, "demonstrations": Volume, "tutorial": Volume, "tutorials": Volume, "companion": Volume,
	"srw": Volume, "industry": Volume,
}

// sponsorWords are bodies under whose name containers appear.
var sponsorWords = map[string]bool{"ieee": true, "acm": true, "cvf": true, "rsj": true, "usenix": true, "springer": true, "elsevier": true, "siam": true, "wic": true, "ifip": true, "sigkdd": false, "iet": true, "aps": true, "ieice": true}

// containerNoise are words that come and go in the name of one container.
var containerNoise = map[string]bool{
	"proceedings": true, "proc": true, "procs": true, "proceeding": true, "annual": true, "vol": true, "volume": true, "volumes": true, "part": true, "issue": true, "no": true,
	"long": false, "short": false, "papers": true, "track": true, "main": true, "online": true, "virtual": true, "event": true, "edition": true, "conference": true,
	"technical": false, "series": true, "ser": true, "lecture": false, "extended": true, "abstracts": true, "poster": true, "oral": true, "preprint": true, "preprints": true, "actes": true, "sur": true, "atti": true, "actas": true, "revised": true, "selected": true,
	"pages": true, "pp": true, "newsletter": true, "newsl": true, "ed": true, "eds": true, "editors": true, "accepted": true, "appear": true, "under": false, "print": true, "press": false, "proceedings of": true,
}

// longForms are fields that names abbreviate to two capitals.
var longForms = map[string][]string{"ai": {"artificial", "intelligence"}, "ml": {"machine", "learning"}}

// placeNoise begins what a conference's name adds after a comma.
var placeNoise = map[string]bool{
	"usa": true, "us": true, "uk": true, "canada": true, "china": true, "germany": true, "france": true, "italy": true, "spain": true, "austria": true, "australia": true,
	"japan": true, "korea": true, "singapore": true, "india": true, "brazil": true, "mexico": true, "ireland": true, "scotland": true, "england": true, "portugal": true,
	"sweden": true, "norway": true, "denmark": true, "finland": true, "belgium": true, "netherlands": true, "switzerland": true, "israel": true, "greece": true,
	"turkey": true, "poland": true, "czech": true, "hungary": true, "thailand": true, "vietnam": true, "taiwan": true, "hong": true, "virtual": true, "january": true,
	"february": true, "march": true, "april": true, "may": true, "june": true, "july": true, "august": true, "september": true, "october": true, "november": true,
	"december": true, "jan": true, "feb": true, "mar": true, "apr": true, "jun": true, "jul": true, "aug": true, "sep": true, "sept": true, "oct": true, "nov": true, "dec": true,
	"ca": true, "ny": true, "wa": true, "tx": true, "ma": true, "hawaii": true, "california": true, "new": true, "uae": true, "dominican": true, "puerto": true,
}

var ordinalWords = map[string]bool{
	"first": true, "second": true, "third": true, "fourth": true, "fifth": true, "sixth": true, "seventh": true, "eighth": true, "ninth": true, "tenth": true,
	"eleventh": true, "twelfth": true, "thirteenth": true, "fourteenth": true, "fifteenth": true, "sixteenth": true, "seventeenth": true, "eighteenth": true,
	"nineteenth": true, "twentieth": true, "thirtieth": true, "fortieth": true, "fiftieth": true, "sixtieth": true, "twenty": true, "thirty": true, "forty": true,
	"fifty": true, "sixty": true, "ii": true, "iii": true, "iv": true, "vi": true, "vii": true, "viii": true, "ix": true, "xi": true, "xii": true, "xiii": true, "xiv": true,
	"xv": true, "xvi": true, "xvii": true, "xviii": true, "xix": true, "xx": true, "xxi": true, "xxii": true, "xxiii": true, "xxiv": true, "xxv": true,
}
