package setup

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// advisers lists the roles that speak about a finding, in the order in which
// they are asked.
func advisers(s *modelSet) []audit.Adviser {
	var list []audit.Adviser
	for _, r := range []struct {
		name string
		make func(*role.Clerk) audit.Adviser
	}{{role.Verifier, role.NewVerifier}, {role.Reviewer, role.NewReviewer}, {role.Specialist, role.NewSpecialists}, {role.Judge, role.NewJudge}} {
		if clerk := clerkOf(s, r.name); clerk != nil {
			list = append(list, r.make(clerk))
		}
	}
	return list
}

// clerkOf makes the clerk of a role; nil when the role is off.
func clerkOf(s *modelSet, name string) *role.Clerk {
	if m := s.Role(name); m != nil {
		return role.NewClerk(m, s.Limit(), 0)
	}
	return nil
}

// readJobs bounds how many references are read by a model at a time.
const readJobs = 8

// Reread has a model read the references that the rules could not, where that
// role is on; the others stay as they are. open gives the bytes of a file whose
// entries are drawn for a model that sees.
func (s *Setup) Reread(ctx context.Context, refs []biblio.Reference, open func(file string) ([]byte, error)) {
	s.rereadPages(ctx, refs, open)
	clerk := clerkOf(s.Models, role.Parser)
	if clerk == nil {
		return
	}
	reader := role.NewParser(clerk)
	parallel.Each(len(refs), readJobs, func(i int) {
		if role.Unread(&refs[i]) {
			refs[i] = reader.Read(ctx, refs[i], nil)
		}
	})
}
