package fold

import "strings"

// name notes the full name of the venue with an acronym or key. Names of two
// venues leave it without one.
func (t *venueTable) name(key string, list []string) {
	name := officialName(list)
	if have, known := t.names[key]; known && have != name {
		name = ""
	}
	t.names[key] = name
}

// eventWords are words of which a conference's full name has one.
var eventWords = []string{"Conference", "Symposium", "Workshop", "Meeting", "Advances", "Proceedings"}

// officialName gives the first name that says what kind of event a venue is, or the
// first of all: journals do not say it.
func officialName(list []string) string {
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
	names, key := venues().names, Squash(Text(acronym))
	if main, cut := strings.CutSuffix(key, "w"); cut && strings.Contains(names[main], "Conference") {
		return names[main] + " Workshops"
	}
	return names[key]
}
