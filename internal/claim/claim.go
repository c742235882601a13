// Package claim extracts what a text says about the works that it cites, and finds the passages of a cited work
// that address it. It concludes only what rules can prove: that a quotation or a number is there, or is there
// in another form. For the rest it suggests an order of reading. Whether a cited work exists has been decided
// before, and is never changed here.
//
// Pure.
// May be imported by: claimcheck, llm/role, report, mcp, lab.
package claim

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Claim is what a text says at one citation mark.
type Claim struct {
	Sentence string
	Marks    []biblio.Span // all marks in the sentence, in order; the claim's own among them
	Mark     biblio.Span   // its own; empty if its position is unknown
	Spans    []biblio.Span // the parts of the sentence that the mark belongs to, in order
	Section  string        // heading above it; "" if there is none
	Function Function
	Together int // number of works that its mark cites
	Parts    []Part
}

// Text returns the part of the sentence that the mark belongs to, without marks.
func (c *Claim) Text() string {
	var b strings.Builder
	for _, s := range c.Spans {
		b.WriteString(c.bare(s))
		b.WriteByte(' ')
	}
	return beforeStop.ReplaceAllString(strings.Join(strings.Fields(b.String()), " "), "$1")
}

// beforeStop matches the space that a removed mark leaves before a stop.
var beforeStop = lazy.Regexp(`\s+([.,;:?!)\]])`)

// bare returns a part of the sentence with spaces in place of the marks.
func (c *Claim) bare(s biblio.Span) string {
	text := []byte(c.Sentence[s.Start:s.End])
	for _, m := range c.Marks {
		for i := max(m.Start, s.Start); i < min(m.End, s.End); i++ {
			text[i-s.Start] = ' '
		}
	}
	return string(text)
}

// words returns the words of the claim's own part.
func (c *Claim) words() []word { return wordsOf(c.Text()) }

// terms returns the terms of the claim's own part, each once.
func (c *Claim) terms() []string {
	var list []string
	for _, w := range c.words() {
		if w.term != "" && !slices.Contains(list, w.term) {
			list = append(list, w.term)
		}
	}
	return list
}

// Of returns the claim at a citation. A citation without a sentence has a claim without text.
func Of(c *biblio.Citation) Claim {
	claim := Claim{Sentence: c.Context, Section: c.Section, Together: 1, Marks: marksOf(c)}
	if own := markAt(claim.Marks, c.At); own >= 0 {
		claim.Mark = claim.Marks[own]
		claim.Spans = clauseOf(c.Context, claim.Marks, own)
		claim.Together = 0
		for _, at := range c.Marks {
			if markAt(claim.Marks, at) == own {
				claim.Together++
			}
		}
	} else if c.Context != "" {
		claim.Spans = []biblio.Span{{Start: 0, End: len(c.Context)}}
	}
	claim.Function = functionOf(&claim)
	claim.Parts = partsOf(&claim)
	return claim
}

