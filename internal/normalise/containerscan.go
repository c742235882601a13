package normalise

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// scanner classifies the words of a name. Its steps are tried in the order of sort; the first that recognises a word
// takes it.
type scanner struct {
	*Container
	tokens []token
	parted bool // a comma came after significant words: a place may follow
	placed bool // only a place, a date and tracks follow
}

// scan fills a container from the words of its name.
func (c *Container) scan(tokens []token) {
	s := scanner{Container: c, tokens: tokens}
	c.brief = slices.ContainsFunc(tokens, token.abbreviation)
	for i := range tokens {
		t := tokens[i]
		if t.at && i > 0 && len(t.text) > 1 { // "ClinicalNLP@ACL"
			c.setWorkshop()
		}
		if s.placed {
			_ = s.number(&t) || s.track(i, &t)
			continue
		}
		if !t.bracket {
			c.All = append(c.All, t.text)
		}
		if s.shortTransactions(i) {
			t.text, t.dotted = "transactions", true // what follows may be cut: see cutTransactions
		}
		if s.number(&t) || s.track(i, &t) || s.head(&t) || s.acronym(&t) || s.sponsor(&t) || s.noise(i, &t) {
			continue
		}
		if s.parted && placeNoise()[t.text] {
			break
		}
		s.significant(i, &t)
		s.placed = c.endsAt(tokens, i)
	}
	c.First = cmp.Or(c.First, len(c.Words))
	c.dropInternational()
	c.nameTrack()
}

// shortTransactions reports whether token i is the "T" of "IEEE T. Neural Netw." or "T-PAMI".
func (s *scanner) shortTransactions(i int) bool {
	return s.tokens[i].text == "t" && len(s.Words) == 0 && i+1 < len(s.tokens) &&
		(s.tokens[i].dotted || s.tokens[i+1].joined)
}

// number takes years and ordinal numbers.
func (s *scanner) number(t *token) bool {
	if year := yearWord(t.text); year != 0 {
		s.Year = cmp.Or(s.Year, year)
		return true
	}
	if !ordinal(t.text) {
		return false
	}
	if t.comma && !s.parted && len(s.Words) > 1 { // "Handbook of Logic, Volume II: …"
		s.parted, s.First = true, len(s.Words)
	}
	return true
}

// track takes the words that name a part of a conference.
func (s *scanner) track(i int, t *token) bool {
	track, ok := trackWords[t.text]
	if !ok || track == Findings && !s.namesFindings(i, t) || track == Volume && slices.ContainsFunc(s.Words, surveys) {
		return false
	}
	if s.Track == Main || s.Track == Volume {
		s.Track = track
	}
	if track == Workshop || track == Findings {
		s.setHead(Conference)
	}
	return true
}

// surveys reports whether w makes tutorials next to it articles: "Communications Surveys & Tutorials".
func surveys(w string) bool { return strings.HasPrefix(w, "surv") }

// namesFindings reports whether "findings" is where it names a track: at the start, in brackets, or after an acronym
// or a year at the end. "Social Dilemmas: Theoretical Issues and Research Findings" is a book.
func (s *scanner) namesFindings(i int, t *token) bool {
	return i <= 1 || t.bracket || i == len(s.tokens)-1 && (s.tokens[i-1].upper || yearWord(s.tokens[i-1].text) != 0)
}

// head records the kind of container that a word states. It takes those of conferences.
func (s *scanner) head(t *token) bool {
	head := headWords[t.text]
	if head != NoHead {
		s.setHead(head)
	}
	return head == Conference
}

// acronym takes everything in brackets and keeps the acronyms.
func (s *scanner) acronym(t *token) bool {
	if t.bracket && t.upper {
		s.Acronyms = append(s.Acronyms, t.text)
	}
	return t.bracket
}

// sponsor takes the names of bodies.
func (s *scanner) sponsor(t *token) bool {
	if sponsorWords[t.text] {
		s.Sponsors = append(s.Sponsors, t.text)
	}
	return sponsorWords[t.text]
}

