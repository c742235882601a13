package normalise

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// token is a word of a container's name with what its spelling shows.
type token struct {
	text    string // normalised
	dotted  bool   // a full stop follows
	upper   bool   // at least two capitals
	capital bool   // it begins with one
	bracket bool   // inside brackets
	comma   bool   // a comma, semicolon, colon or dash follows
	at      bool   // preceded by "@"
	joined  bool   // joined to the previous word by "-" or "/"
	tight   bool   // it follows the previous word's full stop without a space
	bar     bool   // "|", "=" or a slash with a space follows: the name goes on in another language
	year    bool   // a year was cut off: "NeurIPS'23"
}

// tokeniser cuts a name into tokens.
type tokeniser struct {
	list              []token
	depth             int  // of open brackets
	joined, at, tight bool // of the next word
}

func tokenise(s string) []token {
	t := tokeniser{list: make([]token, 0, 16)}
	start := -1 // of the word being read
	for i, r := range s {
		if partOfWord(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			t.word(s[start:i])
			start = -1
		}
		t.mark(r, i+1 < len(s) && s[i+1] == ' ')
	}
	if start >= 0 {
		t.word(s[start:])
	}
	for i := range t.list {
		t.list[i].trimYear()
	}
	return t.list
}

func partOfWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '+' || r == '&' || r == '\'' || r == '’'
}

// word adds a word, which normalisation may split into several ("R&D").
func (t *tokeniser) word(raw string) {
	raw, year := shortYear(raw)
	raw = withoutElision(raw)
	for i, w := range strings.Fields(Text(raw)) {
		t.list = append(t.list, token{text: w, upper: capitalised(raw), capital: startsUpper(raw) && (i == 0 || len(w) == 1),
			bracket: t.depth > 0, joined: t.joined || i > 0, tight: t.tight, at: t.at, year: year})
	}
	t.joined, t.at, t.tight = false, false, false
}

// elisions are articles and prepositions that an apostrophe joins to the next word.
var elisions = words.Set(`l d dell all nell sull dall un`)

// withoutElision removes them: "l'Institut".
func withoutElision(word string) string {
	at := strings.IndexAny(word, "'’")
	if at <= 0 || !elisions[strings.ToLower(word[:at])] {
		return word
	}
	return strings.TrimLeft(word[at:], "'’")
}

// mark handles a punctuation mark, which a space may follow.
func (t *tokeniser) mark(r rune, spaced bool) {
	switch r {
	case '(', '[':
		t.depth++
	case ')', ']':
		t.depth = max(0, t.depth-1)
	case '@':
		t.at = true
	}
	if len(t.list) == 0 {
		return
	}
	last := &t.list[len(t.list)-1]
	switch r {
	case '.':
		last.dotted, t.tight = true, !spaced
	case ',', ';', ':', '–', '—':
		last.comma = true
	case '|', '=':
		last.bar = true
	case '/':
		t.joined, last.bar = true, spaced
	case '-':
		if spaced {
			last.comma = true
		} else {
			t.joined = true
		}
	}
}

// shortYear cuts an apostrophe and two digits from the end of a word: "iccv'25", "Computing’87".
func shortYear(word string) (rest string, ok bool) {
	n := len(word) - 2
	if n < 2 || !digits(word[n:]) {
		return word, false
	}
	for _, mark := range []string{"'", "’"} {
		if rest, ok := strings.CutSuffix(word[:n], mark); ok && rest != "" {
			return rest, true
		}
	}
	return word, false
}

// trimYear removes the year attached to an acronym: "NeurIPS2023", "ICML20".
func (t *token) trimYear() {
	for _, n := range []int{4, 2} {
		if k := len(t.text) - n; k >= 3 && t.upper && digits(t.text[k:]) && !digits(t.text[k-1:k]) {
			if n == 4 && t.text[k] != '1' && t.text[k] != '2' {
				continue
			}
			t.text, t.year = t.text[:k], true
			return
		}
	}
}

// abbreviation reports whether a word shows that its name is abbreviated.
func (t token) abbreviation() bool {
	switch {
	case t.bracket:
		return false
	case t.dotted, t.text == "j", t.text == "q", t.text == "z" && t.capital:
		return true
	}
	return len(t.text) > 1 && !SmallTitleWord(t.text) && titleTable().abbreviation(t.text) // a letter may be a section's
}

