package judge

import (
	"math"
	"sort"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// span is a range of values.
type span struct{ low, high float64 }

// Ranges of the probability from the learned model: verified references have a range of their own. For doubtful,
// discrepant or not found, the items of evidence determine it.
var (
	genuineSpan   = span{0.51, 1}   // verified, exempt
	undecidedSpan = span{0.5, 0.5}  // ambiguous: nothing is stated
	wrongSpan     = span{0.0, 0.49} // discrepant, not found; a volume or an issue may be less likely wrong
)

// evenOdds is the probability if nothing is known about an entry.
const evenOdds = 0.5

// The score of undecided verdicts, halfway between fabricated and exact.
const undecidedScore = 5

// step keeps scores below a threshold.
const step = 0.01

func genuineRange(o Outcome) span {
	switch o {
	case Verified, Exempt:
		return genuineSpan
	case Discrepant, NotFound:
		return wrongSpan
	case Doubtful:
		return span{0, 1}
	case Inconclusive:
		return span{evenOdds, 1}
	}
	return undecidedSpan
}

// scoreRange returns the range of scores for an outcome and gravity: exact for verified, minor for a slip or a
// peripheral difference, minor or major for a substantive one, major for not found.
func scoreRange(o Outcome, g Gravity) span {
	switch o {
	case Verified, Exempt:
		return span{TauExact, 10}
	case NotFound:
		return span{0, TauMinor - step}
	case Discrepant:
		if g <= Slip {
			return span{TauMinor, TauExact - step}
		}
		return span{0, TauExact - step}
	}
	return span{undecidedScore, undecidedScore}
}

func (s span) clamp(x float64) float64 { return min(max(x, s.low), s.high) }

// margin is the width of the part of a range into which probabilities outside it are compressed, so that they keep
// their order.
const margin = 0.04

// press maps a probability into the range: unchanged if it lies inside, otherwise into the margin of the range,
// keeping the order.
func (s span) press(p float64) float64 {
	switch {
	case s.low == s.high:
		return s.low
	case s.high < 1 && p > s.high-margin:
		return s.high - margin*(1-p)/(1-s.high+margin)
	case s.low > 0 && p < s.low+margin:
		return s.low + margin*p/(s.low+margin)
	}
	return p
}

// score fills in the numbers of a verdict and what follows from them.
func score(v *Verdict, ref *biblio.Reference, ev Evidence) {
	v.Gravity = v.gravity()
	v.Strangers, v.ContainerUnknown = strangerShare(ref, ev, v), containerUnknown(ref, ev, v)
	features := Features(ref, ev, *v)
	m := ShippedModel()
	stratum := StratumOf(*v)
	switch {
	case v.Strength >= Lead && v.Genuine > 0 || v.Outcome == Inconclusive && v.Genuine > 0: // the evidence says it
	case v.Outcome == Inconclusive || v.Outcome == Ambiguous:
		v.Genuine = evenOdds
	default:
		v.Genuine = genuineRange(v.Outcome).press(m.Genuine(stratum, features))
	}
	if v.Accuses() { // of a detail less than even odds accuse
		v.Genuine = genuineRange(v.Outcome).clamp(v.Genuine)
	}
	v.Score = m.Score(*v, features)
	v.Moved = m.moved(stratum, features)
	if Binary(*v) == Fake {
		v.Kind = hallucinationKind(*v)
	}
}

// rescore adjusts the numbers of a verdict to its outcome after advice has changed either.
func (v *Verdict) rescore() {
	v.Gravity = v.gravity()
	v.Genuine = genuineRange(v.Outcome).clamp(v.Genuine)
	v.Score = scoreRange(v.Outcome, v.Gravity).clamp(v.Score)
	if !v.Accuses() {
		if v.Outcome != Doubtful {
			v.Strength = min(v.Strength, Note)
		}
		v.Kind, v.Strangers, v.ContainerUnknown = "", 0, false
	}
}

// Stratum is what a base rate is learned for: an outcome, with its gravity if it is discrepant.
type Stratum string

// StratumOf returns the stratum of a verdict.
func StratumOf(v Verdict) Stratum {
	if v.Outcome == Discrepant {
		return Stratum(v.Outcome.String() + "-" + v.Gravity.String())
	}
	return Stratum(v.Outcome.String())
}

// Press maps a probability into the range of the stratum's outcome, keeping the order.
func (s Stratum) Press(p float64) float64 {
	if s == Stratum(Verified.String()) {
		return genuineSpan.press(p)
	}
	return wrongSpan.press(p)
}

// Strata lists the strata with base rates.
var Strata = []Stratum{
	"verified", "discrepant-peripheral", "discrepant-slip", "discrepant-substantive", "discrepant-fabricated", "not-found",
}

// exemptGenuine is the probability for exempt references: nothing speaks against them, and nothing was checked.
const exemptGenuine = 0.75

// Genuine returns the probability that nothing in an entry is wrong.
func (m *Model) Genuine(s Stratum, features []float64) float64 {
	if s == Stratum(Exempt.String()) {
		return exemptGenuine
	}
	return sigmoid(m.Base[s] + sum(m.Weights, features))
}

// Major returns the probability that a discrepant entry is severely wrong.
func (m *Model) Major(s Stratum, features []float64) float64 {
	return sigmoid(m.MajorBase[s] + sum(m.MajorWeights, features))
}

// Score returns the severity score, 0 for fabricated to 10 for exact, from the probability and, for a discrepancy,
// from its severity.
func (m *Model) Score(v Verdict, features []float64) float64 {
	within := scoreRange(v.Outcome, v.Gravity)
	switch v.Outcome {
	case Verified, Exempt:
		at := (v.Genuine - genuineSpan.low) / (genuineSpan.high - genuineSpan.low)
		return within.low + at*(within.high-within.low)
	case NotFound:
		return within.low + min(v.Genuine/wrongSpan.high, 1)*(within.high-within.low)
	case Discrepant:
		return within.clamp(severityScore(m.Major(StratumOf(v), features)))
	}
	return undecidedScore
}

// severityScore maps the probability that an error is major to the score: one half maps to the threshold between
// major and minor.
func severityScore(major float64) float64 {
	if major >= 0.5 {
		return (TauMinor - step) * (1 - major) / 0.5
	}
	return TauMinor + (TauExact-step-TauMinor)*(0.5-major)/0.5
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

func sum(weights map[string]float64, features []float64) float64 {
	z := 0.0
	for i, x := range features {
		z += weights[FeatureList[i].Name] * x
	}
	return z
}

// baseRate is the name, among the influences on the probability, of the base rate of the outcome and gravity.
const baseRate = "base-rate"

// moved returns the influences on the probability, strongest first; nothing if the stratum has no base rate.
func (m *Model) moved(s Stratum, features []float64) []Influence {
	base, stated := m.Base[s]
	if !stated {
		return nil
	}
	list := []Influence{{Feature: baseRate, Value: 1, Effect: base}}
	for i, x := range features {
		if effect := m.Weights[FeatureList[i].Name] * x; effect != 0 {
			list = append(list, Influence{Feature: FeatureList[i].Name, Value: x, Effect: effect})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return math.Abs(list[i].Effect) > math.Abs(list[j].Effect) })
	return list
}
