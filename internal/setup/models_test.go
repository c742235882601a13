package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// plantedKey is the key in these tests, which must appear nowhere.
const plantedKey = "sk-planted-0123456789abcdef"

// environment returns a reader of variables that has only these.
func environment(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func modelsOf(t *testing.T, m Models) *ModelSet {
	t.Helper()
	if m.Env == nil {
		m.Env = environment(nil)
	}
	if m.Cache == "" {
		m.Cache = NoModels
	}
	s, err := OpenModels(m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const yes = `{"ok":true}`

func question(name string) llm.Request {
	return llm.Request{Role: name, Prompt: "p/1", System: "S", Name: "ok",
		Turns: []llm.Turn{llm.User("Well?")}, MaxTokens: 100,
		Schema: json.RawMessage(
			`{"type":"object","additionalProperties":false,"required":["ok"],"properties":{"ok":{"type":"boolean"}}}`)}
}

// providerTables returns the settings by which each provider reaches a test server.
func providerTables(url string) map[string]map[string]any {
	return map[string]map[string]any{
		"openai": {"url": url + "/v1"}, "anthropic": {"url": url}, "gemini": {"url": url + "/v1beta/openai"},
		"openrouter": {"url": url + "/api/v1"},
		"azure":      {"url": url, "api_version": "2024-10-21"}, "ollama": {"url": url + "/v1", "key": plantedKey},
		"vllm":       {"url": url + "/v1"},
		"llamacpp":   {"url": url + "/v1"},
		"lmstudio":   {"url": url + "/v1", "header": map[string]any{"Authorization": "Bearer " + plantedKey}},
		"compatible": {"url": url + "/v1"},
		"mine":       {"kind": "compatible", "url": url + "/v1", "key_env": "MY_KEY", "stream": true},
	}
}

var modelKeys = map[string]string{"OPENAI_API_KEY": plantedKey, "ANTHROPIC_API_KEY": plantedKey,
	"GOOGLE_API_KEY": plantedKey, "OPENROUTER_API_KEY": plantedKey,
	"AZURE_OPENAI_API_KEY": plantedKey, "VLLM_API_KEY": plantedKey, "LLAMA_API_KEY": plantedKey,
	"BONAFIDE_MODEL_KEY": plantedKey, "MY_KEY": plantedKey}

// TestProviders asks a model of every provider, streamed and not, records, replays and looks for the key in
// everything that is written.
func TestProviders(t *testing.T) {
	fail := false
	s := llmtest.New(t, func(llmtest.Question) llmtest.Answer {
		if fail {
			return llmtest.Answer{Fault: llmtest.Status, Status: 400, Text: "your key " + plantedKey + " is no good"}
		}
		return llmtest.Answer{Text: yes}
	})
	s.Demand(plantedKey)
	dir := t.TempDir()
	var said strings.Builder
	for name, table := range providerTables(s.URL) {
		for _, stream := range []bool{false, true} {
			table["stream"] = stream
			tape := filepath.Join(dir, fmt.Sprint(name, stream, ".jsonl"))
			m := Models{Model: name + ":small", Record: tape, Cache: filepath.Join(dir, "cache"), Env: environment(modelKeys),
				Table: map[string]any{"provider": map[string]any{name: table}, "jobs": 2}}
			set := modelsOf(t, m)
			resp, err := set.Role(role.Verifier).Ask(context.Background(), question(role.Verifier))
			if err != nil || resp.Text != yes || resp.Cached {
				t.Fatalf("%s: %+v, %v", name, resp, err)
			}
			fmt.Fprintln(&said, resp, set.Totals())
			fail = true
			// the same question: cached
			if _, err := set.Role(role.Reviewer).Ask(context.Background(), question(role.Reviewer)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			other := question(role.Reviewer)
			other.Seed = 3
			_, err = set.Role(role.Reviewer).Ask(context.Background(), other)
			if err == nil {
				t.Errorf("%s: no failure", name)
			}
			fmt.Fprintf(&said, "%v %+v %#v\n", err, err, set.Totals())
			if fail = false; set.Close() != nil {
				t.Error("recording")
			}
			replay := modelsOf(t, Models{Model: name + ":small", Replay: tape, Env: environment(nil)})
			if resp, err := replay.Role(role.Verifier).Ask(context.Background(), question(role.Verifier)); err != nil ||
				!resp.Cached || resp.Text != yes {
				t.Errorf("%s: replayed %+v, %v", name, resp, err)
			}
			if err := os.RemoveAll(filepath.Join(dir, "cache")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if strings.Contains(said.String(), plantedKey) {
		t.Error("the key is said")
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error {
		if data, err := os.ReadFile(path); err == nil && !d.IsDir() && strings.Contains(string(data), plantedKey) {
			t.Errorf("the key is in %s", filepath.Base(path))
		}
		return nil
	})
}

func TestModelRoles(t *testing.T) {
	for i, r := range allRoles {
		if r.Name != role.Names[i] || r.Sends == "" {
			t.Errorf("role %d is %q, and %q in package role", i, r.Name, role.Names[i])
		}
	}
	table := map[string]any{"default": "ollama:a", "role": map[string]any{"judge": "ollama:j", "verifier": "ollama:v"}}
	for _, c := range []struct {
		m    Models
		want string
	}{
		{Models{}, ""},
		{Models{Model: "ollama:m"},
			"parser=ollama:m verifier=ollama:m reviewer=ollama:m specialist=ollama:m claim-reasoner=ollama:m " +
				"claim-judge=ollama:m"},
		{Models{Model: "ollama:m", Roles: []string{"judge"}}, "judge=ollama:m"},
		{Models{Roles: []string{"judge=ollama:x"}}, "judge=ollama:x"},
		{Models{Model: "ollama:m", Roles: []string{"none"}}, ""},
		{Models{Model: "ollama:m", Roles: []string{"judge=ollama:x", "all"}},
			"parser=ollama:m crop=ollama:m planner=ollama:m retriever=ollama:m verifier=ollama:m reviewer=ollama:m " +
				"specialist=ollama:m judge=ollama:x revise=ollama:m claim-extractor=ollama:m claim-matcher=ollama:m " +
				"claim-reasoner=ollama:m claim-judge=ollama:m"},
		{Models{Table: table},
			"parser=ollama:a verifier=ollama:v reviewer=ollama:a specialist=ollama:a judge=ollama:j claim-reasoner=ollama:a " +
				"claim-judge=ollama:a"},
		{Models{Table: table, Model: "ollama:m"},
			"parser=ollama:m verifier=ollama:m reviewer=ollama:m specialist=ollama:m judge=ollama:m claim-reasoner=ollama:m " +
				"claim-judge=ollama:m"},
		{Models{Table: table, Roles: []string{"verifier"}}, "verifier=ollama:v"},
		{Models{Table: table, Model: NoModels}, ""},
		{Models{Env: environment(map[string]string{"BONAFIDE_MODEL": "ollama:e", "BONAFIDE_MODELS": "judge,verifier"})},
			"verifier=ollama:e judge=ollama:e"},
		{Models{Table: map[string]any{"default": "openai:m"}, Offline: true, Roles: []string{"verifier", "judge=ollama:x"}},
			"judge=ollama:x"},
	} {
		set := modelsOf(t, c.m)
		var got []string
		for _, name := range set.Active() {
			got = append(got, name+"="+set.RoleModel(name))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %s", c.m, got)
		}
	}
}

func TestModelMistakes(t *testing.T) {
	for _, c := range []struct {
		m    Models
		says string
	}{
		{Models{Model: "openai:m"}, "set $OPENAI_API_KEY"},
		{Models{Model: "azure:m", Env: environment(modelKeys)}, "address of its server"},
		{Models{Model: "compatible:m", URL: "localhost:80"}, "http://"},
		{Models{Model: "compatible:m", URL: "http://me:" + plantedKey + "@localhost/"}, "password"},
		{Models{Model: "m"}, "provider:model"},
		{Models{Model: "x:m"}, "no provider"},
		{Models{Roles: []string{"verifier"}}, "no model is named"},
		{Models{Model: "ollama:m", Roles: []string{"x"}}, "no role"},
		{Models{Model: "ollama:m", Budget: "-1"}, "budget"},
		{Models{Model: "openai:m", Budget: "1", Env: environment(modelKeys)}, "costs is not known"},
		{Models{Table: map[string]any{"default": plantedKey}}, "provider:model"},
		{Models{Table: map[string]any{"provider": map[string]any{"x": map[string]any{"kez": plantedKey}}}},
			`unknown field "kez"`},
		{Models{Table: map[string]any{"provider": map[string]any{"x": map[string]any{"stream": plantedKey}}}},
			"provider.stream must be a bool"},
		{Models{Model: "ollama:m", Table: map[string]any{"timeout": "soon"}}, "duration"},
		{Models{Model: "ollama:m", Table: map[string]any{"timeout": "0s"}}, "duration"},
		{Models{Table: map[string]any{"price": map[string]any{"m": map[string]any{"input": -1}}}}, "negative price"},
		{Models{Model: "openai:m", Offline: true, Env: environment(modelKeys)}, "--offline"},
		{Models{Model: "ollama:m", Record: "a", Replay: "b"}, "either"},
	} {
		c.m.Cache = NoModels
		if c.m.Env == nil {
			c.m.Env = environment(nil)
		}
		if _, err := OpenModels(c.m); err == nil || !strings.Contains(err.Error(), c.says) || c.m.Table["default"] == nil &&
			strings.Contains(err.Error(), plantedKey) {
			t.Errorf("%+v: %v", c.m, err)
		}
	}
}

// TestModelEffort: the settings in the table reach the provider.
func TestModelEffort(t *testing.T) {
	s := llmtest.New(t, llmtest.Say(yes))
	s.Demand(plantedKey)
	for name, table := range providerTables(s.URL) {
		table["effort"] = "low"
		set := modelsOf(t,
			Models{Model: name + ":small", Env: environment(modelKeys),
				Table: map[string]any{"provider": map[string]any{name: table}}})
		if _, err := set.Main().Ask(context.Background(), question("x")); err != nil {
			t.Fatal(err)
		}
		if calls := s.Calls(); calls[len(calls)-1].Effort != "low" {
			t.Errorf("%s: %+v", name, calls[len(calls)-1])
		}
	}
}

func TestWholeAddress(t *testing.T) {
	for _, c := range [][3]string{
		{"http://localhost:11434", "http://localhost:11434/v1", "http://localhost:11434/v1"},
		{"http://gpu:1/", "http://localhost:11434/v1", "http://gpu:1/v1"},
		{"http://gpu:1/v1/chat/completions", "http://localhost:11434/v1", "http://gpu:1/v1"},
		{"http://gpu:1/other", "http://localhost:11434/v1", "http://gpu:1/other"},
		{"https://api.anthropic.com", "https://api.anthropic.com/v1", "https://api.anthropic.com/v1"},
		{"https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1", "https://api.anthropic.com/v1"},
		{"http://gpu:1", "", "http://gpu:1"}, {"", "", ""}, {"%zz", "http://a/v1", "%zz"},
	} {
		if got := completeURL(c[0], c[1]); got != c[2] {
			t.Errorf("%q: %q, want %q", c[0], got, c[2])
		}
	}
}

func TestBudgetOfRun(t *testing.T) {
	for text, want := range map[string]llm.Cap{"2.50": {Dollars: 2.5}, "$1": {Dollars: 1},
		"500_000 tokens": {Tokens: 500000}, "2, 10tokens": {Dollars: 2, Tokens: 10}} {
		if got, err := readBudget(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	s := llmtest.New(t, llmtest.Say(yes))
	set := modelsOf(t, Models{Model: "compatible:small", URL: s.URL + "/v1", Budget: "3000 tokens",
		Table: map[string]any{"provider": map[string]any{"compatible": map[string]any{"thoughts": 0}}},
		Env:   environment(map[string]string{"BONAFIDE_MODEL_KEY": llmtest.Key})})
	failed := 0
	for i := range 100 {
		q := question(role.Verifier)
		q.Seed = int64(i)
		if _, err := set.Role(role.Verifier).Ask(context.Background(), q); err != nil {
			failed++
		}
	}
	total := set.Totals()[0]
	if total.Usage.Input+total.Usage.Output > 3000 || total.Failed[answer.Budget] != failed ||
		failed == 0 || failed == 100 {
		t.Errorf("%+v", total)
	}
}

// TestRunsHaveTheirOwnBudget: each of the runs that share models has the whole budget and counts only what it asked.
func TestRunsHaveTheirOwnBudget(t *testing.T) {
	s := llmtest.New(t, llmtest.Say(yes))
	set := modelsOf(t, Models{Model: "compatible:small", URL: s.URL + "/v1", Budget: "3000 tokens",
		Table: map[string]any{"provider": map[string]any{"compatible": map[string]any{"thoughts": 0}}},
		Env:   environment(map[string]string{"BONAFIDE_MODEL_KEY": llmtest.Key})})
	var answered []int
	for run := range 3 {
		meter := set.Meter()
		ctx := llm.WithMeter(t.Context(), meter)
		for i := range 100 {
			q := question(role.Verifier)
			q.Seed = int64(1000*run + i)
			_, _ = set.Role(role.Verifier).Ask(ctx, q)
		}
		total := meter.Totals()[0]
		if total.Asked != 100 || total.Answered == 0 || total.Failed[answer.Budget] == 0 ||
			total.Usage.Input+total.Usage.Output > 3000 {
			t.Errorf("run %d: %+v", run, total)
		}
		answered = append(answered, total.Answered)
	}
	if answered[0] != answered[1] || answered[1] != answered[2] {
		t.Errorf("answers of each run: %v", answered)
	}
	if list := set.Totals(); len(list) != 0 {
		t.Errorf("outside of runs: %+v", list)
	}
	if list := modelsOf(t, Models{Model: NoModels}).Meter().Totals(); len(list) != 0 {
		t.Errorf("of no models: %+v", list)
	}
}

func TestModelProbe(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Say(`{"ready":true}`))
	env := environment(map[string]string{"BONAFIDE_MODEL_KEY": llmtest.Key})
	set := modelsOf(t,
		Models{Model: "compatible:small", URL: s.URL + "/v1", Env: env,
			Roles: []string{"judge=ollama:x"},
			Table: map[string]any{"provider": map[string]any{"ollama": map[string]any{"url": "http://127.0.0.1:9"}}}})
	probes := set.Probe(context.Background())
	if len(probes) != 2 || probes[0].Model != "small" || probes[0].Err != nil || probes[1].Err == nil ||
		!slices.Equal(probes[1].Roles, []string{"judge"}) {
		t.Errorf("%+v", probes)
	}
	for _, q := range s.Calls() {
		if q.User() != "Are you ready? Set ready to true." {
			t.Errorf("asked %q", q.User())
		}
	}
}

// Providers are described as a run would find them, the user's own too, without what may be a key in an address.
func TestProviderStates(t *testing.T) {
	list, err := ProviderStates(Models{Model: "ollama:m", URL: "http://gpu:1", Env: environment(map[string]string{
		"OPENAI_API_KEY": plantedKey, "MY_KEY": plantedKey}),
		Table: map[string]any{"provider": map[string]any{
			"mine": map[string]any{"kind": "compatible", "url": "http://me:" + plantedKey + "@a.b/v1?key=x",
				"key_env": "MY_KEY"},
			"wrong":     map[string]any{"kind": "nothing"},
			"anthropic": map[string]any{"key": plantedKey},
			"vllm":      map[string]any{"kind": "compatible", "url": "http://c.d/v1"},
		}}})
	if err != nil || len(list) != len(providers)+1 {
		t.Fatalf("%d providers, %v", len(list), err)
	}
	for name, want := range map[string][2]string{"mine": {"http://a.b/v1", "$MY_KEY"}, "openai": {"", "$OPENAI_API_KEY"},
		"anthropic": {"", "configuration file"}, "ollama": {"http://gpu:1/v1", ""}, "vllm": {"http://c.d/v1", ""}} {
		i := slices.IndexFunc(list, func(s ProviderState) bool { return s.Name == name })
		if i < 0 || list[i].Key != want[1] || want[0] != "" && list[i].URL != want[0] || strings.Contains(list[i].URL,
			plantedKey) {
			t.Errorf("%s: %+v", name, list[i])
		}
	}
}

// A model is on this machine if its server is; a key goes where each provider looks for it.
func TestHereAndKeys(t *testing.T) {
	m := Models{Env: environment(modelKeys)}
	for name, want := range map[string]bool{"": false, "ollama:m": true, "openai:m": false, "nobody:m": false,
		"ollama": false} {
		if m.here(modelTable{}, name) != want {
			t.Errorf("%q is here: %t", name, !want)
		}
	}
	var header http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header.Clone()
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer s.Close()
	for name, want := range map[string]string{"azure": "Api-Key", "openai": "Authorization", "mine": "X-Key"} {
		table := providerTables(s.URL)[name]
		if name == "mine" {
			table["key_header"] = "X-Key"
		}
		set := modelsOf(t, Models{Model: name + ":small", Env: environment(modelKeys),
			Table: map[string]any{"provider": map[string]any{name: table}}})
		if _, err := set.Main().Ask(t.Context(), question("x")); err == nil {
			t.Errorf("%s answers", name)
		}
		for _, key := range []string{"Api-Key", "Authorization", "X-Key"} {
			if strings.Contains(header.Get(key), plantedKey) != (key == want) {
				t.Errorf("%s: %s is %q", name, key, header.Get(key))
			}
		}
	}
}
