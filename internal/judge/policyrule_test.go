package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Each condition of a rule alone: what it accepts, what it does not, and its boundary.
func TestPolicyConditions(t *testing.T) {
	wrong := Verdict{Outcome: Discrepant, Gravity: Substantive, Strength: Likely, Codes: []Code{H2, H4},
		Fields: []biblio.Field{biblio.FieldAuthors, biblio.FieldYear}, Strangers: .5,
		Reasons: []Reason{{Rule: "title-agrees", Field: biblio.FieldTitle, Kind: "spelling"},
			{Rule: "authors-differs", Field: biblio.FieldAuthors, Kind: "added"}}}
	unknown := wrong
	unknown.ContainerUnknown = true
	for name, c := range map[string]struct {
		rule PolicyRule
		v    Verdict
		want bool
	}{
		"no condition":                  {PolicyRule{}, wrong, true},
		"its outcome":                   {PolicyRule{Outcomes: []string{"not-found", "discrepant"}}, wrong, true},
		"another outcome":               {PolicyRule{Outcomes: []string{"not-found"}}, wrong, false},
		"its gravity":                   {PolicyRule{Gravities: []string{"substantive"}}, wrong, true},
		"another gravity":               {PolicyRule{Gravities: []string{"slip"}}, wrong, false},
		"its strength":                  {PolicyRule{Strengths: []string{"likely"}}, wrong, true},
		"another strength":              {PolicyRule{Strengths: []string{"certain"}}, wrong, false},
		"one of its codes":              {PolicyRule{Codes: []Code{H1, H4}}, wrong, true},
		"other codes":                   {PolicyRule{Codes: []Code{H1, H3}}, wrong, false},
		"a code of none":                {PolicyRule{Codes: []Code{H1}}, Verdict{Outcome: Verified}, false},
		"its kind":                      {PolicyRule{Kinds: []string{"added"}}, wrong, true},
		"a kind of what agrees":         {PolicyRule{Kinds: []string{"spelling"}}, wrong, false},
		"as many fields":                {PolicyRule{MinWrong: 2}, wrong, true},
		"fewer fields":                  {PolicyRule{MinWrong: 3}, wrong, false},
		"more strangers":                {PolicyRule{StrangersAbove: .4}, wrong, true},
		"as many strangers":             {PolicyRule{StrangersAbove: .5}, wrong, false},
		"a container that is known":     {PolicyRule{ContainerUnknown: true}, wrong, false},
		"a container that nobody knows": {PolicyRule{ContainerUnknown: true}, unknown, true},
		"one of two conditions":         {PolicyRule{Codes: []Code{H2}, MinWrong: 3}, wrong, false},
	} {
		second := c.rule
		second.Label = "second"
		policy := Policy{Rules: []PolicyRule{{Label: "first", Codes: []Code{P2}}, second}, Default: "none"}
		if got := policy.Label(stated(c.v)); (got == "second") != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
