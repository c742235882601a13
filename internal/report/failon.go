package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// FailOn says which findings fail a run: those of a gravity or worse, of an
// outcome or worse, or with one of some codes. The zero value is none.
type FailOn struct {
	gravity judge.Gravity // none: no gravity fails
	outcome int           // severity of an outcome; 0: no outcome fails
	codes   []judge.Code
	claims  bool // a claim that a cited work states otherwise fails
}

// Claims is the word for claims that the cited works state otherwise.
const Claims = "claims"

// Never is the word for a run that no finding fails.
const Never = "never"

// ParseFailOn reads words with commas between: gravities, outcomes and codes, or
// Never alone.
func ParseFailOn(text string) (FailOn, error) {
	var f FailOn
	if text == Never {
		return f, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		if !f.take(strings.TrimSpace(word)) {
			return FailOn{}, fmt.Errorf("%q: use a gravity (peripheral, slip, substantive, fabricated), an outcome (inconclusive, ambiguous, discrepant, not-found), codes as H2, claims, several of them with commas, or never", text)
		}
	}
	return f, nil
}

// take adds one word. Of several gravities or outcomes the mildest counts.
func (f *FailOn) take(word string) bool {
	if word == Claims {
		f.claims = true
		return true
	}
	if g, ok := judge.ParseGravity(word); ok && g != judge.NoGravity {
		if f.gravity == judge.NoGravity || g < f.gravity {
			f.gravity = g
		}
		return true
	}
	if o, ok := judge.ParseOutcome(word); ok && o.Severity() > 0 {
		if f.outcome == 0 || o.Severity() < f.outcome {
			f.outcome = o.Severity()
		}
		return true
	}
	if c := judge.Code(strings.ToUpper(word)); slices.Contains(judge.AllCodes, c) {
		f.codes = append(f.codes, c)
		return true
	}
	return false
}

// Fails reports that a finding of a run that counts is one of those.
func (f *FailOn) Fails(s *Summary) bool { return f.fails(&s.counted) }

// Finding reports one of those.
func (f *FailOn) Finding(row *Finding) bool {
	counted := newCounted()
	counted.count(row)
	return f.fails(&counted)
}

func (f *FailOn) fails(counted *Counted) bool {
	if f.outcome > 0 && counted.Severity >= f.outcome || f.claims && counted.Claims > 0 {
		return true
	}
	for g, n := range counted.Gravities {
		if n > 0 && f.gravity != judge.NoGravity && g >= f.gravity {
			return true
		}
	}
	return slices.ContainsFunc(f.codes, func(c judge.Code) bool { return counted.Codes[string(c)] > 0 })
}
