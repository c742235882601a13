package judge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// applyScore changes the score. A score whose label is more severe than the rules', or less severe than that of an
// accusation, is an opinion beside the verdict; one that is less severe of anything else must be confirmed.
func (v *Verdict) applyScore(a Advice) Effect {
	mine, says := Severity(v.Score, TauMinor, TauExact), Severity(a.Score, ModelTauMinor, ModelTauExact)
	if severer(says, mine) || says != mine && (!a.Confirmed || v.Outcome == Discrepant || v.Outcome == NotFound) {
		return EffectDisagreed
	}
	v.Score = onRulesScale(a.Score)
	return EffectScored
}

// applyMatch accepts a page that a model in the role of judge accepts as a cited work that no source has, if the rules
// find the work in the words of the page.
func (v *Verdict) applyMatch(ref *biblio.Reference, ev Evidence, a Advice) Effect {
	switch {
	case v.Outcome != NotFound:
		return EffectExplained
	case a.Confirmed && a.Record >= 0 && states(&ev.Candidates[a.Record], ref):
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
		if r.Status == InDoubt && (!slices.Contains(a.Same, r.Field) || !a.citesDifference(ev, r.Field)) {
			return EffectDisagreed
		}
	}
	v.Codes = slices.DeleteFunc(v.Codes, func(c Code) bool { return c == P1 })
	v.Fields = slices.DeleteFunc(v.Fields, func(f biblio.Field) bool { return slices.Contains(a.Same, f) })
	if len(v.Codes) == 0 {
		v.Codes = []Code{R2}
	}
	for _, r := range slices.Clone(v.Reasons) {
		if r.Status == InDoubt {
			r.Rule, r.Status, r.Sources = "model-resolved", NoStatus, []string{a.Role}
			r.Message = a.Role + " takes both for one: " +
				tidy(a.Reasoning, mostReasoning)
			v.Reasons = append(v.Reasons, r)
		}
	}
	return EffectResolved
}

// applyRecord lets a model choose among works that fit, if the rules verify the reference with the chosen one.
func (v *Verdict) applyRecord(ref *biblio.Reference, ev Evidence, a Advice) Effect {
	if v.Outcome != Ambiguous && v.Outcome != Inconclusive {
		return EffectExplained
	}
	chosen, ok := decideOn(ref, ev, a.Record)
	if !ok || chosen.Outcome != Verified || v.Outcome != Ambiguous || !a.Confirmed {
		return EffectDisagreed
	}
	r := Reason{Rule: "model-ranked", Claimed: ref.Claimed.FullTitle(),
		Recorded: ev.Candidates[a.Record].Hit.Record.FullTitle(), Sources: []string{a.Role},
		Message: a.Role + " chose one of several works that fit: " + tidy(a.Reasoning, mostReasoning)}
	chosen.Notices, chosen.Unanswered = v.Notices, v.Unanswered
	chosen.Reasons = append(slices.Clone(chosen.Reasons), r)
	*v = chosen
	return EffectRanked
}

// states reports whether the words of a page have the whole cited title and the family name of every cited author.
func states(c *match.Candidate, ref *biblio.Reference) bool {
	page := " " + strings.Join(normalise.Words(c.Hit.Record.FullTitle()+" "+c.Hit.Record.Extra["snippet"]), " ") + " "
	has := func(s string) bool {
		words := normalise.Words(s)
		return len(words) > 0 && strings.Contains(page, " "+strings.Join(words, " ")+" ")
	}
	people := ref.Claimed.Contributors
	return len(people) > 0 && has(ref.Claimed.FullTitle()) &&
		!slices.ContainsFunc(people, func(c biblio.Contributor) bool { return !has(cmp.Or(c.Family, c.Literal)) })
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

// modelReasons explains what models may do to a verdict.
var modelReasons = []Topic{
	{"model-lowered", "a model found a page that states the cited work",
		"No source has the cited work. A model, asked twice, takes a fetched page for it, and the rules find the whole cited " +
			"title and the family name of every cited author in the words of the page. The outcome becomes ambiguous; the " +
			"reasons of the rules stay.",
		"A list of publications on a home page."},
	{"model-resolved", "a model settled a doubt about a name",
		"The rules left a given name undecided (P1); a model, shown both names alone, takes them for one person. P1 is " +
			"dropped, or becomes R2 if it was the only code.",
		"“Bill” for William."},
	{"model-ranked", "a model chose one of several works that fit",
		"Several works agree with everything that the reference says; a model chose one.",
		"Two works called “Introduction to Signals”."},
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
