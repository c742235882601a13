package ident

import (
	"strings"
	"unicode"
)

// lookalikes maps characters that print and typesetting use in place of those that identifiers are made of.
var lookalikes = strings.NewReplacer(
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-", "﹣", "-", "－", "-",
	"／", "/", "⁄", "/", "∕", "/", "．", ".", "（", "(", "）", ")", "：", ":",
	"ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st",
)

var markup = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "$<$", "<", "$>$", ">", `\_`, "_", `\textless`,
	"<", `\textgreater`, ">")

// plain undoes what markup, typesetting and invisible characters did to an identifier.
func plain(s string) string {
	if strings.ContainsAny(s, `&$\`) {
		s = markup.Replace(s)
	}
	if isASCII(s) {
		return s
	}
	return lookalikes.Replace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s))
}

// oddPrefix is doiPrefix for a character that only looks like a slash.
func oddPrefix(s string) int {
	for i := 3; i < len(s) && i < 24; i++ {
		if s[i] < 0x80 {
			continue
		}
		for _, slash := range []string{"／", "⁄", "∕"} {
			if strings.HasPrefix(s[i:], slash) && doiPrefix(s[:i]+"/") > 0 {
				return i + len(slash)
			}
		}
		break
	}
	return 0
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// views are the endings that publishers' sites add to a DOI for the views of a work.
var views = []string{".pdf", ".epub", "/suppl", "/full/html", "/full", "/pdf",
	"/abstract", "/epdf", "/meta", "/fulltext", "/html"}

func trimView(doi string) string {
	if at := strings.IndexAny(doi, "?&#;"); at > 0 && address(doi[at:]) {
		doi = doi[:at]
	}
	for _, view := range views {
		doi = strings.TrimSuffix(doi, view)
	}
	if at := strings.LastIndex(doi, "pmid"); at > 0 { // "nature14539PMID26017442"
		if number := strings.TrimLeft(doi[at+4:], ": "); len(number) > 5 && strings.Trim(number, "0123456789") == "" {
			doi = strings.TrimRight(doi[:at], ".,;")
		}
	}
	return strings.TrimRight(doi, "”“’")
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

// address reports whether a part of a web address follows a DOI: "?utm_source=x", "#sec1", ";jsessionid=1".
func address(rest string) bool {
	name, _, query := strings.Cut(rest[1:], "=")
	word := name != "" && strings.Trim(strings.ToLower(name), alphabet+"_") == ""
	switch rest[0] {
	case '#':
		return !query && rest[1:] != "" && strings.IndexByte(alphabet, rest[1]|0x20) >= 0
	case ';':
		return query && strings.EqualFold(name, "jsessionid")
	}
	return query && word
}

// versionless are registrants of preprints whose addresses have versions that their DOIs lack.
var versionless = []string{"10.1101/", "10.64898/"}

// trimVersion removes version and view from such a DOI, and the version from arXiv's.
func trimVersion(doi string) string {
	if number, ok := strings.CutPrefix(doi, arxivDOI); ok {
		if id, ok := ParseArXiv(number); ok {
			return arxivDOI + id.Value
		}
		return doi
	}
	for _, prefix := range versionless {
		suffix, ok := strings.CutPrefix(doi, prefix)
		if !ok {
			continue
		}
		n := 0
		for n < len(suffix) && (isDigit(suffix[n]) || suffix[n] == '.') {
			n++
		}
		rest, number := suffix[n:], strings.TrimRight(suffix[:n], ".")
		if len(number) >= 6 && (len(rest) > 1 && rest[0] == 'v' && isDigit(rest[1]) || strings.HasPrefix(rest, "full") ||
			strings.HasPrefix(rest, "abstract")) {
			return prefix + number
		}
	}
	return doi
}

// sici returns the length of the part in angle brackets of an older DOI with what follows it, 0 for none:
// "<0362:ACFTPO>2.0.CO;2". Form: ANSI/NISO Z39.56, serial item and contribution identifiers.
func sici(s string) int {
	const most = 60
	s = s[:min(len(s), most)]
	end := strings.IndexByte(s, '>')
	if len(s) < 2 || s[0] != '<' || !isDigit(s[1]) || end < 0 || !strings.Contains(s[:end], ":") {
		return 0
	}
	behind := s[end+1:] // "3.0.CO;2-Z"
	if len(behind) < 7 || !isDigit(behind[0]) || behind[1] != '.' || !isDigit(behind[2]) ||
		behind[3] != '.' || behind[6] != ';' {
		return 0
	}
	n := 7
	for n < len(behind) && n < 10 &&
		(isDigit(behind[n]) || behind[n] == '-' || behind[n]|0x20 >= 'a' && behind[n]|0x20 <= 'z') {
		n++
	}
	if n == 7 {
		return 0
	}
	return end + 1 + n
}

// continuation returns the length of the rest, with a digit, of a DOI broken after a hyphen or slash, 0 for none.
func continuation(doi, behind string) int {
	if doi == "" || len(behind) < 2 || behind[0] != ' ' && behind[0] != '\n' || doi[len(doi)-1] != '-' &&
		doi[len(doi)-1] != '/' {
		return 0
	}
	n := 1 + suffixLen(behind[1:])
	rest := strings.TrimRight(behind[:n], ".,;:'")
	if !strings.ContainsAny(rest, "0123456789") || strings.Contains(rest, "://") {
		return 0
	}
	return len(rest)
}
