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

// useRoles adds the models' part of the cascade: a web search among the sources of the web, whose pages are
// fetched like any others, and a planner. Both need services.
func (s *Setup) useRoles(p *Plan, have pool) {
	if asker := askerOf(&s.Models, role.Retriever); asker != nil && s.services != nil {
		reader := landing.NewReader(s.services.client, paper.FrontPage)
		have[groupWeb] = append(slices.Clone(have[groupWeb]),
			role.NewRetriever(online.NewWebSearch(role.NewSearcher(asker).Search, reader)))
		s.Auditor.Stages = p.line(have)
	}
	if asker := askerOf(&s.Models, role.Planner); asker != nil && s.services != nil {
		s.Auditor.Routes = role.NewPlanner(asker)
		s.Auditor.Kinds = have.kinds(s.Auditor.Stages)
	}
}

// kinds returns the kind of each stage: that of its last word.
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

// rereadPages has a model read the images of references in PDFs that the rules could not read or that have no
// text, if that role is on.
func (s *Setup) rereadPages(ctx context.Context, refs []biblio.Reference, open func(file string) ([]byte, error)) {
	asker := askerOf(&s.Models, role.Crop)
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
		src, err := open(file)
		var images map[int][]byte
		if err == nil {
			images, err = paper.Crop(src, wanted)
		}
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

// drawable reports whether a reference has a place on a page and either the rules could not read it, or its
// text was itself recognised in an image.
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

// LocalFile reads a local file whose pages are to be drawn, up to a maximum size.
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

// advisers lists the roles that comment on a finding, in the order in which they are asked.
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

// askerOf returns the asker of a role; nil if the role is off.
func askerOf(s *ModelSet, name string) *role.Asker {
	if m := s.Role(name); m != nil {
		return role.NewAsker(m, s.RoleModel(name))
	}
	return nil
}

// readJobs is how many references a model reads at a time.
const readJobs = 8

// Reread has a model read the references that the rules could not read or are not sure of, if that role is on; the
// others stay as they are. open returns the bytes of a file whose entries are drawn for a model with vision.
func (s *Setup) Reread(ctx context.Context, refs []biblio.Reference, open func(file string) ([]byte, error)) {
	s.rereadPages(ctx, refs, open)
	asker := askerOf(&s.Models, role.Parser)
	if asker == nil {
		return
	}
	reader := role.NewParser(asker)
	parallel.Each(len(refs), readJobs, func(i int) {
		if role.Unsure(&refs[i]) {
			refs[i] = reader.Read(ctx, refs[i], nil)
		}
	})
}

// Reviser returns the model that proposes corrections; ok is false if that role is off.
func (s *Setup) Reviser() (r role.Reviser, ok bool) {
	asker := askerOf(&s.Models, role.Revise)
	return role.NewReviser(asker), asker != nil
}

// Claims returns a reader of claims with texts from some folders, nil for none; it also uses open-access copies
// if services may be asked, and the configured models.
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
	return r
}

// ClaimReader returns the models that check claims, nil if none of these roles is on.
func (s *Setup) ClaimReader() *role.Claims {
	r := &role.Claims{
		Extractor: askerOf(&s.Models, role.ClaimExtractor), Matcher: askerOf(&s.Models, role.ClaimMatcher),
		Reasoner: askerOf(&s.Models, role.ClaimReasoner), Judge: askerOf(&s.Models, role.ClaimJudge),
	}
	if r.Reasoner == nil && r.Judge == nil {
		return nil
	}
	return r
}

// Plan is another order of the sources than the usual one; the laboratory has those of papers. Whatever the order, the
// same judge decides, and only a verified reference stops early.
type Plan struct {
	Name string
	// Stages arranges the sources, which are in groups: memory, corpus, identifiers, joined, scholarly, late, web.
	Stages func(have map[string][]source.Connector) [][]source.Connector
	Gate   audit.Gate
}

// The groups of sources.
const (
	groupMemory      = "memory"
	groupCorpus      = "corpus"
	groupIdentifiers = "identifiers"
	groupJoined      = "joined" // joined searches of a service that is asked again, more precisely, later
	groupScholarly   = "scholarly"
	groupLate        = "late" // scholarly services that seldom answer without a key
	groupWeb         = "web"
)

// groups are the groups in the order in which they are asked: first services that can be searched for many titles at
// once, since what is verified by then needs no search of its own.
var groups = []string{groupMemory, groupCorpus, groupIdentifiers, groupJoined, groupScholarly, groupLate, groupWeb}

var groupOf = map[online.Stage]string{online.Identifiers: groupIdentifiers, online.Joined: groupJoined,
	online.Scholarly: groupScholarly, online.Late: groupLate, online.Web: groupWeb}

// pool holds the sources of a run by their group, each group in judging order.
type pool map[string][]source.Connector

// line arranges the sources in the order of a plan, nil for the usual one.
func (p *Plan) line(have pool) (stages [][]source.Connector) {
	if p != nil {
		return p.Stages(have)
	}
	for _, group := range groups {
		if len(have[group]) > 0 {
			stages = append(stages, have[group])
		}
	}
	return stages
}
