package role

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
)

// modelRoutes lets a model choose among the stages that are left.
type modelRoutes struct{ clerk *Clerk }

// NewPlanner makes the role that routes citations. The model may change the
// order of what is left after memory; it can neither stop early nor leave a
// stage out, and any other answer is that of audit.Procedure.
func NewPlanner(c *Clerk) audit.Routes { return modelRoutes{c} }

const plannerSchema = `{"type":"object","additionalProperties":false,"required":["citation_id","next_action","reason"],"properties":{` +
	`"citation_id":{"type":"string","maxLength":400},"next_action":{"type":"string","enum":["memory","web","scholar","stop"]},"reason":{"type":"string","maxLength":600}}}`

// Next asks the model where there is a choice.
func (m modelRoutes) Next(ctx context.Context, p audit.Progress) (audit.Action, string) {
	must, reason := audit.Procedure{}.Next(ctx, p)
	if must == audit.Stop || must == audit.AskMemory || len(p.Left) < 2 {
		return must, reason
	}
	p.Citation = digest([]byte(p.Citation)) // an id may come from the document
	var a struct {
		Citation string       `json:"citation_id"`
		Next     audit.Action `json:"next_action"`
		Reason   string       `json:"reason"`
	}
	q := question{role: Planner, prompt: "planner-1", name: "plan", schema: plannerSchema, tokens: 300}
	if err := m.clerk.ask(ctx, q, p, &a); err != nil {
		return must, reason + " (model: " + why(err) + ")"
	}
	if a.Citation != p.Citation || !slices.Contains(p.Left, a.Next) {
		return must, reason + " (the model chose none that is left)"
	}
	return a.Next, plain(a.Reason, 200)
}
