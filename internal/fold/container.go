package fold

import (
	"strings"
	"unicode"
)

// Head says what kind of container a name states itself to be.
type Head string

// The kinds that names state.
const (
	NoHead     Head = ""
	Journal    Head = "journal"    // journal, transactions, letters, magazine
	Conference Head = "conference" // conference, symposium, congress, meeting
	Preprints  Head = "preprints"  // a preprint server
)

// Track says which part of a conference a name means. Parts that are printed
// in the same proceedings (long and short papers, demonstrations) are no
// track of their own.
type Track string

// The tracks that are kept apart.
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
	Folded   string   // Text of the whole name
	Venues   []string // keys of known venues that the name means; several for a joint conference
	Words    []string // significant words, without year, number, place and noise
	Dotted   []bool   // for each word: written as an abbreviation
	First    int      // how many of Words stand before the first comma
	All      []string // every word, for acronyms
	Acronyms []string // what stands in brackets or alone in capitals
	Head     Head
	Track    Track
	Sponsors []string // ieee, acm, …
	Series   []string // keys of series that hold proceedings: pmlr, lncs
	known    []bool   // for each word: it is of a known conference's name
	former   bool     // the conference was called a workshop, as the name does
	Year     int      // a year that is part of the name
}

// IsZero reports a name without any word.
func (c *Container) IsZero() bool { return c.Folded == "" }

// upright turns an inverted name, as catalogues have it: "Information Theory,
// IEEE Transactions on".
func upright(s string) string {
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

type token struct {
	text    string // folded
	dotted  bool   // a full stop follows
	upper   bool   // two capitals at least
	bracket bool
	comma   bool // a comma, semicolon, colon or dash follows
	at      bool // "@" stands before
	joined  bool // "-" or "/" joins it to the one before
	year    bool // an apostrophe and two digits followed: "NeurIPS'23"
}

// ParseContainer folds the name of a container.
func ParseContainer(s string) Container {
	if journal, ok := JournalMacro(s); ok {
		s = journal
	} else if journal, ok := bareMacro(s); ok {
		s = journal
	}
	s = upright(handle(Plain(clip(s))))
	c := Container{Folded: Text(s)}
	if c.Folded == "" {
		return c
	}
	tokens := tokenise(s)
	if len(tokens) > 0 && tokens[0].text == "in" {
		tokens = tokens[1:]
	}
	own, host := cutClauses(tokens)
	c.scan(own)
	c.setApart(own)
	c.lookUp(own)
	if len(host) > 0 {
		c.hostedBy(host)
	}
	return c
}

// tokenise cuts a name into words with what their writing says.
func tokenise(s string) []token {
	tokens := make([]token, 0, 16)
	depth, start, joined, at := 0, -1, false, false
	flush := func(end int) {
		if start < 0 {
			return
		}
		raw := s[start:end]
		start = -1
		raw, year := shortYear(raw)
		for i, w := range strings.Fields(Text(raw)) {
			tokens = append(tokens, token{text: w, upper: capitalised(raw), bracket: depth > 0, joined: joined || i > 0, at: at, year: year})
		}
		joined, at = false, false
	}
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '+' || r == '&' || r == '\'' || r == '’':
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
		if n := len(tokens); n > 0 {
			switch r {
			case '.':
				tokens[n-1].dotted = true
			case ',', ';', ':', '–', '—':
				tokens[n-1].comma = true
			case '/':
				joined = true
			case '-':
				if i+1 < len(s) && s[i+1] == ' ' {
					tokens[n-1].comma = true
				} else {
					joined = true
				}
			}
		}
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(0, depth-1)
		case '@':
			at = true
		}
	}
	flush(len(s))
	for i := range tokens {
		tokens[i].trimYear()
	}
	return tokens
}

// shortYear cuts an apostrophe and two digits from the end of a word: "iccv'25",
// "Computing’87".
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

// trimYear cuts the year that is glued to an acronym: "NeurIPS'23", "ICML20".
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

func capitalised(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n >= 2
}

