package ident

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseDOI reads a DOI: bare, after "doi:" or "DOI ", or in an address. The value is lower case, without percent
// escapes, trailing punctuation, closing brackets that were not opened inside, signs that cannot be seen, dashes and
// ligatures of print, views of publishers' sites, and versions of preprint servers that register none.
func ParseDOI(s string) (ID, bool) {
	s = strings.TrimSpace(plain(s))
	if rest, ok := cutLabel(s, "doi"); ok && !strings.HasPrefix(rest, ".") { // the "doi" of "doi.org" is no label
		s = rest
	}
	if path, ok := cutSite(s, "doi.org", "dx.doi.org", "doi.acm.org", "doi.ieeecomputersociety.org"); ok {
		if strings.HasPrefix(path, "http") { // the resolver's address was put before an address
			return ParseDOI(path)
		}
		s, _ = cutLabel(plain(unescapeDOI(path)), "doi")
	} else if strings.Contains(s, "://") && !strings.HasPrefix(s, "10.") {
		if s = inAddress(s); s == "" {
			return ID{}, false
		}
	} else {
		s = plain(unescapeDOI(s))
	}
	s = strings.TrimPrefix(s, "/")
	end := matchDOI(s)
	if end == 0 || end != len(strings.TrimRight(s, " .,;:")) && strings.ContainsAny(s[end:], " \t\n") {
		return ID{}, false
	}
	return normalDOI(s[:end])
}

// normalDOI returns the normal form of the DOI at the start of s, in which nothing is left to undo or to cut off.
func normalDOI(s string) (ID, bool) {
	for {
		plainer := strings.ToLower(plain(unescapeDOI(s)))
		n := matchDOI(plainer)
		if n == 0 {
			return ID{}, false
		}
		rest := trimVersion(trimView(plainer[:n]))
		if rest == s {
			return ID{DOI, s}, true
		}
		s = rest
	}
}

// escapesMax is the number of times that a DOI may have been escaped.
const escapesMax = 4

// unescapeDOI undoes percent escapes, including escaped escapes. An escape that hides white space or a control
// character is not undone: no DOI contains these.
func unescapeDOI(stated string) string {
	s := stated
	for depth := 0; strings.IndexByte(s, '%') >= 0; depth++ {
		if depth == escapesMax {
			return stated
		}
		un, err := url.PathUnescape(s)
		if err != nil || un == s ||
			strings.ContainsFunc(un, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) || unicode.IsControl(r) }) ||
			strings.Count(un, " ") != strings.Count(s, " ") {
			return s
		}
		s = un
	}
	return s
}

// inAddress returns the DOI in an address: in its path, or after "id=" or "doi=".
func inAddress(s string) string {
	if i := strings.Index(s, "/10."); i >= 0 {
		return trimPagePath(s[i+1:])
	}
	for _, name := range []string{"?id=", "?doi=", "&id=", "&doi="} {
		if i := strings.Index(s, name+"10."); i >= 0 {
			value, _, _ := strings.Cut(s[i+len(name):], "&")
			return trimPagePath(value)
		}
	}
	return ""
}

// trimPagePath drops what publishers add to a DOI in a path: queries, fragments, views such as /full.
func trimPagePath(s string) string {
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSuffix(trimView(plain(unescapeDOI(s))), ".pdf")
}

// matchDOI returns the length of the DOI at the start of s, 0 for none: "10.", four to nine digits, a slash, and a
// suffix up to white space, a quote or a bracket not opened inside.
// Form: https://www.doi.org/the-identifier/resources/handbook (2.2 syntax).
func matchDOI(s string) int {
	start := doiPrefix(s)
	if start == 0 {
		return 0
	}
	end := start + suffixLen(s[start:])
	for end > start && strings.IndexByte(".,;:'", s[end-1]) >= 0 {
		end--
	}
	if end == start {
		return 0
	}
	return end
}

// doiPrefix returns the length of the prefix of a DOI with its slash, or 0 if there is none.
func doiPrefix(s string) int {
	if !strings.HasPrefix(s, "10.") {
		return 0
	}
	i := 3
	for i < len(s) && i < 24 && (isDigit(s[i]) || s[i] == '.' && i > 3) {
		i++
	}
	if digits := i - 3; digits < 4 || digits > 20 || i >= len(s) || s[i] != '/' {
		return 0
	}
	return i + 1
}

func suffixLen(s string) int {
	depth := 0
	for i := range len(s) {
		switch c := s[i]; c {
		case ' ', '\t', '\n', '\r', '"', '{', '}', '\\', '|', '^', '`':
			return i
		case '(', '[', '<':
			depth++
		case ')', ']', '>':
			if depth == 0 {
				return i
			}
			depth--
		default:
			if c < 0x20 || c == 0x7f || c >= 0x80 && endsAt(s[i:]) {
				return i
			}
		}
	}
	return len(s)
}

// endsAt reports whether a text begins with a sign that is not part of a DOI.
func endsAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r) || r == '⟩' || r == '〉' || r == '»'
}

// Registrant returns the prefix of a DOI ("10.1145"), which identifies its registrant; "" for other schemes.
func (id ID) Registrant() string {
	if id.Scheme != DOI {
		return ""
	}
	prefix, _, _ := strings.Cut(id.Value, "/")
	return prefix
}

// unregistered are prefixes without registered DOIs: ACM uses the first for its own numbers, and tests the second.
// Form: https://www.doi.org/the-identifier/resources/handbook
var unregistered = []string{"10.5555", "10.5072"}

// Unregistered reports whether s is a DOI whose prefix rules out that it resolves.
func Unregistered(s string) bool {
	id, ok := ParseDOI(s)
	return ok && slices.Contains(unregistered, id.Registrant())
}

// arxivDOI is the start of the DOIs that DataCite registers for every arXiv paper: 10.48550/arXiv.1706.03762.
const arxivDOI = "10.48550/arxiv."

// Aliases lists other identifiers that by construction mean the same work: the arXiv id inside an arXiv DOI and the
// reverse, the ACL id inside an ACL DOI.
func (id ID) Aliases() []ID {
	switch {
	case id.Scheme == DOI && strings.HasPrefix(id.Value, arxivDOI):
		if alias, ok := ParseArXiv(id.Value[len(arxivDOI):]); ok {
			return []ID{alias}
		}
	case id.Scheme == DOI && strings.HasPrefix(id.Value, "10.18653/v1/"):
		if alias, ok := ParseACL(id.Value[len("10.18653/v1/"):]); ok {
			return []ID{alias}
		}
	case id.Scheme == ArXiv:
		return []ID{{DOI, arxivDOI + id.Value}}
	}
	return nil
}

func escapeDOI(doi string) string {
	return strings.ReplaceAll(url.PathEscape(doi), "%2F", "/")
}

// The length of the code after the slash of a shortDOI.
const (
	shortCodeMin = 3 // case: TestParse
	shortCodeMax = 8 // case: TestParse
)

// parseShortDOI reads a short name that shortdoi.org assigns to a DOI: "10/gf2ztt", with a label, or as an address. It
// equals no DOI and contradicts none. Form: https://shortdoi.org/
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

func shortCode(s string) bool {
	return len(s) >= shortCodeMin && len(s) <= shortCodeMax && strings.Trim(s, alphabet+"0123456789") == ""
}
