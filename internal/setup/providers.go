package setup

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Provider is a service or a server of models.
type Provider struct {
	Name  string
	About string
	URL   string   // "" if the user has to name it
	Keys  []string // environment variables; the first that is set counts
	Needs bool     // it requires a key
	// Format is how it is told the schema of an answer, Search how to search the web; "" means the usual way, and none.
	Format, Search string
}

// providers lists the prefixes of model names.
var providers = []Provider{
	{Name: "openai", About: "OpenAI; web search by its search models", URL: "https://api.openai.com/v1",
		Keys: []string{"OPENAI_API_KEY"}, Needs: true, Search: llm.SearchOptions},
	{Name: "anthropic", About: "Anthropic, by its chat completions", URL: "https://api.anthropic.com/v1",
		Keys: []string{"ANTHROPIC_API_KEY"}, Needs: true, Format: llm.InWords}, // it ignores response_format
	{Name: "gemini", About: "Google, by its chat completions", URL: "https://generativelanguage.googleapis.com/v1beta/openai",
		Keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, Needs: true},
	{Name: "openrouter", About: "many providers behind one address; web search as a plugin",
		URL: "https://openrouter.ai/api/v1", Keys: []string{"OPENROUTER_API_KEY"}, Needs: true, Search: llm.SearchPlugin},
	{Name: "azure", About: "OpenAI's models at Microsoft; the name of the model is that of your deployment",
		Keys: []string{"AZURE_OPENAI_API_KEY"}, Needs: true},
	{Name: "ollama", About: "models on this machine or your own server", URL: "http://localhost:11434/v1"},
	{Name: "vllm", About: "models on your own server", URL: "http://localhost:8000/v1", Keys: []string{"VLLM_API_KEY"}},
	{Name: "llamacpp", About: "llama.cpp's server", URL: "http://localhost:8080/v1", Keys: []string{"LLAMA_API_KEY"}},
	{Name: "lmstudio", About: "LM Studio on this machine", URL: "http://localhost:1234/v1"},
	{Name: "compatible", About: "any other server with OpenAI's chat completions; give --model-url",
		Keys: []string{"BONAFIDE_MODEL_KEY"}},
}

// address is a model of a provider with the user's settings for it.
type address struct {
	name     string // "openai:gpt-6-luna"
	provider Provider
	model    string
	table    providerTable
	key      string
	version  string // of the program
	state    transport.State
}

// address reads "provider:model".
func (m *Models) address(table modelTable, name string) (address, error) {
	provider, model, ok := strings.Cut(name, ":")
	if !ok || model == "" || provider == "" {
		return address{},
			fmt.Errorf("a model is named as provider:model, like ollama:qwen3 (not %q): bonafide models lists the providers",
				name)
	}
	t := table.Provider[provider]
	kind := cmp.Or(t.Kind, provider)
	i := slices.IndexFunc(providers, func(p Provider) bool { return p.Name == kind })
	if i < 0 {
		return address{},
			fmt.Errorf("no provider of models is called %q: bonafide models lists them; name others in [models.provider.%s] "+
				"with kind = \"compatible\"", kind, provider)
	}
	a := address{name: name, provider: providers[i], model: model, table: t}
	if provider == providerOf(m.main(table)) {
		a.table.URL = cmp.Or(m.URL, t.URL, table.URL)
	}
	a.table.URL = completeURL(cmp.Or(a.table.URL, a.provider.URL), a.provider.URL)
	if a.table.URL == "" {
		return a, fmt.Errorf("%s needs the address of its server: give --model-url, or url in [models.provider.%s]",
			provider, provider)
	}
	a.key = m.key(a)
	if a.key == "" && a.provider.Needs {
		return a, fmt.Errorf("%s needs a key: set $%s", provider, cmp.Or(t.KeyEnv, a.provider.Keys[0]))
	}
	return a, nil
}

// completeURL completes an address as people write it: without the path of the provider's own, or with that of a call.
func completeURL(address, usual string) string {
	address = strings.TrimRight(address, "/")
	for _, call := range []string{"/chat/completions", "/responses", "/messages"} {
		address = strings.TrimSuffix(address, call)
	}
	u, err := url.Parse(address)
	own, ownErr := url.Parse(usual)
	if err == nil && ownErr == nil && u.Path == "" && u.Host != "" && u.RawQuery == "" {
		return address + own.Path
	}
	return address
}

func providerOf(name string) string {
	provider, _, _ := strings.Cut(name, ":")
	return provider
}

// key returns the key of a provider: from the file, or from the environment.
func (m *Models) key(a address) string {
	if a.table.Key != "" {
		return a.table.Key
	}
	names := a.provider.Keys
	if a.table.KeyEnv != "" {
		names = []string{a.table.KeyEnv}
	}
	for _, name := range names {
		if key := strings.TrimSpace(m.env(name)); key != "" {
			return key
		}
	}
	return ""
}

