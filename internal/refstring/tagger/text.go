package tagger

// Text is a string prepared for the features. It is reused so that reading a string allocates nothing.
type Text struct {
	Raw    string
	Tokens []Token

	lexicon  *Lexicon
	names    *Lexicon
	keywords *Lexicon

	at     []attributes // margin before and after the tokens
	chunks []chunk
	parts  []chunk // sentences
	facts  uint32  // of the whole string
	style  uint32
	signs  sign   // of the whole string
	slots  uint32 // keeps reads of the lexicon from being optimised away
}

// margin is the number of empty attributes before the first and after the last token, so that the features need no
// bounds checks.
const margin = 2

// attributes are what the features know about one token in its place.
type attributes struct {
	form
	gap     gap // before the token
	exact   uint32
	entry   Entry
	keyword keyword
	context
	chunk    int32
	part     int32
	name     nameMark
	next     keyword // the next keyword, including the token itself
	until    uint8   // tokens up to it, at most farKeyword
	nextName uint8   // tokens up to the next known name, at most farName
	nextNum  uint32  // the next number: shape, gap before it, tokens up to it
}

// context is what a left-to-right pass knows before a token.
type context struct {
	last     keyword // the last keyword
	since    uint8   // tokens since then, at most 7
	quoted   bool
	depth    uint8 // open brackets, at most 3
	years    uint8 // at most 3
	quotes   uint8 // quotations ended, at most 3
	number   shape // of the last number
	between  gap   // before that number
	numberAt int32 // its place
}

// chunk is a run of tokens between two punctuation marks.
type chunk struct {
	from, to int32
	open     gap    // before it
	first    uint32 // its first word
	what     uint32 // its composition
}

// Prepare reads a string's tokens. The text keeps no reference to an earlier
// string.
func (t *Text) Prepare(raw string, tokens []Token, m *Model) {
	t.Raw, t.Tokens, t.lexicon, t.names, t.keywords = raw, tokens, m.Lexicon, m.names, m.keywords
	n := len(tokens)
	if need := n + 2*margin; cap(t.at) < need {
		t.at = make([]attributes, need+need/2)
	}
	t.at = t.at[:n+2*margin]
	edge := attributes{gap: gapEdge}
	for i := range margin {
		t.at[i], t.at[n+margin+i] = edge, edge
	}
	t.scan()
	t.lookUpNames()
	t.divide()
	t.survey()
	t.lookAhead()
}

// gapBefore returns the class of the gap before token i; i may be the number of
// tokens.
func (t *Text) gapBefore(i int) gap { return t.at[i+margin].gap }

// Gaps appends the class of the gap before each token.
func (t *Text) Gaps(dst []uint8) []uint8 {
	for i := range t.Tokens {
		dst = append(dst, uint8(t.gapBefore(i)))
	}
	return dst
}

// scan fills in the attributes from a left-to-right pass.
func (t *Text) scan() {
	n := len(t.Tokens)
	now := context{last: keyNone, number: shapeNone, between: gapEdge, numberAt: -1}
	t.read()
	from := 0 // of the gap
	for i := range n {
		a := &t.at[i+margin]
		g, marks := t.gapTo(i, from, t.Tokens[i].Start, &now)
		*a = attributes{form: a.form, gap: g, exact: marks, context: now}
		if i == 0 {
			a.gap = gapEdge
		}
		if t.Tokens[i].Kind == Word {
			a.entry = t.lexicon.Find(a.word)
			a.keyword = keyword(t.keywords.Find(a.word))
		}
		now.pass(i, t.Tokens[i].Kind, a, g)
		from = t.Tokens[i].End
	}
	end := &t.at[n+margin]
	g, marks := t.gapTo(n, from, len(t.Raw), &now)
	*end = attributes{gap: g, exact: marks}
	if n == 0 || from == len(t.Raw) {
		end.gap = gapEdge
	}
}

