package reflist

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// The parts of an inverted name.
var (
	before = `(?:[Vv]an|[Vv]on|[Dd]e[lr]?|[Dd]en|[Dd]i|[Dd]a|[Dd]os?|[Dd]u|` +
		`[Ll]a|[Ll]e|[Tt]e[rn]|[Zz]u[rm]?|Mc|Mac|[Dd]'|O['’])[ ]?` // a particle
	family = `^(?:` + before + `){0,3}\p{Lu}[\p{L}'’\-]+(?:(?:[ -]| y )\p{Lu}[\p{L}'’\-]+)?`
	given  = `\s?\p{Lu}[\p{Ll}\-]+(?:-\p{Lu}\p{Ll}+)?(?: \p{Lu}\.)?(?:[,;:(&/.]| \(| (?:` + words.Pattern(words.And) +
		`|/|-|–) | \p{Lu})`
)

// The shapes of the beginning of an entry.
var (
	familyFirst = lazy.Regexp(family + `(?:[, ]\s?\p{Lu}[.\p{Lu}\- ]{0,6}[.,;&: (]|,` + given + `)`)
	familyGiven = lazy.Regexp(family + ` ` + given)
	givenFirst  = lazy.Regexp(
		`^(?:\p{Lu}\.[ -]?){1,4}(?:(?:[Vv]an|[Vv]on|[Dd]e[rln]?|[Dd]i|[Dd]a|la|le) ){0,2}\p{Lu}[\p{L}'’\-]+`)
	fullName = lazy.Regexp(
		`^\p{Lu}[\p{L}'’\-]+(?: \p{Lu}\.?| \p{Lu}[\p{L}'’\-]+|` +
			` (?:van|von|de|der|den|di|da|del|do|dos|du|la|le|bin|al|ten|ter|[’']t)){1,4}(?:[,.;:]|` +
			` (?:&|` + strings.Join(words.Singles(words.And, 2), "|") + `) | \()`)
	repeated    = lazy.Regexp(`^(?:[-—–_―‒]{2,}|—|―|–\s?–|_{2,}|[Dd]ers\.|[Dd]ies\.|[Ii]dem|[Ii]d\.,)`)
	yearInside  = lazy.Regexp(`(?:^|[^\d])(?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?:[^\d]|$)`)
	earlyYear   = lazy.Regexp(`^.{4,120}?[( ,.](?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?:[/–-]\d{2,4})?[),.:;]`)
	numbersPair = lazy.Regexp(`\d{1,4} ?[-–—] ?\d{1,4}|\b\d{1,3} ?\(\d{1,3}\)|\b\d{1,3}, ?\d{1,5}\b|\d+:\d+`)
	initials    = lazy.Regexp(`\b\p{Lu}\.(?:[ -]?\p{Lu}\.)*,| \p{Lu}\., |, \p{Lu}\.`)
)

// The shapes of the name at the beginning of an entry.
const (
	noName       = iota
	repeatedName // a dash
	initialsName // "C. R. Rao"
	invertedName // "Rao, C. R.", "Rao CR"
	turnedName   // "Rao Radhakrishna,", and many titles
	wholeName    // "Radhakrishna Rao,"
)

func nameShape(s string) int {
	switch {
	case repeated.MatchString(s):
		return repeatedName
	case !unicode.IsLower(firstRune(s)) && givenFirst.MatchString(s):
		return initialsName
	case familyFirst.MatchString(s):
		return invertedName
	case familyGiven.MatchString(s):
		return turnedName
	case fullName.MatchString(s):
		return wholeName
	}
	return noName
}

// openingScore returns how much the text looks like the start of an entry: positive if it does, negative if not.
func openingScore(s string) float64 {
	if s == "" {
		return -2
	}
	first := firstRune(s)
	score := 0.0
	switch name := nameShape(s); {
	case name == repeatedName:
		return 3
	case unicode.IsLower(first):
		score = -1.5
		if name == invertedName || name == turnedName {
			score = 1
		}
	case name == initialsName:
		score = 1.6
	case name == invertedName, name == turnedName:
		score = 1.8
	case name == wholeName:
		score = 1.1
	case unicode.IsUpper(first):
		score = -0.2
	case unicode.IsDigit(first):
		score = -1.2
	case first == '„' || first == '“' || first == '"' || first == '«' || first == '*':
		score = 0
	case unicode.IsLetter(first): // a script without case
		score = 0.5
	default:
		score = -1.5
	}
	if score > -1 && earlyYear.MatchString(s) {
		score += 0.8
	}
	return score
}

// Repeated reports whether an entry begins with a dash, or "Ders.", for the names of the previous entry, and returns
// the rest of the text from the punctuation on.
func Repeated(s string) (rest string, ok bool) {
	loc := repeated.FindStringIndex(s)
	if loc == nil {
		return s, false
	}
	rest = strings.TrimLeft(s[loc[1]:], "-—–_―‒ ")
	switch {
	case rest == "":
		return s, false
	case rest[0] == '.' || rest[0] == ',' || rest[0] == ':' || rest[0] == ';':
		return rest, true
	case rest[0] == '(':
		return " " + rest, true
	}
	return ". " + rest, true
}

