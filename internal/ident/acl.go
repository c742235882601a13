package ident

import "strings"

// ParseACL reads an ACL Anthology id, old style (P19-1001, W18-5401) or new
// style (2020.acl-main.1), bare or as an address of aclanthology.org. Old ids
// are upper case, new ones lower case.
func ParseACL(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if path, ok := cutSite(s, "aclanthology.org", "aclweb.org", "aclanthology.info"); ok {
		path = strings.TrimPrefix(path, "anthology/")
		path = strings.TrimPrefix(path, "papers/")
		s = strings.TrimSuffix(strings.TrimSuffix(strings.Trim(path, "/"), ".pdf"), ".bib")
		if i := strings.LastIndexByte(s, '/'); i >= 0 {
			s = s[i+1:]
		}
	}
	switch {
	case oldACL(s):
		return ID{ACL, strings.ToUpper(s)}, true
	case newACL(s):
		return ID{ACL, strings.ToLower(s)}, true
	}
	return ID{}, false
}

// oldACL reports whether s is a letter, two digits, a hyphen and four digits.
func oldACL(s string) bool {
	return len(s) == 8 && (s[0] >= 'A' && s[0] <= 'Z' || s[0] >= 'a' && s[0] <= 'z') &&
		allDigits(s[1:3]) && s[3] == '-' && allDigits(s[4:])
}

// newACL reports whether s has the form year.venue-volume.number.
func newACL(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || len(parts[0]) != 4 || !allDigits(parts[0]) || !allDigits(parts[2]) {
		return false
	}
	venue, volume, ok := strings.Cut(parts[1], "-")
	return ok && word(venue) && word(volume)
}

func word(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if !isDigit(s[i]) && (c < 'a' || c > 'z') && c != '_' && s[i] != '-' {
			return false
		}
	}
	return s != ""
}
