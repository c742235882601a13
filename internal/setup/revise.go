package setup

import "github.com/bonafide-audit/bonafide/internal/llm/role"

// Reviser gives the model that proposes corrections; ok is false when that role
// is off.
func (s *Setup) Reviser() (r role.Reviser, ok bool) {
	clerk := clerkOf(s.Models, role.Revise)
	return role.NewReviser(clerk), clerk != nil
}
