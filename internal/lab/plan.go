package lab

import (
	"context"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// plans are the orders in which papers ask sources. A word of a stage is a group of sources, the name of a source, or
// a name with ":id", which asks that source only for identifiers. Sources that no stage names are not asked.
var plans = []struct {
	name   string
	stages []string
	gate   *acceptance
}{
	// CiteCheck, section 3 and appendix A: a waterfall of single sources. The
	// figures of the gate are those of its public implementation.
	{"citecheck", []string{"corpus", "arxiv:id", "crossref", "semantic_scholar", "openalex", "web"}, citeCheckGate},
	// CiteAudit, equation 4: memory, then the web, then scholarly sources as the
	// last word.
	{"citeaudit", []string{"memory", "corpus", "web", "identifiers scholarly", "late"}, nil},
	// CiteTracer, section 4.2: memory filled from an offline mirror, the links in the citation, scholarly
	// services in parallel, the web.
	{"citetracer", []string{"memory corpus", "identifiers", "scholarly", "late", "web"}, nil},
}

var citeCheckGate = &acceptance{
	accept: 55, review: 50,
	rules: map[string]gateRule{
		"crossref":         {times: 3, sameYear: 40, nextYear: 10, confidence: 70, spare: true},
		"semantic_scholar": {overlap: true, sameYear: 20, nextYear: 5, bonus: 10, most: 95},
		"openalex":         {overlap: true, sameYear: 20, nextYear: 5, bonus: 5, most: 90},
		"arxiv":            {byID: 90},
		"web_search":       {spare: true},
	},
}

// usualPlan is the name of the order of "bonafide check".
const usualPlan = "default"

// Plans lists the orders in which sources may be asked: ours, and those of the papers.
func Plans() string {
	names := usualPlan
	for _, p := range plans {
		names += ", " + p.name
	}
	return names
}

// PlanOf returns a plan by its name, nil for ours.
func PlanOf(name string) (*setup.Plan, error) {
	for _, p := range plans {
		if p.name != name {
			continue
		}
		plan := &setup.Plan{Name: name, Stages: func(have map[string][]source.Connector) [][]source.Connector {
			return arranged(p.stages, have)
		}}
		if p.gate != nil {
			plan.Gate = p.gate.gate
		}
		return plan, nil
	}
	if name == usualPlan {
		return nil, nil
	}
	return nil, fmt.Errorf("unknown plan %q: use one of %s", name, Plans())
}

// arranged arranges the sources in the order of a plan.
func arranged(plan []string, have map[string][]source.Connector) (stages [][]source.Connector) {
	for _, words := range plan {
		var stage []source.Connector
		for word := range strings.FieldsSeq(words) {
			stage = append(stage, named(word, have)...)
		}
		if len(stage) > 0 {
			stages = append(stages, stage)
		}
	}
	return stages
}

// named returns the sources that a word of a plan refers to.
func named(word string, have map[string][]source.Connector) []source.Connector {
	if list, ok := have[word]; ok {
		return list
	}
	name, byID := strings.CutSuffix(word, ":id")
	for _, group := range []string{"identifiers", "scholarly", "late", "web"} {
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
