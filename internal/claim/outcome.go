package claim

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Outcome is whether a cited work says what the claim says.
type Outcome string

// The outcomes.
const (
	Supported    Outcome = "supported"
	Partly       Outcome = "partly"
	Contradicted Outcome = "contradicted"
	NotAddressed Outcome = "not-addressed"
	NotCheckable Outcome = "not-checkable"
)

// Accuses reports whether an outcome is reported to the author as a fault.
func (o Outcome) Accuses() bool { return o == Contradicted || o == NotAddressed || o == Partly }

// Reason is a stable word for what an outcome rests on.
type Reason string

// The reasons of rules. A model's outcomes have the reason ByModel, or Disagreement if two readings differ.
const (
	NoText           Reason = "no-text"           // nothing of the cited work could be read
	AbstractSilent   Reason = "abstract-silent"   // only the abstract was read, and it proves nothing
	Retracted        Reason = "retracted"         // the cited work was retracted
	NotEstablished   Reason = "not-established"   // the cited work was not found, or the entry describes another
	LaterThanCiting  Reason = "later-than-citing" // the cited work came out after the citing one
	WordForWord      Reason = "word-for-word"     // the text has the claim, or its quotation, verbatim
	QuotationAltered Reason = "quotation-altered" // the text has the quotation in other words
	QuotationAbsent  Reason = "quotation-absent"  // the quotation is nowhere in the whole text
	NumberDiffers    Reason = "number-differs"    // the text has another number
	NeedsReading     Reason = "needs-reading"     // rules prove nothing; a person must read the passages
	ByModel          Reason = "model"
	Disagreement     Reason = "disagreement"
)

// Cited is what is known about a cited work before it is read.
type Cited struct {
	Missing   bool // no source has it, or the entry describes another work
	Retracted bool
	Year      int // 0 for unknown
}

// PartStatus is what the text says about a checkable part of a claim.
type PartStatus string

// The statuses of a part.
const (
	Stands  PartStatus = "stands"
	Differs PartStatus = "differs"
	Absent  PartStatus = "absent"
	Unread  PartStatus = "unread" // nothing can be said about it
)

// Check is the result of looking for one part of a claim.
type Check struct {
	Part     Part
	Status   PartStatus
	Sentence int    // of the text that has it, also in another form; -1 for none
	Stated   string // what the text says instead
}

// Finding is the result for one claim.
type Finding struct {
	Outcome  Outcome
	Reason   Reason
	Checks   []Check
	Passages []Passage // always shown, best first
	Coverage float64   // see Index.Coverage; 0 if nothing was read
}

// shown is how many passages a finding has.
const shown = 3

// Decide returns what rules can prove about a claim. ix is nil if nothing of the work could be read; citing is
// the year of the citing work, 0 for unknown.
func Decide(c *Claim, cited Cited, citing int, ix *Index) Finding {
	f := Finding{Outcome: NotCheckable, Reason: NoText}
	if ix != nil && len(ix.text.Sentences) > 0 {
		f = ix.decide(c)
	}
	switch {
	case cited.Missing:
		f.Outcome, f.Reason = NotCheckable, NotEstablished
	case cited.Retracted:
		f.Outcome, f.Reason = NotCheckable, Retracted
	case citing > 0 && cited.Year > citing+1: // a preprint may cite what is about to appear
		f.Outcome, f.Reason = NotCheckable, LaterThanCiting
	}
	return f
}

// decide checks the parts that can be proven: quotations, then numbers, then the claim as a whole, verbatim. It
// accuses only if a single work is cited for the claim, so that no other can have said it.
func (ix *Index) decide(c *Claim) Finding {
	f := Finding{Outcome: NotCheckable, Reason: NeedsReading, Coverage: ix.Coverage(c), Passages: ix.Passages(c, shown)}
	if !ix.text.Whole {
		f.Reason = AbstractSilent
	}
	for _, p := range c.Parts {
		switch p.Kind {
		case Quotation:
			f.Checks = append(f.Checks, ix.checkQuotation(p))
		case Number:
			f.Checks = append(f.Checks, ix.checkNumber(c, p))
		}
	}
	alone := c.alone()
	for _, check := range f.Checks {
		if check.Sentence >= 0 {
			f.Passages = ix.withSentence(f.Passages, check.Sentence, c)
		}
		switch {
		case !alone || f.Outcome != NotCheckable:
		case check.Part.Kind == Quotation && check.Status == Differs:
			f.Outcome, f.Reason = Contradicted, QuotationAltered
		case check.Part.Kind == Quotation && check.Status == Absent:
			f.Outcome, f.Reason = NotAddressed, QuotationAbsent
		case check.Part.Kind == Number && check.Status == Differs:
			f.Outcome, f.Reason = Contradicted, NumberDiffers
		}
	}
	if f.Outcome == NotCheckable && ix.wordForWord(c, f.Checks) {
		f.Outcome, f.Reason = Supported, WordForWord
	}
	return f
}

