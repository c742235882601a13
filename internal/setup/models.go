package setup

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Models is the user's configuration of language models. Empty members are taken from the environment, and then
// from the table of the configuration file; NoModels turns models off regardless.
type Models struct {
	Model   string         // "provider:model" of every role without its own
	URL     string         // address of the server of Model
	Roles   []string       // "verifier", "reviewer=provider:model", "all" or "none"; nil means the default ones
	Budget  string         // "2.50" dollars, "500000 tokens"
	Cache   string         // folder of cached answers, "none" for none; "" means the user's cache folder
	Record  string         // file to record every answer to
	Replay  string         // file to answer from instead of asking
	Table   map[string]any // [models] of the configuration file
	Offline bool           // only servers on this machine, and recordings
	// State returns the state that the processes sharing a service agree on, by name; nil means that this
	// process is alone.
	State   func(name string, policy transport.Policy, pace transport.Pace) transport.State
	Env     func(string) string
	Version string // of the program
}

// NoModels is the Models.Model of a run without any, whatever the file says.
const NoModels = "none"

func (m *Models) env(name string) string {
	if m.Env != nil {
		return m.Env(name)
	}
	return os.Getenv(name)
}

// ModelSet holds the models of a run. OpenModels makes it, also where there is no model.
type ModelSet struct {
	roles    map[string]llm.Model
	names    map[string]string // of the model of each role
	main     llm.Model
	mainName string
	budget   llm.Cap
	meter    *llm.Meter
	tape     *llm.Tape
}

// OpenModels opens the models that a user configured, if any. It does not ask them anything yet.
func OpenModels(m Models) (*ModelSet, error) {
	table, err := readModels(m.Table)
	if err != nil {
		return nil, err
	}
	said := m.Model != "" // set on the command line
	m.fromEnvironment()
	asked, err := m.asked(table)
	name := m.main(table)
	if err != nil || m.Model == NoModels || name == "" && len(asked) == 0 {
		return &ModelSet{meter: llm.NewMeter(llm.Cap{})}, err
	}
	if m.Offline && m.Replay == "" {
		if said && !m.here(table, name) {
			return nil, fmt.Errorf("%s is not on this machine, and --offline forbids the network", name)
		}
		maps.DeleteFunc(asked, func(_, model string) bool { return !m.here(table, model) })
		if !m.here(table, name) {
			name = ""
		}
	}
	b := &modelBuilder{models: m, table: table, made: map[string]llm.Model{}}
	if err := b.open(); err != nil {
		return nil, err
	}
	s := &ModelSet{roles: map[string]llm.Model{}, names: asked, mainName: name, budget: b.cap, meter: b.meter,
		tape: b.tape}
	if err := s.fill(b, asked); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *ModelSet) fill(b *modelBuilder, asked map[string]string) error {
	var err error
	for _, role := range slices.Sorted(maps.Keys(asked)) {
		if s.roles[role], err = b.model(asked[role]); err != nil {
			return err
		}
	}
	if s.mainName != "" {
		if s.main, err = b.model(s.mainName); err != nil {
			return err
		}
	}
	return err
}

// here reports whether a model is on this machine.
func (m *Models) here(table modelTable, name string) bool {
	a, err := m.address(table, name)
	return name != "" && err == nil && a.here()
}

// fromEnvironment fills in from the environment what the command line leaves open; both win over the
// configuration file.
func (m *Models) fromEnvironment() {
	m.Model = cmp.Or(m.Model, m.env("BONAFIDE_MODEL"))
	m.URL = cmp.Or(m.URL, m.env("BONAFIDE_MODEL_URL"))
	m.Budget = cmp.Or(m.Budget, m.env("BONAFIDE_MODEL_BUDGET"))
	m.Cache = cmp.Or(m.Cache, m.env("BONAFIDE_MODEL_CACHE"))
	if words := m.env("BONAFIDE_MODELS"); len(m.Roles) == 0 && words != "" {
		m.Roles = strings.Split(words, ",")
	}
}

// main returns the model of every role without its own.
func (m *Models) main(table modelTable) string { return cmp.Or(m.Model, table.Default) }

// asked returns the model of each role that is on.
func (m *Models) asked(table modelTable) (map[string]string, error) {
	words, main := m.Roles, m.main(table)
	if len(words) == 0 {
		words = slices.Clone(table.Roles)
		for _, role := range slices.Sorted(maps.Keys(table.Role)) {
			if !knownRole(role) {
				return nil, fmt.Errorf("[models.role]: no role of a model is called %q: use %s", role,
					strings.Join(roleNames(), ", "))
			}
			if table.Roles == nil {
				words = append(words, role)
			}
		}
		if table.Roles == nil && main != "" {
			words = append(words, usualRoles()...)
		}
	}
	roles, err := rolesAsked(words)
	if err != nil {
		return nil, err
	}
	for role, model := range roles {
		own := table.Role[role]
		if m.Model != "" && len(m.Roles) == 0 { // on the command line, for all
			own = ""
		}
		if roles[role] = cmp.Or(model, own, main); roles[role] == "" {
			return nil, fmt.Errorf("no model is named for the role %q: give --model provider:name", role)
		}
	}
	return roles, nil
}

// Role returns the model of a role; nil if it is off.
func (s *ModelSet) Role(name string) llm.Model { return s.roles[name] }

// RoleModel returns the name of the model of a role as the user wrote it; "" if it is off.
func (s *ModelSet) RoleModel(name string) string { return s.names[name] }

// Main returns the model named for all roles, for commands about one model; nil if there is none.
func (s *ModelSet) Main() llm.Model { return s.main }

// MainName returns the name of Main.
func (s *ModelSet) MainName() string { return s.mainName }

// Active lists the roles that are on, in the order in which a run uses them.
func (s *ModelSet) Active() []string {
	var list []string
	for _, r := range allRoles {
		if s.Role(r.Name) != nil {
			list = append(list, r.Name)
		}
	}
	return list
}

// Meter returns the meter of one of the runs that share the models.
func (s *ModelSet) Meter() *llm.Meter { return llm.NewMeter(s.budget) }

// Totals lists what the roles used outside of runs with their own meter.
func (s *ModelSet) Totals() []llm.Total { return s.meter.Totals() }

// Close ends a recording.
func (s *ModelSet) Close() error { return s.tape.Close() }

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
