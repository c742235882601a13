package biblio

import "strings"

// NameParts gives a name whose family and given parts a source states apart.
// Particles at the start of the family or the end of the given part, and a
// suffix at the end of the given part, are split off.
func NameParts(family, given string) Contributor {
	family, given = strings.TrimSpace(family), strings.TrimSpace(given)
	if family == "" {
		family, given = given, ""
	}
	if strings.IndexByte(family, ' ') < 0 && strings.IndexByte(given, ' ') < 0 {
		return Contributor{Family: family, Given: given}
	}
	if strings.IndexByte(family, ' ') < 0 && !endsInPart(given) {
		return Contributor{Family: family, Given: strings.Join(strings.Fields(given), " ")}
	}
	return parseInverted(family, given)
}

// endsInPart reports that the last word of a given name is a particle or a
// suffix.
func endsInPart(given string) bool {
	last := given[strings.LastIndexByte(given, ' ')+1:]
	return isParticle(last) || isSuffix(last)
}
