package tagger

import "strings"

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
	gapSentence  // ". " after a word that is no abbreviation
	gapBreak     // a line break, also after a hyphen
	gapStopComma // ".,"
	gapOther
	gapEdge // before the first token and after the last
	gaps    = 32
)

// Marks that a gap may hold, in one bit set.
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

// classify reads a gap. quoted says whether a quotation is open before it; the
// result says whether one is open after it.
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

func asciiMark(c byte) uint32 {
	switch c {
	case ' ', '\t':
		return markSpace
	case '\n', '\r':
		return markBreak
	case '.':
		return markStop
	case ',':
		return markComma
	case ';':
		return markSemicolon
	case ':':
		return markColon
	case '(':
		return markOpen
	case ')':
		return markClose
	case '-':
		return markHyphen
	case '/':
		return markSlash
	case '&':
		return markAmpersand
	case '[':
		return markBracket
	case ']':
		return markCloseBracket
	case '?', '!':
		return markQuestion
	case '\'', '`':
		return markOther
	}
	return markSymbol
}

// wideMark reads a mark outside ASCII and gives its length in bytes.
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
	{"–", markHyphen}, {"“", markQuote}, {"”", markUnquote}, {"—", markHyphen}, {"‘", markQuote}, {"’", markUnquote}, {"«", markQuote}, {"»", markUnquote},
	{"„", markQuote}, {"\u00a0", markSpace}, {"‐", markHyphen}, {"−", markHyphen}, {"，", markComma}, {"。", markStop}, {"；", markSemicolon}, {"：", markColon},
	{"（", markOpen}, {"）", markClose}, {"、", markComma}, {"《", markQuote}, {"》", markUnquote}, {"［", markBracket}, {"］", markCloseBracket}, {"\u2009", markSpace}, {"\u202f", markSpace}, {"．", markStop},
}

// gapOf gives the class of a set of marks. The order of the tests is that of
// how much a mark says about a border between fields.
func gapOf(m uint32) gap {
	const punct = markStop | markComma | markSemicolon | markColon | markQuestion
	has := func(bits uint32) bool { return m&bits != 0 }
	switch {
	case has(markUnquote) && has(punct):
		return gapUnquotePunct
	case has(markUnquote):
		return gapUnquote
	case has(markQuote) && has(punct|markClose):
		return gapPunctQuote
	case has(markQuote):
		return gapQuote
	case has(markClose):
		return closeGap(m)
	case has(markOpen) && has(punct):
		return gapPunctOpen
	case has(markOpen):
		return gapOpen
	case has(markCloseBracket):
		return gapCloseBracket
	case has(markBracket):
		return gapBracket
	case has(markQuestion):
		return gapQuestion
	case has(markSemicolon):
		return gapSemicolon
	case has(markColon):
		if has(markSpace | markBreak) {
			return gapColonSpace
		}
		return gapColon
	case has(markStop) && has(markComma):
		return gapStopComma
	case has(markAmpersand):
		return gapAmpersand
	case has(markSymbol):
		return gapOther
	case has(markStop):
		if has(markSpace | markBreak) {
			return gapStopSpace
		}
		return gapStop
	case has(markComma):
		if has(markSpace | markBreak) {
			return gapCommaSpace
		}
		return gapComma
	case has(markSlash):
		return gapSlash
	case has(markHyphen) && has(markBreak):
		return gapBreak
	case has(markHyphen):
		if has(markSpace) {
			return gapDash
		}
		return gapHyphen
	case has(markOther):
		return gapOther
	case has(markBreak):
		return gapBreak
	}
	return gapSpace
}

func closeGap(m uint32) gap {
	switch {
	case m&markStop != 0:
		return gapCloseStop
	case m&markComma != 0:
		return gapCloseComma
	case m&(markColon|markSemicolon) != 0:
		return gapCloseColon
	case m&(markSpace|markBreak) != 0:
		return gapClose
	}
	return gapCloseTight
}

// ends reports that a gap ends a clause: all but white space, hyphens and
// stops without a space.
func (g gap) ends() bool {
	switch g {
	case gapNone, gapSpace, gapStop, gapHyphen, gapBreak, gapSlash, gapAmpersand, gapOther:
		return false
	}
	return true
}
