package setup

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// ProviderState is what is known about a provider without asking it.
type ProviderState struct {
	Provider
	URL string // with the user's configuration
	Key string // the variable that contains the key, "configuration file", or ""
}

// ProviderStates describes the providers as a run would find them.
func ProviderStates(m Models) ([]ProviderState, error) {
	table, err := readModels(m.Table)
	if err != nil {
		return nil, err
	}
	m.fromEnvironment()
	known := slices.Clone(providers)
	for _, name := range slices.Sorted(maps.Keys(table.Provider)) { // the user's own
		i := slices.IndexFunc(providers, func(p Provider) bool { return p.Name == table.Provider[name].Kind })
		if i >= 0 && !slices.ContainsFunc(providers, func(p Provider) bool { return p.Name == name }) {
			own := providers[i]
			own.Name, own.About = name, "your own; spoken to as "+own.Name
			known = append(known, own)
		}
	}
	var list []ProviderState
	for _, p := range known {
		list = append(list, m.state(table, p))
	}
	return list, nil
}

func (m *Models) state(table modelTable, p Provider) ProviderState {
	t := table.Provider[p.Name]
	s := ProviderState{Provider: p, URL: completeURL(cmp.Or(t.URL, p.URL), p.URL)}
	if p.Name == providerOf(m.main(table)) {
		s.URL = completeURL(cmp.Or(m.URL, t.URL, table.URL, p.URL), p.URL)
	}
	names := p.Keys
	if t.KeyEnv != "" {
		names = []string{t.KeyEnv}
	}
	if i := slices.IndexFunc(names, func(name string) bool { return m.env(name) != "" }); i >= 0 {
		s.Key = "$" + names[i]
	}
	if t.Key != "" {
		s.Key = "configuration file"
	}
	s.URL = shownAddress(s.URL)
	return s
}

// shownAddress removes what may be a key from an address.
func shownAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "not an address"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// ModelProbe is the result of a minimal question to a model.
type ModelProbe struct {
	Name  string // as the user named it
	Roles []string
	Model string // as the provider names it
	Usage llm.Usage
	Took  time.Duration
	Err   error
}

// probeSchema asks for one word.
const probeSchema = `{"type":"object","additionalProperties":false,"required":["ready"],"properties":{"ready":{"type":"boolean"}}}`

// Probe asks every model of the set one short question, which contains nothing from any document.
func (s *ModelSet) Probe(ctx context.Context) []ModelProbe {
	if s == nil {
		return nil
	}
	models, roles := map[string]llm.Model{}, map[string][]string{}
	if s.main != nil {
		models[s.mainName] = s.main
	}
	for _, r := range slices.Sorted(maps.Keys(s.roles)) {
		name := s.names[r]
		models[name], roles[name] = s.roles[r], append(roles[name], r)
	}
	var list []ModelProbe
	for _, name := range slices.Sorted(maps.Keys(models)) {
		start := time.Now()
		resp, err := models[name].Ask(ctx,
			llm.Request{Role: "probe", Prompt: "probe/1", System: "Answer with JSON as asked.", Name: "probe",
				Schema: json.RawMessage(probeSchema), MaxTokens: 1024,
				Turns: []llm.Turn{llm.User("Are you ready? Set ready to true.")}})
		list = append(list,
			ModelProbe{Name: name, Roles: roles[name], Model: resp.Model, Usage: resp.Usage, Took: time.Since(start), Err: err})
	}
	return list
}
