package judge

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// applyScore changes the score. A score whose label is more severe than the rules' has no effect; one that is less
// severe must be confirmed, and lowers an accusation only if it rests on wording alone.
func (v *Verdict) applyScore(ev Evidence, a Advice) Effect {
	mine, says := Severity(v.Score, TauMinor, TauExact), Severity(a.Score, ModelTauMinor, ModelTauExact)
	score := onRulesScale(a.Score)
	switch {
	case severer(says, mine):
		return EffectDisagreed
	case says == mine:
		v.Score = score
		return EffectScored
	case !a.Confirmed:
		return EffectDisagreed
	case v.Outcome != Discrepant && v.Outcome != NotFound:
		v.Score = score
		return EffectScored
	case says == Exact && v.mayLower(ev, a):
		v.lower(a)
		v.Score = score
		return EffectLowered
	}
	return EffectDisagreed
}

// applyMatch accepts a page that a model in the role of judge accepts as the cited work.
func (v *Verdict) applyMatch(ev Evidence, a Advice) Effect {
	switch {
	case v.Outcome != NotFound:
		return EffectExplained
	case a.Confirmed && v.mayLower(ev, a):
		v.lower(a)
		return EffectLowered
	}
	return EffectDisagreed
}

// applySame resolves doubts about names that the rules leave undecided.
func (v *Verdict) applySame(ev Evidence, a Advice) Effect {
	if v.Outcome != Verified || !slices.Contains(v.Codes, P1) || !a.Confirmed {
		return EffectDisagreed
	}
	for _, r := range v.Reasons {
		if strings.HasSuffix(r.Rule, "-undecided") && (!slices.Contains(a.Same, r.Field) || !a.citesDifference(ev, r.Field)) {
			return EffectDisagreed
		}
	}
	v.Codes = slices.DeleteFunc(v.Codes, func(c Code) bool { return c == P1 })
	v.Fields = slices.DeleteFunc(v.Fields, func(f biblio.Field) bool { return slices.Contains(a.Same, f) })
	if len(v.Codes) == 0 {
		v.Codes = []Code{R2}
	}
	for _, r := range slices.Clone(v.Reasons) {
		if strings.HasSuffix(r.Rule, "-undecided") {
			r.Rule, r.Status, r.Sources = "model-resolved", NoStatus, []string{a.Role}
			r.Message = a.Role + " takes both for one: " +
				tidy(a.Reasoning, mostReasoning)
			v.Reasons = append(v.Reasons, r)
		}
	}
	return EffectResolved
}

// applyRecord lets a model choose among works that fit, and adopts what the rules conclude for the chosen work.
func (v *Verdict) applyRecord(ref *biblio.Reference, ev Evidence, a Advice) Effect {
	if v.Outcome != Ambiguous && v.Outcome != Inconclusive {
		return EffectExplained
	}
	chosen, ok := decideOn(ref, ev, a.Record)
	if !ok {
		return EffectDisagreed
	}
	r := Reason{Rule: "model-ranked", Claimed: ref.Claimed.FullTitle(),
		Recorded: ev.Candidates[a.Record].Hit.Record.FullTitle(), Sources: []string{a.Role}}
	effect := EffectRanked
	switch {
	case chosen.Outcome == Discrepant && a.Confirmed && fitsBest(ev, a.Record):
		r.Rule, effect = "model-raised", EffectRaised
		r.Message = a.Role + " chose the record; with it the rules find the reference discrepant"
	case chosen.Outcome == Verified && v.Outcome == Ambiguous && a.Confirmed:
		r.Message = a.Role + " chose one of several works that fit: " + tidy(a.Reasoning, mostReasoning)
	default:
		return EffectDisagreed
	}
	chosen.Notices, chosen.Unanswered = v.Notices, v.Unanswered
	chosen.Reasons = append(slices.Clone(chosen.Reasons), r)
	*v = chosen
	return effect
}