func (a address) endpoint(timeout time.Duration) transport.Endpoint {
	header := map[string]string{"User-Agent": "bonafide/" + cmp.Or(a.version, "dev")}
	maps.Copy(header, a.table.Header)
	o := transport.Endpoint{Base: a.table.URL, Header: header, Timeout: timeout, State: a.state}
	if a.key != "" {
		o.Secrets = append(o.Secrets, a.key)
	}
	o.Secrets = slices.AppendSeq(o.Secrets, maps.Values(a.table.Header)) // a header may be a key
	return o
}

// open creates the client.
func (a address) open() (llm.Model, error) {
	t := a.table
	o := llm.ClientOptions{Endpoint: a.endpoint(t.timeout), Model: a.model, Key: a.key, KeyHeader: t.KeyHeader,
		APIVersion: t.APIVersion, Format: cmp.Or(t.Format, a.provider.Format), Search: cmp.Or(t.Search, a.provider.Search),
		Stream: t.Stream, Effort: t.Effort}
	if a.provider.Name == "azure" {
		o.KeyHeader = cmp.Or(o.KeyHeader, "api-key")
	}
	return llm.NewClient(o)
}

// usualThoughts is how many tokens an answer may have beyond the limit of a role. Models that think count their
// thoughts as part of it, and a truncated answer is useless. It costs nothing if it is not used.
const usualThoughts = 4096

func (a address) thoughts() int {
	if a.table.Thoughts != nil {
		return *a.table.Thoughts
	}
	return usualThoughts
}

// ident identifies the model and address for the cache.
func (a address) ident() string {
	return strings.Join([]string{a.provider.Name, a.table.URL, a.model, a.table.APIVersion, a.table.Format,
		a.table.Effort}, "\n")
}

// service names the model and its server among services, without what may be a key in its address.
func (a address) service() string {
	server := ""
	if u, err := url.Parse(a.table.URL); err == nil {
		server = u.Host + u.EscapedPath()
	}
	return strings.Join([]string{"model", a.provider.Name, server, a.model}, " ")
}

// here reports whether the server is on this machine.
func (a address) here() bool {
	return a.host() == "localhost" || a.ip().IsLoopback()
}

// slots returns how many questions the server is asked at the same time: one on this machine, where a second would
// only wait for the first, except where it serves many at once.
func (a address) slots() int {
	if a.here() && a.provider.Name != "vllm" {
		return 1
	}
	return jobsOfModel
}

// local reports whether the server is on this machine or a private network, so that nothing is billed.
func (a address) local() bool { return a.here() || a.ip().IsPrivate() }

func (a address) host() string {
	u, err := url.Parse(a.table.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// ip returns the IP address, the zero value if the host has a name.
func (a address) ip() netip.Addr {
	ip, err := netip.ParseAddr(a.host())
	if err != nil {
		return netip.Addr{}
	}
	return ip.Unmap()
}

// price returns the model's price as the user configured it; ok is false if it is unknown.
func (a address) price(table modelTable) (llm.Price, bool) {
	for _, name := range []string{a.name, a.model} {
		if p, ok := table.Price[name]; ok {
			return p, true
		}
	}
	return llm.Price{}, a.local()
}

// ending is an announced end of a provider's models.
type ending struct {
	provider string
	names    []string // the name itself, or followed by a date of the form "-2025-08-07"
	day      string   // first day of unavailability
}

// endings lists what providers have announced, as of 22 November 2026:
// developers.openai.com/api/docs/deprecations, platform.claude.com/docs/en/about-claude/model-deprecations.
var endings = []ending{
	{"openai", []string{"gpt-3.5-turbo", "gpt-4", "gpt-4-turbo", "gpt-4.1-nano", "o1", "o1-pro", "o3-mini", "o4-mini"},
		"2026-10-23"},
	{"openai", []string{"gpt-5", "gpt-5-mini", "gpt-5-nano", "gpt-5-pro", "o3", "o3-pro"}, "2026-12-11"},
	{"openai", []string{"gpt-4o", "gpt-4o-mini", "gpt-4.1", "gpt-4.1-mini"}, "2027-01-14"},
	{"openai", []string{"gpt-5.1"}, "2027-04-01"},
	{"anthropic", []string{"claude-sonnet-4", "claude-opus-4"}, "2026-06-15"},
}

// ModelEnds returns the day from which a model, "openai:gpt-5-mini", will be unavailable; the zero time
// if none is known.
func ModelEnds(name string) time.Time {
	provider, model, _ := strings.Cut(name, ":")
	for _, e := range endings {
		if e.provider != provider {
			continue
		}
		for _, n := range e.names {
			if rest, ok := strings.CutPrefix(model, n); ok && dated(rest) {
				day, _ := time.Parse(time.DateOnly, e.day) // of the table: always valid
				return day
			}
		}
	}
	return time.Time{}
}

// dated reports whether rest may follow the name of a model: nothing, or the date of a snapshot, "-2025-08-07"
// or "-20250514".
func dated(rest string) bool {
	digits := strings.ReplaceAll(rest, "-", "")
	_, err := time.Parse("20060102", digits)
	return rest == "" || err == nil && strings.HasPrefix(rest, "-")
}