// noise takes words without weight, except the letter of a part of a journal, "Physical Review A", and abbreviations
// of other words: "Des." for "Design".
func (s *scanner) noise(i int, t *token) bool {
	next := func() string {
		if i+1 < len(s.tokens) {
			return s.tokens[i+1].text
		}
		return ""
	}
	switch {
	case len(t.text) == 1 && (next() == "" || t.comma || i > 0 && lettered[s.tokens[i-1].text]):
		return digits(t.text)
	case t.text == "selected": // selected papers, of a conference; selected areas and topics belong to a journal
		return next() == "" || next() == "papers" || next() == "revised"
	case lettered[t.text]:
		return len(next()) <= 2 || containerNoise[t.text]
	case SmallTitleWord(t.text):
		return !s.meant(i, t)
	}
	return containerNoise[t.text] || digits(t.text)
}

// meant reports whether a word that could be a small one is an abbreviation or a letter: "Ann For Sci", "R I Hist".
func (s *scanner) meant(i int, t *token) bool {
	listed := t.capital && s.brief && titleTable().stems[t.text] != nil
	if len(t.text) > 1 {
		return t.dotted || listed
	}
	return t.capital && (t.dotted || i > 0 && !s.tokens[i-1].comma) || listed && t.text != "a"
}

// significant adds a word to those that distinguish containers.
func (s *scanner) significant(i int, t *token) {
	w := t.text
	if long := longForms[w]; long != nil && t.upper && i > 0 && endsField(s.tokens, i) {
		s.add(long[0], false)
		w = long[1]
	}
	s.add(w, t.dotted)
	if t.comma && !s.parted {
		s.parted = true
		s.First = len(s.Words)
	}
}

// word returns significant word i with what its name says about it.
func (c *Container) word(i int) titleWord { return titleWord{c.Words[i], c.Dotted[i], c.brief} }

func (c *Container) add(word string, dotted bool) {
	c.Words, c.Dotted = append(c.Words, word), append(c.Dotted, dotted)
}

// endsField reports whether a token ends the name of a field: "Uncertainty in AI (UAI)", "Journal of AI Research".
func endsField(tokens []token, i int) bool {
	return i == len(tokens)-1 || tokens[i].comma || tokens[i+1].bracket || tokens[i+1].text == "research" ||
		yearWord(tokens[i+1].text) != 0
}

// lettered are words followed by a letter that distinguishes parts of a journal.
var lettered = words.Set(`series ser part section sect ausg abt seriya`)

// dropInternational drops "international" from the name of a conference: some printings have it and others do not.
// Journals are distinguished by it.
func (c *Container) dropInternational() {
	if c.Head != Conference {
		return
	}
	words, dotted, first := c.Words[:0:0], c.Dotted[:0:0], c.First
	for i, w := range c.Words {
		if w == "international" || w == "intl" || w == "int" && c.Dotted[i] {
			if i < c.First {
				first--
			}
			continue
		}
		words, dotted = append(words, w), append(dotted, c.Dotted[i])
	}
	c.Words, c.Dotted, c.First = words, dotted, first
}

// symposiumSeries are phrases that name the symposia of the AAAI.
var symposiumSeries = []string{"spring symposi", "fall symposi", "summer symposi",
	"symposium series", "symposia series"}

// nameTrack recognises tracks named by more than one word.
func (c *Container) nameTrack() {
	if slices.Contains(c.Words, "datasets") && slices.Contains(c.Words, "benchmarks") {
		c.Track = Datasets
	} else if slices.ContainsFunc(symposiumSeries, func(phrase string) bool {
		return strings.Contains(c.Normalised, phrase)
	}) {
		c.Track = Sympos
	}
	// printed together with the proceedings of a workshop
	if c.Track == Workshop && strings.Contains(c.Normalised, "main conference") {
		c.Track = Main
	}
}
