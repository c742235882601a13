package biblio

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// String returns a name in reading order: "Ludwig van Beethoven Jr.".
func (c Contributor) String() string {
	if c.Literal != "" {
		return c.Literal
	}
	parts := []string{c.Given, c.Particle, c.Family, c.Suffix}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// IsZero reports whether a contributor has no name.
func (c Contributor) IsZero() bool {
	return c.Family == "" && c.Given == "" && c.Literal == ""
}

// IsParticle reports whether a word is a particle, a small word that is part of a family name: "van".
func IsParticle(word string) bool { return words.Small(word, words.Particle) }

// ParseNames splits each name into its parts and leaves out the marks of a truncated list, in which case cut is true.
// Such a mark may also end a name: "Smith et al.".
func ParseNames(names []string, role Role) (list []Contributor, cut bool) {
	for _, name := range names {
		name = strings.TrimSpace(name)
		if words.IsCut(name) {
			cut = true
			continue
		}
		if at := words.CutTail(name); at >= 0 {
			name, cut = name[:at], true
		}
		if !strings.ContainsFunc(name, isWordRune) { // the ":" between a body and its members
			continue
		}
		if c := ParseName(name); !c.IsZero() {
			c.Role = role
			list = append(list, c)
		}
	}
	CapitalFamilies(list)
	return list, cut
}

// CapitalFamilies repairs in place a list whose family names are written in capitals, "Jane DOE and Yuan LING", where
// a short one was read as initials after the family name "Yuan".
func CapitalFamilies(list []Contributor) {
	shouted := slices.ContainsFunc(list, func(c Contributor) bool {
		return len(c.Family) > 1 && allCapitals([]string{c.Family}) && !allCapitals([]string{c.Given}) &&
			strings.ContainsFunc(c.Family, unicode.IsUpper)
	})
	if !shouted {
		return
	}
	for i := range list {
		if c := &list[i]; len(c.Given) > 1 && gluedInitials(c.Given) && c.Particle == "" && c.Suffix == "" &&
			!allCapitals([]string{c.Family}) {
			c.Given, c.Family = c.Family, c.Given
		}
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// ParseName splits one name. It reads "Family, Given", "Family, Suffix, Given", "Given Particle Family Suffix", and
// "Family GI" with initials in capitals without stops. A name of one word is a Family; the name of a body goes into
// Literal. DBLP's number after a homonym ("Wei Wang 0001") is not part of the name.
func ParseName(s string) Contributor {
	if c, ok := plainName(s); ok {
		return c
	}
	if c, ok := plainInverted(s); ok {
		return c
	}
	return analyseName(s)
}

func analyseName(s string) Contributor {
	s = strings.Join(strings.Fields(strings.Trim(s, " \t\n,;")), " ")
	s = partInitials(s)
	if s == "" {
		return Contributor{}
	}
	if strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}") {
		return Contributor{Literal: strings.Trim(s, "{}")}
	}
	if NamesBody(s) {
		return Contributor{Literal: s}
	}
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	switch {
	case len(parts) == 1:
		return parseReading(strings.Fields(s))
	case len(parts) == 2 && isSuffix(parts[1]):
		c := parseReading(strings.Fields(parts[0]))
		c.Suffix = parts[1]
		return c
	case len(parts) == 3 && isSuffix(parts[1]):
		c := parseInverted(parts[0], parts[2])
		c.Suffix = parts[1]
		return c
	case len(parts) == 3 && isSuffix(parts[2]):
		c := parseInverted(parts[0], parts[1])
		c.Suffix = parts[2]
		return c
	}
	return parseInverted(parts[0], strings.Join(parts[1:], " "))
}

// partInitials inserts the space that is missing between initials and the family name: "P.Fischer", "Q.R.Smith".
// Initials alone stay as written.
func partInitials(s string) string {
	if strings.IndexByte(s, '.') < 0 {
		return s
	}
	r := []rune(s)
	for i := 1; i+2 < len(r); i++ {
		glued := r[i] == '.' && unicode.IsUpper(r[i-1]) && (i == 1 || !unicode.IsLetter(r[i-2])) && unicode.IsUpper(r[i+1]) &&
			unicode.IsLower(r[i+2])
		if glued {
			r = slices.Insert(r, i+1, ' ')
		}
	}
	return string(r)
}

func parseInverted(family, given string) Contributor {
	words := strings.Fields(family)
	n := leadingParticles(words, len(words)-1)
	c := Contributor{Particle: strings.Join(words[:n], " "), Family: strings.Join(words[n:], " "), Given: given}
	gw := strings.Fields(given)
	if m := len(gw); m > 1 { // "Beethoven, Ludwig van"; "Smith, John Jr."
		if isSuffix(gw[m-1]) {
			c.Suffix = gw[m-1]
			gw = gw[:m-1]
		}
		k := len(gw)
		for k > 1 && isParticle(gw[k-1]) {
			k--
		}
		if c.Particle == "" {
			c.Particle = strings.Join(gw[k:], " ")
			gw = gw[:k]
		}
		c.Given = strings.Join(gw, " ")
	}
	return c
}

func parseReading(words []string) Contributor {
	if n := len(words); n > 1 && len(words[n-1]) == 4 && digits(words[n-1]) { // DBLP homonym number
		words = words[:n-1]
	}
	var c Contributor
	if n := len(words); n > 1 && isSuffix(words[n-1]) {
		c.Suffix = words[n-1]
		words = words[:n-1]
	}
	n := len(words)
	if n < 2 {
		c.Family = strings.Join(words, "")
		return c
	}
	// "DiSario JA", "de Rijke M"
	if gluedInitials(words[n-1]) && !slices.ContainsFunc(words[:n-1], initialLike) && !allCapitals(words[:n-1]) {
		k := leadingParticles(words, n-2)
		c.Particle, c.Family, c.Given = strings.Join(words[:k], " "), strings.Join(words[k:n-1], " "), words[n-1]
		return c
	}
	start := n - 1
	for i := 1; i < n-1; i++ {
		if isParticle(words[i]) {
			start = i
			break
		}
	}
	if isParticle(words[0]) && !unicode.IsUpper([]rune(words[0])[0]) { // "van Gogh"
		k := leadingParticles(words, n-1)
		c.Particle, c.Family = strings.Join(words[:k], " "), strings.Join(words[k:], " ")
		return c
	}
	c.Given = strings.Join(words[:start], " ")
	k := leadingParticles(words[start:], n-start-1)
	c.Particle = strings.Join(words[start:start+k], " ")
	c.Family = strings.Join(words[start+k:], " ")
	return c
}

// leadingParticles returns the number of particles at the start of words, at most max.
func leadingParticles(words []string, max int) int {
	n := 0
	for n < len(words) && n < max && isParticle(words[n]) {
		n++
	}
	return n
}

func isParticle(word string) bool {
	if r := []rune(word); len(r) == 0 || unicode.IsUpper(r[0]) && len(r) == 1 {
		return false
	}
	lower := strings.ToLower(word)
	if !IsParticle(lower) {
		return false
	}
	// A capitalised "Van" or "De" is a particle; short words that are given or family names in their own right when
	// capitalised are not.
	switch word {
	case "Le", "Ben", "Al", "El", "Do", "In", "E", "Y", "Du", "Te", "Op", "Da", "Bin", "Van", "Von", "Den", "Di", "Af",
		"Av", "Und", "Ten":
		return false
	}
	return true
}

func isSuffix(s string) bool { return words.Is(s, words.Suffix) }

// gluedInitials reports whether s is one to three capitals without stops: "JA", "M", "J-P".
func gluedInitials(s string) bool {
	n := 0
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			n++
		case r == '-' || r == '.':
		default:
			return false
		}
	}
	return n >= 1 && n <= 4 && !strings.HasSuffix(s, ".")
}

