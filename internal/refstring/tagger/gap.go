package tagger

import (
	"strings"
	"unicode/utf8"
)

// gap is the class of the punctuation between two tokens.
type gap uint8

const (
	gapNone gap = iota // nothing at all
	gapSpace
	gapStop      // "." without a space
	gapStopSpace // ". "
	gapComma     // ","
	gapCommaSpace
	gapSemicolon
	gapColonSpace
	gapColon
	gapOpen       // "("
	gapPunctOpen  // ". ("
	gapClose      // ") "
	gapCloseStop  // ")."
	gapCloseComma // "),"
	gapCloseColon // "):" and ");"
	gapCloseTight // ")" without a space
	gapQuote      // an opening quote
	gapPunctQuote // ", “"
	gapUnquotePunct
	gapUnquote
	gapHyphen // "-" without spaces
	gapDash   // " - "
	gapSlash
	gapAmpersand
	gapBracket
	gapCloseBracket
	gapQuestion
	gapSentence  // ". " after a word that is not an abbreviation
	gapBreak     // a line break, also after a hyphen
	gapStopComma // ".,"
	gapOther
	gapEdge // before the first token and after the last
	gaps    = 32
)

// Marks that a gap may contain, as a bit set.
const (
	markSpace = 1 << iota
	markBreak
	markStop
	markComma
	markSemicolon
	markColon
	markOpen
	markClose
	markQuote
	markUnquote
	markHyphen
	markSlash
	markAmpersand
	markBracket
	markCloseBracket
	markQuestion
	markSymbol
	markOther
)

// classify classifies a gap. quoted says whether a quotation is open before it; open says whether one is open after
// it.
func classify(s string, quoted bool) (g gap, marks uint32, open bool) {
	switch s {
	case "":
		return gapNone, 0, quoted
	case " ":
		return gapSpace, markSpace, quoted
	case ". ":
		return gapStopSpace, markStop | markSpace, quoted
	case ", ":
		return gapCommaSpace, markComma | markSpace, quoted
	}
	for i := 0; i < len(s); {
		c := s[i]
		if c < 0x80 {
			m := asciiMark(c)
			switch {
			case c == '"' && quoted, c == '\'' && quoted && i+1 < len(s):
				m, quoted = markUnquote, false
			case c == '"', c == '\'' && i+1 == len(s) && i > 0 && s[i-1] != ')':
				m, quoted = markQuote, true
			}
			marks |= m
			i++
			continue
		}
		m, n := wideMark(s[i:])
		switch m {
		case markQuote:
			quoted = true
		case markUnquote:
			quoted = false
		}
		marks |= m
		i += n
	}
	return gapOf(marks), marks, quoted
}

// asciiMarks are the ASCII marks. Other characters are symbols.
var asciiMarks = [utf8.RuneSelf]uint32{
	' ': markSpace, '\t': markSpace, '\n': markBreak, '\r': markBreak, '.': markStop, ',': markComma,
	';': markSemicolon, ':': markColon,
	'(': markOpen, ')': markClose, '-': markHyphen, '/': markSlash, '&': markAmpersand, '[': markBracket,
	']': markCloseBracket,
	'?': markQuestion, '!': markQuestion, '\'': markOther, '`': markOther,
}

func asciiMark(c byte) uint32 {
	if m := asciiMarks[c]; m != 0 {
		return m
	}
	return markSymbol
}

// wideMark reads a mark outside ASCII and returns its length in bytes.
func wideMark(s string) (uint32, int) {
	for _, w := range wideMarks {
		if strings.HasPrefix(s, w.text) {
			return w.mark, len(w.text)
		}
	}
	n := 1
	for n < len(s) && s[n]&0xc0 == 0x80 {
		n++
	}
	return markOther, n
}

var wideMarks = []struct {
	text string
	mark uint32
}{
	{"–", markHyphen}, {"“", markQuote}, {"”", markUnquote}, {"—", markHyphen}, {"‘", markQuote}, {"’", markUnquote},
	{"«", markQuote}, {"»", markUnquote},
	{"„", markQuote}, {"\u00a0", markSpace}, {"‐", markHyphen}, {"−", markHyphen}, {"，", markComma}, {"。", markStop},
	{"；", markSemicolon}, {"：", markColon},
	{"（", markOpen}, {"）", markClose}, {"、", markComma}, {"《", markQuote}, {"》", markUnquote}, {"［", markBracket},
	{"］", markCloseBracket}, {"\u2009", markSpace}, {"\u202f", markSpace}, {"．", markStop},
}

// Sets of marks.
const (
	markPunct = markStop | markComma | markSemicolon | markColon | markQuestion
	markWhite = markSpace | markBreak
)

// gapRules determine the class of a set of marks: that of the first rule whose mark is in the set, with one of its
// other marks if it names any. They are ordered by how much a mark says about a border between fields.
var gapRules = []struct {
	mark, with uint32
	class      gap
}{
	{markUnquote, markPunct, gapUnquotePunct}, {markUnquote, 0, gapUnquote},
	{markQuote, markPunct | markClose, gapPunctQuote}, {markQuote, 0, gapQuote},
	{markClose, markStop, gapCloseStop}, {markClose, markComma, gapCloseComma},
	{markClose, markColon | markSemicolon, gapCloseColon},
	{markClose, markWhite, gapClose}, {markClose, 0, gapCloseTight},
	{markOpen, markPunct, gapPunctOpen}, {markOpen, 0, gapOpen},
	{markCloseBracket, 0, gapCloseBracket}, {markBracket, 0, gapBracket},
	{markQuestion, 0, gapQuestion}, {markSemicolon, 0, gapSemicolon},
	{markColon, markWhite, gapColonSpace}, {markColon, 0, gapColon},
	{markStop, markComma, gapStopComma}, {markAmpersand, 0, gapAmpersand}, {markSymbol, 0, gapOther},
	{markStop, markWhite, gapStopSpace}, {markStop, 0, gapStop},
	{markComma, markWhite, gapCommaSpace}, {markComma, 0, gapComma},
	{markSlash, 0, gapSlash},
	{markHyphen, markBreak, gapBreak}, {markHyphen, markSpace, gapDash}, {markHyphen, 0, gapHyphen},
	{markOther, 0, gapOther}, {markBreak, 0, gapBreak},
}

func gapOf(marks uint32) gap {
	for i := range gapRules {
		if r := &gapRules[i]; marks&r.mark != 0 && (r.with == 0 || marks&r.with != 0) {
			return r.class
		}
	}
	return gapSpace
}

// ends reports whether a gap ends a clause: all but white space, hyphens and
// stops without a space.
func (g gap) ends() bool {
	switch g {
	case gapNone, gapSpace, gapStop, gapHyphen, gapBreak, gapSlash, gapAmpersand, gapOther:
		return false
	}
	return true
}