// alone reports whether the claim's mark cites one work, and no other mark is in its part of the sentence.
func (c *Claim) alone() bool {
	return c.Together <= 1 && lists.Count(c.Marks, func(m biblio.Span) bool {
		return slices.ContainsFunc(c.Spans, func(s biblio.Span) bool { return m.Start >= s.Start && m.End <= s.End })
	}) <= 1
}

// withSentence puts the passage of a sentence that proves something before the others.
func (ix *Index) withSentence(list []Passage, at int, c *Claim) []Passage {
	for i, p := range list {
		if p.First <= at && at <= p.Last {
			return append([]Passage{p}, slices.Delete(slices.Clone(list), i, i+1)...)
		}
	}
	terms := c.terms()
	p := Passage{First: at, Last: at, Score: ix.score(terms, at, at)}
	ix.fill(&p, terms)
	list = append([]Passage{p}, list...)
	return list[:min(shown, len(list))]
}

// squeezed returns the letters and digits of a text in lower case, so that hyphens, spaces and quotation marks
// make no difference.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Limits of an altered quotation: the share of its words that occur in order in one passage, and how many words
// it needs for that to be meaningful.
const (
	alteredShare = .75 // case: TestDecide
	alteredWords = 7   // case: TestDecide
)

// checkQuotation looks for a quotation verbatim. The citing author may have left words out, or put some in brackets.
func (ix *Index) checkQuotation(p Part) Check {
	check := Check{Part: p, Status: Unread, Sentence: -1}
	pieces := quotedPieces(p.Text)
	if len(pieces) > 0 && !slices.ContainsFunc(pieces, func(piece string) bool { return ix.find(piece) < 0 }) {
		check.Status, check.Sentence = Stands, ix.find(pieces[len(pieces)-1])
		return check
	}
	words := squeezedWords(p.Text)
	if len(pieces) == 1 && len(words) >= alteredWords {
		best, at := 0.0, -1
		for i := range ix.text.Sentences {
			there := squeezedWords(ix.text.Sentences[i].Text)
			if share := float64(inOrder(words, there)) / float64(len(words)); share > best {
				best, at = share, i
			}
		}
		if best >= alteredShare {
			check.Status, check.Sentence, check.Stated = Differs, at, ix.text.Sentences[at].Text
			return check
		}
	}
	if ix.text.Whole {
		check.Status = Absent
	}
	return check
}

// quotedPieces splits a quotation where words were left out or changed.
func quotedPieces(s string) []string {
	var list []string
	for _, piece := range strings.FieldsFunc(strings.ReplaceAll(s, "...", "…"),
		func(r rune) bool { return r == '…' || r == '[' || r == ']' }) {
		if len(wordsOf(piece)) >= 2 {
			list = append(list, squeezed(piece))
		}
	}
	return list
}

// find returns the sentence in which a squeezed text begins; it may continue in the next ones. -1 for none.
func (ix *Index) find(piece string) int {
	at := strings.Index(ix.all(), piece)
	if at < 0 {
		return -1
	}
	i, found := slices.BinarySearch(ix.starts, at)
	if !found {
		i--
	}
	return i
}

// all returns the whole text squeezed.
func (ix *Index) all() string {
	ix.once.Do(func() {
		var b strings.Builder
		for _, s := range ix.text.Sentences {
			ix.starts = append(ix.starts, b.Len())
			b.WriteString(squeezed(s.Text))
			ix.numbers = append(ix.numbers, numbersOf(s.Text))
		}
		ix.squeezed = b.String()
	})
	return ix.squeezed
}

func squeezedWords(s string) []string {
	return slices.DeleteFunc(lists.Map(strings.Fields(s), squeezed), func(w string) bool { return w == "" })
}