func initialLike(s string) bool {
	r := []rune(strings.TrimRight(s, "."))
	return len(r) == 1 || strings.Contains(s, ".")
}

// allCapitals reports whether every word is written in capitals, so that capitals say nothing about initials.
func allCapitals(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return w != strings.ToUpper(w) })
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// bodyWords mark the name of a body rather than of a person.
var bodyWords = words.Set(`
	university institute collaboration consortium team group committee association society organization
	organisation foundation laboratory department ministry agency council commission network project
	initiative investigators inc ltd corporation company center centre bureau board office federation program
	programme nations union authority administration`)

// NamesBody reports whether a name of two words or more has a word of the names of bodies, or begins with "the".
func NamesBody(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 {
		return false
	}
	for i, w := range words {
		w = strings.ToLower(strings.Trim(w, ".,()"))
		if bodyWords[w] || i == 0 && w == "the" {
			return true
		}
	}
	return false
}

// NameParts returns a name whose family and given parts a source states separately. Particles at the start of the
// family part or the end of the given part, and a suffix at the end of the given part, are split off.
func NameParts(family, given string) Contributor {
	family, given = strings.TrimSpace(family), strings.TrimSpace(given)
	if family == "" {
		family, given = given, ""
	}
	if strings.IndexByte(family, ' ') < 0 && strings.IndexByte(given, ' ') < 0 {
		return Contributor{Family: family, Given: given}
	}
	last := given[strings.LastIndexByte(given, ' ')+1:]
	if strings.IndexByte(family, ' ') < 0 && !isParticle(last) && !isSuffix(last) {
		return Contributor{Family: family, Given: strings.Join(strings.Fields(given), " ")}
	}
	return parseInverted(family, given)
}

