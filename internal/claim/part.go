package claim

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// PartKind is the kind of a checkable part of a claim.
type PartKind string

// The kinds of checkable parts.
const (
	Number     PartKind = "number"     // a figure, with its unit and noun
	Comparison PartKind = "comparison" // "higher than"
	Direction  PartKind = "direction"  // "increases"
	Negation   PartKind = "negation"   // "not"
	Population PartKind = "population" // "in adults with …"
	Quotation  PartKind = "quotation"  // words in quotation marks
)

// Part is a checkable part of a claim.
type Part struct {
	Kind  PartKind
	Text  string
	Value string // of a number: its normal form; of a direction: "up" or "down"
	Unit  string // of a number: "%", "mg", "fold"; "" for a count
	Noun  string // of a number: the term of the noun that it counts or measures, "" if there is none
	Bound string // of a number: "over", "under" or "about", if the claim does not state it exactly
}

// Limits of a claim's parts.
const (
	maxParts  = 40
	quoteFrom = 4 // words from which a quotation can be looked for verbatim; case: TestParts
)

// partPatterns match the parts that are words. Numbers and quotations are found by code.
var partPatterns = []struct {
	kind    PartKind
	pattern *lazy.Pattern
	value   string
}{
	{Comparison,
		lazy.Regexp(
			`(?i)\b(?:more|less|fewer|higher|lower|greater|better|worse|larger|smaller|faster|slower|longer|shorter|stronger|weaker)\b(?: \w+){0,3} than\b|\b(?:compared (?:to|with)|versus|vs\.?|relative to|outperform\w*|superior to|inferior to|as \w+ as)\b`), ""},
	{Direction,
		lazy.Regexp(
			`(?i)\b(?:increas\w*|rise[sn]?|rising|rose|grow\w*|grew|improv\w*|enhanc\w*|elevat\w*|higher|gain\w*|accelerat\w*|promot\w*|positive(?:ly)?)\b`), "up"},
	{Direction,
		lazy.Regexp(
			`(?i)\b(?:decreas\w*|declin\w*|fall\w*|fell|drop\w*|reduc\w*|lower\w*|diminish\w*|worsen\w*|impair\w*|inhibit\w*|suppress\w*|negative(?:ly)?)\b`), "down"},
	{Negation,
		lazy.Regexp(
			`(?i)\b(?:not|no|never|neither|nor|without|cannot|fails? to|failed to|lack\w*|absence of|unable|hardly|rarely)\b|n't\b`), ""},
	{Population,
		lazy.Regexp(
			`(?i)\b(?:in|among|of|for) (?:[\w,.]+[ -]){0,3}?(?:patients|adults|children|adolescents|infants|women|men|students|participants|individuals|people|workers|nurses|mice|rats|cells|countries|languages|users)\b(?: (?:with|from|aged|in|of) [\w-]+(?: [\w-]+)?)?`), ""},
}

// partsOf returns the checkable parts of a claim, numbers first.
func partsOf(c *Claim) []Part {
	text := c.Text()
	parts := append(numbersOf(text), quotationsOf(text)...)
	for _, p := range partPatterns {
		for _, at := range p.pattern.FindAllStringIndex(text, maxParts) {
			parts = append(parts, Part{Kind: p.kind, Text: text[at[0]:at[1]], Value: p.value})
		}
	}
	return parts[:min(len(parts), maxParts)]
}

var quotation = lazy.Regexp(`“([^“”]{12,400})”|"([^"]{12,400})"|„([^„“”]{12,400})[“”]|«([^«»]{12,400})»`)

// quotationsOf returns the quotations in a text that are long enough to be looked for.
func quotationsOf(text string) []Part {
	var list []Part
	for _, m := range quotation.FindAllStringSubmatch(text, maxParts) {
		quoted := strings.TrimSpace(m[1] + m[2] + m[3] + m[4])
		if len(wordsOf(quoted)) >= quoteFrom {
			list = append(list, Part{Kind: Quotation, Text: quoted})
		}
	}
	return list
}

// units maps units to the form in which numbers are compared.
var units = map[string]string{
	"%": "%", "percent": "%", "per cent": "%", "prozent": "%", "percentage points": "points",
	"points": "points", "pp": "points",
	"fold": "fold", "-fold": "fold", "times": "fold", "×": "fold",
	"mg": "mg", "g": "g", "kg": "kg", "µg": "µg", "μg": "µg", "ml": "ml", "l": "l", "mm": "mm", "cm": "cm", "m": "m",
	"km": "km", "nm": "nm", "µm": "µm", "μm": "µm",
	"s": "s", "ms": "ms", "min": "min", "minutes": "min", "h": "h", "hours": "h", "days": "days", "weeks": "weeks",
	"months": "months", "years": "years",
	"hz": "hz", "khz": "khz", "mhz": "mhz", "ghz": "ghz", "k": "k", "°c": "°c", "ev": "ev", "v": "v", "w": "w", "j": "j",
	"pa": "pa", "kpa": "kpa", "mpa": "mpa", "gpa": "gpa",
	"million": "million", "billion": "billion", "thousand": "thousand",
}

