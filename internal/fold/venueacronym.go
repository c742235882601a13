package fold

import (
	"strings"
	"sync"
)

var venueAcronyms = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.SplitSeq(venueText, "\n") {
		if parts := strings.Split(line, "|"); len(parts) == 5 {
			first, _, _ := strings.Cut(parts[3], ";")
			table[strings.TrimSpace(parts[0])] = strings.TrimSpace(first)
		}
	}
	return table
})

// VenueAcronym gives the acronym of a venue, by its key in Container.Venues, as it
// is usually written; "" when the table has none.
func VenueAcronym(key string) string { return venueAcronyms()[key] }