// inOrder counts the words of a list that occur in another in the same order: the length of their longest
// common subsequence.
func inOrder(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// Limits for sentences about the same figure: the share of the claim's terms, without numbers, that are in the
// sentence, and their minimum number.
const (
	sameSubject = .6  // case: TestDecide
	sameTerms   = 4   // case: TestDecide
	nearSubject = .35 // enough if the number is the same
)

// checkNumber looks for a number of a claim. It differs only if the claim's number is nowhere in the whole
// text, and one sentence with most of the claim's words has one number of that unit, which is another.
func (ix *Index) checkNumber(c *Claim, p Part) Check {
	check := Check{Part: p, Status: Unread, Sentence: -1}
	ix.all()
	somewhere := false
	for i := range ix.text.Sentences {
		if ix.counts[i][p.Value] == 0 && len(ix.numbers[i]) == 0 {
			continue
		}
		share, _ := ix.subject(c, i)
		if slices.ContainsFunc(ix.words[i], func(w word) bool { return w.number && agree(p, w.term) }) {
			somewhere = true
			if share >= nearSubject {
				check.Status, check.Sentence = Stands, i
				return check
			}
		}
	}
	if somewhere || !ix.text.Whole || sameKind(c.Parts, p) > 1 {
		return check
	}
	for i := range ix.text.Sentences {
		share, terms := ix.subject(c, i)
		if share < sameSubject || terms < sameTerms || sameKind(ix.numbers[i], p) != 1 {
			continue
		}
		for _, q := range ix.numbers[i] {
			if q.alike(p) && (p.Noun == "" || ix.counts[i][p.Noun] > 0) {
				check.Status, check.Sentence, check.Stated = Differs, i, q.Text
				return check
			}
		}
	}
	return check
}

// subject returns the share of a claim's terms, without numbers, that are in a sentence, and their count.
func (ix *Index) subject(c *Claim, i int) (share float64, terms int) {
	all, found := 0.0, 0.0
	for _, t := range c.terms() {
		if t[0] >= '0' && t[0] <= '9' {
			continue
		}
		all += weight(t)
		if ix.counts[i][t] > 0 {
			found += weight(t)
			terms++
		}
	}
	if all == 0 {
		return 0, 0
	}
	return found / all, terms
}

// alike reports whether two numbers measure or count the same kind of thing.
func (p Part) alike(q Part) bool {
	return p.Kind == Number && q.Kind == Number && p.Unit == q.Unit && (p.Unit != "" || p.Noun == q.Noun)
}

func sameKind(parts []Part, p Part) int { return lists.Count(parts, p.alike) }

// agree reports whether a number in a text is what a claim states, as precisely as the claim states it: rounded
// to its digits, or over, under or about it.
func agree(p Part, stated string) bool {
	want, err1 := strconv.ParseFloat(p.Value, 64)
	have, err2 := strconv.ParseFloat(stated, 64)
	if err1 != nil || err2 != nil {
		return p.Value == stated
	}
	switch p.Bound {
	case "over":
		return have >= want && have <= want*1.5
	case "under":
		return have <= want && have >= want/1.5
	case "about":
		return have >= want*.9 && have <= want*1.1
	}
	step := max(lastDigit(p.Value), lastDigit(stated)) // the coarser may be the rounded finer one
	return math.Abs(have-want) <= step*.5000001
}

// lastDigit returns the value of one unit in the last digit of a number.
func lastDigit(s string) float64 {
	_, decimals, _ := strings.Cut(s, ".")
	return math.Pow10(-len(decimals))
}

// Limits for a claim that a text contains verbatim.
const (
	wholeTerms = 6  // minimum to be meaningful; case: TestDecide
	wholePairs = .6 // share of its pairs of neighbouring terms that are neighbours there
)

// wordForWord reports whether one sentence contains all terms of a claim, most of them side by side, and
// negates, raises, lowers and restricts nothing that the claim does not.
func (ix *Index) wordForWord(c *Claim, checks []Check) bool {
	if slices.ContainsFunc(checks, func(c Check) bool { return c.Status != Stands }) {
		return false
	}
	if len(checks) == 1 && checks[0].Part.Kind == Quotation && len(checks[0].Part.Text)*2 > len(c.Text()) {
		return true
	}
	terms := c.terms()
	if len(terms) < wholeTerms || ix.pairShare(c) < wholePairs {
		return false
	}
	for i := range ix.text.Sentences {
		if slices.ContainsFunc(terms, func(t string) bool { return ix.counts[i][t] == 0 }) {
			continue
		}
		there := Single(ix.text.Sentences[i].Text, nil, "")
		if slices.Equal(c.qualifiers(), there.qualifiers()) {
			return true
		}
	}
	return false
}

// qualifiers returns the words that reverse or restrict the meaning of a claim.
func (c *Claim) qualifiers() []string {
	var list []string
	for _, p := range c.Parts {
		switch p.Kind {
		case Negation, Comparison:
			list = append(list, string(p.Kind))
		case Direction:
			list = append(list, p.Value)
		case Population:
			list = append(list, strings.ToLower(p.Text))
		}
	}
	slices.Sort(list)
	return list
}
