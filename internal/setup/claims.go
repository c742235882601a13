package setup

import (
	"github.com/bonafide-audit/bonafide/internal/claims"
	"github.com/bonafide-audit/bonafide/internal/fulltext"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
)

// Claims gives what reads claims with the texts of some folders, nil for none: open
// copies besides where services may be asked, and the models that are named.
func (s *Setup) Claims(texts claims.Texts) *claims.Reader {
	r := &claims.Reader{Texts: texts}
	if s.services != nil {
		copies := &fulltext.Copies{Client: s.services.client}
		if r.Texts = copies; texts != nil {
			r.Texts = fulltext.Chain{texts, copies}
		}
	}
	if model := s.ClaimReader(); model != nil {
		r.Model = model
	}
	if e := s.Models.Embedder(); e != nil {
		r.Order = e
	}
	return r
}

// ClaimReader gives what has claims read by models, nil where none of these roles
// reads.
func (s *Setup) ClaimReader() *role.Claims {
	r := &role.Claims{
		Extractor: clerkOf(s.Models, role.ClaimExtractor), Matcher: clerkOf(s.Models, role.ClaimMatcher),
		Reasoner: clerkOf(s.Models, role.ClaimReasoner), Judge: clerkOf(s.Models, role.ClaimJudge),
	}
	if r.Reasoner == nil && r.Judge == nil {
		return nil
	}
	return r
}