// read fills in the forms of the tokens, and reads their slots of the lexicon before any is compared, so that the
// waits for memory overlap.
func (t *Text) read() {
	for i, token := range t.Tokens {
		t.at[i+margin].form = formOf(t.Raw, token)
	}
	slots := uint32(0)
	for i := range t.Tokens {
		slots |= t.lexicon.slots[t.at[i+margin].word&t.lexicon.mask]
	}
	t.slots = slots
}

// gapTo reads the gap before token i and what it changes.
func (t *Text) gapTo(i, from, to int, now *context) (gap, uint32) {
	g, marks, open := classify(t.Raw[from:to], now.quoted)
	if g == gapStopSpace && t.at[i+margin-1].stops() {
		g = gapSentence
	}
	if marks&markUnquote != 0 && now.quotes < 3 {
		now.quotes++
	}
	if marks&(markClose|markCloseBracket) != 0 && now.depth > 0 {
		now.depth--
	}
	if marks&(markOpen|markBracket) != 0 && now.depth < 3 {
		now.depth++
	}
	now.quoted = open
	return g, marks
}

// pass updates the context with token i, which gap g precedes.
func (c *context) pass(i int, k Kind, a *attributes, g gap) {
	if a.keyword != keyNone && a.keyword != keyAnd {
		c.last, c.since = a.keyword, 0
	} else if c.since < 7 {
		c.since++
	}
	if k != Number {
		return
	}
	c.number, c.between, c.numberAt = a.shape, g, int32(i)
	if a.shape == shapeYear && c.years < 3 {
		c.years++
	}
}

func (t *Text) divide() {
	t.chunks, t.parts = t.chunks[:0], t.parts[:0]
	n := len(t.Tokens)
	c, p := 0, 0
	for i := 1; i <= n; i++ {
		g := t.at[i+margin].gap
		if i == n || g.ends() {
			t.chunks = append(t.chunks, t.composed(c, i))
			c = i
		}
		if i == n || t.sentenceEnd(i) {
			t.parts = append(t.parts, t.composed(p, i))
			p = i
		}
		a := &t.at[i-1+margin]
		a.chunk, a.part = int32(len(t.chunks)), int32(len(t.parts))
		if i == n || g.ends() {
			a.chunk--
		}
		if i == n || t.sentenceEnd(i) {
			a.part--
		}
	}
}

// sentenceEnd reports whether the gap before token i ends a sentence, and is not the stop of an initial or of a short
// abbreviation.
func (t *Text) sentenceEnd(i int) bool {
	prev := &t.at[i-1+margin]
	switch t.at[i+margin].gap {
	case gapStopComma:
		return prev.stops()
	case gapSentence:
		return true
	case gapStop:
		return prev.shape == shapeLower && prev.length > 4 && t.at[i+margin].shape == shapeTitle
	case gapUnquotePunct, gapUnquote, gapPunctQuote, gapQuestion, gapCloseStop, gapPunctOpen:
		return true
	}
	return false
}

// stops reports whether a full stop after the token ends a sentence because the token is neither an initial nor a
// short abbreviation.
func (a *attributes) stops() bool {
	switch a.shape {
	case shapeInitial, shapeCaps2, shapeNone:
		return false
	case shapeTitle, shapeLower:
		return a.length > 4
	}
	return true
}

func (t *Text) composed(from, to int) chunk {
	var class [Classes]int
	initials, numbers, years, lower, keys := 0, 0, 0, 0, uint32(0)
	for i := from; i < to; i++ {
		a := &t.at[i+margin]
		class[a.entry.First()]++
		switch a.shape {
		case shapeInitial:
			initials++
		case shapeLower, shapeLower1:
			lower++
		case shapeYear:
			years++
		case shapeNum1, shapeNum2, shapeNum3, shapeNum4, shapeNum5:
			numbers++
		}
		switch a.keyword {
		case keyProceedings, keyJournal:
			keys |= 1
		case keyPublisher:
			keys |= 2
		}
	}
	best := ClassUnknown
	for c := ClassFamily; c < Classes; c++ {
		if class[c] > class[best] || best == ClassUnknown && class[c] > 0 {
			best = c
		}
	}
	names := class[ClassFamily] + class[ClassGiven] + initials
	if best != ClassUnknown && names > class[best] {
		best = ClassFamily
	}
	what := uint32(best) | keys<<3 | flag(initials > 0)<<5 | flag(numbers > 0)<<6 | flag(years > 0)<<7 | flag(lower > 1)<<8
	return chunk{from: int32(from), to: int32(to), open: t.at[from+margin].gap, first: t.at[from+margin].word,
		what: what | lengthBucket(to-from)<<9}
}

