package normalise

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// venues.txt: each line is a venue, "key | kind | series | acronyms | names | facts", the last three separated by
// semicolons. A line without facts ends with the names. A fact is a word with numbers, see Fact.
// Kind: c conference, j journal, s series of proceedings, or a journal that is printed in sections; preprint servers
// (p) have a list of their own. Names are those that the venue has or had, with their years in brackets if known.
//
//go:embed venues.txt
var venueText string

type venue struct {
	key      string
	kind     venueKind
	series   []string
	workshop bool // it is, or was once, called a workshop
	acronyms []string
	acronym  string   // the usual one, as printed
	words    []string // of all its names
	facts    map[Fact][][]int
}

// Fact is the kind of a fact that cannot be read off a venue's names.
type Fact string

// The facts of the table, with the numbers that they state.
const (
	Edition      Fact = "edition"      // n, year, every: from the nth, in year, it is held every so many years
	LateVolumes  Fact = "late"         // from, until, zero: printed in the next year; volume n is that of zero+n
	Unregistered Fact = "unregistered" // until: the last year for which Crossref lacked its works, none if it still does
	Proceedings  Fact = "proceedings"  // a series whose volumes are proceedings
)

// Facts returns what the table states about a venue, given by its key in Container.Venues: the numbers of each fact of
// a kind, in the order of the table.
func Facts(key string, kind Fact) [][]int {
	if v := venues().byKey[key]; v != nil {
		return v.facts[kind]
	}
	return nil
}

type venueKind byte

const (
	conferenceVenue venueKind = 'c'
	journalVenue    venueKind = 'j'
	preprintVenue   venueKind = 'p'
	seriesVenue     venueKind = 's'
)

// ofHead reports whether a kind does not contradict what a name says about itself.
func (k venueKind) ofHead(h Head) bool {
	return !(k == journalVenue && h == Conference || k == conferenceVenue && h == Journal)
}

type phrase struct {
	words    []string
	sponsors []string
	bare     bool // the table also has the name without a word for the kind of container
	venue    *venue
}

type venueTable struct {
	acronyms map[string][]*venue
	byLetter [256][]phrase // by the first letter of the first word
	byKey    map[string]*venue
	names    map[string]string // by acronym or key: the full name, "" when several venues have it
}

var venues = sync.OnceValue(func() *venueTable {
	t := &venueTable{acronyms: map[string][]*venue{}, byKey: map[string]*venue{}, names: map[string]string{}}
	for line := range strings.SplitSeq(venueText, "\n") {
		t.add(line)
	}
	for _, s := range preprintServers {
		t.add(s.key + "|p||" + s.acronyms + "|" + s.names)
	}
	return t
})

