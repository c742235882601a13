package fold

import (
	"strings"
	"sync"
)

// venueNames gives the full name for every acronym that one venue of the table has.
var venueNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for line := range strings.SplitSeq(venueText, "\n") {
		parts := strings.Split(line, "|")
		if len(parts) != 5 {
			continue
		}
		name := statelyName(strings.Split(parts[4], ";"))
		for _, acronym := range append(strings.Split(parts[3], ";"), parts[0]) {
			acronym = Squash(Text(acronym))
			if have, known := names[acronym]; known && have != name {
				name = "" // of two venues
			}
			names[acronym] = name
		}
	}
	return names
})

// eventWords are words of which a conference's full name has one.
var eventWords = []string{"Conference", "Symposium", "Workshop", "Meeting", "Advances", "Proceedings"}

// statelyName gives the first name that says what kind of event a venue is, or the
// first of all: journals do not say it.
func statelyName(list []string) string {
	for _, name := range list {
		for _, word := range eventWords {
			if strings.Contains(name, word) {
				return strings.TrimSpace(name)
			}
		}
	}
	return strings.TrimSpace(list[0])
}

// VenueName gives the full name of the venue that an acronym or handle means, "" when
// the table has none or several. A "w" at the end of a conference's means its
// workshops.
func VenueName(acronym string) string {
	key := Squash(Text(acronym))
	if main, cut := strings.CutSuffix(key, "w"); cut && strings.Contains(venueNames()[main], "Conference") {
		return venueNames()[main] + " Workshops"
	}
	return venueNames()[key]
}