func lengthBucket(n int) uint32 {
	switch {
	case n <= 3:
		return uint32(n)
	case n <= 5:
		return 4
	case n <= 8:
		return 5
	case n <= 14:
		return 6
	}
	return 7
}

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// survey collects facts about the whole string: where the first year is, whether there are quotations, how the first
// name is written.
func (t *Text) survey() {
	n := len(t.Tokens)
	firstYear := n
	quotes, keys := uint32(0), uint32(0)
	for i := range n {
		a := &t.at[i+margin]
		if a.shape == shapeYear && firstYear == n {
			firstYear = i
		}
		if a.quoted {
			quotes = 1
		}
		switch a.keyword {
		case keyProceedings, keyJournal:
			keys |= 1
		case keyPublisher:
			keys |= 2
		case keyIn:
			keys |= 4
		}
	}
	where := uint32(3)
	switch {
	case firstYear == n:
	case firstYear*10 < n*4:
		where = 0
	case firstYear*10 < n*7:
		where = 1
	default:
		where = 2
	}
	t.facts = where | quotes<<2 | keys<<3
	t.style = 0
	for i := 0; i < 4; i++ {
		a := &t.at[min(i, n)+margin]
		t.style = t.style*uint32(shapes) + uint32(a.shape)
		t.style = t.style*gaps + uint32(a.gap)
	}
	t.style = finish(t.style)
}

// sign is a set of features that a string has anywhere.
type sign uint32

const (
	signReport sign = 1 << iota
	signPublisher
	signProceedings
	signPages
	signPreprint
	signAddress
	signDOI
	signNumber
	signName // a known name of a container
	signEditor
	signIn
)

// keywordSigns are the signs that groups of words imply.
var keywordSigns = [keywords]sign{
	keyReport: signReport, keyPublisher: signPublisher, keyProceedings: signProceedings, keyPages: signPages,
	keyVolume: signPages, keyArXiv: signPreprint, keyEditor: signEditor,
}

// shapeSigns are the signs that shapes of tokens imply.
var shapeSigns = [shapes]sign{
	shapeURL: signAddress, shapeOtherID: signAddress, shapeArXiv: signPreprint, shapeDOI: signDOI,
	shapeNum1: signNumber, shapeNum2: signNumber, shapeNum3: signNumber, shapeNum4: signNumber, shapeNum5: signNumber,
}

// Bounds of the distances that are distinguished.
const (
	farKeyword = 7
	farName    = 15
	farNumber  = 8
)

// lookAhead fills in the attributes from a right-to-left pass, and collects the signs of the whole string.
func (t *Text) lookAhead() {
	next, until, nextName := keyNone, uint8(farKeyword), uint8(farName)
	number, between, distance := shapeNone, gapEdge, uint32(farNumber)
	t.signs = 0
	for i := len(t.Tokens) - 1; i >= 0; i-- {
		a := &t.at[i+margin]
		until, nextName, distance = min(until+1, farKeyword), min(nextName+1, farName), min(distance+1, farNumber)
		if a.name == nameAlone || a.name == nameFirst {
			nextName = 0
		}
		if a.keyword != keyNone && a.keyword != keyAnd {
			next, until = a.keyword, 0
		}
		t.signs |= keywordSigns[a.keyword] | shapeSigns[a.shape]
		if a.name != nameNone {
			t.signs |= signName
		}
		if a.keyword == keyIn && a.gap != gapSpace {
			t.signs |= signIn
		}
		a.next, a.until, a.nextName, a.nextNum = next, until, nextName, pack(uint32(number), uint32(between), distance, 0)
		if t.Tokens[i].Kind == Number {
			number, between, distance = a.shape, a.gap, 0
		}
	}
}
