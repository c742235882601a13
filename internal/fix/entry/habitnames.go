package entry

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// nameHabits counts how the names of a list are written.
func nameHabits(source string, n *tallies) {
	parts, seps := splitNames(source)
	for _, sep := range seps {
		n.ands[sep]++
	}
	for _, part := range parts {
		c := nameOf(part)
		if c.Literal != "" || c.Given == "" {
			continue
		}
		n.orders[[]string{"reading", "family"}[bit(strings.Contains(part, ","))]]++
		if loneLetter(part, c) {
			continue
		}
		only := onlyInitials(c)
		n.given[[]string{"full", "initials"}[bit(only)]]++
		if only {
			initialHabits(latex.Text(part), n)
		}
	}
}

// loneLetter reports whether a name was parsed as a family name followed by an initial without a comma: "Vaishnavi R"
// may as well be a given name and the initial of a father's name, so it tells nothing about initials.
func loneLetter(part string, c biblio.Contributor) bool {
	text := strings.TrimRight(latex.Text(part), ".")
	return !strings.Contains(part, ",") && len([]rune(strings.TrimRight(c.Given, "."))) == 1 &&
		strings.HasSuffix(text, " "+strings.TrimRight(c.Given, "."))
}

// initialHabits counts how the initials of a name are written.
func initialHabits(name string, n *tallies) {
	letters := []rune(name)
	for i, c := range letters {
		if !unicode.IsUpper(c) || i > 0 && unicode.IsLetter(letters[i-1]) {
			continue
		}
		rest := letters[i+1:]
		switch {
		case len(rest) == 0 || rest[0] == ' ' || unicode.IsUpper(rest[0]):
			n.dots["bare"]++
		case rest[0] == '.':
			n.dots["dotted"]++
			rest = rest[1:]
		default:
			continue // a word
		}
		switch {
		case len(rest) > 1 && rest[0] == ' ' && unicode.IsUpper(rest[1]) && (len(rest) == 2 || !unicode.IsLetter(rest[2])):
			n.gaps["spaced"]++
		case len(rest) > 0 && unicode.IsUpper(rest[0]) && (len(rest) == 1 || !unicode.IsLower(rest[1])):
			n.gaps["glued"]++
		}
	}
}

// onlyInitials reports whether a given name is written as initials.
func onlyInitials(c biblio.Contributor) bool {
	if c.Given == "" {
		return false
	}
	return !slices.ContainsFunc(strings.FieldsFunc(c.Given,
		func(r rune) bool { return r == ' ' || r == '.' || r == '-' || r == '~' }), func(word string) bool {
		return len([]rune(word)) > 1 && (strings.ToUpper(word) != word || len([]rune(word)) > 3)
	})
}

// initialsOf returns a given name as initials, written as the list does: "Jean-Pierre M." as "J.-P. M.", "J.
// Robert" as "J. R.". A word after two initials, which its source did not shorten, belongs to the family name
// and stays: "A. H. Castro".
func (h *Habits) initialsOf(given string) string {
	words := givenWords(given)
	n := len(words)
	if n > 2 && initial(words[0]) && initial(words[1]) {
		for n = 2; n < len(words) && initial(words[n]); {
			n++
		}
	}
	short := style.Initials(strings.Join(words[:n], " "), style.Spaced)
	if h.noSpaces {
		short = strings.ReplaceAll(short, ". ", ".")
	}
	if h.noDots {
		short = strings.ReplaceAll(short, ".", "")
	}
	return strings.Join(append([]string{short}, words[n:]...), " ")
}

// givenWords splits a given name into its words: "A. -M.S." has two.
func givenWords(given string) []string {
	apart := strings.Join(strings.Fields(strings.ReplaceAll(given, ".", ". ")), " ")
	return strings.Fields(strings.ReplaceAll(apart, " -", "-"))
}

// initials counts the initials of a given name, including joined ones ("AH").
func initials(given string) int {
	n := 0
	for _, word := range givenWords(given) {
		if letters := len([]rune(word)); letters <= 3 && strings.ToUpper(word) == word && !strings.ContainsAny(word, ".-") {
			n += letters
		} else {
			n++
		}
	}
	return n
}

// initial reports whether a word is an initial: "J.", "J", "J.-P.".
func initial(word string) bool {
	return !slices.ContainsFunc(strings.Split(word, "-"),
		func(part string) bool { return len([]rune(strings.Trim(part, "."))) > 1 })
}

// accents reports whether a source writes letters outside ASCII as commands.
func accents(source string) bool {
	for i := 0; i+1 < len(source); i++ {
		if source[i] == '\\' && strings.IndexByte("\"'`^~=.cvHukrdtboOlLai", source[i+1]) >= 0 &&
			latex.Text(source) != source {
			return !isASCII([]byte(latex.Text(source)))
		}
	}
	return false
}