func (t *venueTable) add(line string) {
	parts := strings.Split(line, "|")
	if len(parts) < 5 {
		return
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	v := &venue{key: parts[0], kind: venueKind(parts[1][0]), series: strings.Fields(parts[2]), facts: map[Fact][][]int{}}
	for _, fact := range parts[5:] {
		for one := range strings.SplitSeq(fact, ";") {
			f, numbers := strings.Fields(one), []int{}
			for _, n := range f[1:] {
				n, _ := strconv.Atoi(n)
				numbers = append(numbers, n)
			}
			v.facts[Fact(f[0])] = append(v.facts[Fact(f[0])], numbers)
		}
	}
	t.byKey[v.key] = v
	names := strings.Split(parts[4], ";")
	v.acronym, _, _ = strings.Cut(parts[3], ";")
	for _, a := range strings.Split(parts[3], ";") {
		if a = Squash(Text(a)); a != "" {
			t.acronyms[a] = append(t.acronyms[a], v)
			v.acronyms = append(v.acronyms, a)
			t.name(a, names)
		}
	}
	t.name(v.key, names)
	for _, name := range names {
		var c Container
		c.scan(tokenise(strings.TrimSpace(name)))
		v.workshop = v.workshop || c.Track == Workshop
		if len(c.Words) > 0 {
			first := c.Words[0][0]
			t.byLetter[first] = append(t.byLetter[first], phrase{c.Words, c.Sponsors, c.Head == NoHead, v})
			v.words = append(v.words, c.Words...)
		}
	}
}

// heads maps the kind of a known venue to the head of a name that does not state one.
var heads = map[venueKind]Head{conferenceVenue: Conference, journalVenue: Journal}

// lookUp finds the known venues that a name means.
func (c *Container) lookUp(tokens []token) {
	t := venues()
	found := c.phrases(t)
	if c.Track == Workshop && len(found) == 1 && found[0].workshop && c.allNamed(t, found[0]) {
		c.Track, c.former = Main, true
	}
	if found == nil {
		found = c.withoutJournal(t)
	}
	found = append(found, c.acronyms(t, tokens)...)
	if len(found) == 0 {
		found = c.transactionsOf(t)
	}
	if c.Track == Findings && len(found) > 1 { // "Findings of the ACL: EMNLP"
		found = without(found, "acl", tokens)
	}
	for _, v := range found {
		c.mean(v)
	}
}

// withoutJournal looks up a name without its last word: "Machine Learning Journal".
func (c *Container) withoutJournal(t *venueTable) []*venue {
	n := len(c.Words) - 1
	if n < 1 || c.Words[n] != "journal" || len(c.Sponsors) > 0 {
		return nil
	}
	plain := *c
	plain.Words, plain.First = c.Words[:n], min(c.First, n)
	return plain.phrases(t)
}

// transactionsOf looks up "IEEE Transactions on PAMI" as the journal TPAMI.
func (c *Container) transactionsOf(t *venueTable) []*venue {
	if len(c.Words) != 2 || c.Words[0] != "transactions" && c.Words[0] != "trans" {
		return nil
	}
	list := slices.Clone(t.acronyms["t"+c.Words[1]])
	return slices.DeleteFunc(list, func(v *venue) bool { return v.kind != journalVenue })
}

// mean records that the name means a venue.
func (c *Container) mean(v *venue) {
	if v.kind == seriesVenue {
		c.Series = appendNew(c.Series, v.key)
		return
	}
	c.Venues = appendNew(c.Venues, v.key)
	for _, s := range v.series {
		c.Series = appendNew(c.Series, s)
	}
	if v.kind == preprintVenue {
		c.Head = Preprints
	}
	c.setHead(heads[v.kind])
}

// allNamed reports whether every word is part of a venue's name or one of its acronyms.
func (c *Container) allNamed(t *venueTable, v *venue) bool {
	for i, w := range c.Words {
		if !c.known[i] && !slices.Contains(t.acronyms[w], v) {
			return false
		}
	}
	return true
}

// without removes a venue from the list, unless it is the only one or the name repeats it as an acronym: "Findings of
// the ACL: ACL 2023".
func without(found []*venue, key string, tokens []token) []*venue {
	if len(tokens) > 3 && slices.ContainsFunc(tokens[3:], func(t token) bool { return t.text == key }) {
		return found
	}
	if out := slices.DeleteFunc(slices.Clone(found), func(v *venue) bool { return v.key == key }); len(out) > 0 {
		return out
	}
	return found
}

// phrases returns the venues with known full names. A journal's name must be the whole name; a conference's name of
// three words may be inside a longer one.
func (c *Container) phrases(t *venueTable) []*venue {
	var found []*venue
	for i := 0; i < len(c.Words); {
		v, n := c.phraseAt(t, i)
		if v == nil {
			i++
			continue
		}
		if found == nil {
			c.known = make([]bool, len(c.Words))
		}
		found = append(found, v)
		for range n {
			c.known[i] = true
			i++
		}
	}
	return found
}

// phraseAt returns the venue with the longest name at word i, and the number of its words.
func (c *Container) phraseAt(t *venueTable, i int) (best *venue, n int) {
	for k := range t.byLetter[c.Words[i][0]] {
		p := &t.byLetter[c.Words[i][0]][k]
		if len(p.words) > n && len(p.words) <= len(c.Words)-i && c.matchAt(i, p.words) && c.mayMean(p, i) {
			best, n = p.venue, len(p.words)
		}
	}
	return best, n
}

// mayMean reports whether a venue's name at word i of a container's name is more than a chance agreement of words.
func (c *Container) mayMean(p *phrase, i int) bool {
	short := len(p.words) < 3
	whole := i == 0 && (len(p.words) == len(c.Words) || len(p.words) == c.First)
	switch {
	case len(p.words) == 1 && len(c.Words[i]) < 3 && c.Words[i] != p.words[0]: // one or two letters may begin any name
		return false
	case !p.venue.kind.ofHead(c.Head):
		return false
	case p.venue.kind == journalVenue: // a journal's name is the whole name
		return whole && len(p.words) == len(c.Words) && !bothClash(c.Sponsors, p.sponsors)
	case p.venue.kind != conferenceVenue || !short:
		return true
	}
	if whole {
		proceedings := strings.HasSuffix(strings.TrimRight(c.Normalised, " 0123456789"), " proceedings")
		return p.bare || c.Head == Conference || proceedings // else a field: "Software Engineering", "Machine Translation"
	}
	return c.Track == Workshop && strings.Contains(c.Normalised, "conference on "+strings.Join(p.words, " "))
}

func (c *Container) matchAt(i int, words []string) bool {
	for k, w := range words {
		v := c.word(i + k)
		v.brief, v.dotted = v.brief && len(words) > 2, v.dotted && len(words) > 1 // "Chem." is no "ChemRxiv"
		if !v.matches(titleWord{text: w}) && !(len(words) > 2 && plural(v.text, w)) {
			return false
		}
	}
	return true
}

// acronyms returns the venues of acronyms used as such: in brackets, before a year, after "@", joined to another, or
// as the whole name.
func (c *Container) acronyms(t *venueTable, tokens []token) (found []*venue) {
	sole := len(c.Words) <= 1
	for i, tok := range tokens {
		vs := t.acronyms[tok.text]
		workshops := false
		if vs == nil {
			vs = t.workshopsOf(&tok)
			workshops = vs != nil
		}
		if i+1 < len(tokens) && tokens[i+1].joined { // "nips-w", "acl-hlt", "ijcai-ecai"
			if two := t.acronyms[tok.text+tokens[i+1].text]; two != nil {
				vs = two
			} else if c.known != nil && sponsorWords[tokens[i+1].text] { // "AAAI/ACM Conference on …": who holds it
				continue
			}
		}
		if t.joinedToBody(tokens, i) {
			continue
		}
		if vs == nil || !sole && !tok.at && !(tok.upper && c.standsAsAcronym(tokens, i)) {
			continue
		}
		for _, v := range vs {
			if v.kind.ofHead(c.Head) && (v.kind != journalVenue || sole || tok.bracket) {
				found = append(found, v)
				if workshops {
					c.setWorkshop()
				}
			}
		}
	}
	return found
}

// workshopsOf returns the conference of an acronym that ends in "w" for its workshops: "CVPRW".
func (t *venueTable) workshopsOf(tok *token) (found []*venue) {
	main, ok := strings.CutSuffix(tok.text, "w")
	if !ok || len(main) < 4 || !tok.upper {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.acronyms[main]), func(v *venue) bool { return v.kind != conferenceVenue })
}

