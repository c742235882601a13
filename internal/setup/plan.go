package setup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
)

// plan is an order in which sources are asked. A word of a stage is the name of a source, a group of sources,
// or a name with ":id", which asks that source only for identifiers. Sources that no stage names are not asked.
// Whatever the plan, the same judge decides, and only a verified reference stops early.
type plan struct {
	name   string
	stages [][]string
	gate   *audit.Gate
}

// The groups of sources that a plan may name.
const (
	groupMemory      = "memory"
	groupCorpus      = "corpus"
	groupIdentifiers = "identifiers"
	groupJoined      = "joined" // joined searches of a service that is asked again, more precisely, later
	groupScholarly   = "scholarly"
	groupLate        = "late" // scholarly services that seldom answer without a key
	groupWeb         = "web"
)

// groupOf maps the online stages to the names of their groups.
var groupOf = map[online.Stage]string{online.Identifiers: groupIdentifiers, online.Joined: groupJoined,
	online.Scholarly: groupScholarly, online.Late: groupLate, online.Web: groupWeb}

// plans lists the plans, the default first. Ours first asks services that can be searched for many titles at
// once, since what is verified by then needs no search of its own.
var plans = []plan{
	{name: "default", stages: [][]string{{groupMemory}, {groupCorpus}, {groupIdentifiers}, {groupJoined}, {groupScholarly},
		{groupLate}, {groupWeb}}},
	// CiteCheck, section 3 and appendix A: a waterfall of single sources. The
	// figures of the gate are those of its public implementation.
	{name: "citecheck", stages: [][]string{{groupCorpus}, {"arxiv:id"}, {"crossref"}, {"semantic_scholar"}, {"openalex"},
		{groupWeb}}, gate: citeCheckGate},
	// CiteAudit, equation 4: memory, then the web, then scholarly sources as the
	// last word.
	{name: "citeaudit",
		stages: [][]string{{groupMemory}, {groupCorpus}, {groupWeb}, {groupIdentifiers, groupScholarly}, {groupLate}}},
	// CiteTracer, section 4.2: memory filled from an offline mirror, the links in the citation, scholarly
	// services in parallel, the web.
	{name: "citetracer",
		stages: [][]string{{groupMemory, groupCorpus}, {groupIdentifiers}, {groupScholarly}, {groupLate}, {groupWeb}}},
}

var citeCheckGate = &audit.Gate{
	Accept: 55, Review: 50,
	Rules: map[string]audit.GateRule{
		"crossref":         {Times: 3, SameYear: 40, NextYear: 10, Confidence: 70, Spare: true},
		"semantic_scholar": {Overlap: true, SameYear: 20, NextYear: 5, Bonus: 10, Most: 95},
		"openalex":         {Overlap: true, SameYear: 20, NextYear: 5, Bonus: 5, Most: 90},
		"arxiv":            {ByID: 90},
		"web_search":       {Spare: true},
	},
}

// Plans lists the orders in which sources may be asked: ours, and those of the
// papers.
func Plans() []string {
	var names []string
	for _, p := range plans {
		names = append(names, p.name)
	}
	return names
}

func planOf(name string) (plan, error) {
	if name == "" {
		return plans[0], nil
	}
	for _, p := range plans {
		if p.name == name {
			return p, nil
		}
	}
	return plan{}, fmt.Errorf("unknown plan %q: use one of %s", name, strings.Join(Plans(), ", "))
}

// names reports whether a plan asks the sources of a group.
func (p plan) names(group string) bool {
	return slices.ContainsFunc(p.stages, func(stage []string) bool { return slices.Contains(stage, group) })
}

// pool holds the sources of a run by their group, each group in judging order.
type pool map[string][]source.Connector

// line arranges the sources in the order of a plan.
func (p plan) line(have pool) [][]source.Connector {
	var stages [][]source.Connector
	for _, words := range p.stages {
		var stage []source.Connector
		for _, word := range words {
			stage = append(stage, have.find(word)...)
		}
		if len(stage) > 0 {
			stages = append(stages, stage)
		}
	}
	return stages
}

// find returns the sources that a word of a plan refers to.
func (have pool) find(word string) []source.Connector {
	if list, ok := have[word]; ok {
		return list
	}
	name, byID := strings.CutSuffix(word, ":id")
	for _, group := range []string{groupIdentifiers, groupScholarly, groupLate, groupWeb} {
		for _, c := range have[group] {
			if c.Info().Name == name && byID {
				return []source.Connector{onlyIDs{c}}
			}
			if c.Info().Name == name {
				return []source.Connector{c}
			}
		}
	}
	return nil
}

// onlyIDs asks a source only for identifiers.
type onlyIDs struct{ source.Connector }

func (o onlyIDs) Info() answer.Info {
	info := o.Connector.Info()
	info.Titles, info.Raw = false, false
	return info
}

func (o onlyIDs) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	return o.Connector.Lookup(ctx, source.Query{IDs: q.IDs})
}

func (o onlyIDs) LookupBatch(ctx context.Context, queries []source.Query) []answer.Lookup {
	bare := make([]source.Query, len(queries))
	for i, q := range queries {
		bare[i] = source.Query{IDs: q.IDs}
	}
	return source.LookupAll(ctx, o.Connector, bare)
}
