package lab

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// sourceGroups names the sources that an ablation leaves out together. Every source in none of them is
// scholarly.
var sourceGroups = map[string][]string{
	"memory":      {"memory", "cache"},
	"corpus":      {"corpus", "records", "dblp_sqlite"},
	"identifiers": {"doi", "publisher", "url_direct", "repository", "rfc"},
	"web":         {"web_search"},
}

// scholarly is the group of all other sources.
const scholarly = "scholarly"

// inGroup reports whether a word of an ablation means a source: its name, or a group that contains it.
func inGroup(word, name string) bool {
	if word == name {
		return true
	}
	if word != scholarly {
		return slices.Contains(sourceGroups[word], name)
	}
	for _, names := range sourceGroups {
		if slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// Ablate removes sources and roles of models from a set: names, or the groups memory, corpus, identifiers,
// scholarly and web. A word that matches nothing in the set is an error, so that an ablation of nothing is not
// reported as one.
func (s *Set) Ablate(words []string) error {
	used := map[string]bool{}
	have := map[string]bool{}
	out := func(name string) bool {
		have[name] = true
		dropped := false
		for _, w := range words {
			if inGroup(w, name) {
				used[w], dropped = true, true
			}
		}
		return dropped
	}
	keep := func(list []source.Connector) []source.Connector {
		kept := []source.Connector{} // not nil: a case without sources has none
		for _, c := range list {
			if !out(c.Info().Name) {
				kept = append(kept, c)
			}
		}
		return kept
	}
	s.Sources = keep(s.Sources)
	for i := range s.Cases {
		if s.Cases[i].Sources != nil {
			s.Cases[i].Sources = keep(s.Cases[i].Sources)
		}
	}
	for i, stage := range s.Road.Stages {
		s.Road.Stages[i] = keep(stage)
	}
	s.Road.Stages = slices.DeleteFunc(s.Road.Stages, func(stage []source.Connector) bool { return len(stage) == 0 })
	s.Road.Advisers = slices.DeleteFunc(slices.Clone(s.Road.Advisers), func(a audit.Adviser) bool { return out(a.Name()) })
	for _, w := range words {
		if !used[w] {
			return fmt.Errorf("--without %s: the run has no such source, group or role; it has %s", w,
				strings.Join(sortedKeys(have), ", "))
		}
	}
	if len(words) > 0 {
		s.note("without " + strings.Join(words, ", "))
	}
	return nil
}