// Opening returns how much a line looks like the first of an entry, given the line above it: positive if it does,
// negative if not.
func Opening(above, text string) float64 {
	if strings.IndexAny(text, "[［(") == 0 {
		if label, _ := cutLabel(text); label != "" {
			return 3
		}
	}
	if label, rest := cutLabel(text); label != "" && openingScore(rest) > 0 {
		return 2 + endingScore(above)
	}
	return openingScore(text) + endingScore(above)
}

func endingScore(s string) float64 {
	s = strings.TrimRight(s, " ")
	if s == "" {
		return 0
	}
	last := lastRune(s)
	word := s[strings.LastIndexByte(s, ' ')+1:]
	switch {
	case hyphen(last), strings.ContainsRune(",:;&(/–", last), openWord(word):
		return -2.2
	case last == '.' && initialBefore(s):
		return -0.6
	case last == '.':
		return 1
	case address.MatchString(word), last == ')' || last == ']':
		return 0.5
	case unicode.IsDigit(last):
		return 0.2
	}
	return -0.9
}

// openWord reports whether a word cannot end an entry: a number, a name or a noun follows.
func openWord(w string) bool {
	return openWords[w] || words.Joins(w) || words.Is(w, words.In) ||
		len(w) > 2 && w[len(w)-1] == '.' && words.Is(w, words.Volume, words.Issue, words.Pages)
}

// openWords are such words in titles, and one-letter words before numbers.
var openWords = words.Set(
	`of the for de der on to a an from by at via für von zur zum des die das im la le les des du del el los las di da do p. s. nr №`)

// initialBefore reports whether a text ends in the full stop of an initial.
func initialBefore(s string) bool {
	r := []rune(s)
	n := len(r)
	return n >= 3 && unicode.IsUpper(r[n-2]) && (r[n-3] == ' ' || r[n-3] == '.' || r[n-3] == '-')
}

// The sentence words of a text that is prose: at least two, and one per so many words. A title has some too: "What we
// know and what we do not", with names and a year.
const (
	proseFewest = 2  // case: TestLists
	proseApart  = 18 // case: TestLists
)

// prose reports whether a text reads like sentences rather than a reference.
func prose(s string) bool {
	all := strings.Fields(s)
	n := lists.Count(all, func(w string) bool { return words.Is(strings.TrimRight(w, ".,;:"), words.Prose) })
	return n >= proseFewest && n*proseApart > len(all)
}

// traitWords are words of references, in addition to those of the tables of words.
var traitWords = words.Set(
	`al proceedings proc journal press verlag university universität arxiv doi conference symposium workshop 
transactions trans review rev in: springer ieee acm zeitschrift wiley elsevier revista revue nature science phys lett ann soc журнал университет bull acta publishers publishing editora editorial éditions edizioni`)

// numberWords count before a number: "S. 12", "J. 4".
var numberWords = words.Set(`S. p. С. Т. J.`)

// addressStarts are beginnings of identifiers and addresses.
var addressStarts = []string{"http", "www.", "doi:", "10.", "arxiv:"}

// traits returns the number of signs of a reference among the words of a text, at most most.
func traits(s string, most int) int {
	n, numbered := 0, false
	for word := range strings.SplitSeq(s, " ") {
		if n >= most {
			break
		}
		if word == "" {
			continue
		}
		bare := strings.Trim(word, ".,;()[]“”\"„")
		lower := strings.ToLower(bare)
		if numbered && bare != "" && bare[0] >= '0' && bare[0] <= '9' || word == "In" || traitWords[lower] ||
			len(lower) > 1 &&
				words.Is(lower, words.Editor, words.Volume, words.Issue, words.Pages, words.Edition, words.Thesis) ||
			slices.ContainsFunc(addressStarts, func(start string) bool { return strings.HasPrefix(lower, start) }) {
			n++
		}
		numbered = numberWords[word]
	}
	return n
}

// How much the signs of a reference add to its likeness or subtract from it. A year alone is enough for entryLike, a
// year in prose is not.
const (
	likeYear     = 0.35 // case: TestLists
	likeTrait    = 0.15 // one trait or more …
	likeTraits   = 0.1  // … and for each of them; case: TestLists
	mostTraits   = 3
	likeNumbers  = 0.12 // "12(3)", "45–67"; case: a paper of the dev data
	likeInitials = 0.15
	likeOpening  = 0.15 // case: a paper of the dev data
	unlikeLong   = 0.4
	unlikeProse  = 0.4  // case: TestLists
	longText     = 1200 // bytes; among references only lists of names are longer
)

// likeness returns, from 0 to 1, how much a text of an entry's length looks like a reference.
func likeness(s string) float64 {
	score := 0.0
	if yearInside.MatchString(s) {
		score += likeYear
	}
	if n := traits(s, mostTraits); n > 0 {
		score += likeTrait + likeTraits*float64(n)
	}
	if numbersPair.MatchString(s) {
		score += likeNumbers
	}
	if initials.MatchString(s) {
		score += likeInitials
	}
	if openingScore(s) > opensLikeEntry {
		score += likeOpening
	}
	if len(s) > longText {
		score -= unlikeLong
	}
	if prose(s) {
		score -= unlikeProse
	}
	return max(0, min(1, score))
}
