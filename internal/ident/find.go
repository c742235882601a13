package ident

import (
	"net/url"
	"slices"
	"strings"
)

// Found is an identifier in running text, with the byte range of its digits or of the whole address.
type Found struct {
	ID         ID
	Start, End int
}

// Alone returns the DOI and the arXiv id found, each only if it is the only one: others may belong to cited works.
func Alone(found []Found) (list []ID) {
	byScheme := map[Scheme][]ID{}
	for _, f := range found {
		if ids := byScheme[f.ID.Scheme]; !slices.Contains(ids, f.ID) {
			byScheme[f.ID.Scheme] = append(ids, f.ID)
		}
	}
	for _, scheme := range []Scheme{DOI, ArXiv} {
		if ids := byScheme[scheme]; len(ids) == 1 {
			list = append(list, ids[0])
		}
	}
	return list
}

// Find returns every identifier that text states: DOIs anywhere, arXiv numbers after "arXiv" or in an address, PMIDs,
// PMCIDs and ISBNs after their label, and http addresses. Spans do not overlap; an address that is a DOI or arXiv
// link is reported as that.
func Find(text string) []Found {
	var found []Found
	noURL := 0 // no address up to here: trying once is enough
	for i := 0; i < len(text); {
		if !begins[text[i]] {
			i++
			continue
		}
		if c := text[i] | 0x20; (c == 'h' || c == 'w') && i >= noURL && !(i > 0 && wordByte(text[i-1])) {
			f, ok := findURL(text, i)
			if ok {
				found = append(found, f)
				i = f.End
				continue
			}
			noURL = f.End
		}
		f, ok := findAt(text, i)
		if !ok {
			i++
			continue
		}
		found = append(found, f)
		i = f.End
	}
	return found
}

// begins are the first bytes of "http", "www", a DOI, "arXiv", "PMID" and "ISBN".
var begins = func() (set [256]bool) {
	for c := range set {
		switch c | 0x20 {
		case 'h', 'w', '1', 'a', 'p', 'i':
			set[c] = true
		}
	}
	return set
}()

// findAt looks for an identifier other than an address that starts at i.
func findAt(text string, i int) (Found, bool) {
	if i > 0 && wordByte(text[i-1]) && wordByte(text[i]) && !strings.HasSuffix(text[:i], "⟨") { // HAL's mark
		return Found{}, false
	}
	rest := text[i:]
	switch text[i] | 0x20 {
	case '1':
		if id, n := findDOI(rest); n > 0 {
			return Found{id, i, i + n}, true
		}
	case 'a':
		return findLabelled(text, i, "arxiv", ArXiv)
	case 'p':
		if f, ok := findLabelled(text, i, "pmcid", PMCID); ok {
			return f, true
		}
		if f, ok := findLabelled(text, i, "pmid", PMID); ok {
			return f, true
		}
		if n := tokenEnd(rest, labelledMax); n > 6 {
			if id, ok := ParsePMCID(rest[:n]); ok {
				return Found{id, i, i + n}, true
			}
		}
	case 'i':
		return findLabelled(text, i, "isbn", ISBN)
	}
	return Found{}, false
}

// escapedMax bounds the length of a DOI whose slash is escaped.
const escapedMax = 256

// findDOI reads a bare DOI at the start of s, escaped or not, and returns it with its length in s, 0 for none.
func findDOI(s string) (ID, int) {
	n := matchDOI(s)
	if n == 0 {
		start := max(doiPrefix(s), oddPrefix(s))
		switch n = start; {
		case start == 0:
			return findEscapedDOI(s[:min(len(s), escapedMax)])
		case continuation("/", s[start:]) == 0: // the suffix is not after a line break
			n = len(strings.TrimRight(s[:start+suffixLen(s[start:])], ".,;:'"))
		}
	}
	doi := s[:n]
	if more := continuation(doi, s[n:]); more > 0 {
		doi, n = doi+s[n+1:n+more], n+more
	}
	id, ok := ParseDOI(doi)
	if !ok { // nothing is left of it: "10.1000/%22"
		return ID{}, 0
	}
	return id, n
}

func findEscapedDOI(s string) (ID, int) {
	i := strings.IndexByte(s, '%')
	if i < 0 || i > 24 || len(s) < i+3 || !strings.EqualFold(s[i:i+3], "%2f") {
		return ID{}, 0
	}
	bare := s[:i] + "/" + s[i+3:]
	n := matchDOI(bare)
	if n == 0 {
		return ID{}, 0
	}
	id, ok := ParseDOI(bare[:n])
	if !ok {
		return ID{}, 0
	}
	return id, n + len("%2f") - len("/")
}

