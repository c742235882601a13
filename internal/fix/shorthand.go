package fix

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// What a collection writes for itself, handles of venues and names as somebody typed
// them, is not written into an entry.

// shorthand reports a handle or an acronym in place of a container's name: "icml",
// "pami". Journals may have names of one word.
func shorthand(name string) bool {
	if name == "" || strings.Contains(name, " ") {
		return false
	}
	return strings.ToLower(name) == name || strings.ToUpper(name) == name && fold.VenueName(name) != ""
}

// volumeOfName is what lists put after a journal's name to tell its volumes apart.
var volumeOfName = lazy.Regexp(`, Volume \d+\b.*`)

// containerName gives the full name of the container of a record: its own, that of
// another record of the version, or the one that the table of venues has for its
// handle; "" when there is only the handle.
func containerName(c *match.Candidate, version []*match.Candidate) string {
	own := c.Hit.Record.Container.Title
	if own == "" {
		own = c.Hit.Record.Container.Short
	}
	if !shorthand(own) {
		return volumeOfName.ReplaceAllString(own, "")
	}
	if name := fold.VenueName(own); name != "" {
		return name
	}
	for _, other := range version {
		if title := other.Hit.Record.Container.Title; title != "" && !shorthand(title) {
			return title
		}
	}
	return ""
}

// capitalised gives a name that its source has in small letters with capitals. Where
// only the family name is so, its last word gets one: the others may be particles.
func capitalised(given, family string) (string, string) {
	if given == "" || family == "" || strings.ToLower(family) != family {
		return given, family
	}
	if strings.ToLower(given) != given {
		last := strings.LastIndexByte(family, ' ') + 1
		return given, family[:last] + upperFirst(family[last:])
	}
	return upperFirst(given), upperFirst(family)
}

func upperFirst(name string) string {
	first := true
	return strings.Map(func(r rune) rune {
		if first {
			r = unicode.ToUpper(r)
		}
		first = r == ' ' || r == '-'
		return r
	}, name)
}
