package fold

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// venues.txt: a line a venue, "key | kind | series | acronyms | names", the
// last two separated by semicolons. Kind: c conference, j journal, p preprint
// server, s series of proceedings.
//
//go:embed venues.txt
var venueText string

type venue struct {
	key    string
	kind   byte
	series []string
	// workshop: it is, or was once, called a workshop
	workshop bool
}

type phrase struct {
	words    []string
	sponsors []string
	venue    *venue
}

type venueTable struct {
	acronyms map[string][]*venue
	byLetter [256][]phrase // by the first letter of the first word
	byKey    map[string]*venue
}

var venues = sync.OnceValue(func() *venueTable {
	t := &venueTable{acronyms: map[string][]*venue{}, byKey: map[string]*venue{}}
	for line := range strings.SplitSeq(venueText, "\n") {
		t.add(line)
	}
	return t
})

func (t *venueTable) add(line string) {
	parts := strings.Split(line, "|")
	if len(parts) != 5 {
		return
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	v := &venue{key: parts[0], kind: parts[1][0], series: strings.Fields(parts[2])}
	t.byKey[v.key] = v
	for _, a := range strings.Split(parts[3], ";") {
		if a = Squash(Text(a)); a != "" {
			t.acronyms[a] = append(t.acronyms[a], v)
		}
	}
	for _, name := range strings.Split(parts[4], ";") {
		var c Container
		c.scan(tokenise(strings.TrimSpace(name)))
		v.workshop = v.workshop || c.Track == Workshop
		if len(c.Words) > 0 {
			first := c.Words[0][0]
			t.byLetter[first] = append(t.byLetter[first], phrase{c.Words, c.Sponsors, v})
		}
	}
}

// lookUp finds the known venues that a name means.
func (c *Container) lookUp(tokens []token) {
	t := venues()
	found := c.phrases(t)
	if c.Track == Workshop && len(found) == 1 && found[0].workshop && c.allNamed(t, found[0]) {
		c.Track, c.former = Main, true
	}
	if n := len(c.Words) - 1; found == nil && n > 0 && c.Words[n] == "journal" && len(c.Sponsors) == 0 { // "Machine Learning Journal"
		plain := *c
		plain.Words, plain.First = c.Words[:n], min(c.First, n)
		found = plain.phrases(t)
	}
	found = append(found, c.acronyms(t, tokens)...)
	if len(found) == 0 && len(c.Words) == 2 && (c.Words[0] == "transactions" || c.Words[0] == "trans") { // "IEEE Transactions on PAMI"
		for _, v := range t.acronyms["t"+c.Words[1]] {
			if v.kind == 'j' {
				found = append(found, v)
			}
		}
	}
	if c.Track == Findings && len(found) > 1 { // "Findings of the ACL: EMNLP"
		found = without(found, "acl", tokens)
	}
	for _, v := range found {
		if v.kind == 's' {
			c.Series = appendNew(c.Series, v.key)
			continue
		}
		c.Venues = appendNew(c.Venues, v.key)
		for _, s := range v.series {
			c.Series = appendNew(c.Series, s)
		}
		if v.kind == 'p' {
			c.Head = Preprints
		}
		if v.kind == 'c' && c.Head == NoHead {
			c.Head = Conference
		}
		if v.kind == 'j' && c.Head == NoHead {
			c.Head = Journal
		}
	}
}

// allNamed reports that every word is of a venue's name or an acronym of it.
func (c *Container) allNamed(t *venueTable, v *venue) bool {
	for i, w := range c.Words {
		if !c.known[i] && !slices.Contains(t.acronyms[w], v) {
			return false
		}
	}
	return true
}

// without drops a venue from the list unless the name repeats it as an
// acronym: "Findings of the ACL: ACL 2023".
func without(found []*venue, key string, tokens []token) []*venue {
	n := 0
	for i, t := range tokens {
		if t.text == key && i > 2 {
			n++
		}
	}
	if n > 0 {
		return found
	}
	var out []*venue
	for _, v := range found {
		if v.key != key {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return found
	}
	return out
}

// phrases finds known full names. A journal's name must be the whole name;
// a conference's may stand inside a longer one when it has three words.
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

func (c *Container) phraseAt(t *venueTable, i int) (*venue, int) {
	var best *venue
	n := 0
	for _, p := range t.byLetter[c.Words[i][0]] {
		if len(p.words) <= n || len(p.words) > len(c.Words)-i || !c.matchAt(i, p.words) {
			continue
		}
		if len(p.words) == 1 && len(c.Words[i]) < 3 && c.Words[i] != p.words[0] { // one or two letters may begin any name
			continue
		}
		whole := i == 0 && (len(p.words) == len(c.Words) || len(p.words) == c.First)
		switch {
		case p.venue.kind == 'j' && (!whole || len(p.words) != len(c.Words) || c.Head == Conference):
			continue
		case p.venue.kind == 'c' && c.Head == Journal:
			continue
		case p.venue.kind == 'j' && len(c.Sponsors) > 0 && len(p.sponsors) > 0 && !intersect(c.Sponsors, p.sponsors):
			continue
		case p.venue.kind == 'c' && !whole && len(p.words) < 3 && c.Track != Workshop:
			continue
		case p.venue.key == "ijcai" && !whole && len(p.words) < 3: // a field, of which many workshops are
			continue
		case p.venue.kind == 'c' && whole && len(p.words) < 3 && c.Head != Conference && !soleConference(p.venue, t):
			continue
		}
		best, n = p.venue, len(p.words)
	}
	return best, n
}

// soleConference reports that no journal has the same name, so that the name
// without "conference" is clear.
func soleConference(v *venue, t *venueTable) bool {
	return v.key != "icml" && v.key != "ijcai" && v.key != "icpr" && v.key != "icra" && v.key != "kdd"
}

func (c *Container) matchAt(i int, words []string) bool {
	for k, w := range words {
		if !wordMatch(c.Words[i+k], c.Dotted[i+k], w, false) {
			return false
		}
	}
	return true
}

// acronyms finds known acronyms where they stand as such: in brackets, before
// a year, after "@", joined to another, or as all that the name has.
func (c *Container) acronyms(t *venueTable, tokens []token) []*venue {
	var found []*venue
	sole := len(c.Words) <= 1
	for i, tok := range tokens {
		vs := t.acronyms[tok.text]
		if i+1 < len(tokens) && tokens[i+1].joined { // "nips-w", "acl-hlt", "ijcai-ecai"
			if two := t.acronyms[tok.text+tokens[i+1].text]; two != nil {
				vs = two
			}
		}
		if vs == nil {
			continue
		}
		before := i > 0 && tokens[i-1].comma
		year := tok.year || i+1 < len(tokens) && yearWord(tokens[i+1].text) != 0
		joint := tok.upper && (tok.joined || i+1 < len(tokens) && tokens[i+1].joined)
		if !sole && !tok.at && !(tok.upper && (tok.bracket || year || before || joint || c.Track == Workshop || c.Track == Findings || i == len(tokens)-1 || tok.comma || len(c.Words) <= 2)) {
			continue
		}
		for _, v := range vs {
			if v.kind == 'j' && c.Head == Conference || v.kind == 'c' && c.Head == Journal {
				continue
			}
			if (v.kind == 'j' || v.kind == 's') && !sole && !tok.bracket && v.kind != 's' {
				continue
			}
			found = append(found, v)
		}
	}
	return found
}

func appendNew(list []string, s string) []string {
	for _, x := range list {
		if x == s {
			return list
		}
	}
	return append(list, s)
}

// KnownContainer reports that the table of venues has the container, as a
// conference, a journal, a preprint server or a series.
func KnownContainer(name string) bool {
	c := ParseContainer(name)
	return len(c.Venues) > 0 || len(c.Series) > 0
}
