package normalise

import (
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Head is the kind of container that a name states.
type Head string

// The kinds that names state.
const (
	NoHead     Head = ""
	Journal    Head = "journal"    // journal, transactions, letters, magazine
	Conference Head = "conference" // conference, symposium, congress, meeting
	Preprints  Head = "preprints"  // a preprint server
)

// Track says which part of a conference a name means. Parts that are printed in the same proceedings (long and short
// papers, demonstrations) are not tracks of their own.
type Track string

// The tracks that are distinguished.
const (
	Main     Track = ""
	Findings Track = "findings"
	Workshop Track = "workshop"
	Datasets Track = "datasets" // datasets and benchmarks
	Sympos   Track = "symposium-series"
	Volume   Track = "volume" // a volume of the main proceedings: demonstrations, industry, student research
)

// Container is the comparison form of the name of a journal, proceedings or book.
type Container struct {
	Normalised string   // Text of the whole name
	Venues     []string // keys of known venues that the name means; several for a joint conference
	Words      []string // significant words, without year, number, place and noise
	Dotted     []bool   // for each word: it is written as an abbreviation
	brief      bool     // some of its words are abbreviations
	First      int      // number of Words before the first comma
	printed    []token  // the words as printed
	All        []string // every word, for acronyms
	Acronyms   []string // words in brackets, or standing apart in capitals
	Head       Head
	Track      Track
	Sponsors   []string // ieee, acm, …
	Series     []string // keys of series that hold proceedings: pmlr, lncs
	known      []bool   // for each word: it is part of a known conference's name
	own        []string // those of Words that are not acronyms or names of known venues
	former     bool     // the conference was once called a workshop, and the name says so
	Year       int      // a year in the name
	editions   []int    // the ordinal numbers in the name
}

// IsZero reports whether the name has no words.
func (c *Container) IsZero() bool { return c.Normalised == "" }

// reorderInverted reorders an inverted name, as catalogues print it: "Information Theory, IEEE Transactions on".
func reorderInverted(s string) string {
	i := strings.LastIndexByte(s, ',')
	if i < 0 {
		return s
	}
	head, tail := s[:i], strings.TrimSpace(s[i+1:])
	for _, last := range []string{" on", " of", " of the", " in", " for"} {
		if strings.HasSuffix(tail, last) {
			return tail + " " + head
		}
	}
	return s
}

// hostedBy adds the venues of the conference that a workshop belongs to.
func (c *Container) hostedBy(tokens []token) {
	var host Container
	host.scan(tokens)
	host.lookUp(tokens)
	for _, v := range host.Venues {
		c.Venues = appendNew(c.Venues, v)
	}
	c.setWorkshop()
}

// ParseContainer normalises the name of a container. The slices of the result must not be modified: results are
// cached, because references share names.
func ParseContainer(s string) Container {
	if len(s) > longestParsed {
		return parseContainer(s)
	}
	parsed.Lock()
	c, ok := parsed.names[s]
	parsed.Unlock()
	if ok {
		return c
	}
	c = parseContainer(s)
	parsed.Lock()
	defer parsed.Unlock()
	if len(parsed.names) >= keptParsed {
		clear(parsed.names)
	}
	parsed.names[strings.Clone(s)] = c // s may be a substring of a whole file
	return c
}

// The bounds of the cache: the number of names, all of which are dropped when there are more, and the bytes of one
// name.
const (
	keptParsed    = 8192
	longestParsed = 256
)

var parsed = struct {
	sync.Mutex
	names map[string]Container
}{names: map[string]Container{}}

func parseContainer(s string) Container {
	if journal, ok := JournalMacro(s); ok {
		s = journal
	}
	s = reorderInverted(handle(unbroken(Plain(clip(s)))))
	c := Container{Normalised: Text(s)}
	if c.Normalised == "" {
		return c
	}
	c.editions = editions(c.Normalised)
	tokens := tokenise(s)
	if len(tokens) > 0 && tokens[0].text == "in" {
		tokens = tokens[1:]
	}
	own, host := cutClauses(tokens)
	c.printed = own
	c.scan(own)
	c.setApart(own)
	c.lookUp(own)
	if len(host) > 0 {
		c.hostedBy(host)
	}
	c.own = c.ownWords()
	return c
}

// brokenWord matches a word that was divided at a line end: "As- sociation". "Pre- and postprocessing" does not
// match.
var brokenWord = lazy.Regexp(`(\p{L}{2})[-\x{ad}] (\p{Ll}{3})`)

// unbroken joins words that were divided at line ends.
func unbroken(s string) string {
	if !strings.Contains(s, "- ") && !strings.Contains(s, "\u00ad ") {
		return s
	}
	for _, m := range brokenWord.FindAllStringSubmatch(s, 8) {
		if !words.Joins(m[2]) {
			s = strings.Replace(s, m[0], m[1]+m[2], 1)
		}
	}
	return s
}

func (c *Container) setHead(h Head) {
	if c.Head == NoHead {
		c.Head = h
	}
}

func (c *Container) setWorkshop() {
	c.Track = Workshop
	c.setHead(Conference)
}

// cutClauses drops what names add after a container's own name: the issue of a journal ("Special Issue on …") and the
// place of a meeting ("Held at …"). host holds the words with which a workshop states the conference that it belongs
// to: "in conjunction with ACL 2011", "at the 2015 Conference of …".
func cutClauses(tokens []token) (own, host []token) {
	workshop := false
	for i, t := range tokens {
		before := func(w string) bool { return i+1 < len(tokens) && tokens[i+1].text == w }
		switch {
		case i >= 1 && t.text == "special" && before("issue"), i >= 2 && t.text == "held" && (before("at") || before("in")):
			return tokens[:i], nil
		case i >= 3 && (hostMarks[t.text] || t.text == "co" && before("located") || workshop && t.text == "at" && !t.at):
			return tokens[:i], tokens[i+1:]
		}
		workshop = workshop || trackWords[t.text] == Workshop
	}
	return tokens, nil
}

// hostMarks are words before the conference that hosts a workshop.
var hostMarks = map[string]bool{"conjunction": true, "colocated": true, "collocated": true}

// handles are the suffixes of macro names in bibliographies.
var handles = []string{"-booktitle", "-proc", "-title"}

// handle returns the acronym in a macro name with a year, which appears in files whose macros were not resolved:
// "aaai94", "aamas02-booktitle".
func handle(s string) string {
	t := s
	for _, end := range handles {
		t = strings.TrimSuffix(t, end)
	}
	n := len(strings.TrimRight(t, "0123456789"))
	if n < 3 || len(t) == n && len(t) == len(s) || len(t)-n == 1 || len(t)-n > 4 ||
		strings.Trim(t[:n], "abcdefghijklmnopqrstuvwxyz") != "" {
		return s
	}
	return t[:n]
}

// setApart moves acronyms that punctuation separates from a longer name out of its words: "PRIMA 2012: Principles and
// …", "Environments III, E4MAS".
func (c *Container) setApart(tokens []token) {
	for i := range tokens {
		t := &tokens[i]
		if len(c.Words) < 3 || !t.mayBeAcronym() || !isApart(tokens, i) {
			continue
		}
		at := slices.Index(c.Words, t.text)
		if at < 0 {
			continue
		}
		c.Words, c.Dotted = slices.Delete(c.Words, at, at+1), slices.Delete(c.Dotted, at, at+1)
		if at < c.First && c.First > 1 {
			c.First--
		}
		c.First = min(c.First, len(c.Words))
		if c.First == 1 && i == 0 {
			c.First = len(c.Words)
		}
		c.Acronyms = append(c.Acronyms, t.text)
	}
}

// mayBeAcronym reports whether t is a word in capitals that is not a place, body or number.
func (t *token) mayBeAcronym() bool {
	return t.upper && !t.bracket && !t.joined && !t.at && len(t.text) >= 3 &&
		!placeNoise()[t.text] && !sponsorWords[t.text] && !ordinal(t.text) && yearWord(t.text) == 0
}

// isApart reports whether a word, perhaps followed by its host, a number and a year, is between commas or the ends of
// the name: "PACLIC 25", "WASSA@EACL 2021".
func isApart(tokens []token, i int) bool {
	end := endOfAcronym(tokens, i)
	return (i == 0 || tokens[i-1].comma) && (end == len(tokens)-1 || tokens[end].comma)
}

// endOfAcronym returns the index of the last word that belongs to an acronym.
func endOfAcronym(tokens []token, i int) int {
	for i+1 < len(tokens) && !tokens[i].comma && (tokens[i+1].at || digits(tokens[i+1].text)) {
		i++
	}
	return i
}

// endsAt reports whether a name ends with word i, an acronym that stands apart after the whole name, and continues
// with a place and a date, as DBLP prints proceedings.
func (c *Container) endsAt(tokens []token, i int) bool {
	end := endOfAcronym(tokens, i)
	return len(c.Words) >= 3 && tokens[i].mayBeAcronym() && i > 0 && tokens[i-1].comma && tokens[end].comma &&
		end+1 < len(tokens) &&
		tokens[end+1].text != "and" && !ordinal(tokens[end+1].text) && headWords[tokens[end+1].text] == NoHead
}

// Opaque reports whether a name is a single acronym or handle that no table of venues explains: "MATES", "infth",
// "EUMAS/AT", "Onward!". Its meaning cannot be told from it, so it contradicts no name in words.
func Opaque(name string) bool {
	words := slices.DeleteFunc(strings.Fields(name), func(w string) bool { return yearWord(strings.Trim(w, "'’,")) != 0 })
	if len(words) != 1 || len(words[0]) > 24 {
		return false
	}
	c := ParseContainer(name)
	if len(c.Series) > 0 || len(c.Venues) > 0 && !strings.ContainsAny(name, "@/") || c.Head == Preprints ||
		c.Head == Journal {
		return false
	}
	return strings.ToLower(words[0]) == words[0] || capitalised(words[0]) || strings.HasSuffix(words[0], "!")
}

// bodies are words that name an institution.
var bodies = words.Set(`
	university universitat universite institute laboratory laboratories department school college faculty`)

// Institution reports whether a container is a body that publishes reports: "MIT Artificial Intelligence Laboratory",
// "Department of Statistics, Aalborg University".
func Institution(name string) bool {
	if !namesBody(name) { // cheap, and the answer for most names
		return false
	}
	c := ParseContainer(name)
	return len(c.Venues)+len(c.Series) == 0 && c.Head == NoHead && len(c.Words) > 0 && c.Track == Main
}

// namesBody reports whether a part of the name between commas begins or ends with a body.
func namesBody(name string) bool {
	for part := range strings.SplitSeq(name, ",") {
		words := strings.Fields(Text(part))
		if n := len(words); n > 0 && (bodies[words[0]] || bodies[words[n-1]]) {
			return true
		}
	}
	return false
}

// plural reports whether one word is the plural of the other: "grammar", "grammars"; "technology", "technologies".
func plural(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 4 && (b == a+"s" || strings.HasSuffix(a, "y") && b == a[:len(a)-1]+"ies")
}
