package entries

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// maxNames bounds the number of people in one field.
const maxNames = 20000

// bibNames reads a list of names joined by "and". cut says that "others" or "et al." ends it. Lists written
// differently (commas or semicolons between people) are read like printed lists.
func bibNames(source string, role biblio.Role) (list []biblio.Contributor, cut bool) {
	if source == "" {
		return nil, false
	}
	if strings.IndexByte(source, '&') >= 0 { // "D&apos;Amore": its semicolon separates no one
		source = unescape(source)
	}
	if strings.IndexByte(source, '^') >= 0 || strings.Contains(source, "superscript") {
		source = affiliation.ReplaceAllString(source, "")
	}
	if inner, ok := braced(source); ok && len(splitAnd(inner)) > 1 && personal(inner) {
		source = inner
	}
	parts := splitAnd(source)
	if len(parts) > maxNames {
		parts, cut = parts[:maxNames], true
	}
	list = make([]biblio.Contributor, 0, len(parts))
	for _, part := range parts {
		if etAl(part) {
			cut = true
			continue
		}
		people, more := bibName(part)
		cut = cut || more
		for _, c := range people {
			c.Role = role // a mark alone, such as the ":" that arXiv puts between a team and its members, names nobody
			if strings.ContainsFunc(c.String(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				list = append(list, c)
			}
		}
	}
	biblio.CapitalFamilies(list)
	return list, cut
}

// affiliation matches a raised mark behind a name: "LeCun$^{1,2}$", "Bengio\textsuperscript{3,*}".
var affiliation = lazy.Regexp(`\$\s*\^\s*(?:\{[\d,;* ]+\}|[\d*])\s*\$|\\textsuperscript\s*\{[\d,;* ]+\}`)

// etAl reports whether a part is "others" or another mark for omitted names.
func etAl(part string) bool { return len(part) <= longestMark && words.IsCut(latex.Text(part)) }

// longestMark bounds, in bytes, a mark with its commands: "{\em et~al.}".
const longestMark = 60

// bibName reads the text between two "and": one name, or several that were not joined as BibTeX requires.
func bibName(part string) (people []biblio.Contributor, cut bool) {
	if inner, ok := braced(part); ok {
		text := latex.Text(inner)
		if at := words.CutTail(text); at > 0 {
			text, cut = text[:at], true
		}
		return []biblio.Contributor{bracedName(text)}, cut
	}
	if strings.IndexByte(part, '=') > 0 {
		if nameOption(part) {
			return nil, false
		}
		if c, ok := extendedName(part); ok {
			return []biblio.Contributor{c}, false
		}
	}
	if strings.HasSuffix(part, ")") {
		if m := aside.FindStringSubmatch(part); m != nil {
			people, cut = bibName(m[1])
			other := biblio.ParseName(latex.Text(m[2]))
			if m[3] != "" {
				other = biblio.Contributor{Literal: latex.Text(m[3])}
			}
			return append(people, other), cut
		}
	}
	commas := outside(part, ',')
	if outside(part, ';') != nil || len(commas) > 2 || len(commas) == 2 && !suffixIn(part, commas) {
		if people := inPairs(part, commas); people != nil {
			return people, false
		}
		people, cut = refstring.SplitNames(latex.Text(part))
		return people, cut || strings.Contains(part, "...") || strings.Contains(part, "…") || strings.Contains(part, `dots`)
	}
	text := latex.Text(part)
	if words.CutTail(text) >= 0 {
		return biblio.ParseNames([]string{text}, "")
	}
	if family, given, ok := bracedFamily(part); ok && len(commas) == 0 {
		return []biblio.Contributor{biblio.NameParts(latex.Text(family), latex.Text(given))}, false
	}
	return []biblio.Contributor{biblio.ParseName(text)}, false
}

// aside matches a name with another one in brackets: "Hinton, Geoffrey (with Ann Lee)", "Aad, G. et al. (ATLAS
// Collaboration)".
var aside = lazy.Regexp(`^([^(){}]*[^(){}\s])\s*\((?:with ([^(){}]+)|` +
	`([^(){}]+ (?:Collaboration|Consortium|Investigators)))\)\s*$`)

// bracedFamily reads a name whose last word is a family name of several words in
// braces: "Michael {Figueroa Garcia}".
func bracedFamily(part string) (family, given string, ok bool) {
	at := lastWord(part)
	if at <= 0 {
		return "", "", false
	}
	inner, ok := braced(part[at:])
	return inner, part[:at], ok && strings.ContainsAny(strings.TrimSpace(inner), " ~")
}

// inPairs reads "Family, Given, Family, Given": an even number of parts, every odd one of which is one word, perhaps
// with particles before it.
func inPairs(part string, commas []int) []biblio.Contributor {
	if len(commas)%2 == 0 || outside(part, ';') != nil {
		return nil
	}
	var people []biblio.Contributor
	for i := 0; i < len(commas); i += 2 {
		start, end := 0, len(part)
		if i > 0 {
			start = commas[i-1] + 1
		}
		if i+1 < len(commas) {
			end = commas[i+1]
		}
		c := biblio.NameParts(latex.Text(part[start:commas[i]]), latex.Text(part[commas[i]+1:end]))
		if strings.Contains(c.Family, " ") || strings.Contains(c.Family, ".") || c.Given == "" {
			return nil
		}
		people = append(people, c)
	}
	return people
}

// bracedName reads a name that braces protect as a whole: the name of a body,
// or a person's with a comma in it.
func bracedName(text string) biblio.Contributor {
	if strings.Count(text, ",") == 1 && len(strings.Fields(text)) <= 4 {
		if c := biblio.ParseName(text); c.Literal == "" {
			return c
		}
	}
	return biblio.Contributor{Literal: text}
}

// personal reports whether every name of a list has a comma, as in "Family, Given".
func personal(list string) bool {
	return !slices.ContainsFunc(splitAnd(list),
		func(part string) bool { return !strings.Contains(part, ",") && !etAl(part) })
}

// suffixIn reports whether a name with two commas is "Family, Jr., Given" rather than two people.
func suffixIn(part string, commas []int) bool {
	middle := latex.Text(part[commas[0]+1 : commas[1]])
	last := latex.Text(part[commas[1]+1:])
	c := biblio.ParseName("Family, " + middle + ", " + "Given")
	d := biblio.ParseName("Family, Given, " + last)
	return c.Suffix != "" || d.Suffix != ""
}

// extendedName reads BibLaTeX's "family=Berg, given=Jan, prefix=van den".
func extendedName(part string) (biblio.Contributor, bool) {
	var c biblio.Contributor
	at := 0
	for _, comma := range append(outside(part, ','), len(part)) {
		key, value, ok := strings.Cut(part[at:comma], "=")
		at = comma + 1
		if !ok {
			return c, false
		}
		text := latex.Text(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "family":
			c.Family = text
		case "given":
			c.Given = text
		case "prefix":
			c.Particle = text
		case "suffix":
			c.Suffix = text
		}
	}
	if c.Family != "" && c.Given == "" && c.Particle == "" {
		c.Family, c.Literal = "", c.Family
	}
	return c, !c.IsZero()
}

// nameOption reports whether an element of a list of names is not a name: an option of BibLaTeX ("uniquename=false"),
// or a reference to a data container.
func nameOption(part string) bool {
	key, value, _ := strings.Cut(part, "=")
	key = strings.ToLower(strings.TrimSpace(key))
	return len(outside(part, ',')) == 0 && !strings.ContainsAny(value, " {") && key != "family" && key != "given" &&
		!strings.ContainsAny(key, " .{") && len(key) > 3
}

func splitAnd(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth = max(depth-1, 0)
		case 'a', 'A':
			if depth > 0 || i+3 > len(s) || !strings.EqualFold(s[i:i+3], "and") || i > 0 && !blank(s[i-1]) ||
				i+3 < len(s) && !blank(s[i+3]) {
				continue
			}
			if part := strings.TrimSpace(s[start:i]); part != "" {
				parts = append(parts, part)
			}
			start = i + 3
			i += 2
		}
	}
	if part := strings.TrimSpace(s[start:]); part != "" {
		parts = append(parts, part)
	}
	return parts
}

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' || c == '~' || c == '}' }

func outside(s string, c byte) []int {
	var at []int
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case c:
			if depth <= 0 {
				at = append(at, i)
			}
		}
	}
	return at
}

// braced returns the content of a text enclosed by one pair of braces, unless it is a single command such as {\"O}.
func braced(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '{' || s[len(s)-1] != '}' {
		return "", false
	}
	depth := 0
	for i := 0; i < len(s)-1; i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return "", false
			}
		}
	}
	return s[1 : len(s)-1], true
}

// lastWord returns where the last word of a text begins, ignoring white space in braces.
func lastWord(s string) int {
	depth, at := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '~'):
			at = i + 1
		}
	}
	return at
}