// scan sorts the words of a name into what they are.
func (c *Container) scan(tokens []token) {
	broken := false
	for i, t := range tokens {
		w := t.text
		if t.at && i > 0 && len(w) > 1 { // "ClinicalNLP@ACL"
			c.Track = Workshop
			c.setHead(Conference)
		}
		if !t.bracket {
			c.All = append(c.All, w)
		}
		if w == "t" && len(c.Words) == 0 && i+1 < len(tokens) && (t.dotted || tokens[i+1].joined) { // "IEEE T. Neural Netw.", "T-PAMI"
			w, t.dotted = "transactions", true // what follows may be cut: see cutTransactions
		}
		if year := yearWord(w); year != 0 {
			if c.Year == 0 {
				c.Year = year
			}
			continue
		}
		if ordinal(w) {
			if t.comma && !broken && len(c.Words) > 1 { // "Handbook of Logic, Volume II: …"
				broken, c.First = true, len(c.Words)
			}
			continue
		}
		if track, ok := trackWords[w]; ok && (w != "findings" || i <= 1 || t.bracket || i == len(tokens)-1 && (tokens[i-1].upper || yearWord(tokens[i-1].text) != 0)) {
			if c.Track == Main || c.Track == Volume {
				c.Track = track
			}
			if track == Workshop || track == Findings {
				c.setHead(Conference)
			}
			continue
		}
		if head, ok := headWords[w]; ok {
			c.setHead(head)
			if head == Conference {
				continue
			}
		}
		if t.dotted && strings.HasPrefix("conference", w) && len(w) >= 3 || t.dotted && strings.HasPrefix("symposium", w) && len(w) >= 4 {
			c.setHead(Conference)
			continue
		}
		if t.bracket {
			if t.upper || w == "cvpr" {
				c.Acronyms = append(c.Acronyms, w)
			}
			continue
		}
		if sponsorWords[w] {
			c.Sponsors = append(c.Sponsors, w)
			continue
		}
		letter := w == "a" && (i == len(tokens)-1 || i > 0 && lettered[tokens[i-1].text]) // "Physical Review A"
		if !letter && (containerNoise[w] || StopWord(w)) || digits(w) {
			continue
		}
		if broken && placeNoise[w] {
			break
		}
		if long := longForms[w]; long != nil && t.upper && i > 0 && lastOf(tokens, i) {
			c.Words = append(c.Words, long[0])
			c.Dotted = append(c.Dotted, false)
			w = long[1]
		}
		c.Words = append(c.Words, w)
		c.Dotted = append(c.Dotted, t.dotted)
		if t.comma && !broken {
			broken = true
			c.First = len(c.Words)
		}
	}
	if c.First == 0 {
		c.First = len(c.Words)
	}
	c.dropInternational()
	c.datasetTrack()
	if c.Track == Workshop && strings.Contains(c.Folded, "main conference") { // with the proceedings of a workshop beside it
		c.Track = Main
	}
}

// lastOf reports that a token ends what names a field: "Uncertainty in AI (UAI)",
// "Journal of AI Research".
func lastOf(tokens []token, i int) bool {
	return i == len(tokens)-1 || tokens[i].comma || tokens[i+1].bracket || tokens[i+1].text == "research" || yearWord(tokens[i+1].text) != 0
}

// lettered are words that a letter follows which tells parts of a journal apart.
var lettered = map[string]bool{"series": true, "ser": true, "part": true, "section": true, "sect": true}

func (c *Container) setHead(h Head) {
	if c.Head == NoHead {
		c.Head = h
	}
}

// dropInternational drops "international" from the name of a conference: it is
// there in one printing and not in the next. Journals differ by it.
func (c *Container) dropInternational() {
	if c.Head == Journal {
		return
	}
	words, dotted := c.Words[:0:0], c.Dotted[:0:0]
	first := c.First
	for i, w := range c.Words {
		if c.Head == Conference && (w == "international" || w == "intl" || w == "int" && c.Dotted[i]) {
			if i < c.First {
				first--
			}
			continue
		}
		words, dotted = append(words, w), append(dotted, c.Dotted[i])
	}
	c.Words, c.Dotted, c.First = words, dotted, first
}

// datasetTrack recognises "Datasets and Benchmarks" and the AAAI symposia.
func (c *Container) datasetTrack() {
	has := func(w string) bool {
		for _, x := range c.Words {
			if x == w {
				return true
			}
		}
		return false
	}
	switch {
	case has("datasets") && has("benchmarks"):
		c.Track = Datasets
	case strings.Contains(c.Folded, "spring symposium") || strings.Contains(c.Folded, "fall symposium") || strings.Contains(c.Folded, "symposium series") || strings.Contains(c.Folded, "summer symposium") || strings.Contains(c.Folded, "spring symposia") || strings.Contains(c.Folded, "fall symposia") || strings.Contains(c.Folded, "symposia series"):
		c.Track = Sympos
	case strings.Contains(c.Folded, "tiny papers"):
		c.Track = Workshop
	}
}

func yearWord(w string) int {
	if len(w) == 4 && digits(w) && (w[:2] == "19" || w[:2] == "20" || w[:2] == "18") {
		n := 0
		for i := range 4 {
			n = n*10 + int(w[i]-'0')
		}
		return n
	}
	return 0
}

// ordinal reports "1st", "37th", "thirty", "seventh", "xxiv".
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