// joinedToBody reports whether an acronym is joined to one that is not a venue's, and precedes more words: "ELRA/ISCA
// Special Interest Group on …" names two bodies.
func (t *venueTable) joinedToBody(tokens []token, i int) bool {
	if !tokens[i].joined || i == 0 || i+1 == len(tokens) || tokens[i].bracket || tokens[i].comma || tokens[i+1].joined ||
		tokens[i+1].bracket || yearWord(tokens[i+1].text) != 0 {
		return false
	}
	before := tokens[i-1].text
	return t.acronyms[before] == nil && t.acronyms[before+tokens[i].text] == nil && tokens[i-1].upper
}

// standsAsAcronym reports whether token i is a word in capitals in a place where names have acronyms.
func (c *Container) standsAsAcronym(tokens []token, i int) bool {
	tok := &tokens[i]
	if i == len(tokens)-1 || i > 0 && tokens[i-1].comma || len(c.Words) <= 2 || c.Track == Workshop ||
		c.Track == Findings || c.Track == Datasets {
		return true
	}
	if i > 0 && (ordinal(tokens[i-1].text) || i > 2 && tokens[i-1].text == "the" && tokens[i-2].text == "of" &&
		tokens[i-3].text == "meeting") {
		return true // "the 47th Annual Meeting of the ACL and the 4th IJCNLP of the AFNLP"
	}
	next := &tokens[i+1]
	return tok.bracket || tok.comma || tok.joined || next.joined || tok.year || yearWord(next.text) != 0
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// KnownContainer reports whether the table of venues has the container, as a
// conference, a journal, a preprint server or a series.
func KnownContainer(name string) bool {
	c := ParseContainer(name)
	return len(c.Venues) > 0 || len(c.Series) > 0
}

// name records the full name of the venue with an acronym or key. If two venues share it with different names, it has
// none.
func (t *venueTable) name(key string, list []string) {
	name := officialName(list)
	if have, known := t.names[key]; known && have != name {
		name = ""
	}
	t.names[key] = name
}

// eventWords are words one of which is in a conference's full name.
var eventWords = []string{"Conference", "Symposium", "Workshop", "Meeting", "Advances", "Proceedings"}

// officialName returns the first name that says what kind of event a venue is, or else the first of all: names of
// journals do not say it.
func officialName(list []string) string {
	i := slices.IndexFunc(list, func(name string) bool {
		return slices.ContainsFunc(eventWords, func(word string) bool { return strings.Contains(name, word) })
	})
	name, _, _ := strings.Cut(list[max(i, 0)], " (") // without the years in which the venue had it
	return strings.TrimSpace(name)
}

// VenueName returns the full name of the venue that an acronym or handle means, or "" if the table has none or
// several. A final "w" of a conference's acronym means its workshops.
func VenueName(acronym string) string {
	names, key := venues().names, Squash(Text(acronym))
	if main, cut := strings.CutSuffix(key, "w"); cut && strings.Contains(names[main], "Conference") {
		return names[main] + " Workshops"
	}
	return names[key]
}

// VenueAcronym returns the usual acronym of a venue, given by its key in Container.Venues, or "" if the table has
// none.
func VenueAcronym(key string) string {
	if v := venues().byKey[key]; v != nil {
		return v.acronym
	}
	return ""
}
