package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// span is a range of values.
type span struct{ low, high float64 }

// The probabilities that nothing is wrong in an entry where no item of evidence says it.
const (
	surelyRight   = 0.995 // verified, and no record differs
	exemptGenuine = 0.75  // nothing speaks against it, and nothing was checked
	evenOdds      = 0.5   // undecided
	absentGenuine = 0.03  // in no source of a closed world
)

// The score of undecided verdicts, halfway between fabricated and exact.
const undecidedScore = 5

// step keeps scores below a threshold.
const step = 0.01

// genuineRange returns the range of the probability for an outcome.
func genuineRange(o Outcome) span {
	switch o {
	case Verified, Exempt:
		return span{0.51, 1}
	case Discrepant, NotFound: // of a detail less than even odds accuse
		return span{0, 0.49}
	case Doubtful:
		return span{0, 1}
	case Inconclusive:
		return span{evenOdds, 1}
	}
	return span{evenOdds, evenOdds}
}

// scoreRange returns the range of scores for an outcome and gravity: exact for verified, minor for an error in the
// entry of a real work, major if the work, or all its people, are invented.
func scoreRange(o Outcome, g Gravity) span {
	switch o {
	case Verified, Exempt:
		return span{TauExact, 10}
	case NotFound:
		return span{0, TauMinor - step}
	case Discrepant:
		if g == Fabricated {
			return span{0, TauMinor - step}
		}
		return span{TauMinor, TauExact - step}
	}
	return span{undecidedScore, undecidedScore}
}

func (s span) clamp(x float64) float64 { return min(max(x, s.low), s.high) }

// score fills in the numbers of a verdict and what follows from them.
func score(v *Verdict, ref *biblio.Reference, ev Evidence) {
	v.Gravity = v.gravity()
	v.Strangers, v.ContainerUnknown = strangerShare(ref, ev, v), containerUnknown(ref, ev, v)
	v.Genuine = genuineRange(v.Outcome).clamp(v.Genuine)
	v.Score = v.severityScore()
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

// severityScore returns CiteCheck's score, 0 for fabricated to 10 for exact: a place in the range of the outcome by the
// probability. Each further field that is wrong lowers it.
func (v *Verdict) severityScore() float64 {
	within, p := scoreRange(v.Outcome, v.Gravity), genuineRange(v.Outcome)
	if p.low == p.high {
		return within.low
	}
	wrong := lists.Count(v.Reasons, func(r Reason) bool { return v.GravityOf(r) >= Substantive })
	return within.low + (v.Genuine-p.low)/(p.high-p.low)/float64(max(wrong, 1))*(within.high-within.low)
}
