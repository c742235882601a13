package normalise

import (
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

// Container is the comparison form of the name of a journal, proceedings or
// book.
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
	c.Track = Workshop
	c.setHead(Conference)
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
