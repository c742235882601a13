package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// FailOn defines which findings fail a run: those that meet one of its conditions. The zero value has none.
type FailOn struct{ any []counts }

// counts is what counts in a finding for an exit status: what a person has not accepted, and is not known from before.
// As a condition it is what a finding must have, all of it; zero members require nothing.
type counts struct {
	gravity  judge.Gravity // as a condition: this one or worse
	strength judge.Strength
	outcome  int // its severity
	codes    codeSet
	claims   bool // one that the cited work contradicts
}

// codeSet has one bit for each of judge.AllCodes.
type codeSet uint32

func codesIn(list []string) (s codeSet) {
	for _, code := range list {
		if i := slices.Index(judge.AllCodes, judge.Code(code)); i >= 0 {
			s |= 1 << i
		}
	}
	return s
}

// Words of FailOn that are not outcomes, gravities, strengths or codes.
const (
	Claims = "claims" // claims that the cited works contradict
	Never  = "never"  // no finding fails the run
)

// DefaultFailOn is the default condition that fails a run.
const DefaultFailOn = "likely+substantive"

// ParseFailOn parses words separated by commas, of which one is enough, or by "+", of which all are required:
// gravities, strengths, outcomes and codes; or Never alone.
func ParseFailOn(text string) (FailOn, error) {
	var f FailOn
	if text == Never {
		return f, nil
	}
	for words := range strings.SplitSeq(text, ",") {
		var c counts
		for word := range strings.SplitSeq(words, "+") {
			if !c.take(strings.TrimSpace(word)) {
				return FailOn{},
					fmt.Errorf("%q: use a gravity (peripheral, slip, substantive, fabricated), a strength (note, lead, likely, "+
						"certain), an outcome (inconclusive, ambiguous, doubtful, discrepant, not-found), codes as H2, claims, "+
						"never, or a word of the report such as minor, major or wrong; a comma between several means any, a plus "+
						"sign all", text)
			}
		}
		f.any = append(f.any, c)
	}
	return f, nil
}

// take adds one word, and reports whether it knows it. The greatest of a kind counts, since all are required.
func (c *counts) take(word string) bool {
	word = Words(word)[0] // "wrong" means discrepant or worse
	if word == Claims {
		c.claims = true
		return true
	}
	if g, ok := judge.ParseGravity(word); ok && g != judge.NoGravity {
		c.gravity = max(c.gravity, g)
		return true
	}
	if s, ok := judge.ParseStrength(word); ok && s != judge.NoStrength {
		c.strength = max(c.strength, s)
		return true
	}
	if o, ok := judge.ParseOutcome(word); ok && o.Severity() > 0 {
		c.outcome = max(c.outcome, o.Severity())
		return true
	}
	code := codesIn([]string{strings.ToUpper(word)})
	c.codes |= code
	return code != 0
}

// Fails reports whether any counted finding of a run meets a condition.
func (f *FailOn) Fails(s *Summary) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(s.counted)), f.fails)
}

// Finding reports whether a finding meets a condition.
func (f *FailOn) Finding(row *Finding) bool { return f.fails(row.counted()) }

func (f *FailOn) fails(of counts) bool {
	return slices.ContainsFunc(f.any, func(c counts) bool {
		return of.gravity >= c.gravity && of.strength >= c.strength && of.outcome >= c.outcome &&
			of.codes&c.codes == c.codes && (of.claims || !c.claims)
	})
}

func (f *Finding) counted() counts {
	c := counts{gravity: f.gravityCounted(), strength: f.strengthCounted()}
	if f.Suppressed == "" {
		outcome, _ := judge.ParseOutcome(string(f.Outcome))
		c.outcome = outcome.Severity()
		c.codes = codesIn(slices.DeleteFunc(slices.Clone(f.Codes), f.accepts))
	}
	if f.Suppressed != Baseline && f.Suppressed != Unchanged {
		c.claims = slices.ContainsFunc(f.Claims, func(c Claim) bool { return ClaimAccuses(&c) })
	}
	return c
}
