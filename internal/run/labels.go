package run

import "github.com/bonafide-audit/bonafide/internal/judge"

// Labels are how a run labels verdicts; the zero value gives none.
type Labels struct {
	Name string // of the scheme or the policy
	of   func(judge.Verdict) string
}

// Scheme gives the labels of a scheme, one of judge.Schemes.
func Scheme(name string) (Labels, error) {
	of, err := judge.Labeller(name)
	return Labels{name, of}, err
}

// Policy gives the labels of a policy under a name.
func Policy(name string, p judge.Policy) Labels { return Labels{name, p.Label} }

func (l Labels) label(v judge.Verdict) string {
	if l.of == nil {
		return ""
	}
	return l.of(v)
}

func (l Labels) class(v judge.Verdict) string { return judge.ClassUnder(l.Name)(v) }
