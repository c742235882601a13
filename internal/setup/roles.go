package setup

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claimcheck"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/source/online"
)

// useRoles adds what models do in the cascade: a web search among the sources of
// the web, whose pages are fetched like any others, and a planner. Both need
// services to ask.
func (s *Setup) useRoles(p plan, have pool) {
	if asker := askerOf(s.Models, role.Retriever); asker != nil && s.services != nil {
		reader := landing.NewReader(s.services.client, paper.FrontPage)
		have[groupWeb] = append(slices.Clone(have[groupWeb]),
			role.NewRetriever(online.NewWebSearch(role.NewSearcher(asker).Search, reader)))
		s.Auditor.Stages = p.line(have)
	}
	if asker := askerOf(s.Models, role.Planner); asker != nil && s.services != nil {
		s.Auditor.Routes = role.NewPlanner(asker)
		s.Auditor.Kinds = have.kinds(s.Auditor.Stages)
	}
}

// kinds says of which kind each stage is: that of its last word.
func (have pool) kinds(stages [][]source.Connector) []audit.Action {
	in := func(group string, c source.Connector) bool {
		return slices.ContainsFunc(have[group], func(other source.Connector) bool {
			return other.Info().Name == c.Info().Name
		})
	}
	kinds := make([]audit.Action, len(stages))
	for i, stage := range stages {
		kinds[i] = audit.AskMemory
		for _, c := range stage {
			switch {
			case in(groupJoined, c), in(groupScholarly, c), in(groupLate, c):
				kinds[i] = audit.AskScholar
			case kinds[i] == audit.AskMemory && (in(groupIdentifiers, c) || in(groupWeb, c)):
				kinds[i] = audit.AskWeb
			}
		}
	}
	return kinds
}

// rereadPages has a model read the pictures of references of PDFs that the
// rules could not read or whose text is none, where that role is on.
func (s *Setup) rereadPages(ctx context.Context, refs []biblio.Reference, open func(file string) ([]byte, error)) {
	asker := askerOf(s.Models, role.Crop)
	if asker == nil {
		return
	}
	reader := role.NewCropReader(asker)
	for _, file := range filesOf(refs) {
		var at []int
		var wanted []biblio.Reference
		for i, r := range refs {
			if r.Place.File == file && drawable(&r) {
				at, wanted = append(at, i), append(wanted, r)
			}
		}
		images, err := picturesOf(open, file, wanted)
		parallel.Each(len(at), readJobs, func(n int) {
			i := at[n]
			if err != nil || images[n] == nil {
				refs[i].Reading = biblio.Reading{Role: role.Crop, Unheard: "there is no picture of the entry"}
				return
			}
			refs[i] = reader.Read(ctx, refs[i], images[n])
		})
	}
}

// drawable reports a reference that has a place on a page and that the rules
// could not read, or whose text was itself read off an image.
func drawable(r *biblio.Reference) bool {
	return len(r.Place.Boxes) > 0 && (role.Unread(r) || r.Recognised || len(r.Confidence) > 0 && role.Illegible(r.Raw))
}

func filesOf(refs []biblio.Reference) []string {
	var files []string
	for i := range refs {
		if f := refs[i].Place.File; drawable(&refs[i]) && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	return files
}

func picturesOf(open func(file string) ([]byte, error), file string, refs []biblio.Reference) (map[int][]byte, error) {
	src, err := open(file)
	if err != nil {
		return nil, err
	}
	return paper.Crop(src, refs)
}

// LocalFile reads a file of this machine whose pages are to be drawn, up to a bound.
func LocalFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > biblio.MaxDocument {
		return nil, fmt.Errorf("%s: more than %d MB", name, biblio.MaxDocument>>20)
	}
	return os.ReadFile(name)
}

// advisers lists the roles that speak about a finding, in the order in which
// they are asked.
func advisers(s *ModelSet) []audit.Adviser {
	var list []audit.Adviser
	for _, r := range []struct {
		name string
		make func(*role.Asker) audit.Adviser
	}{{role.Verifier, role.NewVerifier}, {role.Reviewer, role.NewReviewer}, {role.Specialist, role.NewSpecialists},
		{role.Judge, role.NewJudge}} {
		if asker := askerOf(s, r.name); asker != nil {
			list = append(list, r.make(asker))
		}
	}
	return list
}

// askerOf makes the asker of a role; nil when the role is off.
func askerOf(s *ModelSet, name string) *role.Asker {
	if m := s.Role(name); m != nil {
		return role.NewAsker(m, s.Limit(), 0)
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
	asker := askerOf(s.Models, role.Parser)
	if asker == nil {
		return
	}
	reader := role.NewParser(asker)
	parallel.Each(len(refs), readJobs, func(i int) {
		if role.Unread(&refs[i]) {
			refs[i] = reader.Read(ctx, refs[i], nil)
		}
	})
}

// Reviser returns the model that proposes corrections; ok is false when that role
// is off.
func (s *Setup) Reviser() (r role.Reviser, ok bool) {
	asker := askerOf(s.Models, role.Revise)
	return role.NewReviser(asker), asker != nil
}

// Claims returns what reads claims with the texts of some folders, nil for none: open
// copies besides where services may be asked, and the models that are named.
func (s *Setup) Claims(texts claimcheck.Texts) *claimcheck.Reader {
	r := &claimcheck.Reader{Texts: texts}
	if s.services != nil {
		copies := &claimcheck.Copies{Client: s.services.client}
		if r.Texts = copies; texts != nil {
			r.Texts = claimcheck.Chain{texts, copies}
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

// ClaimReader returns what has claims read by models, nil where none of these roles
// reads.
func (s *Setup) ClaimReader() *role.Claims {
	r := &role.Claims{
		Extractor: askerOf(s.Models, role.ClaimExtractor), Matcher: askerOf(s.Models, role.ClaimMatcher),
		Reasoner: askerOf(s.Models, role.ClaimReasoner), Judge: askerOf(s.Models, role.ClaimJudge),
	}
	if r.Reasoner == nil && r.Judge == nil {
		return nil
	}
	return r
}