// findURL reads an address and assigns it the most specific scheme. If the text looks like an address but is not one,
// End says how far it was read.
func findURL(text string, i int) (Found, bool) {
	rest := text[i:]
	_, web := cutPrefixFold(rest, "http://")
	_, secure := cutPrefixFold(rest, "https://")
	_, www := cutPrefixFold(rest, "www.")
	if !web && !secure && !www {
		return Found{}, false
	}
	n := urlEnd(rest)
	address := rest[:n]
	if doi := strings.Index(address, "/10."); doi >= 0 {
		if more := sici(rest[n:]); more > 0 {
			n += more
			address = rest[:n]
		} else if more := continuation(address[doi:], rest[n:]); more > 0 {
			address, n = address+rest[n+1:n+more], n+more
		}
	}
	id, ok := Parse(address)
	return Found{id, i, i + n}, ok
}

// urlMax bounds the length of an address, so that hostile text is not rescanned repeatedly.
const urlMax = 4096

// urlEnd returns where an address in running text ends: at white space, a quote or a bracket that it did not open,
// without trailing sentence punctuation. A longer address ends at urlMax.
func urlEnd(s string) int {
	depth, n := 0, 0
scan:
	for n < len(s) && n < urlMax {
		switch c := s[n]; {
		case c <= ' ', c == '"', c == '<', c == '>', c == '{', c == '}', c == '|', c == '`':
			break scan
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			if depth == 0 {
				break scan
			}
			depth--
		}
		n++
	}
	return len(strings.TrimRight(s[:n], ".,;:'"))
}

// labelledMax bounds how far after its label an identifier is searched for.
const labelledMax = 40

func findLabelled(text string, i int, label string, scheme Scheme) (Found, bool) {
	rest, ok := cutPrefixFold(text[i:], label)
	if !ok {
		return Found{}, false
	}
	skip := 0
	for skip < len(rest) && strings.IndexByte(" :.\n-/", rest[skip]) >= 0 {
		skip++
	}
	if scheme == ISBN {
		for _, mark := range []string{"13", "10"} {
			if after, cut := strings.CutPrefix(rest[skip:], mark); cut && after != "" && (after[0] == ':' || after[0] == ' ') {
				skip += len(mark) + 1
			}
		}
		for skip < len(rest) && rest[skip] == ' ' {
			skip++
		}
	}
	if skip > 6 || skip >= len(rest) {
		return Found{}, false
	}
	body := rest[skip:]
	n := tokenEnd(body, labelledMax)
	if scheme == ISBN {
		n = isbnEnd(body)
	}
	for ; n > 0; n-- {
		if id, ok := ParseAs(scheme, body[:n]); ok {
			start := i + len(label) + skip
			return Found{id, start, start + len(strings.TrimRight(body[:n], ".,;"))}, true
		}
		if scheme != ISBN {
			break
		}
	}
	return Found{}, false
}

func isbnEnd(s string) int {
	n := 0
	for n < len(s) && n < 20 && (isDigit(s[n]) || strings.IndexByte("- \n\r", s[n]) >= 0 || s[n]|0x20 == 'x') {
		n++
	}
	return n
}

// tokenEnd returns the length of the leading token, without commas, brackets and trailing full stops, at most max.
func tokenEnd(s string, max int) int {
	n := 0
	for n < len(s) && n < max && strings.IndexByte(" \t\r\n,;()[]{}<>\"", s[n]) < 0 {
		n++
	}
	return len(strings.TrimRight(s[:n], ".:"))
}

func wordByte(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// ParseURL reads an http or https address. The value has a lower-case scheme and host, no fragment and no trailing
// slash or punctuation, so that spellings of one address are equal; an address without such a stable form is rejected.
func ParseURL(s string) (ID, bool) {
	for range 4 {
		normal, ok := normalURL(s)
		if !ok {
			return ID{}, false
		}
		if normal == s {
			return ID{URL, normal}, true
		}
		s = normal
	}
	return ID{}, false
}

func normalURL(s string) (string, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".,;/")
	if len(s) > urlMax {
		return "", false
	}
	if _, ok := cutPrefixFold(s, "www."); ok {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return "", false
	}
	u.Scheme = strings.ToLower(u.Scheme)
	u.Host = strings.ToLower(u.Host)
	u.Fragment, u.RawFragment = "", ""
	return strings.TrimRight(u.String(), ".,;/"), true
}
