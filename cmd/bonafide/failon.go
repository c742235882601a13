package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// never is the --fail-on word for a run that no finding fails.
const never = "never"

// failOn says which findings end a run with exitFindings: those of a gravity
// or worse, of an outcome or worse, or with one of some codes.
type failOn struct {
	gravity judge.Gravity // none: no gravity fails
	outcome int           // severity of an outcome; 0: no outcome fails
	codes   []judge.Code
}

// failOnFlag adds the flag.
func failOnFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "fail-on", judge.Substantive.String(),
		"exit with 1 from this on: a gravity (peripheral, slip, substantive, fabricated), an outcome (inconclusive, ambiguous, discrepant, not-found), or for these codes (H1, H5); several with commas; or never")
}

// parseFailOn reads the words of --fail-on.
func parseFailOn(text string) (failOn, error) {
	var f failOn
	if text == never {
		return f, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		if !f.take(strings.TrimSpace(word)) {
			return failOn{}, fmt.Errorf("--fail-on %q: use a gravity (peripheral, slip, substantive, fabricated), an outcome (inconclusive, ambiguous, discrepant, not-found), codes as H2, several of them with commas, or never", text)
		}
	}
	return f, nil
}

// take adds one word. Of several gravities or outcomes the mildest counts.
func (f *failOn) take(word string) bool {
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

// fails reports that a finding of a run that counts is one of those.
func (f *failOn) fails(s *report.Summary) bool {
	counted := s.Counted()
	if f.outcome > 0 && counted.Severity >= f.outcome {
		return true
	}
	for g, n := range counted.Gravities {
		if n > 0 && f.gravity != judge.NoGravity && g >= f.gravity {
			return true
		}
	}
	for _, c := range f.codes {
		if counted.Codes[string(c)] > 0 {
			return true
		}
	}
	return false
}
