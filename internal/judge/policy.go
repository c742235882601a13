package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Policy says how one institution treats the codes: data, not program. The first rule that applies determines the
// label.
type Policy struct {
	Name    string       `json:"name"`
	Rules   []PolicyRule `json:"rules"`
	Default string       `json:"default"`
}

// PolicyRule applies if all of its conditions hold; omitted conditions always hold.
type PolicyRule struct {
	Outcomes  []string `json:"outcomes,omitempty"`  // one of these
	Gravities []string `json:"gravities,omitempty"` // one of these
	Strengths []string `json:"strengths,omitempty"` // one of these
	Codes     []Code   `json:"codes,omitempty"`     // one of these among the verdict's
	Kinds     []string `json:"kinds,omitempty"`     // of a reason: "fabricated", "added"
	MinWrong  int      `json:"min_wrong,omitempty"` // at least this many fields at issue
	// StrangersAbove: more than this share of the claimed authors are not the record's.
	StrangersAbove float64 `json:"strangers_above,omitempty"`
	// ContainerUnknown: the container is wrong, and no source and no table knows it.
	ContainerUnknown bool   `json:"container_unknown,omitempty"`
	Label            string `json:"label"`
}

// Conference2026 is the practice of programme chairs: a work that no source has, a list of authors most of whom are
// not the work's, and an unknown container count as fabrication; every other error is to be reported: another
// existing container, a wrong number, a slip in title or names. Only certain errors are called fabrication.
var Conference2026 = Policy{
	Name: "conference-2026",
	Rules: []PolicyRule{
		{Outcomes: []string{"not-found"}, Strengths: sure, Label: "fabrication"},
		{Outcomes: []string{"discrepant"}, Strengths: sure, Codes: []Code{H2}, StrangersAbove: 0.5, Label: "fabrication"},
		{Outcomes: []string{"discrepant"}, Strengths: sure, Codes: []Code{H3}, ContainerUnknown: true, Label: "fabrication"},
		{Outcomes: []string{"discrepant", "not-found"}, Strengths: []string{"likely", "certain"}, Label: "error"},
		{Outcomes: []string{"inconclusive", "ambiguous"}, Label: "unverified"},
		{Outcomes: []string{"doubtful"}, Codes: []Code{U}, Label: "unverified"},
	},
	Default: "fine",
}

// sure is the strength required for fabrication.
var sure = []string{"certain"}

// StrictEditor counts every wrong field as an error to be corrected before printing.
var StrictEditor = Policy{
	Name: "strict-editor",
	Rules: []PolicyRule{
		{Outcomes: []string{"not-found"}, Label: "reject"},
		{Outcomes: []string{"discrepant"}, Label: "correct"},
		{Outcomes: []string{"doubtful"}, Label: "query"},
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
		if err := r.valid(); err != nil {
			return Policy{}, fmt.Errorf("policy %q: rule %d: %w", p.Name, i+1, err)
		}
	}
	return p, nil
}

// valid rejects a rule that can never apply as written.
func (r *PolicyRule) valid() error {
	for _, o := range r.Outcomes {
		if _, ok := ParseOutcome(o); !ok {
			return fmt.Errorf("no outcome is called %q", o)
		}
	}
	for _, g := range r.Gravities {
		if _, ok := ParseGravity(g); !ok {
			return fmt.Errorf("no gravity is called %q", g)
		}
	}
	for _, s := range r.Strengths {
		if _, ok := ParseStrength(s); !ok {
			return fmt.Errorf("no strength is called %q", s)
		}
	}
	switch {
	case r.Label == "":
		return errors.New("it has no label")
	case r.StrangersAbove < 0 || r.StrangersAbove >= 1:
		return fmt.Errorf("strangers_above %g is not a share below 1", r.StrangersAbove)
	}
	return nil
}

// Label returns the label of the first rule that applies.
func (p Policy) Label(v Verdict) string {
	for i := range p.Rules {
		if p.Rules[i].applies(v) {
			return p.Rules[i].Label
		}
	}
	return p.Default
}

func (r *PolicyRule) applies(v Verdict) bool {
	return among(r.Outcomes, v.Outcome.String()) && among(r.Gravities, v.Gravity.String()) &&
		among(r.Strengths, StrengthOf(v.Outcome, v.Strength).String()) && r.code(v) && r.kind(v) &&
		len(v.Fields) >= r.MinWrong && (r.StrangersAbove == 0 || v.Strangers > r.StrangersAbove) &&
		(!r.ContainerUnknown || v.ContainerUnknown)
}

// among reports whether a condition lists a word, or is empty.
func among(list []string, word string) bool { return len(list) == 0 || slices.Contains(list, word) }

func (r *PolicyRule) code(v Verdict) bool {
	return len(r.Codes) == 0 || slices.ContainsFunc(v.Codes, func(c Code) bool { return slices.Contains(r.Codes, c) })
}

func (r *PolicyRule) kind(v Verdict) bool {
	return len(r.Kinds) == 0 || slices.ContainsFunc(v.Reasons, func(reason Reason) bool {
		return !reason.Status.Agrees() && slices.Contains(r.Kinds, reason.Kind)
	})
}

// provesWrong reports whether an accusing verdict says that a field is wrong.
func (v *Verdict) provesWrong(field biblio.Field) bool {
	return v.Accuses() &&
		slices.ContainsFunc(v.Reasons, func(r Reason) bool { return r.Field == field && r.proves() })
}

// strangerKinds are the differences of author lists in which the claim names someone who is not an author.
var strangerKinds = []string{match.KindAdded, match.KindReplaced, match.KindOneReplaced, match.KindFabricated}

// strangerShare returns the share of the claimed authors who are not the record's, if the list is wrong: the smallest
// over all records of the work.
func strangerShare(ref *biblio.Reference, ev Evidence, v *Verdict) float64 {
	claimed := len(ref.Claimed.Authors())
	if claimed == 0 || !v.provesWrong(biblio.FieldAuthors) {
		return 0
	}
	least := 1.0
	for _, version := range v.Versions {
		for _, i := range version {
			c := &ev.Candidates[i]
			f := c.Comparison.Of(biblio.FieldAuthors)
			if f.Agreement == match.Unrecorded || f.Agreement == match.NotCompared {
				continue
			}
			if !slices.Contains(strangerKinds, f.Kind) {
				return 0
			}
			known := math.Ceil(f.Score*float64(listed(ref, c, claimed)) - 1e-9)
			least = min(least, 1-min(known/float64(claimed), 1))
		}
	}
	return least
}

// listed returns the number of names by which the similarity of two lists is measured.
func listed(ref *biblio.Reference, c *match.Candidate, claimed int) int {
	recorded := len(c.Hit.Record.Authors())
	switch {
	case c.Hit.Record.AuthorsCut:
		return min(claimed, recorded)
	case ref.Claimed.AuthorsCut:
		return claimed
	}
	return max(claimed, recorded)
}

// containerUnknown reports whether the claimed container is wrong and unknown to all sources, if sources that cover
// such works were asked.
func containerUnknown(ref *biblio.Reference, ev Evidence, v *Verdict) bool {
	name := ref.Claimed.Container.Title
	if name == "" || v.Outcome != Discrepant || !v.provesWrong(biblio.FieldVenue) || normalise.KnownContainer(name) {
		return false
	}
	cover := coverage(ref, ev.Lookups)
	if len(cover.covered) == 0 && len(cover.complete) == 0 {
		return false
	}
	return !slices.ContainsFunc(ev.Candidates, func(c match.Candidate) bool {
		return c.Comparison.Of(biblio.FieldVenue).Agreed()
	})
}
