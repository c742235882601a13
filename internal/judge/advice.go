package judge

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Advice is what one model says about one finding. It is not evidence: Advised decides what follows from it, and
// usually nothing does.
type Advice struct {
	Role       string  // the model's role: "verifier", "reviewer", "specialist", "judge"
	Label      string  // in the words of the role: "exact", "real", "match"
	Scored     bool    // Score is set
	Score      float64 // 0 fabricated … 10 exact, on CiteCheck's scale for models
	Confidence float64 // 0 … 1, as the model states it
	Reasoning  string
	Cited      []Cited        // what it quotes; all of it must be in the comparison
	Same       []biblio.Field // fields that the rules leave undecided and that the model considers equal
	Record     int            // index into Evidence.Candidates of the record it is about, or -1 if there is none
	Confirmed  bool           // the answer stayed the same when only the compared words were shown
	Unheard    string         // why the answer does not count: "timeout", "malformed"; then nothing else is set
}

// Cited is a pair of values that a model quotes.
type Cited struct {
	Field             biblio.Field
	Claimed, Recorded string
}

// Effect is what a piece of advice did to a verdict.
type Effect string

// The effects, in ascending order.
const (
	EffectNone      Effect = ""
	EffectUnheard   Effect = "unheard"   // no usable answer
	EffectReplaced  Effect = "replaced"  // a later role scored instead
	EffectExplained Effect = "explained" // a notice, nothing else
	EffectDisagreed Effect = "disagreed" // it would accuse, or clear more than it may
	EffectScored    Effect = "scored"    // the score changed
	EffectResolved  Effect = "resolved"  // a doubt (P1) was settled
	EffectRanked    Effect = "ranked"    // one of several works was chosen
	EffectLowered   Effect = "lowered"   // not found became ambiguous
)

// Changes reports whether an effect changes the outcome, codes or score.
func (e Effect) Changes() bool {
	return slices.Contains([]Effect{EffectScored, EffectResolved, EffectRanked, EffectLowered}, e)
}

// Labels that roles use in addition to those of the severity scheme.
const (
	LabelMatch   = "match"
	LabelNoMatch = "no-match"
)

// CiteCheck's thresholds for scores given by a language model.
const (
	ModelTauMinor = 1.25
	ModelTauExact = 7.25
)

// Advised applies advice to the verdict of the rules and returns the effect of each piece. It is a pure function and
// does not modify v. Without advice the verdict is returned unchanged. A model may explain, choose among works that
// fit equally well, settle a doubt (P1), and move the score within its label. It accuses nobody, and lowers an
// accusation only where the rules find in the words of a page what it says; otherwise its opinion is shown beside the
// verdict. Everything it does is in the reasons and notices.
func Advised(ref *biblio.Reference, ev Evidence, v Verdict, list []Advice) (Verdict, []Effect) {
	if len(list) == 0 && ref.Reading == (biblio.Reading{}) {
		return v, nil
	}
	v.Reasons, v.Notices = slices.Clone(v.Reasons), slices.Clone(v.Notices)
	v.Codes, v.Fields = slices.Clone(v.Codes), slices.Clone(v.Fields)
	if why := ref.Reading.Unheard; why != "" {
		v.notice("model-unheard", ref.Reading.Role+" gave no usable fields ("+tidy(why, 120)+")")
	}
	effects := make([]Effect, len(list))
	scorer := lastScorer(ev, list)
	for i, a := range list {
		if why := a.unusable(ev); why != "" {
			effects[i] = EffectUnheard
			v.notice("model-unheard", a.Role+" gave no usable answer ("+tidy(why, 120)+"); the verdict is that of the rules")
			continue
		}
		effects[i] = EffectExplained
		v.notice("model-explains", a.words())
		switch {
		case a.Scored && i != scorer:
			effects[i] = EffectReplaced
		case a.Scored:
			effects[i] = v.applyScore(a)
		case a.Label == LabelMatch:
			effects[i] = v.applyMatch(ref, ev, a)
		case len(a.Same) > 0:
			effects[i] = v.applySame(ev, a)
		case a.Record >= 0:
			effects[i] = v.applyRecord(ref, ev, a)
		}
		if effects[i] == EffectDisagreed {
			v.notice("model-disagrees", a.Role+" says "+tidy(a.Label, 40)+"; a model alone changes nothing here")
		}
	}
	v.applyReader(ref.Reading.By)
	v.rescore()
	v.Rule(ref, ev.Candidates, false)
	return v, effects
}