// unitBehind matches a unit directly after a number.
var unitBehind = lazy.Regexp(
	`(?i)^\s?(%|per ?cent\b|percentage points\b|prozent\b|points\b|pp\b|-?fold\b|times\b|×|(?:mg|kg|µg|μg|ml|mm|cm|km|nm|µm|μm|ms|min|minutes|hours|days|weeks|months|years|hz|khz|mhz|ghz|°c|ev|kpa|mpa|gpa|million|billion|thousand)\b)`)

// boundBefore matches words that say how exactly a number is stated.
var boundBefore = []struct {
	words *lazy.Pattern
	bound string
}{
	{lazy.Regexp(`(?i)(?:more than|over|at least|above|exceed\w*|greater than|up from|higher than|>|≥|>=)\s*$`), "over"},
	{lazy.Regexp(`(?i)(?:less than|fewer than|under|below|up to|at most|lower than|within|<|≤|<=)\s*$`), "under"},
	{lazy.Regexp(
		`(?i)(?:about|around|approximately|approx\.|roughly|nearly|almost|some|circa|ca\.|~|≈|about a|as (?:high|low|many|much) as)\s*$`), "about"},
}

// notCounted matches what precedes numbers that name something.
var notCounted = lazy.Regexp(
	`(?i)(?:\b(?:fig(?:ure|s|\.)?|tab(?:le|\.)?|eq(?:uation|s|\.)?|sec(?:tion|\.)?|chapter|ch\.|appendix|step|phase|version|v|type|grade|level|stage|number|page|(?:` +
		words.Pattern(words.Volume, words.Issue, words.Pages) +
		`)\.|layer|part|algorithm|theorem|lemma|example|day|week|wave)|[-–/:=×^])\s*$`)

// numbersOf returns the figures in a text with unit and noun. Years, and numbers that are part of a name or a
// label, are left out.
func numbersOf(text string) []Part {
	words := wordsOf(text)
	var list []Part
	for k, w := range words {
		if !w.number || w.term == "" || len(w.term) > 15 {
			continue
		}
		before, behind := text[:w.span.Start], text[w.span.End:]
		p := Part{Kind: Number, Value: w.term}
		end := w.span.End
		if m := unitBehind.FindStringSubmatch(behind); m != nil {
			p.Unit = units[strings.ToLower(strings.Replace(m[1], "per cent", "percent", 1))]
			end += len(m[0])
		}
		named := notCounted.MatchString(before[max(0, len(before)-20):])
		if p.Unit == "" && (named || isYear(w.term) || joined(before, behind)) {
			continue
		}
		for _, b := range boundBefore {
			if b.words.MatchString(before[max(0, len(before)-24):]) {
				p.Bound = b.bound
				break
			}
		}
		if p.Unit != "fold" {
			p.Noun = nounAfter(words[k+1:], end, text)
		}
		if p.Unit == "" && p.Noun == "" {
			continue
		}
		p.Text = strings.TrimSpace(text[w.span.Start:end])
		list = append(list, p)
	}
	return list
}

// isYear reports whether a number without a unit may be a year.
func isYear(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20" || s[:2] == "18") }

// joined reports whether a number touches something that makes it part of a name or a range:
// "CIFAR-10", "2–4", "(3)".
func joined(before, behind string) bool {
	last, next := "", ""
	if before != "" {
		last = before[len(before)-1:]
	}
	if behind != "" {
		next = behind[:1]
	}
	return strings.ContainsAny(last, "-/([#_^$") || strings.ContainsAny(next, "-/)]_^:") ||
		strings.HasPrefix(behind, "–") || strings.HasSuffix(before, "–")
}

// nounAfter returns the term of the last of the words directly after a number, at most three, up to a word
// without weight.
func nounAfter(words []word, from int, text string) string {
	noun := ""
	for k, w := range words {
		if w.span.Start < from { // the unit
			continue
		}
		if k > 4 || w.term == "" && !(noun == "" && strings.EqualFold(text[w.span.Start:w.span.End], "of")) || w.number ||
			strings.ContainsAny(text[from:w.span.Start], ".,;:()") {
			break
		}
		if w.term != "" {
			noun = w.term
			if strings.HasSuffix(text[w.span.Start:w.span.End], "s") { // "84 adult patients": the plural is the noun
				break
			}
		}
		from = w.span.End
	}
	return noun
}
