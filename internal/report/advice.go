package report

import (
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// mostReasoning is the maximum length of a model's reasoning in a row, in characters.
const mostReasoning = 600

func advice(f audit.Finding) []Advice {
	var list []Advice
	for _, t := range f.Advice {
		a := Advice{Role: t.Role, Label: t.Label, Confidence: round(t.Confidence, 2), Effect: string(t.Effect),
			Unheard: t.Unheard}
		if t.Scored {
			score := round(t.Score, 2)
			a.Score = &score
		}
		if runes := []rune(Visible(t.Reasoning)); len(runes) > mostReasoning {
			a.Reasoning = string(runes[:mostReasoning]) + "…"
		} else {
			a.Reasoning = string(runes)
		}
		list = append(list, a)
	}
	switch {
	case f.Reference.Reading.By != biblio.ByParser:
		list = append(list, Advice{Role: f.Reference.Reading.Role, Effect: "read"})
	case f.Reference.Reading.Unheard != "":
		list = append(list,
			Advice{Role: f.Reference.Reading.Role, Effect: string(judge.EffectUnheard), Unheard: f.Reference.Reading.Unheard})
	}
	return list
}

func (s *Summary) countAdvice(a Advice) {
	i := slices.IndexFunc(s.Models, func(t row.RoleTally) bool { return t.Role == a.Role })
	if i < 0 {
		s.Models = append(s.Models, row.RoleTally{Role: a.Role, Effects: map[string]int{}})
		i = len(s.Models) - 1
	}
	t := &s.Models[i]
	t.Advice++
	t.Effects[a.Effect]++
	if judge.Effect(a.Effect).Changes() || a.Effect == "read" {
		t.Changed++
	}
}

// effects are the effects of models, in the order in which reports count them.
var effects = []string{"read", "scored", "resolved", "ranked", "lowered", "disagreed", "explained",
	"replaced", "unheard"}

// models describes the effects of the roles.
func (s *Summary) models() []string {
	var lines []string
	for _, t := range s.Models {
		lines = append(lines,
			fmt.Sprintf("model as %s: %d %s, %d changed (%s)", t.Role, t.Advice, plural(t.Advice, "reference"), t.Changed,
				listed(effects, t.Effects)))
	}
	return lines
}