// lastScorer returns the index of the advice whose score counts: that of the last role that scored, so that a
// reviewer outranks the verifier it reviews; -1 if there is none.
func lastScorer(ev Evidence, list []Advice) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Scored && list[i].unusable(ev) == "" {
			return i
		}
	}
	return -1
}

// unusable returns why advice does not count, or "" if it does.
func (a *Advice) unusable(ev Evidence) string {
	switch {
	case a.Unheard != "":
		return a.Unheard
	case a.Scored && !(a.Score >= 0 && a.Score <= 10): // including NaN
		return "its score is out of range"
	case math.IsNaN(a.Confidence) || a.Record >= len(ev.Candidates) || a.Record < -1:
		return "it names a record that is not there"
	}
	for _, c := range a.Cited {
		if !a.quotes(ev, c) {
			return "it quotes what is not there"
		}
	}
	return ""
}

// quotes reports whether both quoted values are in the comparison with the record that the advice is about.
func (a *Advice) quotes(ev Evidence, c Cited) bool {
	if a.Record < 0 {
		return false
	}
	f := ev.Candidates[a.Record].Comparison.Of(c.Field)
	return holds(f.Claimed, c.Claimed) && holds(f.Recorded, c.Recorded)
}

// citesDifference reports whether the advice quotes the place where the values differ: quoting what both have in
// common, or other words, does not address the difference.
func (a *Advice) citesDifference(ev Evidence, field biblio.Field) bool {
	if a.Record < 0 {
		return false
	}
	f := ev.Candidates[a.Record].Comparison.Of(field)
	return slices.ContainsFunc(a.Cited, func(c Cited) bool {
		return c.Field == field && hasOwn(c.Claimed, f.Claimed, f.Recorded) && hasOwn(c.Recorded, f.Recorded, f.Claimed) &&
			!strings.EqualFold(Shown(c.Claimed, mostQuoted), Shown(c.Recorded, mostQuoted))
	})
}

// hasOwn reports whether a quote has every word of the shown part of its value that the other value lacks; if it
// lacks none, at least one word.
func hasOwn(quote, value, other string) bool {
	quoted, others := normalise.Words(Shown(quote, mostQuoted)), normalise.Words(other)
	for _, w := range normalise.Words(Shown(value, mostQuoted)) {
		if !slices.Contains(others, w) && !slices.Contains(quoted, w) {
			return false
		}
	}
	return len(quoted) > 0
}

func (v *Verdict) notice(rule, message string) {
	v.Notices = append(v.Notices, Notice{Rule: rule, Message: message})
}

// severer reports whether one label of the severity scheme is worse than another.
func severer(a, b string) bool {
	order := []string{Exact, Minor, Major}
	return slices.Index(order, a) > slices.Index(order, b)
}

// onRulesScale maps a model's score, interval by interval, to the scale of the rules, so that one pair of thresholds
// serves all readers.
func onRulesScale(s float64) float64 {
	between := func(x, a, b, c, d float64) float64 { return c + (x-a)*(d-c)/(b-a) }
	switch {
	case s >= ModelTauExact:
		return between(s, ModelTauExact, 10, TauExact, 10)
	case s >= ModelTauMinor:
		return between(s, ModelTauMinor, ModelTauExact, TauMinor, TauExact)
	}
	return between(s, 0, ModelTauMinor, 0, TauMinor)
}

// mostReasoning bounds the characters shown of a model's reasoning.
const mostReasoning = 300

// words returns what the advice says, for a notice.
func (a *Advice) words() string {
	parts := []string{a.Role + " says " + tidy(a.Label, 40)}
	if a.Scored {
		parts = append(parts, "score "+strconv.FormatFloat(a.Score, 'f', -1, 64))
	}
	if text := tidy(a.Reasoning, mostReasoning); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, ": ")
}
