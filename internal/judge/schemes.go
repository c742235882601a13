package judge

import (
	"fmt"
	"strings"
)

// Classes of the taxonomy scheme.
const (
	Real         = "REAL"
	Potential    = "POTENTIAL"
	Hallucinated = "HALLUCINATED"
)

// Class gives the class of a verdict: REAL for verified with R1 to R4,
// HALLUCINATED for discrepant and not found, POTENTIAL for everything else.
func Class(v Verdict) string {
	switch v.Outcome {
	case Verified:
		for _, c := range v.Codes {
			if c == P1 || c == P3 {
				return Potential
			}
		}
		return Real
	case Discrepant, NotFound:
		return Hallucinated
	}
	return Potential
}

// schemes are the ways to label a verdict; each is a pure function of it.
var schemes = []struct {
	name  string
	label func(Verdict) string
}{
	{"taxonomy", Taxonomy},
	{"severity", func(v Verdict) string { return Severity(v.Score, TauMinor, TauExact) }},
	{"strict", Strict},
	{"binary", Binary},
	{"fields", FieldLetters},
	{"conference-2026", Conference2026.Label},
	{"strict-editor", StrictEditor.Label},
}

// Schemes lists the names of the schemes.
func Schemes() []string {
	names := make([]string, len(schemes))
	for i, s := range schemes {
		names[i] = s.name
	}
	return names
}

// Labeller gives the function that labels verdicts under a scheme.
func Labeller(scheme string) (func(Verdict) string, error) {
	for _, s := range schemes {
		if s.name == scheme {
			return s.label, nil
		}
	}
	return nil, fmt.Errorf("no scheme is called %q: use one of %s", scheme, strings.Join(Schemes(), ", "))
}

// Taxonomy gives the codes: "R2", "H1,H4".
func Taxonomy(v Verdict) string {
	words := make([]string, len(v.Codes))
	for i, c := range v.Codes {
		words[i] = string(c)
	}
	return strings.Join(words, ",")
}

// The thresholds of the severity scheme for the score of the rules, chosen on
// the dev set for the best support-weighted F1. For scores given by a language
// model CiteCheck publishes 1.25 and 7.25.
const (
	TauMinor = 2.5
	TauExact = 7.25
)

// Labels of the severity scheme.
const (
	Exact = "exact"
	Minor = "minor"
	Major = "major"
)

// Severity turns a score from 0 to 10 into exact, minor or major: s ≥ exact,
// minor ≤ s < exact, s < minor.
func Severity(score, minor, exact float64) string {
	switch {
	case score >= exact:
		return Exact
	case score >= minor:
		return Minor
	}
	return Major
}

// Binary gives HALLMARK's label: hallucinated when the probability of a
// genuine entry is below one half, uncertain only when no source answered.
func Binary(v Verdict) string {
	switch {
	case v.Unanswered:
		return "uncertain"
	case v.Genuine < 0.5:
		return "hallucinated"
	}
	return "valid"
}