// Take replaces the parts of the sentence and the function that the rules determined.
func (c *Claim) Take(spans []biblio.Span, function Function) {
	slices.SortFunc(spans, func(a, b biblio.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	c.Spans = spans
	c.Function = function
	c.Parts = partsOf(c)
}

// marksOf returns the positions of the marks in a citation's sentence, in order. The citations in one pair of
// brackets are one mark, including the brackets.
func marksOf(c *biblio.Citation) []biblio.Span {
	var marks []biblio.Span
	for _, at := range c.Marks {
		if at.Start >= 0 && at.End > at.Start && at.End <= len(c.Context) {
			marks = append(marks, bracketed(c.Context, withNames(c.Context, at)))
		}
	}
	slices.SortFunc(marks, func(a, b biblio.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var list []biblio.Span
	for _, m := range marks {
		if n := len(list); n > 0 && (m.Start < list[n-1].End || onlySigns(c.Context[list[n-1].End:m.Start])) {
			list[n-1].End = max(list[n-1].End, m.End)
			continue
		}
		list = append(list, m)
	}
	return list
}

// onlySigns reports whether there are only signs, or "and", between two marks.
func onlySigns(s string) bool {
	s = strings.Trim(s, " .,;&()[]–-")
	return s == "" || words.Joins(s)
}

// byNames matches a mark that names authors and year: "Smith et al. (2019)", "Li and Wu, 2020a,b".
var byNames = lazy.Regexp(`\p{Lu}[\p{L}’'-]+(?:,? (?:` + words.Pattern(words.And) +
	`) (?:\p{Lu}\.? ?)?\p{Lu}[\p{L}’'-]+)*(?:,? (?:` +
	words.Pattern(words.Cut) + `)\.?)?(?:’s|'s)?,? ?[(\[]?(?:1[89]|20)\d\d[a-z]?(?:[,;] ?(?:(?:1[89]|20)\d\d)?[a-z]?\b)*`)

// withNames extends a mark to the names and the year that it is part of.
func withNames(s string, m biblio.Span) biblio.Span {
	from := max(0, m.Start-bracketNear)
	for from > 0 && s[from]&0xc0 == 0x80 {
		from--
	}
	for _, at := range byNames.FindAllStringIndex(s[from:], -1) {
		start, end := from+at[0], from+at[1]
		if end < len(s) && strings.IndexByte(")]", s[end]) >= 0 && strings.ContainsAny(s[start:end], "([") {
			end++
		}
		if start <= m.Start && m.Start < end || start < m.End && m.End <= end {
			return biblio.Span{Start: min(start, m.Start), End: max(end, m.End)}
		}
	}
	return m
}

// bracketNear is how far before its year the names of a mark may begin, in bytes.
const bracketNear = 80

// bracketed extends a mark to the brackets around it, if they contain only marks: numbers, or capitalised names
// with years. Lists of forty works do occur.
func bracketed(s string, m biblio.Span) biblio.Span {
	from := strings.LastIndexAny(s[:m.Start], "[(])")
	if from < 0 && strings.HasPrefix(s, "…") { // the sentence is cut inside a long list of marks
		from = 0
	}
	to := strings.IndexAny(s[m.End:], "[(])")
	if to < 0 && strings.HasSuffix(s, "…") {
		to = len(s) - m.End - 1
	}
	if from < 0 || to < 0 || from > 0 && s[from] == ')' || from > 0 && s[from] == ']' ||
		strings.IndexByte("[(", s[m.End+to]) >= 0 {
		return m
	}
	to += m.End
	for _, w := range strings.Fields(s[from+1 : to]) {
		w = strings.Trim(w, ".,;&–-")
		if w != "" && w[0] >= 'a' && w[0] <= 'z' && !besideName(strings.ToLower(w)) &&
			!strings.ContainsAny(w, "0123456789_:") && strings.ToLower(w) == w {
			return m
		}
	}
	return biblio.Span{Start: from, End: to + 1}
}

// besideName reports whether a word is one of the small words in brackets with names and years.
func besideName(w string) bool {
	return besideNames[w] || words.Is(w, words.And, words.See, words.Lead, words.Pages, words.Ibid)
}

var besideNames = words.Set("al e.g i.e cf in ch sec fig for example van von de der la le di da inter alia u.a")

// markAt returns the index of the mark that contains a citation, -1 for none.
func markAt(marks []biblio.Span, at biblio.Span) int {
	if at.End <= at.Start {
		return -1
	}
	return slices.IndexFunc(marks, func(m biblio.Span) bool { return m.Start <= at.Start && at.End <= m.End })
}

// Single returns the claim of a sentence that cites one work, for callers that have no document. The text of
// marks is not part of it.
func Single(sentence string, marks []biblio.Span, section string) Claim {
	c := Claim{Sentence: sentence, Marks: marks, Section: section, Together: 1}
	if sentence != "" {
		c.Spans = []biblio.Span{{Start: 0, End: len(sentence)}}
	}
	c.Function = functionOf(&c)
	c.Parts = partsOf(&c)
	return c
}
