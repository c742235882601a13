package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm/role"
)

// ModelRole is a task that a model can be given.
type ModelRole struct {
	Name  string
	Does  string
	Sends string // what leaves this machine, for people
	Usual bool   // on if a model is named but no roles are
}

// allRoles lists the roles in the order in which a run uses them. What each sends is what its file in
// internal/llm/role puts into a question.
var allRoles = []ModelRole{
	{role.Parser, "reads a reference in which the rules find no title, or are not sure of it",
		"the raw text of that reference", true},
	{role.Crop, "reads the picture of one entry where the text of the page is unreliable",
		"the picture of that entry as it stands on its page, and its text", false},
	{role.Planner, "orders the stages that are left: web, scholar",
		"which stages are left and which confirmed; a digest stands for the reference, none of its text", false},
	{role.Retriever, "looks for a work by the provider's own web search",
		"what a web search would get: title and first author; also to the search engine behind the provider", false},
	{role.Verifier, "scores how well a record agrees with a reference",
		"the reference, the record found and their comparison", true},
	{role.Reviewer, "looks again at records that an identifier or the web gave under another title",
		"the reference, the record, the similarity of the titles and the verifier's answer", true},
	{role.Specialist, "settles between real, potential and hallucinated what the rules leave open",
		"the reference, the records found and their comparison", true},
	{role.Judge, "says by strict rules whether fetched pages support a reference",
		"the reference and what was read from the pages fetched for it", false},
	{role.Revise, "fix only: chooses values of records for fields that the rules of fix leave open",
		"the entry, the records of the version that it cites, and the open fields with what the records state", false},
	{role.ClaimExtractor, "claims only: says which part of a sentence belongs to a mark, and what for",
		"the sentence that cites a work, and its heading", false},
	{role.ClaimMatcher, "claims only: chooses the passages of a cited work that speak to a claim",
		"the clause of a claim, and up to eight passages of the cited work", false},
	{role.ClaimReasoner, "claims only: says whether passages of the cited work say what a claim says",
		"the clause of a claim, and up to four passages of the cited work", true},
	{role.ClaimJudge, "claims only: reads the same again, strictly and without the first answer",
		"the clause of a claim, and up to four passages of the cited work", true},
}

// ModelRoles lists the tasks that a model can be given.
func ModelRoles() []ModelRole { return slices.Clone(allRoles) }

// rolesAsked parses "verifier", "reviewer=anthropic:name", "all" and "none" into a model for each role; ""
// means the model of the run.
func rolesAsked(words []string) (roles map[string]string, err error) {
	roles = map[string]string{}
	for _, word := range words {
		name, model, _ := strings.Cut(strings.TrimSpace(word), "=")
		switch {
		case name == "none" && len(words) == 1:
			return roles, nil
		case name == "all":
			for _, r := range allRoles {
				if _, ok := roles[r.Name]; !ok {
					roles[r.Name] = model
				}
			}
		case knownRole(name):
			roles[name] = model
		default:
			return nil, fmt.Errorf("no role of a model is called %q: use %s, all or none", name, strings.Join(roleNames(), ", "))
		}
	}
	return roles, nil
}

func knownRole(name string) bool {
	return slices.ContainsFunc(allRoles, func(r ModelRole) bool { return r.Name == name })
}

func roleNames() []string {
	var names []string
	for _, r := range allRoles {
		names = append(names, r.Name)
	}
	return names
}

// usualRoles returns the roles that are on if a model is named but no roles are.
func usualRoles() []string {
	var names []string
	for _, r := range allRoles {
		if r.Usual {
			names = append(names, r.Name)
		}
	}
	return names
}
