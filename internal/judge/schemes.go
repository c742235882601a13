package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Classes of the taxonomy scheme.
const (
	Real         = "REAL"
	Potential    = "POTENTIAL"
	Hallucinated = "HALLUCINATED"
)

// Class returns the class of a verdict: REAL for verified with R1 to R4, HALLUCINATED for not found and for
// discrepant in more than peripheral fields, POTENTIAL for everything else.
func Class(v Verdict) string {
	if v.Outcome == Discrepant && v.Gravity == Peripheral {
		return Potential
	}
	return TaxonomyClass(v)
}

// TaxonomyClass returns the class in CiteTracer's taxonomy, in which a wrong
// peripheral field alone makes a reference HALLUCINATED too.
func TaxonomyClass(v Verdict) string {
	switch v.Outcome {
	case Verified:
		if slices.Contains(v.Codes, P1) || slices.Contains(v.Codes, P3) {
			return Potential
		}
		return Real
	case Discrepant, NotFound:
		return Hallucinated
	}
	return Potential
}

// The schemes that label a verdict with its codes. They differ only in the class of a peripheral difference.
const (
	Codes    = "codes"
	Taxonomy = "taxonomy"
)

// scheme is a way to label a verdict: a pure function of it.
type scheme struct {
	name  string
	label func(Verdict) string
}

// schemes are the ways to label a verdict; the first is the default.
var schemes = []scheme{
	{Codes, CodeList},
	{Taxonomy, CodeList},
	{"severity", SeverityOf},
	{"strict", Strict},
	{"binary", Binary},
	{"fields", FieldLetters},
	{"conference-2026", Conference2026.Label},
	{"strict-editor", StrictEditor.Label},
}

// ClassUnder returns the function that classifies verdicts under a scheme.
func ClassUnder(scheme string) func(Verdict) string {
	if scheme == Taxonomy {
		return TaxonomyClass
	}
	return Class
}

// Schemes lists the names of the schemes.
func Schemes() []string {
	return lists.Map(schemes, func(s scheme) string { return s.name })
}

// Labeller returns the function that labels verdicts under a scheme.
func Labeller(scheme string) (func(Verdict) string, error) {
	for _, s := range schemes {
		if s.name == scheme {
			return s.label, nil
		}
	}
	return nil, fmt.Errorf("no scheme is called %q: use one of %s", scheme, strings.Join(Schemes(), ", "))
}

// AllCodes lists every code in the order of the documentation.
var AllCodes = []Code{R1, R2, R3, R4, P1, P2, P3, H0, H1, H2, H3, H4, H5, H6, U}

// CodeList returns the codes: "R2", "H1,H4".
func CodeList(v Verdict) string {
	return strings.Join(lists.Map(v.Codes, func(c Code) string { return string(c) }), ",")
}

// The thresholds of the severity scheme for the score of the rules, chosen on the dev set for the best support-weighted
// F1. For scores given by a language model CiteCheck publishes 1.25 and 7.25.
const (
	TauMinor = 2.5
	TauExact = 7.25
)

// Labels of the severity scheme.
const (
	Exact     = "exact"
	Minor     = "minor"
	Major     = "major"
	Undecided = "undecided" // inconclusive, ambiguous and doubtful
)

// Severity classifies a score from 0 to 10 as exact, minor or major: s ≥ exact, minor ≤ s < exact, s < minor.
func Severity(score, minor, exact float64) string {
	switch {
	case score >= exact:
		return Exact
	case score >= minor:
		return Minor
	}
	return Major
}

// undecided reports whether an outcome neither accuses nor clears.
func (o Outcome) undecided() bool { return o == Inconclusive || o == Ambiguous || o == Doubtful }

// SeverityOf returns the severity of a verdict; undecided verdicts have none.
func SeverityOf(v Verdict) string {
	if v.Outcome.undecided() {
		return Undecided
	}
	return Severity(v.Score, TauMinor, TauExact)
}

// Labels of the binary scheme.
const (
	Valid     = "valid"
	Fake      = "hallucinated"
	Uncertain = "uncertain"
)

// Binary returns HALLMARK's label: hallucinated for discrepant and not found, except for differences only in
// peripheral fields; valid for those, for verified and for exempt; uncertain for undecided verdicts.
func Binary(v Verdict) string {
	switch {
	case v.Outcome.undecided():
		return Uncertain
	case v.Accuses() && v.Gravity != Peripheral:
		return Fake
	}
	return Valid
}
