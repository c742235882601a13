package reading

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// yearMark matches a year with the letters that distinguish what its authors published in it: "2019", "2019a",
// "2019a,b", "2019a;b".
var yearMark = lazy.Regexp(`\b(1[5-9]\d\d|20[0-4]\d)(?:([a-z])((?:\s?[,;/–-]\s?[a-z]\b)*))?\b`)

// maxNameText is how far before a year its names may begin, in bytes.
const maxNameText = 160

// named returns the marks that name authors and a year: "(Smith & Lee, 2019a)",
// "Smith et al. (2020)".
func (x *index) named(texts []Text) []mark {
	var marks []mark
	for t := range texts {
		body := texts[t].Body
		for _, at := range yearMark.FindAllStringSubmatchIndex(body, -1) {
			year, _ := strconv.Atoi(body[at[2]:at[3]])
			if !x.years[year] {
				continue
			}
			end, names := namesBefore(body, at[0])
			stop, others := withoutOthers(names)
			if stop == 0 {
				continue
			}
			var candidates []int
			for i, word := range names[:stop] {
				if !slices.Contains(names[:i], word) {
					candidates = append(candidates, x.byName[nameInYear{year, word}]...)
				}
			}
			var refs []int
			used := 0
			for _, letter := range lettersOf(body, at) {
				if i, n := x.best(candidates, names[:stop], others, letter); i >= 0 && !slices.Contains(refs, i) {
					refs, used = append(refs, i), max(used, n+len(names)-stop)
				}
			}
			if refs != nil {
				from := back(body, end, used)
				marks = append(marks, mark{t, from, at[1] + closing(body[from:at[1]], body[at[1]:]), refs})
			}
		}
	}
	return marks
}

// lettersOf returns the letters after a year, or only "" if there are none.
func lettersOf(body string, at []int) []string {
	if at[4] < 0 {
		return []string{""}
	}
	letters := []string{body[at[4]:at[5]]}
	for _, c := range body[at[6]:at[7]] {
		if c >= 'a' && c <= 'z' {
			letters = append(letters, string(c))
		}
	}
	return letters
}

// namesBefore returns the normalised words before a year that may be names, and where they end: those in its part of
// a bracket, "(see Lee, 2019; Kim, 2020; 2021)", or those before the bracket, "Lee (2019)".
func namesBefore(body string, year int) (end int, words []string) {
	from := max(0, year-maxNameText)
	for from < year && body[from]&0xc0 == 0x80 {
		from++
	}
	for {
		cut := strings.LastIndexAny(body[from:year], ";[(\n")
		if cut < 0 {
			return year, wordsOf(body[from:year])
		}
		if words = wordsOf(body[from+cut+1 : year]); slices.ContainsFunc(words, func(w string) bool { return len(w) > 1 }) {
			return year, words
		}
		switch year = from + cut; body[year] {
		case '\n':
			return year, nil
		case ';': // "Lee et al., 2019a;b; 2020"
			continue
		}
		if cut = strings.LastIndexAny(body[from:year], ";[()]\n"); cut >= 0 {
			from += cut + 1
		}
		return year, wordsOf(body[from:year])
	}
}

// back returns where the last n words before an offset begin.
func back(body string, end, n int) int {
	for ; n > 0; n-- {
		end = strings.LastIndexAny(strings.TrimRight(body[:end], " \t\n"), " \t\n(;") + 1
	}
	return end
}

// closing returns 1 if the text continues with the bracket that closes the one a mark opens.
func closing(mark, rest string) int {
	if rest != "" && (rest[0] == ')' && strings.Contains(mark, "(") || rest[0] == ']' && strings.Contains(mark, "[")) {
		return 1
	}
	return 0
}

// wordsOf returns the normalised words of a text without numbers and possessives.
func wordsOf(s string) []string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "’s", ""), "'s", "")
	return slices.DeleteFunc(strings.Fields(normalise.Text(s)), func(w string) bool { return w[0] >= '0' && w[0] <= '9' })
}

// best returns the candidate whose names fit best, and the number of words used; -1 if none fits, or several fit
// equally.
func (x *index) best(candidates []int, words []string, others bool, letter string) (found, used int) {
	best := 0
	found = -1
	for _, i := range candidates {
		if letter != "" && x.letters[i] != "" && x.letters[i] != letter {
			continue
		}
		score, n := fit(words, others, x.names[i], x.refs[i].Claimed.AuthorsCut)
		if score > 0 && letter == x.letters[i] {
			score++
		}
		switch {
		case score > best:
			best, found, used = score, i, n
			if x.twins[i] {
				found = -1
			}
		case score == best && score > 0:
			found = -1
		}
	}
	return found, used
}

// fit returns how well the words before a year name people: 0 for not at all, higher for more of the names; and how
// many words did. The words have to end with the first family name, or with the first few names, or with some of them
// if others follow ("et al.").
func fit(words []string, others bool, names [][]string, cut bool) (score, used int) {
	if others && len(names) < 2 && !cut {
		return 0, 0
	}
	for n := len(names); n > 0; n-- {
		at, ok := endsWith(words, names[:n])
		if !ok {
			continue
		}
		if at > 1 && isAnd(words[at-1]) { // another name comes first
			return 0, 0
		}
		used = len(words) - at
		switch {
		case others && len(names) == 2: // styles use it from three names on
			return 1 + n, used
		case others || n == len(names):
			return 2 + 2*n, used
		}
		return n, used
	}
	return 0, 0
}

// withoutOthers returns how many words precede "et al." or a similar mark. A single word for others, "more", may be a
// name.
func withoutOthers(list []string) (end int, others bool) {
	for n := min(longestMark, len(list)); n > 0; n-- {
		at := len(list) - n
		if words.IsCut(strings.Join(list[at:], " ")) && (n > 1 || !words.Is(list[at], words.Others)) {
			return at, true
		}
	}
	return len(list), false
}

// longestMark is the maximum number of words in a mark: "u. a. m."
const longestMark = 3

// isAnd reports whether a word joins names; most words of one letter, such as "a", have other uses too.
func isAnd(word string) bool { return words.Joins(word) && (len(word) > 1 || word == "y") }

// endsWith reports whether a list of words ends with names, joined in any way, and where the first begins.
func endsWith(list []string, names [][]string) (at int, ok bool) {
	at = len(list)
	for n := len(names) - 1; n >= 0; n-- {
		for n < len(names)-1 && at > 0 && (biblio.IsParticle(list[at-1]) || words.Joins(list[at-1]) || len(list[at-1]) == 1) {
			at--
		}
		name := names[n]
		if at < len(name) || !slices.Equal(list[at-len(name):at], name) {
			return 0, false
		}
		at -= len(name)
	}
	return at, true
}
