package ident

import (
	"strings"
)

// ParsePMID reads a PubMed number: bare, after "PMID", or as a PubMed address.
func ParsePMID(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if path, ok := cutSite(s, "pubmed.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov", "europepmc.org"); ok {
		s = strings.TrimSuffix(below(path, "pubmed/", "article/MED/", "abstract/MED/"), "/")
	} else if rest, ok := cutLabel(s, "pmid"); ok {
		s = rest
	}
	s = strings.TrimLeft(strings.TrimRight(s, ".,; "), "0")
	if !allDigits(s) || len(s) > 8 {
		return ID{}, false
	}
	return ID{PMID, s}, true
}

func parseMarkedPMID(s string) (ID, bool) {
	if allDigits(s) {
		return ID{}, false
	}
	return ParsePMID(s)
}

// ParsePMCID reads a PubMed Central number: PMC1234567, after "PMCID", or as an address.
func ParsePMCID(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if path, ok := cutSite(s, "pmc.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov", "europepmc.org"); ok {
		s, _, _ = strings.Cut(below(path, "pmc/articles/", "articles/", "article/PMC/"), "/")
	} else if rest, ok := cutLabel(s, "pmcid"); ok {
		s = rest
	}
	digits, ok := cutPrefixFold(strings.TrimRight(s, ".,; "), "pmc")
	if digits, _, _ = strings.Cut(digits, "."); !ok || !allDigits(digits) || len(digits) > 9 {
		return ID{}, false
	}
	return ID{PMCID, "PMC" + digits}, true
}

// ParseISBN reads an ISBN, or an SBN of nine digits, and verifies its check digit. The value has thirteen digits.
func ParseISBN(s string) (ID, bool) {
	if rest, ok := cutLabel(s, "isbn"); ok {
		s = rest
		for _, mark := range []string{"-13", "-10"} {
			if rest, cut := strings.CutPrefix(s, mark); cut {
				s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), ":"))
			}
		}
	}
	digits := make([]byte, 0, 13)
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9', (c == 'X' || c == 'x') && (len(digits) == 9 || len(digits) == 8):
			digits = append(digits, byte(c))
		case c == '-', c == ' ', c == '\n', c == '\r', c == '‐', c == '‑', c == '–', c == '.' || c == ',':
		default:
			return ID{}, false
		}
		if len(digits) > 13 {
			return ID{}, false
		}
	}
	if len(digits) == 9 {
		digits = append([]byte{'0'}, digits...)
	}
	switch {
	case len(digits) == 13 && isbn13Check(digits[:12]) == digits[12] &&
		(string(digits[:3]) == "978" || string(digits[:3]) == "979"):
		return ID{ISBN, string(digits)}, true
	case len(digits) == 10 && isbn10Valid(digits):
		long := append([]byte("978"), digits[:9]...)
		return ID{ISBN, string(append(long, isbn13Check(long)))}, true
	}
	return ID{}, false
}

func parseMarkedISBN(s string) (ID, bool) {
	if _, ok := cutLabel(s, "isbn"); !ok {
		return ID{}, false
	}
	return ParseISBN(s)
}

// isbn13Check returns the check digit for twelve digits (ISO 2108: weights 1, 3).
func isbn13Check(d []byte) byte {
	sum := 0
	for i, c := range d {
		sum += int(c-'0') * (1 + 2*(i%2))
	}
	return byte('0' + (10-sum%10)%10)
}

func isbn10Valid(d []byte) bool {
	sum := 0
	for i, c := range d {
		n := int(c - '0')
		if c == 'X' || c == 'x' {
			if i != len(d)-1 {
				return false
			}
			n = 10
		}
		sum += (10 - i) * n
	}
	return sum%11 == 0
}

// parseOpenAlex reads an OpenAlex work id: W2741809807, bare or as an address.
func parseOpenAlex(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if path, ok := cutSite(s, "openalex.org", "api.openalex.org"); ok {
		s = strings.TrimPrefix(path, "works/")
	}
	if len(s) < 5 || len(s) > 13 || s[0] != 'W' && s[0] != 'w' || !allDigits(s[1:]) {
		return ID{}, false
	}
	return ID{OpenAlex, "W" + s[1:]}, true
}

// parseS2 reads a Semantic Scholar paper id, forty hexadecimal digits, bare or at the end of an address.
func parseS2(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if path, ok := cutSite(s, "semanticscholar.org", "api.semanticscholar.org"); ok {
		s = path[strings.LastIndexByte(path, '/')+1:]
	}
	if s = LowerASCII(s); len(s) != 40 || strings.Trim(s, "0123456789abcdef") != "" {
		return ID{}, false
	}
	return ID{S2, s}, true
}

// ISSNs returns the ISSNs in a text, with their hyphen: seven digits and a check
// digit (ISO 3297: weights 8 to 2, modulus 11), written with a hyphen or alone.
func ISSNs(text string) []string {
	var found []string
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) || i > 0 && (isDigit(text[i-1]) || text[i-1] == '-') {
			continue
		}
		if issn, n := issnAt(text[i:]); n > 0 {
			found = append(found, issn)
			i += n - 1
		}
	}
	return found
}

// issnAt reads an ISSN at the start of s and returns it with its length in s, or 0 if there is none.
func issnAt(s string) (string, int) {
	n := 8
	if len(s) > 4 && s[4] == '-' {
		n = 9
	}
	if len(s) < n || len(s) > n && (wordByte(s[n]) || s[n] == '-') {
		return "", 0
	}
	digits := s[:4] + strings.ToUpper(s[n-4:n])
	if !allDigits(digits[:7]) {
		return "", 0
	}
	sum := 0
	for i := range 7 {
		sum += int(digits[i]-'0') * (8 - i)
	}
	if digits[7] != "0123456789X"[(11-sum%11)%11] {
		return "", 0
	}
	return digits[:4] + "-" + digits[4:], n
}

// ParseACL reads an ACL Anthology id, old (P19-1001, in capitals) or new (2020.acl-main.1), bare or as an address.
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
	return s != "" && strings.Trim(LowerASCII(s), alphabet+"0123456789-") == ""
}
