package setup

import (
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
)

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
