package ident

import "strings"

// The length of the code that a shortDOI has behind its slash.
const (
	shortCodeMin = 3
	shortCodeMax = 8
)

// parseShortDOI reads a shortDOI, the short name that shortdoi.org gives a DOI:
// "10/gf2ztt", with a label, or as an address of the resolver with or without
// its "10/". It does not say which DOI it stands for, so that it is equal to
// none and contradicts none.
// Form: https://shortdoi.org/
func parseShortDOI(s string) (ID, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".,;")
	if rest, ok := cutLabel(s, "doi"); ok && !strings.HasPrefix(rest, ".") {
		s = strings.TrimPrefix(rest, "https://")
	}
	code, site := cutSite(s, "doi.org", "dx.doi.org", "shortdoi.org")
	rest, short := strings.CutPrefix(code, "10/")
	if !site && !short {
		return ID{}, false
	}
	rest = strings.ToLower(strings.TrimSuffix(rest, "/"))
	if !shortCode(rest) || !short && allDigits(rest) {
		return ID{}, false
	}
	return ID{ShortDOI, "10/" + rest}, true
}

// shortCode reports three to eight letters and digits.
func shortCode(s string) bool {
	if len(s) < shortCodeMin || len(s) > shortCodeMax {
		return false
	}
	for i := range len(s) {
		if !isDigit(s[i]) && (s[i] < 'a' || s[i] > 'z') {
			return false
		}
	}
	return true
}