// acceptableTitle is the title similarity, 0 to 100, below which no page is accepted as a work that was not found.
const acceptableTitle = 55.0

// fitsBest reports whether no other record fits a reference clearly better.
func fitsBest(ev Evidence, record int) bool {
	for i := range ev.Candidates {
		if ev.Candidates[i].Comparison.SameWork > ev.Candidates[record].Comparison.SameWork+0.02 {
			return false
		}
	}
	return true
}

// decideOn lets the rules decide as if a record described the work meant: other works that fit are left out. Only a
// record that the rules accept as the work, from a source whose record is proof, can be chosen.
func decideOn(ref *biblio.Reference, ev Evidence, record int) (Verdict, bool) {
	c := &ev.Candidates[record]
	if c.Comparison.SameWork < match.SameWorkThreshold || c.Origin.Kind <= biblio.ConfirmOnly {
		return Verdict{}, false
	}
	d := newDeliberation(ref, ev)
	var at []int
	narrowed := Evidence{Lookups: ev.Lookups, Today: ev.Today}
	for i := range ev.Candidates {
		if i == record || ev.Candidates[i].Comparison.SameWork < match.SameWorkThreshold || d.sameAsBest(record, i) {
			narrowed.Candidates, at = append(narrowed.Candidates, ev.Candidates[i]), append(at, i)
		}
	}
	v := Decide(ref, narrowed)
	if v.Best >= 0 {
		v.Best = at[v.Best]
	}
	for _, version := range v.Versions {
		for i := range version {
			version[i] = at[version[i]]
		}
	}
	return v, true
}

// wordKinds are the differences that are a matter of wording: all others are of numbers, order, or the word of a
// registry, and no model clears them.
var wordKinds = map[biblio.Field][]string{
	biblio.FieldTitle: {match.KindWord, match.KindWordReplaced, match.KindWords, match.KindTypo, match.KindOtherTitle,
		match.KindSubtitle},
	biblio.FieldAuthors:   {match.KindMisspelt, match.KindSlips},
	biblio.FieldVenue:     {match.KindOtherVenue, match.KindTrack},
	biblio.FieldPublisher: nil,
	biblio.FieldLocation:  nil,
}

// mayLower reports whether an accusation rests on differences of wording alone and the advice quotes both sides of
// each.
func (v *Verdict) mayLower(ev Evidence, a Advice) bool {
	if a.Record < 0 {
		return false
	}
	if v.Outcome == NotFound { // the quotes must say which work it is
		return ev.Candidates[a.Record].Comparison.TitleSimilarity >= acceptableTitle && a.citesMost(ev, biblio.FieldTitle) &&
			a.cites(biblio.FieldAuthors)
	}
	for _, r := range v.Reasons {
		if s := StatusOf(r.Rule); s.Agrees() || s == InDoubt || !r.Field.Identifier() && (s == Unrecorded || s == Contested) {
			continue
		}
		kinds, worded := wordKinds[r.Field]
		if !worded || !strings.HasSuffix(r.Rule, "-differs") || kinds != nil && !slices.Contains(kinds, r.Kind) ||
			!a.citesDifference(ev, r.Field) {
			return false
		}
	}
	return true
}

// lower turns an accusation into ambiguous; its reasons stay.
func (v *Verdict) lower(a Advice) {
	v.Reasons = append(v.Reasons, Reason{Rule: "model-lowered", Kind: v.Outcome.String(), Sources: []string{a.Role},
		Message: "the rules say " + v.Outcome.String() + "; " + a.Role + " takes it for the same work: " +
			tidy(a.Reasoning, mostReasoning)})
	v.Outcome, v.Codes = Ambiguous, []Code{U}
}

