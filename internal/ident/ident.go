// Package ident holds identifiers of scholarly works: it recognises them in any of their written forms, checks their
// digits, and gives each a single normal form, so that two mentions of the same identifier are equal as Go values.
//
// Pure.
// May be imported by: everything.
package ident

import "strings"

// Scheme names a kind of identifier, as all JSON output does.
type Scheme string

// The schemes that bonafide knows.
const (
	DOI      Scheme = "doi"      // 10.prefix/suffix, lower case
	ArXiv    Scheme = "arxiv"    // 1706.03762 or hep-th/9901001, without version
	PMID     Scheme = "pmid"     // decimal digits without leading zeros
	PMCID    Scheme = "pmcid"    // PMC followed by digits
	ISBN     Scheme = "isbn"     // thirteen digits
	ACL      Scheme = "acl"      // P19-1001 or 2020.acl-main.1
	OpenAlex Scheme = "openalex" // W followed by digits
	S2       Scheme = "s2"       // forty hexadecimal digits
	URL      Scheme = "url"      // an http(s) address that is none of the others
	ShortDOI Scheme = "shortdoi" // 10/gf2ztt, a short name for a DOI, which it does not state
)

// Schemes lists every scheme in the order in which identifiers are tried and printed.
var Schemes = []Scheme{DOI, ArXiv, PMID, PMCID, ISBN, ACL, OpenAlex, S2, URL, ShortDOI}

// ID is one identifier in its normal form. The zero value means none.
type ID struct {
	Scheme Scheme `json:"scheme"`
	Value  string `json:"value"`
}

// IsZero reports whether id identifies nothing.
func (id ID) IsZero() bool { return id.Value == "" }

// String returns "scheme:value", the form used as a key and in messages.
func (id ID) String() string {
	if id.IsZero() {
		return ""
	}
	return string(id.Scheme) + ":" + id.Value
}

// Link returns the web address at which people look the identifier up, "" where there is none.
func (id ID) Link() string {
	switch id.Scheme {
	case DOI:
		return "https://doi.org/" + escapeDOI(id.Value)
	case ArXiv:
		return "https://arxiv.org/abs/" + id.Value
	case PMID:
		return "https://pubmed.ncbi.nlm.nih.gov/" + id.Value + "/"
	case PMCID:
		return "https://pmc.ncbi.nlm.nih.gov/articles/" + id.Value + "/"
	case ACL:
		return "https://aclanthology.org/" + id.Value
	case OpenAlex:
		return "https://openalex.org/" + id.Value
	case S2:
		return "https://www.semanticscholar.org/paper/" + id.Value
	case URL:
		return id.Value
	case ShortDOI:
		return "https://doi.org/" + id.Value
	}
	return ""
}

// Parse reads a whole string as one identifier of any scheme: bare, with a prefix, or as an address. An address of no
// scheme becomes a URL. Bare digits are never taken for a PMID or an ISBN.
func Parse(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return ID{}, false
	}
	for _, parse := range []func(string) (ID, bool){ParseDOI, parseShortDOI, ParseArXiv, ParsePMCID, parseMarkedPMID,
		ParseACL, parseOpenAlex, parseMarkedISBN, parseS2} {
		if id, ok := parse(s); ok {
			return id, true
		}
	}
	return ParseURL(s)
}

// parseAs holds the parser of each scheme, for a value whose label says that it is of that scheme.
var parseAs = map[Scheme]func(string) (ID, bool){
	DOI: ParseDOI, ArXiv: ParseArXiv, PMID: ParsePMID, PMCID: ParsePMCID, ISBN: ParseISBN,
	ACL: ParseACL, OpenAlex: parseOpenAlex, S2: parseS2, URL: ParseURL,
	ShortDOI: parseShortDOI,
}

// ParseAs reads s as an identifier of the given scheme, as a labelled field of a bibliography states it.
func ParseAs(scheme Scheme, s string) (ID, bool) {
	if parse := parseAs[scheme]; parse != nil {
		return parse(s)
	}
	return ID{}, false
}

// LowerASCII maps the capitals A to Z to small letters, so that each byte keeps its place, unlike strings.ToLower.
func LowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

// cutLabel cuts a label such as "PMID", with an optional colon and spaces.
func cutLabel(s, label string) (string, bool) {
	rest, ok := cutPrefixFold(strings.TrimSpace(s), label)
	if !ok {
		return s, false
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), ":")), true
}

// cutSite returns the path of an address of one of hosts, without leading slash, query and fragment.
func cutSite(s string, hosts ...string) (string, bool) {
	rest, ok := cutPrefixFold(s, "https://")
	if !ok {
		rest, ok = cutPrefixFold(s, "http://")
	}
	if trimmed, www := cutPrefixFold(rest, "www."); www {
		rest, ok = trimmed, true
	}
	for _, host := range hosts {
		path, found := cutPrefixFold(rest, host)
		if !found || path != "" && path[0] != '/' || path == "" && !ok {
			continue
		}
		path = strings.TrimPrefix(path, "/")
		if i := strings.IndexAny(path, "?#"); i >= 0 {
			path = path[:i]
		}
		return path, true
	}
	return s, false
}

// below cuts the first of some folders that a path begins with.
func below(path string, folders ...string) string {
	for _, folder := range folders {
		if rest, ok := cutPrefixFold(path, folder); ok {
			return rest
		}
	}
	return path
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// numberings are the schemes in which a work has only one number, unlike DOIs: a preprint has its own.
var numberings = map[Scheme]bool{ArXiv: true, ACL: true, PMID: true, PMCID: true}

// listedTwice reports whether joint proceedings list one paper under both numbers (C98-1013 and P98-1016).
func listedTwice(a, b ID) bool {
	if a.Scheme != ACL || len(a.Value) < 4 || len(b.Value) < 4 || a.Value[3] != '-' || b.Value[3] != '-' {
		return false
	}
	return a.Value[0] != b.Value[0] && a.Value[1:3] == b.Value[1:3]
}

// Conflict finds two identifiers of one list that name different works: two numbers of one numbering, where an
// identifier that implies another (arXiv's DOI implies arXiv's number) counts as that other one.
func Conflict(ids []ID) (a, b ID, ok bool) {
	first := map[Scheme]ID{} // as stated
	number := map[Scheme]ID{}
	for _, id := range ids {
		for _, same := range append(id.Aliases(), id) {
			if _, whole := ParseAs(same.Scheme, same.Value); !whole || !numberings[same.Scheme] {
				continue // a malformed number names no work
			}
			if have, ok := number[same.Scheme]; ok && have != same && !listedTwice(have, same) {
				return first[same.Scheme], id, true
			} else if !ok {
				first[same.Scheme], number[same.Scheme] = id, same
			}
		}
	}
	return ID{}, ID{}, false
}