// plainName is a fast path for the most common shape of names: two to four words with single spaces, each an initial
// ("J.", "J") or a capital and small Latin letters, or several such with hyphens, none of which can be a particle, a
// suffix or part of the name of a body. Where it succeeds it agrees with the full analysis.
func plainName(s string) (Contributor, bool) {
	if len(s) > 60 {
		return Contributor{}, false
	}
	words, start := 0, 0
	for {
		end := strings.IndexByte(s[start:], ' ')
		last := end < 0
		if last {
			end = len(s) - start
		}
		word := s[start : start+end]
		if words++; words > 4 || !plainWord(word, last) {
			return Contributor{}, false
		}
		if last {
			break
		}
		start += end + 1
	}
	if words < 2 {
		return Contributor{}, false
	}
	return Contributor{Given: s[:start-1], Family: s[start:]}, true
}

// plainInverted does the same for a family name of one such word followed by a comma and initials: "Doe, J.-P. M.",
// "Doe, JP".
func plainInverted(s string) (Contributor, bool) {
	family, given, ok := strings.Cut(s, ", ")
	if !ok || len(s) > 60 || !plainInitials(given) || !plainWord(family, true) {
		return Contributor{}, false
	}
	return Contributor{Family: family, Given: given}, true
}

// plainInitials reports whether s consists of capitals with full stops, or one or two without.
func plainInitials(s string) bool {
	capital := func(i int) bool { return s[i] >= 'A' && s[i] <= 'Z' }
	if len(s) == 1 || len(s) == 2 && s[1] != '.' {
		return capital(0) && capital(len(s)-1) && !isSuffix(s)
	}
	whole := s
	for s != "" {
		if len(s) < 2 || !capital(0) || s[1] != '.' {
			return false
		}
		if s = s[2:]; len(s) > 2 && (s[0] == ' ' || s[0] == '-') {
			s = s[1:]
		}
	}
	return whole != ""
}

func plainWord(word string, last bool) bool {
	if len(word) == 1 || len(word) == 2 && word[1] == '.' {
		return !last && word[0] >= 'A' && word[0] <= 'Z'
	}
	if plainPart(word) {
		return !notPlain[word]
	}
	for part := range strings.SplitSeq(word, "-") { // "Jean-Pierre"
		if !plainPart(part) {
			return false
		}
	}
	return true
}

// plainPart reports whether word is a capital followed by small Latin letters.
func plainPart(word string) bool {
	ascii := 0
	for ascii < len(word) && word[ascii]|0x20 >= 'a' && word[ascii]|0x20 <= 'z' && (ascii == 0) == (word[ascii] < 'a') {
		ascii++
	}
	if ascii == len(word) {
		return ascii > 1
	}
	letters := 0
	for i, r := range word {
		letters++
		switch {
		case i == 0 && r >= 'A' && r <= 'Z', i > 0 && r >= 'a' && r <= 'z':
		case r < 0xc0 || r > 0x24f || r == 0x130: // outside of Latin-1 and Extended A and B
			return false
		case i == 0 && !unicode.IsUpper(r), i > 0 && !unicode.IsLower(r):
			return false
		}
	}
	return letters > 1
}

// notPlain holds the capitalised words that need the full analysis.
var notPlain = func() map[string]bool {
	m := map[string]bool{"The": true}
	list := slices.AppendSeq(slices.Concat(words.List(words.Particle), words.List(words.Suffix)), maps.Keys(bodyWords))
	for _, word := range list {
		m[strings.ToUpper(word[:1])+word[1:]] = true
	}
	return m
}()