// applyReader keeps an accusation from resting on a model's reading: if no source has a work whose title a model
// read, that proves nothing, and values read from an image are not the author's claim.
func (v *Verdict) applyReader(by biblio.Reader) {
	if by == biblio.ByParser {
		return
	}
	message := "the fields of this reference were read by a model; every value is a span of its text"
	if by == biblio.ByModelImage {
		message = "the fields of this reference were read off the image of the page by a model"
	}
	v.notice("model-read", message)
	if v.Outcome == NotFound || v.Outcome == Discrepant && by == biblio.ByModelImage {
		v.Reasons = append(v.Reasons,
			Reason{Rule: "model-read", Kind: v.Outcome.String(), Field: biblio.FieldTitle, Claimed: claimedTitle(v),
				Message: "the rules say " + v.Outcome.String() + " of fields that a model read; that accuses nobody"})
		v.Outcome, v.Codes = Inconclusive, []Code{U}
	}
}

func claimedTitle(v *Verdict) string {
	for _, r := range v.Reasons {
		if r.Field == biblio.FieldTitle && r.Claimed != "" {
			return r.Claimed
		}
	}
	return ""
}

func trimmed(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// modelReasons explains what models may do to a verdict.
var modelReasons = []Topic{
	{"model-lowered", "a model considers an accused reference and the record to be the same work",
		"A model, asked twice, considers an accused reference the same work and quotes both sides of each difference. " +
			"This applies only to differences of words, never to numbers, order, or the answer of a registry. The outcome " +
			"becomes ambiguous; the reasons of the rules stay.",
		"A translated title."},
	{"model-resolved", "a model settled a doubt about a name",
		"The rules left a given name undecided (P1); a model, shown both names alone, takes them for one person. P1 is " +
			"dropped, or becomes R2 if it was the only code.",
		"“Bill” for William."},
	{"model-ranked", "a model chose one of several works that fit",
		"Several works agree with everything that the reference says; a model chose one.",
		"Two works called “Introduction to Signals”."},
	{"model-raised", "the rules accuse with the record that a model chose",
		"A model chose a record among those found, and the rules, taking it as the cited work, find the reference " +
			"discrepant.", ""},
}

var modelNotices = []Topic{
	{"model-explains", "what a model says",
		"A model's label, score and reasoning; not evidence.",
		"“verifier says minor: score 6: one author's name differs”."},
	{"model-disagrees", "a model says otherwise, without effect",
		"A model would accuse, or clear the reference further than a model may. The verdict is that of the rules.",
		"“major” for a verified reference."},
	{"model-unheard", "no usable answer from a model",
		"The model was late, refused, did not follow the format, quoted text that does not exist, or changed its answer " +
			"when the instructions in the text were removed. The verdict is that of the rules.",
		"A timeout."},
	{"model-read", "a model read the fields of the reference",
		"The parser found no title, or neither author nor year, and a model read the fields. Such a reference is never " +
			"judged not found, nor discrepant if the model read an image of the page.", ""},
}

// Shown returns a text as it is shown to models and users: composed, one space between words, without invisible
// characters, and at most the given number of characters. Quotes are searched for in this form.
func Shown(s string, most int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range strings.ToValidUTF8(s, " ") {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case Unprinted(r):
			continue
		}
		if space {
			b.WriteByte(' ')
			n, space = n+1, false
		}
		if n++; n > most {
			break
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// Unprinted reports whether a character is invisible: controls, zero widths, changes of direction, tags, variation
// selectors and fillers.
func Unprinted(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) ||
		unicode.Is(unicode.Variation_Selector, r) || r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0
}

// mostQuoted bounds the text in which quotes are searched for.
const mostQuoted = 1 << 20

// holds reports whether a quote is in a text.
func holds(text, quote string) bool {
	quote = Shown(quote, mostQuoted)
	return quote != "" && strings.Contains(Shown(text, mostQuoted), quote)
}

// tidy returns one line of bounded length from a text that a model wrote.
func tidy(s string, most int) string {
	line := Shown(s, most+1)
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}