// capitalised reports whether s has at least two capitals.
func capitalised(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n >= 2
}

// startsUpper reports whether the first letter is a capital.
func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// yearWord returns the year that a word is, or 0 if it is not a year.
func yearWord(w string) int {
	if len(w) != 4 || !digits(w) || w[:2] != "18" && w[:2] != "19" && w[:2] != "20" {
		return 0
	}
	n, _ := strconv.Atoi(w)
	return n
}

// ordinal reports whether w is an ordinal number: "1st", "37th", "thirty", "seventh", "xxiv".
func ordinal(w string) bool {
	if ordinalWords[w] {
		return true
	}
	if n := len(w); n >= 3 && digits(w[:n-2]) {
		switch w[n-2:] {
		case "st", "nd", "rd", "th", "er", "re":
			return true
		}
	}
	for _, end := range []string{"e", "eme", "ieme"} { // French
		if number, ok := strings.CutSuffix(w, end); ok && digits(number) && number != "" {
			return true
		}
	}
	return false
}

// headWords state what a container is: the words of the tables, and the one-word names of preprint servers.
var headWords = func() map[string]Head {
	heads := map[string]Head{"preprints": Preprints, "eprint": Preprints, "osf": Preprints}
	for _, w := range words.List(words.Conference) {
		heads[w] = Conference
	}
	for _, w := range words.List(words.Journal) {
		heads[w] = Journal
	}
	for _, s := range preprintServers {
		for a := range strings.SplitSeq(strings.ToLower(s.acronyms), ";") {
			if !strings.ContainsAny(a, " .") {
				heads[a] = Preprints
			}
		}
	}
	return heads
}()

// trackWords name a part of a conference.
var trackWords = map[string]Track{
	"workshop": Workshop, "workshops": Workshop, "ws": Workshop, "wksp": Workshop, "wkshp": Workshop, "findings": Findings,
	"demo": Volume, "demos": Volume, "demonstration": Volume, "demonstrations": Volume, "tutorial": Volume,
	"tutorials": Volume, "companion": Volume,
	"srw": Volume, "industry": Volume,
}

// sponsorWords are bodies in whose name containers appear.
var sponsorWords = words.Set(`ieee acm cvf rsj usenix springer elsevier siam wic ifip iet aps ieice`)

// containerNoise are words that some forms of a container's name have and others lack.
var containerNoise = words.Set(`
	proceedings annu proc procs proceeding annual vol volume volumes part issue no papers track main online virtual
	event edition conference series ser extended abstracts poster oral preprint preprints actes sur atti actas revised
	pages pp newsletter pap serie newsl ed eds editors accepted appear`)

// smallWords are the articles, prepositions and conjunctions that abbreviated names of journals omit.
var smallWords = words.Set(`of the and for in on to a an at from with by via as is are their its
	de la le les des du et en dans sur pour par au aux der die das dem den und fur fuer zur zum im von vom am aus bei
	el los las del y e o para por con da do dos das na no em i della delle dello dei degli di il lo gli per
	van het voor over og av til och af v z w po dla`)

// SmallTitleWord reports whether a normalised word is one that abbreviated names of journals omit.
func SmallTitleWord(w string) bool { return smallWords[w] }

// longForms are fields that names abbreviate to two capitals.
var longForms = map[string][]string{"ai": {"artificial", "intelligence"}, "ml": {"machine", "learning"}}

// placeNoise are words that begin what a conference's name adds after a comma: places and months.
var placeNoise = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, w := range words.Language("en").Words(words.Months) {
		set[w] = true
	}
	for w := range strings.FieldsSeq(places) {
		set[w] = true
	}
	return set
})

// places are countries, states and parts of their names.
const places = `
usa us uk canada china germany france italy spain austria australia japan korea singapore india brazil
mexico ireland scotland england portugal sweden norway denmark finland belgium netherlands switzerland
israel greece turkey poland czech hungary thailand vietnam taiwan hong virtual ca ny wa tx ma hawaii
california new uae dominican puerto`

var ordinalWords = words.Set(`
	first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
	fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth
	twenty thirty forty fifty sixty ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii
	xxiii xxiv xxv`)
