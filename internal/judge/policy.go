package judge

import (
	"encoding/json"
	"fmt"
)

// Policy says what the codes count as for one body: data, not program. The
// first rule that applies gives the label.
type Policy struct {
	Name    string       `json:"name"`
	Rules   []PolicyRule `json:"rules"`
	Default string       `json:"default"`
}

// PolicyRule applies when the outcome is one of Outcomes (any when empty) and
// one of Codes is among the verdict's (any when empty), and, when MinWrong is
// set, at least so many fields are wrong.
type PolicyRule struct {
	Outcomes []string `json:"outcomes,omitempty"`
	Codes    []Code   `json:"codes,omitempty"`
	Kinds    []string `json:"kinds,omitempty"` // of a reason: "fabricated", "added"
	MinWrong int      `json:"min_wrong,omitempty"`
	Label    string   `json:"label"`
}

// Conference2026 is the practice of programme chairs: a title that nobody has,
// badly wrong authors or a container that does not exist are fabrication;
// a wrong but real container, year or identifier is an error to report.
var Conference2026 = Policy{
	Name: "conference-2026",
	Rules: []PolicyRule{
		{Outcomes: []string{"not-found"}, Label: "fabrication"},
		{Codes: []Code{H1}, Label: "fabrication"},
		{Codes: []Code{H2}, Kinds: []string{"fabricated", "replaced", "added"}, Label: "fabrication"},
		{Codes: []Code{H2, H3, H4, H5, H6}, Label: "error"},
		{Outcomes: []string{"inconclusive", "ambiguous"}, Label: "unverified"},
	},
	Default: "fine",
}

// StrictEditor counts every wrong field as an error to be mended before print.
var StrictEditor = Policy{
	Name: "strict-editor",
	Rules: []PolicyRule{
		{Outcomes: []string{"not-found"}, Label: "reject"},
		{Outcomes: []string{"discrepant"}, Label: "correct"},
		{Codes: []Code{P1, P3, U}, Label: "query"},
	},
	Default: "pass",
}

// ParsePolicy reads a policy from JSON.
func ParsePolicy(data []byte) (Policy, error) {
	var p Policy
	if err := json.Unmarshal(data, &p); err != nil {
		return Policy{}, fmt.Errorf("policy: %w", err)
	}
	if p.Default == "" {
		return Policy{}, fmt.Errorf("policy %q has no default label", p.Name)
	}
	for i, r := range p.Rules {
		if r.Label == "" {
			return Policy{}, fmt.Errorf("policy %q: rule %d has no label", p.Name, i+1)
		}
		for _, o := range r.Outcomes {
			if _, ok := ParseOutcome(o); !ok {
				return Policy{}, fmt.Errorf("policy %q: rule %d: no outcome is called %q", p.Name, i+1, o)
			}
		}
	}
	return p, nil
}

// Label gives the label of the first rule that applies.
func (p Policy) Label(v Verdict) string {
	for _, r := range p.Rules {
		if r.applies(v) {
			return r.Label
		}
	}
	return p.Default
}

func (r PolicyRule) applies(v Verdict) bool {
	return r.outcome(v) && r.code(v) && r.kind(v) && len(v.Fields) >= r.MinWrong
}

func (r PolicyRule) outcome(v Verdict) bool {
	for _, o := range r.Outcomes {
		if o == v.Outcome.String() {
			return true
		}
	}
	return len(r.Outcomes) == 0
}

func (r PolicyRule) code(v Verdict) bool {
	for _, c := range r.Codes {
		for _, have := range v.Codes {
			if c == have {
				return true
			}
		}
	}
	return len(r.Codes) == 0
}

func (r PolicyRule) kind(v Verdict) bool {
	for _, k := range r.Kinds {
		for _, reason := range v.Reasons {
			if reason.Kind == k && !Approves(reason.Rule) {
				return true
			}
		}
	}
	return len(r.Kinds) == 0
}
